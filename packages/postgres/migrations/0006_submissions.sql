-- Submissions: what they are now, what they were, which were deleted; and reading them, one by one and as lists.
-- formwork_filing writes them, by the functions of 0008_filing.sql. All others only read.
set local role formwork_owner;

-- revision 1: the row is as it was first stored, and created_at, created_by and the credential say how.
create table formwork.submissions (
  organisation_id uuid not null,
  submission_id uuid not null,
  form_id uuid not null,
  form_version_id uuid not null,
  reference_number text not null,
  workflow_state text not null,
  data json not null,
  calculated_data json not null,
  hidden_fields text[] not null,
  outcomes json not null,
  created_at timestamptz(3) not null,
  created_by uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  revision integer not null default 1,
  changed_at timestamptz(3),
  changed_by uuid,
  changed_credential_kind text,
  changed_credential_id uuid,
  transition text,
  comment text,
  constraint submissions_reference_key unique (organisation_id, reference_number),
  foreign key (organisation_id, form_id, form_version_id)
    references formwork.form_versions (organisation_id, form_id, version_id),
  constraint submissions_revision_check check (
    revision >= 1
    and (revision = 1) = (changed_at is null)
    and (revision = 1) = (changed_by is null)
    and (revision = 1) = (changed_credential_kind is null)
    and (revision = 1) = (changed_credential_id is null)
    and (revision > 1 or (transition is null and comment is null)))
);
-- Every filter of a list is the beginning of one of these indexes, and the order of the list is the rest of it: under row
-- security only the columns of an index are looked up in it.
create index submissions_time on formwork.submissions (organisation_id, created_at, submission_id);
create index submissions_state_time on formwork.submissions (organisation_id, workflow_state, created_at, submission_id);
create index submissions_form_time on formwork.submissions (organisation_id, form_id, created_at, submission_id);
create index submissions_form_state_time
  on formwork.submissions (organisation_id, form_id, workflow_state, created_at, submission_id);
-- By the codes of the characters, whatever the language of the database is.
create index submissions_reference on formwork.submissions (organisation_id, reference_number collate "C");
alter table formwork.submissions add primary key (organisation_id, submission_id);
alter table formwork.submissions enable row level security, force row level security;
create policy tenant on formwork.submissions
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
-- No function changes a reference number, or the date or the author of the first revision.
grant select, insert, delete, update (form_version_id, workflow_state, data, calculated_data, hidden_fields, outcomes, revision,
  changed_at, changed_by, changed_credential_kind, changed_credential_id, transition, comment) on formwork.submissions
  to formwork_filing;
grant select on formwork.submissions to formwork_api;
grant select (organisation_id, submission_id, reference_number) on formwork.submissions to formwork_worker;

-- What a submission was before it changed. A transition leaves the values as they are, so they are not kept a second time:
-- data and what was made of it are null where the revision after this one has the same.
create table formwork.submission_revisions (
  organisation_id uuid not null,
  submission_id uuid not null,
  revision integer not null check (revision >= 1),
  form_id uuid not null,
  form_version_id uuid not null,
  workflow_state text not null,
  data json,
  calculated_data json,
  hidden_fields text[],
  outcomes json,
  made_at timestamptz(3) not null,
  made_by uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  transition text,
  comment text,
  primary key (organisation_id, submission_id, revision),
  foreign key (organisation_id, submission_id) references formwork.submissions (organisation_id, submission_id),
  -- A version stays for as long as a revision was made with it.
  foreign key (organisation_id, form_id, form_version_id)
    references formwork.form_versions (organisation_id, form_id, version_id),
  constraint submission_revisions_content_check check (num_nulls(data, calculated_data, hidden_fields, outcomes) in (0, 4))
);
alter table formwork.submission_revisions enable row level security, force row level security;
create policy tenant on formwork.submission_revisions
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, delete on formwork.submission_revisions to formwork_filing;
grant select on formwork.submission_revisions to formwork_api;

