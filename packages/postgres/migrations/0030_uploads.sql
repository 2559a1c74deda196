-- Uploads: files that submissions name by their ids (docs/decisions/0297). One waits for a submission for a day.
set local role formwork_owner;

create table formwork.uploads (
  organisation_id uuid not null,
  upload_id uuid not null,
  form_id uuid not null,
  submission_id uuid, -- null: it waits for one
  expires_at timestamptz(3), -- null: it goes with its submission
  name text not null,
  media_type text not null,
  size integer not null check (size = octet_length(bytes)),
  bytes bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  check ((submission_id is null) = (expires_at is not null)),
  foreign key (organisation_id, form_id) references formwork.forms (organisation_id, form_id),
  foreign key (organisation_id, submission_id) references formwork.submissions (organisation_id, submission_id)
);
-- Pictures and PDFs are compressed already.
alter table formwork.uploads alter column bytes set storage external;
create index uploads_submission on formwork.uploads (organisation_id, submission_id, upload_id) where submission_id is not null;
create index uploads_waiting on formwork.uploads (organisation_id, expires_at) where submission_id is null;
create index uploads_sender on formwork.uploads (organisation_id, credential_id) where submission_id is null;
alter table formwork.uploads add primary key (organisation_id, upload_id);
alter table formwork.uploads enable row level security, force row level security;
create policy tenant_select on formwork.uploads for select
  using (organisation_id = formwork.current_organisation()
    and (formwork.reaches_form(form_id)
      or not (pg_has_role('formwork_api', 'usage') or pg_has_role('formwork_filing', 'usage'))));
create policy tenant_insert on formwork.uploads for insert
  with check (organisation_id = formwork.current_organisation());
create policy tenant_update on formwork.uploads for update
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy tenant_delete on formwork.uploads for delete
  using (organisation_id = formwork.current_organisation());
revoke insert, delete, truncate on formwork.uploads from formwork_owner;
grant select, insert, delete, update (submission_id, expires_at) on formwork.uploads to formwork_filing;
grant select on formwork.uploads to formwork_api;

-- The bytes of an organisation's uploads, so that none of them is counted when another comes.
create table formwork.upload_totals (
  organisation_id uuid primary key references formwork.organisations (organisation_id),
  bytes bigint not null check (bytes >= 0)
);
alter table formwork.upload_totals enable row level security, force row level security;
create policy tenant on formwork.upload_totals
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, update (bytes) on formwork.upload_totals to formwork_filing;

-- Removes uploads that wait, and takes them off the total. Its caller has set the organisation, and holds the row of its total. One that a
-- submission takes meanwhile stays.
create function formwork.drop_uploads(p_organisation uuid, p_uploads uuid[]) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_bytes bigint;
begin
  with gone as (
    delete from formwork.uploads u
     where u.organisation_id = p_organisation and u.upload_id = any (p_uploads) and u.submission_id is null
    returning u.size)
  select coalesce(sum(g.size), 0) into v_bytes from gone g;
  update formwork.upload_totals t set bytes = t.bytes - v_bytes where t.organisation_id = p_organisation;
end
$$;

-- Removes up to eight uploads whose time is over, and waits for no lock. It is called with each new one, so the table has little more
-- than the uploads of a day that no submission took. Its caller has set the organisation, and holds the row of its total.
create function formwork.forget_uploads(p_organisation uuid) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_ids uuid[];
begin
  select array_agg(e.upload_id) into v_ids
    from (
      select u.upload_id
        from formwork.uploads u
       where u.organisation_id = p_organisation and u.submission_id is null and u.expires_at <= v_now
       order by u.expires_at
       limit 8
         for update skip locked) e;
  if v_ids is not null then
    perform formwork.drop_uploads(p_organisation, v_ids);
  end if;
end
$$;

