-- Who sees which rows. No setting, no rows: nullif, because a setting that was once local reads '' ever after, not NULL; and
-- (select …), so that it is read once a statement.
set local role formwork_owner;

do $$
declare
  tenant_table regclass;
begin
  foreach tenant_table in array array[
    'formwork.organisations', 'formwork.users', 'formwork.api_keys', 'formwork.forms', 'formwork.form_versions',
    'formwork.reference_counters', 'formwork.submissions', 'formwork.idempotency_records', 'formwork.firings',
    'formwork.audit_events', 'formwork_auth.rate_windows'
  ]::regclass[] loop
    execute format('alter table %s enable row level security', tenant_table);
    execute format('alter table %s force row level security', tenant_table);
    execute format(
      'create policy tenant on %s
         using (organisation_id = (select nullif(current_setting(''app.organisation_id'', true), '''')::uuid))
         with check (organisation_id = (select nullif(current_setting(''app.organisation_id'', true), '''')::uuid))',
      tenant_table);
  end loop;
end
$$;

-- A key that has ended stays as it ended: nobody can bring it back or change its first date, person or reason.
create policy ended_stays_ended on formwork.api_keys as restrictive for update
  using (revoked_at is null) with check (true);

-- The worker looks for due work in every organisation, and does the work of each under that organisation's own setting.
create policy drain on formwork.firings to formwork_worker using (true) with check (true);
grant select on formwork.firings to formwork_worker;
grant update (state, attempts) on formwork.firings to formwork_worker;

-- What a server may do. Not granted, and so impossible: reading a token's hash, changing or deleting a version, a submission
-- or an audit event, widening a key, deleting or truncating anything.
grant select, update (demo_seeded_at) on formwork.installation to formwork_api;
grant select, insert, update (revision) on formwork.organisations to formwork_api;
grant select, insert on formwork.users to formwork_api;
grant insert, update (revoked_at, revoked_by, revoked_reason) on formwork.api_keys to formwork_api;
grant select (organisation_id, key_id, name, privileges, created_by, created_at, expires_at, last_used_at, revoked_at, revoked_by,
  revoked_reason, hint) on formwork.api_keys to formwork_api;
grant select, insert, update (title, draft, live_version_id) on formwork.forms to formwork_api;
grant select, insert on formwork.form_versions to formwork_api;
grant select, insert, update (last_number) on formwork.reference_counters to formwork_api;
grant select, insert on formwork.submissions to formwork_api;
grant select, insert, update (body_hash, submission_id, expires_at) on formwork.idempotency_records to formwork_api;
grant select, insert on formwork.firings to formwork_api;
grant select, insert on formwork.audit_events to formwork_api;
grant execute on function formwork.uuidv7() to formwork_api;

-- What the credential functions need. The right to update a column is also what FOR SHARE asks for.
grant select, update (last_used_at) on formwork.api_keys to formwork_auth;
grant select, update (deactivated_at) on formwork.users to formwork_auth;
grant select on formwork.organisations to formwork_auth;
grant select, insert, update on formwork_auth.rate_windows to formwork_auth;
grant create on schema formwork_auth to formwork_auth;