-- What is left of a submission that was deleted: its number, which stays taken, and who deleted it and why.
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
  unique (organisation_id, reference_number),
  foreign key (organisation_id, form_id) references formwork.forms (organisation_id, form_id)
);
alter table formwork.deleted_submissions add primary key (organisation_id, submission_id);
alter table formwork.deleted_submissions enable row level security, force row level security;
create policy tenant on formwork.deleted_submissions
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert on formwork.deleted_submissions to formwork_filing;
grant select on formwork.deleted_submissions to formwork_api;

-- INVARIANT: submissions are added and deleted by the functions of formwork_filing alone, which make sure that a number is new and
-- that a deletion is recorded. The owner of the tables has given its own right away.
revoke insert, delete, truncate on formwork.submissions from formwork_owner;
revoke delete, truncate on formwork.submission_revisions from formwork_owner;

create function formwork.submission(p_organisation uuid, p_submission uuid)
returns table (submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json,
  calculated_data json, hidden_fields text[], outcomes json, created_at timestamptz, revision integer)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select s.submission_id, s.form_id, s.form_version_id, s.reference_number, s.workflow_state, s.data, s.calculated_data,
           s.hidden_fields, s.outcomes, s.created_at, s.revision
      from formwork.submissions s
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
end
$$;

-- A submission as it was when it was first stored: the answer that its idempotency key got.
create function formwork.first_revision(p_organisation uuid, p_submission uuid)
returns table (submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json,
  calculated_data json, hidden_fields text[], outcomes json, created_at timestamptz, revision integer)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select s.submission_id, s.form_id, coalesce(f.form_version_id, s.form_version_id), s.reference_number,
           coalesce(f.workflow_state, s.workflow_state), coalesce(c.data, s.data),
           coalesce(c.calculated_data, s.calculated_data), coalesce(c.hidden_fields, s.hidden_fields),
           coalesce(c.outcomes, s.outcomes), s.created_at, 1
      from formwork.submissions s
      left join formwork.submission_revisions f
        on f.organisation_id = s.organisation_id and f.submission_id = s.submission_id and f.revision = 1
      left join lateral (
        select r.data, r.calculated_data, r.hidden_fields, r.outcomes
          from formwork.submission_revisions r
         where r.organisation_id = s.organisation_id and r.submission_id = s.submission_id and r.data is not null
         order by r.revision
         limit 1
      ) c on true
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
end
$$;

-- Every revision of a submission, oldest first; no row for an unknown submission.
create function formwork.history(p_organisation uuid, p_submission uuid)
returns table (revision integer, workflow_state text, form_version_id uuid, transition text, comment text, user_id uuid,
  credential_kind text, credential_id uuid, made_at timestamptz)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select r.revision, r.workflow_state, r.form_version_id, r.transition, r.comment, r.made_by, r.credential_kind,
           r.credential_id, r.made_at
      from formwork.submission_revisions r
     where r.organisation_id = p_organisation and r.submission_id = p_submission
    union all
    select s.revision, s.workflow_state, s.form_version_id, s.transition, s.comment, coalesce(s.changed_by, s.created_by),
           coalesce(s.changed_credential_kind, s.credential_kind), coalesce(s.changed_credential_id, s.credential_id),
           coalesce(s.changed_at, s.created_at)
      from formwork.submissions s
     where s.organisation_id = p_organisation and s.submission_id = p_submission
     order by 1;
end
$$;

-- The statement of a page, made of these fixed parts and planned for the values that it is run with: a plan for all
-- values would not know which index narrows most. A page ends before p_limit where its values have more than the bytes allowed.
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

-- A null does not narrow. p_reference_end null: the reference is whole.
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

grant execute on function
  formwork.submission(uuid, uuid),
  formwork.first_revision(uuid, uuid),
  formwork.history(uuid, uuid),
  formwork.page_statement(boolean, boolean, boolean, boolean, text, boolean),
  formwork.submission_page(uuid, uuid, text, timestamptz, timestamptz, text, text, timestamptz, uuid, text, integer, bigint)
to formwork_api;
