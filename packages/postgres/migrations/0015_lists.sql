-- Submissions as lists. Every filter of a list is the beginning of one of these indexes, and its order the rest of it: under row
-- security only what an index itself knows is looked up in one.
set local role formwork_owner;

create index submissions_time on formwork.submissions (organisation_id, created_at, submission_id);
create index submissions_state_time on formwork.submissions (organisation_id, workflow_state, created_at, submission_id);
create index submissions_form_time on formwork.submissions (organisation_id, form_id, created_at, submission_id);
create index submissions_form_state_time
  on formwork.submissions (organisation_id, form_id, workflow_state, created_at, submission_id);
-- By the codes of the characters, whatever the language of the database is.
create index submissions_reference on formwork.submissions (organisation_id, reference_number collate "C");

-- The primary key is made last (0002_tables.sql says why), and what points at it with it. A record of an idempotency key points
-- at nothing from here on: it outlives a submission that is deleted, so that a repeat does not file it again.
alter table formwork.idempotency_records drop constraint idempotency_records_organisation_id_submission_id_fkey;
alter table formwork.submission_revisions drop constraint submission_revisions_organisation_id_submission_id_fkey;
alter table formwork.firings drop constraint firings_organisation_id_submission_id_fkey;
alter table formwork.documents drop constraint documents_organisation_id_submission_id_fkey;
alter table formwork.submissions drop constraint submissions_pkey, add primary key (organisation_id, submission_id);
alter table formwork.submission_revisions add foreign key (organisation_id, submission_id)
  references formwork.submissions (organisation_id, submission_id);
alter table formwork.firings add foreign key (organisation_id, submission_id)
  references formwork.submissions (organisation_id, submission_id) deferrable initially deferred;
alter table formwork.documents add foreign key (organisation_id, submission_id)
  references formwork.submissions (organisation_id, submission_id);

-- The statement of a page, put together from these words alone and planned for the values that it is run with: a plan for any
-- values would not know which index narrows most. A page ends before p_limit where its values are more than the bytes allowed.
-- $1 organisation, $2 form, $3 state, $4 created from, $5 created before, $6 reference, $7 the first reference beyond,
-- $8 and $9 the creation and id of the last submission seen, $10 its reference, $11 limit, $12 bytes.
create function formwork.page_statement(
  p_form boolean, p_state boolean, p_from boolean, p_before boolean, p_reference text, p_goes_on boolean) returns text
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select format(
    'select z.submission_id, z.form_id, z.form_version_id, z.reference_number, z.workflow_state, z.data, z.calculated_data,
            z.hidden_fields, z.outcomes, z.created_at, z.revision, z.found
       from (select q.*, (count(*) over ())::integer as found, row_number() over w as place,
                    coalesce(sum(octet_length(q.data::text) + octet_length(q.calculated_data::text)) over
                      (w rows between unbounded preceding and 1 preceding), 0) as earlier
               from (select s.* from formwork.submissions s where s.organisation_id = $1%1$s order by %2$s limit $11 + 1) q
             window w as (order by %2$s)) z
      where z.place <= $11 and (z.place = 1 or z.earlier < $12)
      order by z.place',
    case when p_form then ' and s.form_id = $2' else '' end
      || case when p_state then ' and s.workflow_state = $3' else '' end
      || case when p_from then ' and s.created_at >= $4' else '' end
      || case when p_before then ' and s.created_at < $5' else '' end
      || case p_reference
           when 'exact' then ' and s.reference_number = $6'
           when 'prefix' then ' and s.reference_number collate "C" >= $6 and s.reference_number collate "C" < $7'
           else ''
         end
      || case
           when not p_goes_on then ''
           when p_reference is null then ' and (s.created_at, s.submission_id) < ($8, $9)'
           else ' and s.reference_number collate "C" < $10'
         end,
    case when p_reference is null then 'created_at desc, submission_id desc' else 'reference_number collate "C" desc' end)
$$;

-- Null: does not narrow. p_reference_end null: the reference is whole.
create function formwork.submission_page(
  p_organisation uuid, p_form uuid, p_state text, p_from timestamptz, p_before timestamptz, p_reference text,
  p_reference_end text, p_after_created timestamptz, p_after_id uuid, p_after_reference text, p_limit integer, p_bytes bigint)