-- The oldest uploads that wait, were made before p_before and may go, without which p_files and p_bytes are too much no longer: of one
-- credential, or where it is null of all but p_without. Null where they are not enough.
create function formwork.oldest_uploads(
  p_organisation uuid, p_credential uuid, p_without uuid[], p_before timestamptz, p_files bigint, p_bytes bigint) returns uuid[]
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case when coalesce(sum(o.size), 0) >= p_bytes and count(*) >= p_files then coalesce(array_agg(o.upload_id), '{}') end
    from (
      select u.upload_id, u.size, row_number() over w - 1 as files, sum(u.size) over w - u.size as bytes
        from formwork.uploads u
       where u.organisation_id = p_organisation and u.submission_id is null and u.created_at <= p_before
         and (p_credential is null or (u.credential_id = p_credential and u.expires_at > clock_timestamp()))
         and u.upload_id <> all (p_without)
      window w as (order by u.expires_at, u.upload_id rows unbounded preceding)) o
   where o.files < p_files or o.bytes < p_bytes
$$;

-- Locks the uploads that a submission of a form names: those that wait, and those that it has. Whether all of them are there.
create function formwork.hold_uploads(p_organisation uuid, p_form uuid, p_submission uuid, p_uploads uuid[]) returns boolean
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_held integer;
begin
  perform from formwork.uploads u
    where u.organisation_id = p_organisation and u.upload_id = any (p_uploads) and u.form_id = p_form
      and (u.submission_id = p_submission or (u.submission_id is null and u.expires_at > v_now))
    order by u.upload_id
      for no key update;
  get diagnostics v_held = row_count;
  return v_held = cardinality(p_uploads);
end
$$;

grant execute on function formwork.drop_uploads(uuid, uuid[]), formwork.forget_uploads(uuid), formwork.hold_uploads(uuid, uuid, uuid, uuid[]),
  formwork.oldest_uploads(uuid, uuid, uuid[], timestamptz, bigint, bigint) to formwork_filing;

grant create on schema formwork to formwork_filing;
set local role formwork_filing;

-- status: unauthenticated, waiting (the credential has p_waiting uploads that no submission took, or would have more than p_waiting_bytes
-- bytes of them, and not enough of those are older than p_sure_millis), kept (the organisation would have more than p_kept bytes, and so on),
-- added. Only added has changed anything but what forget_uploads does.
create function formwork.add_upload(
  p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text,
  p_upload uuid, p_form uuid, p_name text, p_media_type text, p_bytes bytea, p_waiting integer, p_waiting_bytes bigint, p_kept bigint,
  p_wait_millis double precision, p_sure_millis double precision,
  out status text, out created_at timestamptz, out retry_millis double precision)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_size integer := octet_length(p_bytes);
  v_sure interval := make_interval(secs => p_sure_millis / 1000);
  v_now timestamptz;
  v_files bigint;
  v_bytes bigint;
  v_going uuid[] := '{}';
  v_others uuid[] := '{}';
