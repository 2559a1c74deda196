-- Policies that only allow. Citus makes a restrictive policy on a node as one that allows, which opens what it should close. So what the
-- restrictive ones took away is left out of the policy of its command: the rows that a statement sees and changes stay the same.
set local role formwork_owner;

-- What has ended stays as it ended.
drop policy ended_stays_ended on formwork.sessions;
drop policy tenant on formwork.sessions;
create policy tenant_select on formwork.sessions for select
  using (organisation_id = formwork.current_organisation());
create policy tenant_insert on formwork.sessions for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.sessions for update
  using (organisation_id = formwork.current_organisation()
    and ended_at is null)
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.sessions for delete
  using (organisation_id = formwork.current_organisation());

drop policy ended_stays_ended on formwork.invitations;
drop policy tenant on formwork.invitations;
create policy tenant_select on formwork.invitations for select
  using (organisation_id = formwork.current_organisation());
create policy tenant_insert on formwork.invitations for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.invitations for update
  using (organisation_id = formwork.current_organisation()
    and ended_at is null)
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.invitations for delete
  using (organisation_id = formwork.current_organisation());

drop policy ended_stays_ended on formwork.api_keys;
drop policy tenant on formwork.api_keys;
create policy tenant_select on formwork.api_keys for select
  using (organisation_id = formwork.current_organisation());
create policy tenant_insert on formwork.api_keys for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.api_keys for update
  using (organisation_id = formwork.current_organisation()
    and (revoked_at is null or (revoked_reason = 'rotated' and revoked_at > statement_timestamp())))
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.api_keys for delete
  using (organisation_id = formwork.current_organisation());

-- A record goes only once it has expired.
drop policy expired_may_go on formwork.idempotency_records;
drop policy tenant on formwork.idempotency_records;
create policy tenant_select on formwork.idempotency_records for select
  using (organisation_id = formwork.current_organisation());
create policy tenant_insert on formwork.idempotency_records for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.idempotency_records for update
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.idempotency_records for delete
  using (organisation_id = formwork.current_organisation()
    and expires_at <= statement_timestamp());

-- A caller with a key whose limits name forms or folders sees no other ones. That binds the roles by which callers read; the others
-- run the same policy.
grant execute on function formwork.reaches_form(uuid), formwork.reaches_folder(uuid)
  to formwork_auth, formwork_filing, formwork_api, formwork_worker;
drop policy within_reach on formwork.forms;
drop policy tenant on formwork.forms;
create policy tenant_select on formwork.forms for select
  using (organisation_id = formwork.current_organisation()
    and (formwork.reaches_form(form_id) or formwork.reaches_folder(folder_id)
         or not (pg_has_role('formwork_api', 'usage') or pg_has_role('formwork_filing', 'usage'))));
create policy tenant_insert on formwork.forms for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.forms for update
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.forms for delete
  using (organisation_id = formwork.current_organisation());

drop policy within_reach on formwork.folders;
drop policy tenant on formwork.folders;
create policy tenant_select on formwork.folders for select
  using (organisation_id = formwork.current_organisation()
    and (formwork.reaches_folder(folder_id) or not pg_has_role('formwork_api', 'usage')));
create policy tenant_insert on formwork.folders for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.folders for update
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.folders for delete
  using (organisation_id = formwork.current_organisation());

drop policy within_reach on formwork.form_versions;
drop policy tenant on formwork.form_versions;
create policy tenant_select on formwork.form_versions for select
  using (organisation_id = formwork.current_organisation()
    and (formwork.reaches_form(form_id) or not pg_has_role('formwork_api', 'usage')));
create policy tenant_insert on formwork.form_versions for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.form_versions for update
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.form_versions for delete
  using (organisation_id = formwork.current_organisation());

drop policy within_reach on formwork.submissions;
drop policy tenant on formwork.submissions;
create policy tenant_select on formwork.submissions for select
  using (organisation_id = formwork.current_organisation()
    and (formwork.reaches_form(form_id) or not (pg_has_role('formwork_api', 'usage') or pg_has_role('formwork_filing', 'usage'))));
create policy tenant_insert on formwork.submissions for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.submissions for update
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.submissions for delete
  using (organisation_id = formwork.current_organisation());

drop policy within_reach on formwork.submission_revisions;
drop policy tenant on formwork.submission_revisions;
create policy tenant_select on formwork.submission_revisions for select
  using (organisation_id = formwork.current_organisation()
    and (formwork.reaches_form(form_id) or not pg_has_role('formwork_api', 'usage')));
create policy tenant_insert on formwork.submission_revisions for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.submission_revisions for update
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.submission_revisions for delete
  using (organisation_id = formwork.current_organisation());

drop policy within_reach on formwork.impact_runs;
drop policy tenant on formwork.impact_runs;
create policy tenant_select on formwork.impact_runs for select
  using (organisation_id = formwork.current_organisation()
    and (formwork.reaches_form(form_id) or not pg_has_role('formwork_api', 'usage')));
create policy tenant_insert on formwork.impact_runs for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.impact_runs for update
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.impact_runs for delete
  using (organisation_id = formwork.current_organisation());

drop policy within_reach on formwork.report_segments;
drop policy tenant on formwork.report_segments;
create policy tenant_select on formwork.report_segments for select
  using (organisation_id = formwork.current_organisation()
    and (formwork.reaches_form(form_id) or not (pg_has_role('formwork_api', 'usage') or pg_has_role('formwork_filing', 'usage'))));
create policy tenant_insert on formwork.report_segments for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.report_segments for update
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.report_segments for delete
  using (organisation_id = formwork.current_organisation());

drop policy within_reach on formwork.form_usage_days;
drop policy tenant on formwork.form_usage_days;
create policy tenant_select on formwork.form_usage_days for select
  using (organisation_id = formwork.current_organisation()
    and (formwork.reaches_form(form_id) or not pg_has_role('formwork_api', 'usage')));
create policy tenant_insert on formwork.form_usage_days for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.form_usage_days for update
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.form_usage_days for delete
  using (organisation_id = formwork.current_organisation());