returns table (submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json,
  calculated_data json, hidden_fields text[], outcomes json, created_at timestamptz, revision integer, found integer)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query execute formwork.page_statement(
      p_form is not null, p_state is not null, p_from is not null, p_before is not null,
      case when p_reference is null then null when p_reference_end is null then 'exact' else 'prefix' end,
      p_after_id is not null or p_after_reference is not null)
    using p_organisation, p_form, p_state, p_from, p_before, p_reference, p_reference_end, p_after_created, p_after_id,
      p_after_reference, p_limit, p_bytes;
end
$$;

grant execute on function formwork.page_statement(boolean, boolean, boolean, boolean, text, boolean) to formwork_api;
grant execute on function
  formwork.submission_page(uuid, uuid, text, timestamptz, timestamptz, text, text, timestamptz, uuid, text, integer, bigint)
  to formwork_api;

-- Deleting. Nothing of a submission can go unless it is written down here who let it go and why.
create table formwork.deleted_submissions (
  organisation_id uuid not null,
  submission_id uuid not null,
  form_id uuid not null,
  reference_number text not null,
  reason text not null check (char_length(reason) between 1 and 500),
  deleted_at timestamptz(3) not null default clock_timestamp(),
  deleted_by uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  foreign key (organisation_id, form_id) references formwork.forms (organisation_id, form_id),
  unique (organisation_id, reference_number)
);
alter table formwork.deleted_submissions add primary key (organisation_id, submission_id);
alter table formwork.deleted_submissions enable row level security;
alter table formwork.deleted_submissions force row level security;
create policy tenant on formwork.deleted_submissions
  using (organisation_id = (select nullif(current_setting('app.organisation_id', true), '')::uuid))
  with check (organisation_id = (select nullif(current_setting('app.organisation_id', true), '')::uuid));
grant select, insert on formwork.deleted_submissions to formwork_api;

do $$
declare
  part text;
begin
  foreach part in array array['submissions', 'submission_revisions', 'firings', 'documents'] loop
    execute format(
      'create policy deletion_is_recorded on formwork.%1$I as restrictive for delete using (exists (
         select from formwork.deleted_submissions d
          where d.organisation_id = %1$I.organisation_id and d.submission_id = %1$I.submission_id))', part);
    execute format('grant delete on formwork.%I to formwork_api', part);
  end loop;
end
$$;
create policy deletion_is_recorded on formwork.firing_attempts as restrictive for delete using (exists (
  select from formwork.firings f
    join formwork.deleted_submissions d on d.organisation_id = f.organisation_id and d.submission_id = f.submission_id
   where f.organisation_id = firing_attempts.organisation_id and f.firing_id = firing_attempts.firing_id));
grant delete on formwork.firing_attempts to formwork_api;

-- A reference number stays taken when its submission is gone. Said as the index says it, so that a random one is drawn again.
create function formwork.refuse_reference() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from formwork.deleted_submissions d
     where d.organisation_id = new.organisation_id and d.reference_number = new.reference_number)
  then
    raise unique_violation using constraint = 'submissions_reference_key', message = 'a deleted submission had this reference';
  end if;
  return null;
end
$$;
create trigger reference_is_new after insert on formwork.submissions
  for each row execute function formwork.refuse_reference();

-- status: unauthenticated, not_found, deleted.
create function formwork.delete_submission(
  p_organisation uuid,
  p_user uuid,
  p_credential_kind text,
  p_credential uuid,
  p_request_id text,
  p_address text,
  p_submission uuid,
  p_reason text,
  out status text
)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  b record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);

  perform from formwork_auth.standing(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  -- Firings first, as sending takes them before it points at the submission.
  perform from formwork.firings f where f.organisation_id = p_organisation and f.submission_id = p_submission for update;
  select s.form_id, s.reference_number into b
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

  delete from formwork.documents d where d.organisation_id = p_organisation and d.submission_id = p_submission;
  delete from formwork.firing_attempts a
   using formwork.firings f
   where f.organisation_id = p_organisation and f.submission_id = p_submission
     and a.organisation_id = p_organisation and a.firing_id = f.firing_id;
  delete from formwork.firings f where f.organisation_id = p_organisation and f.submission_id = p_submission;
  delete from formwork.submission_revisions r where r.organisation_id = p_organisation and r.submission_id = p_submission;
  delete from formwork.submissions s where s.organisation_id = p_organisation and s.submission_id = p_submission;
  status := 'deleted';
end
$$;

grant execute on function formwork.delete_submission(uuid, uuid, text, uuid, text, text, uuid, text) to formwork_api;