begin
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_seqscan', 'off', true);

  perform from formwork_auth.effective_privileges(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  -- INVARIANT: uploads of an organisation take turns at this row, so that the limits are exact.
  insert into formwork.upload_totals as t (organisation_id, bytes) values (p_organisation, 0)
  on conflict (organisation_id) do update set bytes = t.bytes;
  perform formwork.forget_uploads(p_organisation);

  v_now := clock_timestamp();
  select count(*) + 1 - p_waiting, coalesce(sum(u.size), 0) + v_size - p_waiting_bytes into v_files, v_bytes
    from formwork.uploads u
   where u.organisation_id = p_organisation and u.credential_id = p_credential and u.submission_id is null
     and u.expires_at > v_now;
  if v_files > 0 or v_bytes > 0 then
    v_going := formwork.oldest_uploads(p_organisation, p_credential, '{}', v_now - v_sure, v_files, v_bytes);
  end if;
  if v_going is null then
    status := 'waiting';
    select extract(epoch from min(u.created_at) + v_sure - v_now) * 1000 into retry_millis
      from formwork.uploads u
     where u.organisation_id = p_organisation and u.credential_id = p_credential and u.submission_id is null
       and u.created_at > v_now - v_sure and u.expires_at > v_now;
    return;
  end if;

  select t.bytes + v_size - p_kept - (
           select coalesce(sum(u.size), 0)
             from formwork.uploads u where u.organisation_id = p_organisation and u.upload_id = any (v_going)) into v_bytes
    from formwork.upload_totals t
   where t.organisation_id = p_organisation;
  if v_bytes > 0 then
    v_others := formwork.oldest_uploads(p_organisation, null, v_going, v_now - v_sure, 0, v_bytes);
  end if;
  if v_others is null then
    status := 'kept';
    return;
  end if;
  if cardinality(v_going || v_others) > 0 then
    perform formwork.drop_uploads(p_organisation, v_going || v_others);
  end if;

  status := 'added';
  created_at := date_trunc('milliseconds', v_now);
  insert into formwork.uploads
    (organisation_id, upload_id, form_id, expires_at, name, media_type, size, bytes, created_at, created_by, credential_kind, credential_id)
  values
    (p_organisation, p_upload, p_form, v_now + make_interval(secs => p_wait_millis / 1000), p_name, p_media_type, v_size, p_bytes,
     created_at, p_user, p_credential_kind, p_credential);
  update formwork.upload_totals t set bytes = t.bytes + v_size where t.organisation_id = p_organisation;
  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
  values
    (p_organisation, 'file.uploaded', p_user, p_credential_kind, p_credential, p_upload, p_name, p_request_id, p_address);
end
$$;

-- Takes an upload back that waits, for the credential that sent it. status: unauthenticated, not_found, removed.
create function formwork.remove_upload(
  p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text,
  p_upload uuid, p_form uuid, out status text)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_name text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_seqscan', 'off', true);

  perform from formwork_auth.effective_privileges(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  perform from formwork.upload_totals t where t.organisation_id = p_organisation for update;
  select u.name into v_name
    from formwork.uploads u
   where u.organisation_id = p_organisation and u.upload_id = p_upload and u.form_id = p_form and u.credential_id = p_credential
     and u.submission_id is null and u.expires_at > clock_timestamp()
     for update;
  if not found then
    status := 'not_found';
    return;
  end if;
  perform formwork.drop_uploads(p_organisation, array[p_upload]), formwork.forget_uploads(p_organisation);
  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
  values
    (p_organisation, 'file.removed', p_user, p_credential_kind, p_credential, p_upload, v_name, p_request_id, p_address);
  status := 'removed';
end
$$;

-- As formwork.file, for values that name uploads, which become the submission's. One more status: uploads_taken, where nothing was stored.
create function formwork.file_with_uploads(
  p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text,
  p_submission uuid, p_form uuid, p_version uuid, p_state text, p_data json, p_calculated_data json, p_hidden_fields text[],
  p_outcomes json, p_prefix text, p_suffix text, p_width integer, p_firings json, p_key text, p_body_hash bytea, p_uploads uuid[],
  out status text, out submission_id uuid, out reference_number text, out created_at timestamptz)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  earlier record;
  filed record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_seqscan', 'off', true);
  if not formwork.hold_uploads(p_organisation, p_form, p_submission, p_uploads) then
    status := 'uploads_taken';
    if p_key is not null then -- by an equal request, perhaps
      select * into earlier from formwork.repeated(p_organisation, p_credential, p_form, p_key, p_body_hash);
      status := coalesce(earlier.status, status);
      submission_id := earlier.submission_id;
    end if;
    return;
  end if;
  select * into filed
    from formwork.file(p_organisation, p_user, p_credential_kind, p_credential, p_request_id, p_address, p_submission, p_form, p_version,
      p_state, p_data, p_calculated_data, p_hidden_fields, p_outcomes, p_prefix, p_suffix, p_width, p_firings, p_key, p_body_hash);
  status := filed.status;
  submission_id := filed.submission_id;
  reference_number := filed.reference_number;
  created_at := filed.created_at;
  if status = 'filed' then
    update formwork.uploads u set submission_id = p_submission, expires_at = null
     where u.organisation_id = p_organisation and u.upload_id = any (p_uploads);
  end if;
end
$$;

-- As formwork.change, for values that name uploads. Those that the submission has stay its own.
create function formwork.change_with_uploads(
  p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text,
  p_submission uuid, p_revision integer, p_action text, p_state text, p_transition text, p_comment text, p_version uuid, p_data json,
  p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_firings json, p_uploads uuid[],
  out status text, out workflow_state text, out revision integer)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_form uuid;
  changed record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_seqscan', 'off', true);
  select s.form_id into v_form
    from formwork.submissions s
   where s.organisation_id = p_organisation and s.submission_id = p_submission
     for no key update;
  if found and not formwork.hold_uploads(p_organisation, v_form, p_submission, p_uploads) then
    status := 'uploads_taken';
    return;
  end if;
  select * into changed
    from formwork.change(p_organisation, p_user, p_credential_kind, p_credential, p_request_id, p_address, p_submission, p_revision,
      p_action, p_state, p_transition, p_comment, p_version, p_data, p_calculated_data, p_hidden_fields, p_outcomes, p_firings);
  status := changed.status;
  workflow_state := changed.workflow_state;
  revision := changed.revision;
  if status = 'changed' then
    update formwork.uploads u set submission_id = p_submission, expires_at = null
     where u.organisation_id = p_organisation and u.upload_id = any (p_uploads) and u.submission_id is null;
  end if;
end
$$;

CREATE OR REPLACE FUNCTION formwork.delete_submission(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_reason text, OUT status text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_bytes bigint;
  b record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);

  perform from formwork_auth.effective_privileges(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  -- Firings first, in the order in which sending takes them.
  perform from formwork.firings f where f.organisation_id = p_organisation and f.submission_id = p_submission for update;
  select s.form_id, s.reference_number, s.created_at into b
    from formwork.submissions s
   where s.organisation_id = p_organisation and s.submission_id = p_submission
     for update;
  if not found then
    status := 'not_found';
    return;
  end if;

  insert into formwork.deleted_submissions
    (organisation_id, submission_id, form_id, reference_number, reason, deleted_by, credential_kind, credential_id)
  values (p_organisation, p_submission, b.form_id, b.reference_number, p_reason, p_user, p_credential_kind, p_credential);
  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
  values
    (p_organisation, 'submission.deleted', p_user, p_credential_kind, p_credential, p_submission,
     b.reference_number || ': ' || p_reason, p_request_id, p_address);

  select coalesce(sum(u.size), 0) into v_bytes
    from formwork.uploads u where u.organisation_id = p_organisation and u.submission_id = p_submission;
  if v_bytes > 0 then
    delete from formwork.uploads u where u.organisation_id = p_organisation and u.submission_id = p_submission;
    update formwork.upload_totals t set bytes = t.bytes - v_bytes where t.organisation_id = p_organisation;
  end if;
  delete from formwork.documents d where d.organisation_id = p_organisation and d.submission_id = p_submission;
  delete from formwork.firing_attempts a
   using formwork.firings f
   where f.organisation_id = p_organisation and f.submission_id = p_submission
     and a.organisation_id = p_organisation and a.firing_id = f.firing_id;
  delete from formwork.firings f where f.organisation_id = p_organisation and f.submission_id = p_submission;
  delete from formwork.submission_revisions r where r.organisation_id = p_organisation and r.submission_id = p_submission;
  delete from formwork.submissions s where s.organisation_id = p_organisation and s.submission_id = p_submission;
  -- After the last count that may have read it: a count that begins from here on keeps nothing (formwork.tally_range).
  perform pg_advisory_xact_lock(hashtextextended('segments of ' || b.form_id, 0));
  delete from formwork.report_segments r
   where r.organisation_id = p_organisation
     and r.form_id = b.form_id
     and (r.last_created, r.last_id) = (
       select f.last_created, f.last_id
         from formwork.report_segments f
        where f.organisation_id = p_organisation and f.form_id = b.form_id
          and (f.last_created, f.last_id) >= (b.created_at, p_submission)
        order by f.last_created, f.last_id
        limit 1);
  status := 'deleted';
end
$function$;

grant execute on function
  formwork.add_upload(uuid, uuid, text, uuid, text, text, uuid, uuid, text, text, bytea, integer, bigint, bigint, double precision,
    double precision),
  formwork.remove_upload(uuid, uuid, text, uuid, text, text, uuid, uuid),
  formwork.file_with_uploads(uuid, uuid, text, uuid, text, text, uuid, uuid, uuid, text, json, json, text[], json, text, text, integer, json,
    text, bytea, uuid[]),
  formwork.change_with_uploads(uuid, uuid, text, uuid, text, text, uuid, integer, text, text, text, text, uuid, json, json, text[], json,
    json, uuid[])
  to formwork_api;

set local role formwork_owner;
revoke create on schema formwork from formwork_filing;
