-- Submissions change: each change makes a revision, and the one before it is kept for good. What a filing writes stays as it
-- was, for the first revision is the row itself.
set local role formwork_owner;

-- Null: the row is as it was first stored, and created_at, created_by and the credential say how.
alter table formwork.submissions
  add column revision integer not null default 1,
  add column changed_at timestamptz(3),
  add column changed_by uuid,
  add column changed_credential_kind text,
  add column changed_credential_id uuid,
  add column transition text,
  add column comment text,
  add constraint submissions_revision_check check (
    revision >= 1
    and (revision = 1) = (changed_at is null)
    and (revision = 1) = (changed_by is null)
    and (revision = 1) = (changed_credential_kind is null)
    and (revision = 1) = (changed_credential_id is null)
    and (revision > 1 or (transition is null and comment is null)));

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

alter table formwork.submission_revisions enable row level security;
alter table formwork.submission_revisions force row level security;
create policy tenant on formwork.submission_revisions
  using (organisation_id = (select nullif(current_setting('app.organisation_id', true), '')::uuid))
  with check (organisation_id = (select nullif(current_setting('app.organisation_id', true), '')::uuid));

-- A server may change what a change changes: no reference number, no date or author of the first revision, no past revision.
grant update (form_version_id, workflow_state, data, calculated_data, hidden_fields, outcomes, revision, changed_at, changed_by,
  changed_credential_kind, changed_credential_id, transition, comment) on formwork.submissions to formwork_api;
grant select, insert on formwork.submission_revisions to formwork_api;

-- Idempotency records that have expired can go, and no others.
create index idempotency_records_expiry_idx on formwork.idempotency_records (organisation_id, expires_at);
alter table formwork.idempotency_records
  drop constraint idempotency_records_pkey,
  add primary key (organisation_id, credential_id, form_id, idempotency_key);
create policy expired_may_go on formwork.idempotency_records as restrictive for delete
  using (expires_at <= clock_timestamp());
grant delete on formwork.idempotency_records to formwork_api;
