-- The schema that the files in migrations/ make, for reading. `pnpm schema` writes this page; no database is made from it.
-- Tables come in the order in which they are made, each with its row security and its grants; functions are last.
-- A role can do only what is granted here. Every table belongs to formwork_owner, which can do everything to it that is not
-- revoked here, within row security where that is forced.

create role formwork_api login;
alter role formwork_api set TimeZone = 'UTC';
alter role formwork_api set idle_in_transaction_session_timeout = '10s';
alter role formwork_api set lock_timeout = '2s';
alter role formwork_api set statement_timeout = '5s';
create role formwork_auth nologin;
create role formwork_filing nologin;
create role formwork_operator login;
alter role formwork_operator set TimeZone = 'UTC';
alter role formwork_operator set idle_in_transaction_session_timeout = '10s';
alter role formwork_operator set lock_timeout = '2s';
alter role formwork_operator set statement_timeout = '5s';
create role formwork_owner nologin;
create role formwork_worker login;
alter role formwork_worker set TimeZone = 'UTC';
alter role formwork_worker set idle_in_transaction_session_timeout = '10s';
alter role formwork_worker set lock_timeout = '2s';
alter role formwork_worker set statement_timeout = '5s';

create schema formwork authorization formwork_owner;
grant usage on schema formwork to formwork_api, formwork_auth, formwork_filing, formwork_operator, formwork_worker;

create schema formwork_auth authorization formwork_owner;
grant usage on schema formwork_auth to formwork_api, formwork_auth, formwork_filing;

alter default privileges for role formwork_auth revoke execute on functions from public;
alter default privileges for role formwork_filing revoke execute on functions from public;
alter default privileges for role formwork_owner revoke execute on functions from public;

create table formwork.migrations (
  id integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp(3) with time zone default clock_timestamp() not null,
  serves_from integer,
  guards text,
  constraint migrations_pkey PRIMARY KEY (id)
);
grant select on formwork.migrations to formwork_api, formwork_operator, formwork_worker;

create table formwork.organisations (
  organisation_id uuid not null,
  name text not null,
  revision bigint default 1 not null,
  edition integer default 1 not null,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  suspended_at timestamp(3) with time zone,
  constraint organisations_pkey PRIMARY KEY (organisation_id)
);
alter table formwork.organisations enable row level security, force row level security;
create policy tenant on formwork.organisations
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy operator_reads on formwork.organisations for select to formwork_operator
  using (true);
create policy suspended on formwork.organisations for select to formwork_worker
  using ((suspended_at IS NOT NULL));
grant insert, select on formwork.organisations to formwork_api;
grant select on formwork.organisations to formwork_auth;
grant update (name, revision, edition) on formwork.organisations to formwork_api;
grant select (organisation_id) on formwork.organisations to formwork_filing;
grant insert (organisation_id, name, revision, edition, created_at) on formwork.organisations to formwork_operator;
grant select (organisation_id, name, created_at, suspended_at) on formwork.organisations to formwork_operator;
grant update (suspended_at) on formwork.organisations to formwork_operator;
grant select (organisation_id, suspended_at) on formwork.organisations to formwork_worker;

create table formwork.installation (
  only_row boolean default true not null,
  first_organisation_id uuid,
  demo_seeded_at timestamp(3) with time zone,
  constraint installation_pkey PRIMARY KEY (only_row),
  constraint installation_only_row_check CHECK (only_row)
);
grant select on formwork.installation to formwork_api, formwork_operator;
grant update (first_organisation_id, demo_seeded_at) on formwork.installation to formwork_api;
grant update (first_organisation_id) on formwork.installation to formwork_operator;

create table formwork.users (
  organisation_id uuid not null,
  user_id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  password_hash text,
  deactivated_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  has_password boolean generated always as ((password_hash IS NOT NULL)) stored not null,
  address text generated always as (lower(email)) stored not null,
  last_seen_at timestamp(3) with time zone,
  constraint users_pkey PRIMARY KEY (organisation_id, user_id),
  constraint users_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES formwork.organisations(organisation_id)
);
CREATE UNIQUE INDEX users_email_key ON formwork.users USING btree (organisation_id, lower(email));
CREATE INDEX users_address_idx ON formwork.users USING btree (address) WHERE ((deactivated_at IS NULL) AND (password_hash IS NOT NULL));
alter table formwork.users enable row level security, force row level security;
create policy tenant on formwork.users
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy of_address on formwork.users for select to formwork_auth
  using ((address = NULLIF(current_setting('app.sign_in_address'::text, true), ''::text)));
grant insert on formwork.users to formwork_api;
grant select on formwork.users to formwork_auth;
grant select (organisation_id, user_id, email, name, role, deactivated_at, created_at, has_password, last_seen_at) on formwork.users to formwork_api;
grant update (name, role, password_hash, deactivated_at) on formwork.users to formwork_api;
grant update (deactivated_at, last_seen_at) on formwork.users to formwork_auth;
grant insert (organisation_id, user_id, email, name, role, password_hash, created_at) on formwork.users to formwork_operator;
grant select (organisation_id, user_id, email, name, role, deactivated_at) on formwork.users to formwork_operator;

create table formwork.audit_events (
  organisation_id uuid not null,
  event_id uuid default formwork.uuidv7() not null,
  occurred_at timestamp(3) with time zone default clock_timestamp() not null,
  action text not null,
  user_id uuid,
  credential_kind text,
  credential_id uuid,
  subject_id uuid,
  detail text,
  times integer default 1 not null,
  request_id text,
  address text,
  constraint audit_events_pkey PRIMARY KEY (organisation_id, event_id),
  constraint audit_events_times_check CHECK ((times >= 1))
);
alter table formwork.audit_events enable row level security, force row level security;
create policy tenant on formwork.audit_events
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant insert on formwork.audit_events to formwork_filing;
grant insert, select on formwork.audit_events to formwork_api;
grant insert (organisation_id, event_id, occurred_at, action, user_id, credential_kind, credential_id, subject_id, detail, times, request_id, address) on formwork.audit_events to formwork_operator;

create table formwork.sessions (
  organisation_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  token_hash bytea not null,
  pepper_id text not null,
  last_used_at timestamp(3) with time zone,
  address text,
  browser text,
  confirmed_at timestamp(3) with time zone,
  constraint sessions_pkey PRIMARY KEY (organisation_id, session_id),
  constraint sessions_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint sessions_organisation_id_user_id_fkey FOREIGN KEY (organisation_id, user_id) REFERENCES formwork.users(organisation_id, user_id)
);
CREATE INDEX sessions_open_idx ON formwork.sessions USING btree (organisation_id, user_id) WHERE (ended_at IS NULL);
alter table formwork.sessions enable row level security, force row level security;
create policy tenant_select on formwork.sessions for select
  using ((organisation_id = formwork.current_organisation()));
create policy tenant_insert on formwork.sessions for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.sessions for update
  using (((organisation_id = formwork.current_organisation()) AND (ended_at IS NULL)))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.sessions for delete
  using ((organisation_id = formwork.current_organisation()));
grant delete, select on formwork.sessions to formwork_auth;
grant insert on formwork.sessions to formwork_api;
grant select (organisation_id, session_id, user_id, created_at, expires_at, ended_at, last_used_at, address, browser, confirmed_at) on formwork.sessions to formwork_api;
grant update (ended_at) on formwork.sessions to formwork_api;
grant update (ended_at, last_used_at, confirmed_at) on formwork.sessions to formwork_auth;

create table formwork.invitations (
  organisation_id uuid not null,
  invitation_id uuid not null,
  user_id uuid not null,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  expires_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  token_hash bytea not null,
  pepper_id text not null,
  invited_by uuid,
  invited_by_credential uuid,
  accepted_at timestamp(3) with time zone,
  constraint invitations_pkey PRIMARY KEY (organisation_id, invitation_id),
  constraint invitations_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint invitations_organisation_id_user_id_fkey FOREIGN KEY (organisation_id, user_id) REFERENCES formwork.users(organisation_id, user_id)
);
CREATE UNIQUE INDEX invitations_open_key ON formwork.invitations USING btree (organisation_id, user_id) WHERE (ended_at IS NULL);
CREATE INDEX invitations_person_idx ON formwork.invitations USING btree (organisation_id, user_id);
alter table formwork.invitations enable row level security, force row level security;
create policy tenant_select on formwork.invitations for select
  using ((organisation_id = formwork.current_organisation()));
create policy tenant_insert on formwork.invitations for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.invitations for update
  using (((organisation_id = formwork.current_organisation()) AND (ended_at IS NULL)))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.invitations for delete
  using ((organisation_id = formwork.current_organisation()));
grant insert on formwork.invitations to formwork_api;
grant select on formwork.invitations to formwork_auth;
grant select (organisation_id, invitation_id, user_id, created_at, expires_at, ended_at, invited_by, invited_by_credential, accepted_at) on formwork.invitations to formwork_api;
grant update (ended_at, accepted_at) on formwork.invitations to formwork_api;
grant insert (organisation_id, invitation_id, user_id, created_at, expires_at, token_hash, pepper_id, invited_by, invited_by_credential) on formwork.invitations to formwork_operator;
grant select (organisation_id, invitation_id, user_id, created_at, expires_at, ended_at) on formwork.invitations to formwork_operator;
grant update (ended_at) on formwork.invitations to formwork_operator;

create table formwork.api_keys (
  organisation_id uuid not null,
  key_id uuid not null,
  name text not null,
  privileges text[] not null,
  created_by uuid not null,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  revoked_by uuid,
  revoked_reason text,
  replaced_by uuid,
  hint text not null,
  token_hash bytea not null,
  pepper_id text not null,
  limits jsonb,
  created_by_key uuid,
  first_key_id uuid,
  constraint api_keys_pkey PRIMARY KEY (organisation_id, key_id),
  constraint api_keys_ended_check CHECK ((((revoked_at IS NULL) = (revoked_reason IS NULL)) AND ((revoked_by IS NULL) = ((revoked_reason IS NULL) OR (revoked_reason = 'reported'::text))) AND ((replaced_by IS NULL) OR (revoked_at IS NOT NULL)))),
  constraint api_keys_limits_check CHECK ((jsonb_typeof(limits) = 'object'::text)),
  constraint api_keys_token_hash_check CHECK ((octet_length(token_hash) = 32)),
  constraint api_keys_organisation_id_created_by_fkey FOREIGN KEY (organisation_id, created_by) REFERENCES formwork.users(organisation_id, user_id),
  constraint api_keys_organisation_id_created_by_key_fkey FOREIGN KEY (organisation_id, created_by_key) REFERENCES formwork.api_keys(organisation_id, key_id),
  constraint api_keys_organisation_id_replaced_by_fkey FOREIGN KEY (organisation_id, replaced_by) REFERENCES formwork.api_keys(organisation_id, key_id),
  constraint api_keys_organisation_id_revoked_by_fkey FOREIGN KEY (organisation_id, revoked_by) REFERENCES formwork.users(organisation_id, user_id)
);
CREATE INDEX api_keys_maker_idx ON formwork.api_keys USING btree (organisation_id, created_by_key) WHERE (created_by_key IS NOT NULL);
alter table formwork.api_keys enable row level security, force row level security;
create policy tenant_select on formwork.api_keys for select
  using ((organisation_id = formwork.current_organisation()));
create policy tenant_insert on formwork.api_keys for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.api_keys for update
  using (((organisation_id = formwork.current_organisation()) AND ((revoked_at IS NULL) OR ((revoked_reason = 'rotated'::text) AND (revoked_at > statement_timestamp())))))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.api_keys for delete
  using ((organisation_id = formwork.current_organisation()));
grant insert on formwork.api_keys to formwork_api;
grant select on formwork.api_keys to formwork_auth;
grant select (organisation_id, key_id, name, privileges, created_by, created_at, expires_at, last_used_at, revoked_at, revoked_by, revoked_reason, replaced_by, hint, limits, created_by_key, first_key_id) on formwork.api_keys to formwork_api;
grant update (revoked_at, revoked_by, revoked_reason, replaced_by) on formwork.api_keys to formwork_api;
grant update (last_used_at) on formwork.api_keys to formwork_auth;
grant select (organisation_id, key_id, first_key_id) on formwork.api_keys to formwork_filing;

create unlogged table formwork_auth.rate_windows (
  organisation_id uuid not null,
  credential_id uuid not null,
  window_started_at timestamp with time zone not null,
  used integer not null,
  constraint rate_windows_pkey PRIMARY KEY (organisation_id, credential_id)
) with (fillfactor=40, autovacuum_vacuum_scale_factor=0.02);
alter table formwork_auth.rate_windows enable row level security, force row level security;
create policy tenant on formwork_auth.rate_windows
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant insert, select, update on formwork_auth.rate_windows to formwork_auth;

create unlogged table formwork_auth.sign_in_failures (
  organisation_id uuid not null,
  address_hash bytea not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (organisation_id, address_hash),
  constraint sign_in_failures_address_hash_check CHECK ((octet_length(address_hash) = 32))
) with (fillfactor=50);
CREATE INDEX sign_in_failures_last_idx ON formwork_auth.sign_in_failures USING btree (organisation_id, last_at);
alter table formwork_auth.sign_in_failures enable row level security, force row level security;
create policy tenant on formwork_auth.sign_in_failures
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant delete, insert, select, update on formwork_auth.sign_in_failures to formwork_auth;

create table formwork.folders (
  organisation_id uuid not null,
  folder_id uuid not null,
  parent_id uuid,
  name text not null,
  name_key text not null,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint folders_pkey PRIMARY KEY (organisation_id, folder_id),
  constraint folders_check CHECK ((parent_id <> folder_id)),
  constraint folders_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES formwork.organisations(organisation_id),
  constraint folders_organisation_id_parent_id_fkey FOREIGN KEY (organisation_id, parent_id) REFERENCES formwork.folders(organisation_id, folder_id)
);
CREATE UNIQUE INDEX folders_name_key ON formwork.folders USING btree (organisation_id, parent_id, name_key) NULLS NOT DISTINCT;
alter table formwork.folders enable row level security, force row level security;
create policy tenant_select on formwork.folders for select
  using (((organisation_id = formwork.current_organisation()) AND (formwork.reaches_folder(folder_id) OR (NOT pg_has_role('formwork_api'::name, 'usage'::text)))));
create policy tenant_insert on formwork.folders for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.folders for update
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.folders for delete
  using ((organisation_id = formwork.current_organisation()));
grant delete, insert, select on formwork.folders to formwork_api;
grant update (parent_id, name, name_key) on formwork.folders to formwork_api;

create table formwork.forms (
  organisation_id uuid not null,
  form_id uuid not null,
  folder_id uuid,
  code text not null,
  title text not null,
  title_key text not null,
  draft json not null,
  draft_revision integer default 1 not null,
  live_version_id uuid,
  archived_at timestamp(3) with time zone,
  archived_version_id uuid,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  updated_at timestamp(3) with time zone default clock_timestamp() not null,
  saved_at timestamp(3) with time zone,
  saved_by uuid,
  saved_credential_kind text,
  saved_credential_id uuid,
  examples json default '[]'::json not null,
  examples_revision integer default 1 not null,
  published_revision integer,
  constraint forms_pkey PRIMARY KEY (organisation_id, form_id),
  constraint forms_code_key UNIQUE (organisation_id, code),
  constraint forms_archived_check CHECK ((
CASE
    WHEN (archived_at IS NULL) THEN archived_version_id
    ELSE live_version_id
END IS NULL)),
  constraint forms_draft_revision_check CHECK ((draft_revision >= 1)),
  constraint forms_examples_revision_check CHECK ((examples_revision >= 1)),
  constraint forms_saved_check CHECK ((num_nulls(saved_at, saved_by, saved_credential_kind, saved_credential_id) = ANY (ARRAY[0, 4]))),
  constraint forms_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES formwork.organisations(organisation_id),
  constraint forms_organisation_id_folder_id_fkey FOREIGN KEY (organisation_id, folder_id) REFERENCES formwork.folders(organisation_id, folder_id),
  constraint forms_organisation_id_form_id_archived_version_id_fkey FOREIGN KEY (organisation_id, form_id, archived_version_id) REFERENCES formwork.form_versions(organisation_id, form_id, version_id),
  constraint forms_organisation_id_form_id_live_version_id_fkey FOREIGN KEY (organisation_id, form_id, live_version_id) REFERENCES formwork.form_versions(organisation_id, form_id, version_id)
);
CREATE INDEX forms_folder_idx ON formwork.forms USING btree (organisation_id, folder_id, form_id) WHERE (folder_id IS NOT NULL);
alter table formwork.forms enable row level security, force row level security;
create policy tenant_select on formwork.forms for select
  using (((organisation_id = formwork.current_organisation()) AND (formwork.reaches_form(form_id) OR formwork.reaches_folder(folder_id) OR (NOT (pg_has_role('formwork_api'::name, 'usage'::text) OR pg_has_role('formwork_filing'::name, 'usage'::text))))));
create policy tenant_insert on formwork.forms for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.forms for update
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.forms for delete
  using ((organisation_id = formwork.current_organisation()));
grant insert, select on formwork.forms to formwork_api;
grant select on formwork.forms to formwork_filing;
grant update (folder_id, title, title_key, draft, draft_revision, live_version_id, archived_at, archived_version_id, updated_at, saved_at, saved_by, saved_credential_kind, saved_credential_id, examples, examples_revision, published_revision) on formwork.forms to formwork_api;

create table formwork.form_versions (
  organisation_id uuid not null,
  form_id uuid not null,
  version_id uuid not null,
  number integer not null,
  definition json not null,
  published_at timestamp(3) with time zone default clock_timestamp() not null,
  published_by uuid not null,
  credential_kind text,
  credential_id uuid,
  note text,
  constraint form_versions_pkey PRIMARY KEY (organisation_id, form_id, version_id),
  constraint form_versions_organisation_id_form_id_number_key UNIQUE (organisation_id, form_id, number),
  constraint form_versions_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
  constraint form_versions_organisation_id_form_id_fkey FOREIGN KEY (organisation_id, form_id) REFERENCES formwork.forms(organisation_id, form_id),
  constraint form_versions_organisation_id_published_by_fkey FOREIGN KEY (organisation_id, published_by) REFERENCES formwork.users(organisation_id, user_id)
);
alter table formwork.form_versions enable row level security, force row level security;
create policy tenant_select on formwork.form_versions for select
  using (((organisation_id = formwork.current_organisation()) AND (formwork.reaches_form(form_id) OR (NOT pg_has_role('formwork_api'::name, 'usage'::text)))));
create policy tenant_insert on formwork.form_versions for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.form_versions for update
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.form_versions for delete
  using ((organisation_id = formwork.current_organisation()));
grant insert, select on formwork.form_versions to formwork_api;

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
  created_at timestamp(3) with time zone not null,
  created_by uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  revision integer default 1 not null,
  changed_at timestamp(3) with time zone,
  changed_by uuid,
  changed_credential_kind text,
  changed_credential_id uuid,
  transition text,
  comment text,
  constraint submissions_pkey PRIMARY KEY (organisation_id, submission_id),
  constraint submissions_reference_key UNIQUE (organisation_id, reference_number),
  constraint submissions_revision_check CHECK (((revision >= 1) AND ((revision = 1) = (changed_at IS NULL)) AND ((revision = 1) = (changed_by IS NULL)) AND ((revision = 1) = (changed_credential_kind IS NULL)) AND ((revision = 1) = (changed_credential_id IS NULL)) AND ((revision > 1) OR ((transition IS NULL) AND (comment IS NULL))))),
  constraint submissions_organisation_id_form_id_form_version_id_fkey FOREIGN KEY (organisation_id, form_id, form_version_id) REFERENCES formwork.form_versions(organisation_id, form_id, version_id)
);
CREATE INDEX submissions_time ON formwork.submissions USING btree (organisation_id, created_at, submission_id);
CREATE INDEX submissions_state_time ON formwork.submissions USING btree (organisation_id, workflow_state, created_at, submission_id);
CREATE INDEX submissions_form_time ON formwork.submissions USING btree (organisation_id, form_id, created_at, submission_id);
CREATE INDEX submissions_form_state_time ON formwork.submissions USING btree (organisation_id, form_id, workflow_state, created_at, submission_id);
CREATE INDEX submissions_reference ON formwork.submissions USING btree (organisation_id, reference_number COLLATE "C");
CREATE INDEX submissions_changed ON formwork.submissions USING btree (organisation_id, form_id, created_at, submission_id) INCLUDE (revision) WHERE (revision > 1);
alter table formwork.submissions enable row level security, force row level security;
create policy tenant_select on formwork.submissions for select
  using (((organisation_id = formwork.current_organisation()) AND (formwork.reaches_form(form_id) OR (NOT (pg_has_role('formwork_api'::name, 'usage'::text) OR pg_has_role('formwork_filing'::name, 'usage'::text))))));
create policy tenant_insert on formwork.submissions for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.submissions for update
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.submissions for delete
  using ((organisation_id = formwork.current_organisation()));
grant delete, insert, select on formwork.submissions to formwork_filing;
grant select on formwork.submissions to formwork_api;
revoke delete, insert, truncate on formwork.submissions from formwork_owner;
grant update (form_version_id, workflow_state, data, calculated_data, hidden_fields, outcomes, revision, changed_at, changed_by, changed_credential_kind, changed_credential_id, transition, comment) on formwork.submissions to formwork_filing;
grant select (organisation_id, submission_id, reference_number) on formwork.submissions to formwork_worker;

create table formwork.submission_revisions (
  organisation_id uuid not null,
  submission_id uuid not null,
  revision integer not null,
  form_id uuid not null,
  form_version_id uuid not null,
  workflow_state text not null,
  data json,
  calculated_data json,
  hidden_fields text[],
  outcomes json,
  made_at timestamp(3) with time zone not null,
  made_by uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  transition text,
  comment text,
  constraint submission_revisions_pkey PRIMARY KEY (organisation_id, submission_id, revision),
  constraint submission_revisions_content_check CHECK ((num_nulls(data, calculated_data, hidden_fields, outcomes) = ANY (ARRAY[0, 4]))),
  constraint submission_revisions_revision_check CHECK ((revision >= 1)),
  constraint submission_revisions_organisation_id_form_id_form_version__fkey FOREIGN KEY (organisation_id, form_id, form_version_id) REFERENCES formwork.form_versions(organisation_id, form_id, version_id),
  constraint submission_revisions_organisation_id_submission_id_fkey FOREIGN KEY (organisation_id, submission_id) REFERENCES formwork.submissions(organisation_id, submission_id)
);
alter table formwork.submission_revisions enable row level security, force row level security;
create policy tenant_select on formwork.submission_revisions for select
  using (((organisation_id = formwork.current_organisation()) AND (formwork.reaches_form(form_id) OR (NOT pg_has_role('formwork_api'::name, 'usage'::text)))));
create policy tenant_insert on formwork.submission_revisions for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.submission_revisions for update
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.submission_revisions for delete
  using ((organisation_id = formwork.current_organisation()));
grant delete, insert, select on formwork.submission_revisions to formwork_filing;
grant select on formwork.submission_revisions to formwork_api;
revoke delete, truncate on formwork.submission_revisions from formwork_owner;

create table formwork.deleted_submissions (
  organisation_id uuid not null,
  submission_id uuid not null,
  form_id uuid not null,
  reference_number text not null,
  reason text not null,
  deleted_at timestamp(3) with time zone default clock_timestamp() not null,
  deleted_by uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  constraint deleted_submissions_pkey PRIMARY KEY (organisation_id, submission_id),
  constraint deleted_submissions_organisation_id_reference_number_key UNIQUE (organisation_id, reference_number),
  constraint deleted_submissions_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500))),
  constraint deleted_submissions_organisation_id_form_id_fkey FOREIGN KEY (organisation_id, form_id) REFERENCES formwork.forms(organisation_id, form_id)
);
alter table formwork.deleted_submissions enable row level security, force row level security;
create policy tenant on formwork.deleted_submissions
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant insert, select on formwork.deleted_submissions to formwork_filing;
grant select on formwork.deleted_submissions to formwork_api;

create table formwork.firings (
  organisation_id uuid not null,
  firing_id uuid not null,
  submission_id uuid not null,
  effect_id text not null,
  kind text not null,
  fires_on text not null,
  content json,
  destination text generated always as (
CASE
    WHEN (content IS NULL) THEN 'none'::text
    WHEN (kind = 'notification'::text) THEN 'mail'::text
    WHEN (kind = 'document'::text) THEN 'documents'::text
    ELSE "left"(lower((COALESCE("substring"((content ->> 'url'::text), '^[A-Za-z][A-Za-z0-9+.-]*://([^/?#\\]*)'::text), ''::text) COLLATE "C")), 255)
END) stored not null,
  state text default 'pending'::text not null,
  attempts integer default 0 not null,
  failures integer default 0 not null,
  next_attempt_at timestamp(3) with time zone default clock_timestamp(),
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint firings_pkey PRIMARY KEY (organisation_id, firing_id),
  constraint firings_check CHECK (((state = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint firings_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text, 'stopped'::text]))),
  constraint firings_organisation_id_submission_id_fkey FOREIGN KEY (organisation_id, submission_id) REFERENCES formwork.submissions(organisation_id, submission_id) DEFERRABLE INITIALLY DEFERRED
) with (autovacuum_vacuum_scale_factor=0.02, fillfactor=50);
CREATE INDEX firings_waiting ON formwork.firings USING btree (organisation_id, destination, next_attempt_at) WHERE (state = 'pending'::text);
CREATE INDEX firings_submission ON formwork.firings USING btree (organisation_id, submission_id);
CREATE INDEX firings_state ON formwork.firings USING btree (organisation_id, state, firing_id);
alter table formwork.firings enable row level security, force row level security;
create policy tenant on formwork.firings
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy drain on formwork.firings to formwork_worker
  using (true)
  with check (true);
grant delete, insert, select on formwork.firings to formwork_filing;
grant select on formwork.firings to formwork_api, formwork_worker;
revoke delete, truncate on formwork.firings from formwork_owner;
grant update (state, failures, next_attempt_at) on formwork.firings to formwork_api;
grant update (state) on formwork.firings to formwork_filing;
grant update (state, attempts, failures, next_attempt_at) on formwork.firings to formwork_worker;

create table formwork.firing_attempts (
  organisation_id uuid not null,
  firing_id uuid not null,
  attempt integer not null,
  started_at timestamp(3) with time zone default clock_timestamp() not null,
  duration_millis integer,
  result text,
  status integer,
  excerpt text,
  reason text,
  destination text,
  lease_id uuid,
  leased_until timestamp with time zone,
  constraint firing_attempts_pkey PRIMARY KEY (organisation_id, firing_id, attempt),
  constraint firing_attempts_check CHECK (((result IS NULL) = (duration_millis IS NULL))),
  constraint firing_attempts_excerpt_check CHECK ((octet_length(excerpt) <= 8192)),
  constraint firing_attempts_result_check CHECK ((result = ANY (ARRAY['delivered'::text, 'retry'::text, 'dead'::text, 'stopped'::text, 'lost'::text]))),
  constraint firing_attempts_organisation_id_firing_id_fkey FOREIGN KEY (organisation_id, firing_id) REFERENCES formwork.firings(organisation_id, firing_id)
);
CREATE INDEX firing_attempts_leased ON formwork.firing_attempts USING btree (organisation_id, destination) WHERE (result IS NULL);
alter table formwork.firing_attempts enable row level security, force row level security;
create policy tenant on formwork.firing_attempts
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy drain on formwork.firing_attempts to formwork_worker
  using (true)
  with check (true);
grant delete, select on formwork.firing_attempts to formwork_filing;
grant insert, select on formwork.firing_attempts to formwork_worker;
grant select on formwork.firing_attempts to formwork_api;
revoke delete, truncate on formwork.firing_attempts from formwork_owner;
grant update (duration_millis, result, status, excerpt, reason) on formwork.firing_attempts to formwork_worker;

create table formwork.stopped_urls (
  organisation_id uuid not null,
  url text not null,
  stopped_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint stopped_urls_pkey PRIMARY KEY (organisation_id, url),
  constraint stopped_urls_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES formwork.organisations(organisation_id)
);
alter table formwork.stopped_urls enable row level security, force row level security;
create policy tenant on formwork.stopped_urls
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy drain on formwork.stopped_urls to formwork_worker
  using (true)
  with check (true);
grant delete, select on formwork.stopped_urls to formwork_api;
grant insert, select on formwork.stopped_urls to formwork_worker;

create table formwork.secrets (
  organisation_id uuid not null,
  secret_id uuid default formwork.uuidv7() not null,
  name text not null,
  cipher_key_id text not null,
  nonce bytea not null,
  ciphertext bytea not null,
  set_at timestamp(3) with time zone default clock_timestamp() not null,
  ends_at timestamp(3) with time zone,
  hosts text[] default '{}'::text[] not null,
  constraint secrets_pkey PRIMARY KEY (organisation_id, secret_id),
  constraint secrets_ciphertext_check CHECK (((octet_length(ciphertext) >= 17) AND (octet_length(ciphertext) <= 8192))),
  constraint secrets_nonce_check CHECK ((octet_length(nonce) = 12)),
  constraint secrets_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES formwork.organisations(organisation_id)
);
CREATE UNIQUE INDEX secrets_current ON formwork.secrets USING btree (organisation_id, name) WHERE (ends_at IS NULL);
CREATE INDEX secrets_name ON formwork.secrets USING btree (organisation_id, name);
alter table formwork.secrets enable row level security, force row level security;
create policy tenant on formwork.secrets
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant delete, insert on formwork.secrets to formwork_api;
grant select on formwork.secrets to formwork_worker;
grant select (organisation_id, secret_id, name, set_at, ends_at, hosts) on formwork.secrets to formwork_api;
grant update (ends_at, hosts) on formwork.secrets to formwork_api;

create table formwork.documents (
  organisation_id uuid not null,
  firing_id uuid not null,
  submission_id uuid not null,
  file_name text not null,
  media_type text not null,
  bytes bytea not null,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint documents_pkey PRIMARY KEY (organisation_id, firing_id),
  constraint documents_organisation_id_firing_id_fkey FOREIGN KEY (organisation_id, firing_id) REFERENCES formwork.firings(organisation_id, firing_id),
  constraint documents_organisation_id_submission_id_fkey FOREIGN KEY (organisation_id, submission_id) REFERENCES formwork.submissions(organisation_id, submission_id)
);
CREATE INDEX documents_submission ON formwork.documents USING btree (organisation_id, submission_id);
alter table formwork.documents enable row level security, force row level security;
create policy tenant on formwork.documents
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant delete, select on formwork.documents to formwork_filing;
grant insert, select on formwork.documents to formwork_worker;
grant select on formwork.documents to formwork_api;
revoke delete, truncate on formwork.documents from formwork_owner;
grant update (file_name, media_type, bytes) on formwork.documents to formwork_worker;

create table formwork.reference_counters (
  organisation_id uuid not null,
  form_id uuid not null,
  last_number bigint not null,
  constraint reference_counters_pkey PRIMARY KEY (organisation_id, form_id),
  constraint reference_counters_organisation_id_form_id_fkey FOREIGN KEY (organisation_id, form_id) REFERENCES formwork.forms(organisation_id, form_id)
) with (fillfactor=50);
alter table formwork.reference_counters enable row level security, force row level security;
create policy tenant on formwork.reference_counters
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant insert, select on formwork.reference_counters to formwork_filing;
grant update (last_number) on formwork.reference_counters to formwork_filing;

create table formwork.idempotency_records (
  organisation_id uuid not null,
  credential_id uuid not null,
  form_id uuid not null,
  idempotency_key text not null,
  body_hash bytea not null,
  submission_id uuid not null,
  expires_at timestamp(3) with time zone not null,
  constraint idempotency_records_pkey PRIMARY KEY (organisation_id, credential_id, form_id, idempotency_key),
  constraint idempotency_records_body_hash_check CHECK ((octet_length(body_hash) = 32))
);
CREATE INDEX idempotency_records_expiry_idx ON formwork.idempotency_records USING btree (organisation_id, expires_at);
alter table formwork.idempotency_records enable row level security, force row level security;
create policy tenant_select on formwork.idempotency_records for select
  using ((organisation_id = formwork.current_organisation()));
create policy tenant_insert on formwork.idempotency_records for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.idempotency_records for update
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.idempotency_records for delete
  using (((organisation_id = formwork.current_organisation()) AND (expires_at <= statement_timestamp())));
grant delete, insert, select on formwork.idempotency_records to formwork_filing;
grant update (body_hash, submission_id, expires_at) on formwork.idempotency_records to formwork_filing;

create table formwork.usage_days (
  organisation_id uuid not null,
  day date not null,
  credential_id uuid not null,
  credential_kind text not null,
  operation text not null,
  calls bigint not null,
  constraint usage_days_pkey PRIMARY KEY (organisation_id, day, credential_id, operation),
  constraint usage_days_calls_check CHECK ((calls > 0)),
  constraint usage_days_operation_check CHECK ((operation = ANY (ARRAY['evaluate'::text, 'create'::text])))
) with (fillfactor=70);
alter table formwork.usage_days enable row level security, force row level security;
create policy tenant on formwork.usage_days
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant insert, select on formwork.usage_days to formwork_api;
grant update (calls) on formwork.usage_days to formwork_api;

create table formwork.impact_runs (
  organisation_id uuid not null,
  run_id uuid not null,
  form_id uuid not null,
  started_by uuid not null,
  total integer not null,
  done integer default 0 not null,
  state text default 'running'::text not null,
  summary json not null,
  started_at timestamp(3) with time zone default clock_timestamp() not null,
  finished_at timestamp(3) with time zone,
  lease_until timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint impact_runs_pkey PRIMARY KEY (organisation_id, run_id),
  constraint impact_runs_check CHECK (((done >= 0) AND (done <= total))),
  constraint impact_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'finished'::text, 'interrupted'::text, 'failed'::text]))),
  constraint impact_runs_total_check CHECK (((total >= 0) AND (total <= 1000000))),
  constraint impact_runs_organisation_id_form_id_fkey FOREIGN KEY (organisation_id, form_id) REFERENCES formwork.forms(organisation_id, form_id)
);
CREATE UNIQUE INDEX impact_runs_running ON formwork.impact_runs USING btree (organisation_id) WHERE (state = 'running'::text);
alter table formwork.impact_runs enable row level security, force row level security;
create policy tenant_select on formwork.impact_runs for select
  using (((organisation_id = formwork.current_organisation()) AND (formwork.reaches_form(form_id) OR (NOT pg_has_role('formwork_api'::name, 'usage'::text)))));
create policy tenant_insert on formwork.impact_runs for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.impact_runs for update
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.impact_runs for delete
  using ((organisation_id = formwork.current_organisation()));
grant delete, insert, select on formwork.impact_runs to formwork_api;
grant update (done, state, summary, finished_at, lease_until) on formwork.impact_runs to formwork_api;

create table formwork.impact_changes (
  organisation_id uuid not null,
  run_id uuid not null,
  "position" integer not null,
  submission_id uuid not null,
  change json not null,
  constraint impact_changes_pkey PRIMARY KEY (organisation_id, run_id, "position"),
  constraint impact_changes_position_check CHECK (("position" >= 1)),
  constraint impact_changes_organisation_id_run_id_fkey FOREIGN KEY (organisation_id, run_id) REFERENCES formwork.impact_runs(organisation_id, run_id) ON DELETE CASCADE,
  constraint impact_changes_organisation_id_submission_id_fkey FOREIGN KEY (organisation_id, submission_id) REFERENCES formwork.submissions(organisation_id, submission_id) ON DELETE CASCADE
);
CREATE INDEX impact_changes_submission ON formwork.impact_changes USING btree (organisation_id, submission_id);
alter table formwork.impact_changes enable row level security, force row level security;
create policy tenant on formwork.impact_changes
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant insert, select on formwork.impact_changes to formwork_api;

create unlogged table formwork_auth.sign_in_places (
  organisation_id uuid not null,
  address_hash bytea not null,
  place_hash bytea not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  constraint sign_in_places_pkey PRIMARY KEY (organisation_id, address_hash, place_hash),
  constraint sign_in_places_address_hash_check CHECK ((octet_length(address_hash) = 32)),
  constraint sign_in_places_place_hash_check CHECK ((octet_length(place_hash) = 32))
) with (fillfactor=50);
CREATE INDEX sign_in_places_last_idx ON formwork_auth.sign_in_places USING btree (organisation_id, last_at);
alter table formwork_auth.sign_in_places enable row level security, force row level security;
create policy tenant on formwork_auth.sign_in_places
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant delete, insert, select, update on formwork_auth.sign_in_places to formwork_auth;

create table formwork_auth.sign_in_networks (
  organisation_id uuid not null,
  user_id uuid not null,
  place_hash bytea not null,
  last_at timestamp with time zone not null,
  constraint sign_in_networks_pkey PRIMARY KEY (organisation_id, user_id, place_hash),
  constraint sign_in_networks_place_hash_check CHECK ((octet_length(place_hash) = 32)),
  constraint sign_in_networks_organisation_id_user_id_fkey FOREIGN KEY (organisation_id, user_id) REFERENCES formwork.users(organisation_id, user_id)
);
alter table formwork_auth.sign_in_networks enable row level security, force row level security;
create policy tenant on formwork_auth.sign_in_networks
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant delete, insert, select, update on formwork_auth.sign_in_networks to formwork_auth;

create table formwork.report_segments (
  organisation_id uuid not null,
  form_id uuid not null,
  last_created timestamp(3) with time zone not null,
  last_id uuid not null,
  counted bytea not null,
  submissions integer not null,
  fingerprint numeric not null,
  entries integer not null,
  whats text[] not null,
  names text[] not null,
  keys text[] not null,
  counts bigint[] not null,
  sums numeric[] not null,
  mins numeric[] not null,
  maxes numeric[] not null,
  constraint report_segments_pkey PRIMARY KEY (organisation_id, form_id, last_created, last_id),
  constraint report_segments_counted_check CHECK ((octet_length(counted) = 32)),
  constraint report_segments_submissions_check CHECK ((submissions > 0)),
  constraint report_segments_organisation_id_form_id_fkey FOREIGN KEY (organisation_id, form_id) REFERENCES formwork.forms(organisation_id, form_id) ON DELETE CASCADE
);
alter table formwork.report_segments enable row level security, force row level security;
create policy tenant_select on formwork.report_segments for select
  using (((organisation_id = formwork.current_organisation()) AND (formwork.reaches_form(form_id) OR (NOT (pg_has_role('formwork_api'::name, 'usage'::text) OR pg_has_role('formwork_filing'::name, 'usage'::text))))));
create policy tenant_insert on formwork.report_segments for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.report_segments for update
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.report_segments for delete
  using ((organisation_id = formwork.current_organisation()));
grant delete on formwork.report_segments to formwork_filing;
grant delete, insert, select on formwork.report_segments to formwork_api;
grant update (counted, submissions, fingerprint, entries, whats, names, keys, counts, sums, mins, maxes) on formwork.report_segments to formwork_api;
grant select (organisation_id, form_id, last_created, last_id) on formwork.report_segments to formwork_filing;

create table formwork.form_usage_days (
  organisation_id uuid not null,
  day date not null,
  form_id uuid not null,
  credential_id uuid not null,
  credential_kind text not null,
  operation text not null,
  calls bigint not null,
  constraint form_usage_days_pkey PRIMARY KEY (organisation_id, form_id, day, credential_id, operation),
  constraint form_usage_days_calls_check CHECK ((calls > 0)),
  constraint form_usage_days_operation_check CHECK ((operation = ANY (ARRAY['evaluate'::text, 'create'::text])))
) with (fillfactor=70);
alter table formwork.form_usage_days enable row level security, force row level security;
create policy tenant_select on formwork.form_usage_days for select
  using (((organisation_id = formwork.current_organisation()) AND (formwork.reaches_form(form_id) OR (NOT pg_has_role('formwork_api'::name, 'usage'::text)))));
create policy tenant_insert on formwork.form_usage_days for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.form_usage_days for update
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.form_usage_days for delete
  using ((organisation_id = formwork.current_organisation()));
grant insert, select on formwork.form_usage_days to formwork_api;
grant update (calls) on formwork.form_usage_days to formwork_api;

create table formwork.tables (
  organisation_id uuid not null,
  table_id uuid not null,
  name text not null,
  draft text not null,
  draft_rows integer not null,
  draft_revision integer default 1 not null,
  version integer,
  published_revision integer,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  updated_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint tables_pkey PRIMARY KEY (organisation_id, table_id),
  constraint tables_name_key UNIQUE (organisation_id, name),
  constraint tables_check CHECK (((version IS NULL) = (published_revision IS NULL))),
  constraint tables_draft_revision_check CHECK ((draft_revision >= 1)),
  constraint tables_draft_rows_check CHECK ((draft_rows >= 0)),
  constraint tables_version_check CHECK ((version >= 1)),
  constraint tables_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES formwork.organisations(organisation_id)
);
alter table formwork.tables enable row level security, force row level security;
create policy tenant on formwork.tables
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant delete, insert, select on formwork.tables to formwork_api;
grant update (draft, draft_rows, draft_revision, version, published_revision, updated_at) on formwork.tables to formwork_api;

create table formwork.table_versions (
  organisation_id uuid not null,
  table_id uuid not null,
  version_id uuid not null,
  number integer not null,
  content text not null,
  content_rows integer not null,
  published_at timestamp(3) with time zone default clock_timestamp() not null,
  published_by uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  note text,
  constraint table_versions_pkey PRIMARY KEY (organisation_id, version_id),
  constraint table_versions_organisation_id_table_id_number_key UNIQUE (organisation_id, table_id, number),
  constraint table_versions_content_rows_check CHECK ((content_rows >= 0)),
  constraint table_versions_number_check CHECK ((number >= 1)),
  constraint table_versions_organisation_id_published_by_fkey FOREIGN KEY (organisation_id, published_by) REFERENCES formwork.users(organisation_id, user_id),
  constraint table_versions_organisation_id_table_id_fkey FOREIGN KEY (organisation_id, table_id) REFERENCES formwork.tables(organisation_id, table_id)
);
alter table formwork.table_versions enable row level security, force row level security;
create policy tenant on formwork.table_versions
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant insert, select on formwork.table_versions to formwork_api;

create table formwork.uploads (
  organisation_id uuid not null,
  upload_id uuid not null,
  form_id uuid not null,
  submission_id uuid,
  expires_at timestamp(3) with time zone,
  name text not null,
  media_type text not null,
  size integer not null,
  bytes bytea not null,
  created_at timestamp(3) with time zone default clock_timestamp() not null,
  created_by uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  constraint uploads_pkey PRIMARY KEY (organisation_id, upload_id),
  constraint uploads_check CHECK ((size = octet_length(bytes))),
  constraint uploads_check1 CHECK (((submission_id IS NULL) = (expires_at IS NOT NULL))),
  constraint uploads_organisation_id_form_id_fkey FOREIGN KEY (organisation_id, form_id) REFERENCES formwork.forms(organisation_id, form_id),
  constraint uploads_organisation_id_submission_id_fkey FOREIGN KEY (organisation_id, submission_id) REFERENCES formwork.submissions(organisation_id, submission_id)
);
CREATE INDEX uploads_submission ON formwork.uploads USING btree (organisation_id, submission_id, upload_id) WHERE (submission_id IS NOT NULL);
CREATE INDEX uploads_waiting ON formwork.uploads USING btree (organisation_id, expires_at) WHERE (submission_id IS NULL);
CREATE INDEX uploads_sender ON formwork.uploads USING btree (organisation_id, credential_id) WHERE (submission_id IS NULL);
alter table formwork.uploads enable row level security, force row level security;
create policy tenant_select on formwork.uploads for select
  using (((organisation_id = formwork.current_organisation()) AND (formwork.reaches_form(form_id) OR (NOT (pg_has_role('formwork_api'::name, 'usage'::text) OR pg_has_role('formwork_filing'::name, 'usage'::text))))));
create policy tenant_insert on formwork.uploads for insert
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_update on formwork.uploads for update
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
create policy tenant_delete on formwork.uploads for delete
  using ((organisation_id = formwork.current_organisation()));
grant delete, insert, select on formwork.uploads to formwork_filing;
grant select on formwork.uploads to formwork_api;
revoke delete, insert, truncate on formwork.uploads from formwork_owner;
grant update (submission_id, expires_at) on formwork.uploads to formwork_filing;
grant select (organisation_id, upload_id, submission_id, name, media_type, bytes) on formwork.uploads to formwork_worker;

create table formwork.upload_totals (
  organisation_id uuid not null,
  bytes bigint not null,
  constraint upload_totals_pkey PRIMARY KEY (organisation_id),
  constraint upload_totals_bytes_check CHECK ((bytes >= 0)),
  constraint upload_totals_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES formwork.organisations(organisation_id)
);
alter table formwork.upload_totals enable row level security, force row level security;
create policy tenant on formwork.upload_totals
  using ((organisation_id = formwork.current_organisation()))
  with check ((organisation_id = formwork.current_organisation()));
grant insert, select on formwork.upload_totals to formwork_filing;
grant update (bytes) on formwork.upload_totals to formwork_filing;

CREATE OR REPLACE FUNCTION formwork.uuidv7()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
RETURN ((OVERLAY(lpad(to_hex((floor((EXTRACT(epoch FROM clock_timestamp()) * (4096000)::numeric)))::bigint), 15, '0'::text) PLACING '7'::text FROM 13 FOR 0) || "right"((gen_random_uuid())::text, 17)))::uuid;
alter function formwork.uuidv7() owner to formwork_owner;
grant execute on function formwork.uuidv7() to formwork_api, formwork_filing, formwork_operator, formwork_worker;

CREATE OR REPLACE FUNCTION formwork.current_organisation()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(NULLIF(current_setting('app.organisation_id'::text, true), ''::text), formwork.no_organisation()))::uuid;
alter function formwork.current_organisation() owner to formwork_owner;
grant execute on function formwork.current_organisation() to formwork_api, formwork_auth, formwork_filing, formwork_operator, formwork_worker;

CREATE OR REPLACE FUNCTION formwork.wait_after(p_failures integer)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select make_interval(secs => case when p_failures < 12 then 0 else least(300, power(2, least(p_failures - 12, 9))) end)
$function$;
alter function formwork.wait_after(p_failures integer) owner to formwork_owner;
grant execute on function formwork.wait_after(p_failures integer) to formwork_auth;

CREATE OR REPLACE FUNCTION formwork_auth.touch(p_organisation uuid, p_key uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now timestamptz := clock_timestamp();
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('synchronous_commit', 'off', true);
  update formwork.api_keys a
     set last_used_at = v_now
   where a.organisation_id = p_organisation
     and a.key_id = p_key
     and (a.last_used_at is null or a.last_used_at <= v_now - interval '1 minute');
end
$function$;
alter function formwork_auth.touch(p_organisation uuid, p_key uuid) owner to formwork_auth;
grant execute on function formwork_auth.touch(p_organisation uuid, p_key uuid) to formwork_api;

CREATE OR REPLACE FUNCTION formwork_auth.effective_privileges(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid)
 RETURNS TABLE(privileges text[], role text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query
    select f.privileges, f.role
      from formwork_auth.in_force(p_organisation, p_kind, p_credential, p_user) f
     where f.role is not null;
end
$function$;
alter function formwork_auth.effective_privileges(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid) owner to formwork_auth;
grant execute on function formwork_auth.effective_privileges(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid) to formwork_api, formwork_filing;

CREATE OR REPLACE FUNCTION formwork_auth.proves(p_organisation uuid, p_kind text, p_credential uuid, p_pepper_ids text[], p_hashes bytea[])
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_salt bytea := uuid_send(gen_random_uuid());
  v_proven boolean := false;
  k record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if p_kind = 'api_key' then
    select a.token_hash, a.pepper_id into k
      from formwork.api_keys a where a.organisation_id = p_organisation and a.key_id = p_credential;
  elsif p_kind = 'session' then
    select s.token_hash, s.pepper_id into k
      from formwork.sessions s where s.organisation_id = p_organisation and s.session_id = p_credential;
  elsif p_kind = 'invitation' then
    select i.token_hash, i.pepper_id into k
      from formwork.invitations i where i.organisation_id = p_organisation and i.invitation_id = p_credential;
  else
    return false;
  end if;
  if found then
    for i in 1 .. cardinality(p_pepper_ids) loop
      if p_pepper_ids[i] = k.pepper_id and sha256(v_salt || p_hashes[i]) = sha256(v_salt || k.token_hash) then
        v_proven := true;
      end if;
    end loop;
  end if;
  return v_proven;
end
$function$;
alter function formwork_auth.proves(p_organisation uuid, p_kind text, p_credential uuid, p_pepper_ids text[], p_hashes bytea[]) owner to formwork_auth;
grant execute on function formwork_auth.proves(p_organisation uuid, p_kind text, p_credential uuid, p_pepper_ids text[], p_hashes bytea[]) to formwork_api;

CREATE OR REPLACE FUNCTION formwork_auth.forgive(p_organisation uuid, p_user uuid, p_password_hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_email text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  select u.email into v_email
    from formwork.users u
   where u.organisation_id = p_organisation
     and u.user_id = p_user
     and u.deactivated_at is null
     and formwork_auth.same_password(u.password_hash, p_password_hash)
     for share of u;
  if not found then
    return false;
  end if;
  delete from formwork_auth.sign_in_failures f
   where f.organisation_id = p_organisation and f.address_hash = sha256(convert_to(lower(v_email), 'UTF8'));
  delete from formwork_auth.sign_in_places f
   where f.organisation_id = p_organisation and f.address_hash = sha256(convert_to(lower(v_email), 'UTF8'));
  return true;
end
$function$;
alter function formwork_auth.forgive(p_organisation uuid, p_user uuid, p_password_hash text) owner to formwork_auth;
grant execute on function formwork_auth.forgive(p_organisation uuid, p_user uuid, p_password_hash text) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.end_credentials(p_organisation uuid, p_person uuid, p_keys boolean, p_kept uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now timestamptz;
  c record;
  v_action text;
  v_detail text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  for c in
    select 'api_key' as kind, a.key_id as id
      from formwork.api_keys a
     where p_keys
       and a.organisation_id = p_organisation
       and a.created_by = p_person
       and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > clock_timestamp()))
       and (a.expires_at is null or a.expires_at > clock_timestamp())
    union all
    select 'session', s.session_id
      from formwork.sessions s
     where s.organisation_id = p_organisation
       and s.user_id = p_person
       and s.ended_at is null
       and s.expires_at > clock_timestamp()
       and s.session_id is distinct from p_kept
     order by id
  loop
    -- Filings hold this lock shared: `effective_privileges` says why it comes before the row.
    perform pg_advisory_xact_lock(hashtextextended(c.id::text, 0));
    v_now := clock_timestamp();
    if c.kind = 'api_key' then
      update formwork.api_keys a
         set revoked_at = v_now, revoked_by = p_user, revoked_reason = 'creator_deactivated'
       where a.organisation_id = p_organisation
         and a.key_id = c.id
         and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > v_now));
    else
      update formwork.sessions s
         set ended_at = v_now
       where s.organisation_id = p_organisation and s.session_id = c.id and s.ended_at is null;
    end if;
    if found then -- otherwise it was ended while this waited
      v_action := case c.kind when 'api_key' then 'api_key.revoked' else 'session.ended' end;
      v_detail := case c.kind when 'api_key' then 'creator_deactivated' end;
      insert into formwork.audit_events
        (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
      values
        (p_organisation, v_action, p_user, p_credential_kind, p_credential, c.id, v_detail, p_request_id, p_address);
    end if;
  end loop;
end
$function$;
alter function formwork.end_credentials(p_organisation uuid, p_person uuid, p_keys boolean, p_kept uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text) owner to formwork_owner;
grant execute on function formwork.end_credentials(p_organisation uuid, p_person uuid, p_keys boolean, p_kept uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.live_version(p_organisation uuid, p_form uuid)
 RETURNS TABLE(version_id uuid, form_id uuid, number integer, definition json)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select v.version_id, v.form_id, v.number, v.definition
      from formwork.forms f
      join formwork.form_versions v
        on v.organisation_id = f.organisation_id and v.form_id = f.form_id and v.version_id = f.live_version_id
     where f.organisation_id = p_organisation and f.form_id = p_form;
end
$function$;
alter function formwork.live_version(p_organisation uuid, p_form uuid) owner to formwork_owner;
grant execute on function formwork.live_version(p_organisation uuid, p_form uuid) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.form_version(p_organisation uuid, p_form uuid, p_version uuid)
 RETURNS TABLE(version_id uuid, form_id uuid, number integer, definition json)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select v.version_id, v.form_id, v.number, v.definition
      from formwork.form_versions v
     where v.organisation_id = p_organisation and v.form_id = p_form and v.version_id = p_version;
end
$function$;
alter function formwork.form_version(p_organisation uuid, p_form uuid, p_version uuid) owner to formwork_owner;
grant execute on function formwork.form_version(p_organisation uuid, p_form uuid, p_version uuid) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.submission(p_organisation uuid, p_submission uuid)
 RETURNS TABLE(submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json, calculated_data json, hidden_fields text[], outcomes json, created_at timestamp with time zone, revision integer)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select s.submission_id, s.form_id, s.form_version_id, s.reference_number, s.workflow_state, s.data, s.calculated_data,
           s.hidden_fields, s.outcomes, s.created_at, s.revision
      from formwork.submissions s
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
end
$function$;
alter function formwork.submission(p_organisation uuid, p_submission uuid) owner to formwork_owner;
grant execute on function formwork.submission(p_organisation uuid, p_submission uuid) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.history(p_organisation uuid, p_submission uuid)
 RETURNS TABLE(revision integer, workflow_state text, form_version_id uuid, transition text, comment text, user_id uuid, credential_kind text, credential_id uuid, made_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
alter function formwork.history(p_organisation uuid, p_submission uuid) owner to formwork_owner;
grant execute on function formwork.history(p_organisation uuid, p_submission uuid) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.fire(p_organisation uuid, p_submission uuid, p_firings json)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  f record;
begin
  for f in
    select * from json_to_recordset(p_firings) as f (id uuid, "effectId" text, kind text, "on" text, content json)
  loop
    insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content, next_attempt_at)
    values (p_organisation, f.id, p_submission, f."effectId", f.kind, f."on", f.content,
      case when f.kind = 'notification' and f.content -> 'attachments' is not null then 'infinity' else clock_timestamp() end);
  end loop;
end
$function$;
alter function formwork.fire(p_organisation uuid, p_submission uuid, p_firings json) owner to formwork_owner;
grant execute on function formwork.fire(p_organisation uuid, p_submission uuid, p_firings json) to formwork_filing;

CREATE OR REPLACE FUNCTION formwork.forget(p_organisation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now timestamptz := clock_timestamp(); -- an index is searched for a variable, not for a volatile function
  e record;
begin
  for e in
    select r.credential_id, r.form_id, r.idempotency_key
      from formwork.idempotency_records r
     where r.organisation_id = p_organisation and r.expires_at <= v_now
     order by r.expires_at
     limit 4
       for update skip locked
  loop
    delete from formwork.idempotency_records r
     where r.organisation_id = p_organisation
       and r.credential_id = e.credential_id
       and r.form_id = e.form_id
       and r.idempotency_key = e.idempotency_key;
  end loop;
end
$function$;
alter function formwork.forget(p_organisation uuid) owner to formwork_owner;
grant execute on function formwork.forget(p_organisation uuid) to formwork_filing;

CREATE OR REPLACE FUNCTION formwork.repeated(p_organisation uuid, p_credential uuid, p_form uuid, p_key text, p_body_hash bytea, OUT status text, OUT submission_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_same boolean;
  v_scope uuid;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  v_scope := formwork.idempotency_scope(p_organisation, p_credential); -- apart: it reads rows too
  select r.body_hash = p_body_hash, r.submission_id into v_same, submission_id
    from formwork.idempotency_records r
   where r.organisation_id = p_organisation
     and r.credential_id = v_scope
     and r.form_id = p_form
     and r.idempotency_key = p_key
     and r.expires_at > clock_timestamp();
  if found then
    status := case when v_same then 'replayed' else 'mismatch' end;
  end if;
end
$function$;
alter function formwork.repeated(p_organisation uuid, p_credential uuid, p_form uuid, p_key text, p_body_hash bytea, OUT status text, OUT submission_id uuid) owner to formwork_filing;
grant execute on function formwork.repeated(p_organisation uuid, p_credential uuid, p_form uuid, p_key text, p_body_hash bytea, OUT status text, OUT submission_id uuid) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.file(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_form uuid, p_version uuid, p_state text, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_prefix text, p_suffix text, p_width integer, p_firings json, p_key text, p_body_hash bytea, OUT status text, OUT submission_id uuid, OUT reference_number text, OUT created_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now timestamptz;
  v_live uuid;
  v_number text;
  v_lock_timeout text;
  v_scope uuid;
  earlier record;
begin
  -- A connection keeps the plans that it makes here, those of the foreign keys included, and a table that is small then may be large
  -- later: each plan looks its rows up in an index.
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_seqscan', 'off', true);

  -- Made by 0016: a function that gives one row costs half of one that gives several.
  if (formwork_auth.in_force(p_organisation, p_credential_kind, p_credential, p_user)).role is null then
    status := 'unauthenticated';
    return;
  end if;

  select f.live_version_id into v_live
    from formwork.forms f
   where f.organisation_id = p_organisation and f.form_id = p_form;
  if v_live is null then
    status := 'not_found';
    return;
  end if;

  if p_key is not null then
    select * into earlier from formwork.repeated(p_organisation, p_credential, p_form, p_key, p_body_hash);
    if earlier.status is not null then
      status := earlier.status;
      submission_id := earlier.submission_id;
      return;
    end if;
  end if;

  if v_live <> p_version then
    status := 'superseded';
    return;
  end if;

  if p_key is not null then
    v_now := clock_timestamp();
    v_scope := formwork.idempotency_scope(p_organisation, p_credential); -- apart: it reads rows too
    v_lock_timeout := current_setting('lock_timeout');
    perform set_config('lock_timeout', '2s', true);
    insert into formwork.idempotency_records as r
      (organisation_id, credential_id, form_id, idempotency_key, body_hash, submission_id, expires_at)
    values (p_organisation, v_scope, p_form, p_key, p_body_hash, p_submission,
      v_now + interval '24 hours')
    on conflict (organisation_id, credential_id, form_id, idempotency_key) do update
       set body_hash = excluded.body_hash, submission_id = excluded.submission_id, expires_at = excluded.expires_at
     where r.expires_at <= v_now;
    if not found then -- an equal request was first, and has committed while this one waited
      select * into earlier from formwork.repeated(p_organisation, p_credential, p_form, p_key, p_body_hash);
      status := earlier.status;
      submission_id := earlier.submission_id;
      return;
    end if;
    perform set_config('lock_timeout', v_lock_timeout, true);
    perform formwork.forget(p_organisation);
  end if;

  if p_firings is not null then
    perform formwork.fire(p_organisation, p_submission, p_firings);
  end if;

  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, request_id, address)
  values
    (p_organisation, 'submission.created', p_user, p_credential_kind, p_credential, p_submission, p_request_id, p_address);

  reference_number := p_prefix;
  if p_width is not null then
    -- INVARIANT: the one lock that filings of a form share is taken here, last, and held for one insert and the commit.
    insert into formwork.reference_counters as c (organisation_id, form_id, last_number)
    values (p_organisation, p_form, 1)
    on conflict (organisation_id, form_id) do update set last_number = c.last_number + 1
    returning c.last_number::text into v_number;
    reference_number := p_prefix || lpad(v_number, greatest(p_width, length(v_number)), '0') || p_suffix;
  end if;

  status := 'filed';
  submission_id := p_submission;
  created_at := date_trunc('milliseconds', clock_timestamp());
  insert into formwork.submissions
    (organisation_id, submission_id, form_id, form_version_id, reference_number, workflow_state, data, calculated_data,
     hidden_fields, outcomes, created_at, created_by, credential_kind, credential_id)
  values
    (p_organisation, p_submission, p_form, p_version, reference_number, p_state, p_data, p_calculated_data,
     p_hidden_fields, p_outcomes, created_at, p_user, p_credential_kind, p_credential);

  -- The number of a deleted submission stays taken. This comes after the insert, which waits for a deletion of the same number
  -- that is under way.
  perform from formwork.deleted_submissions d
    where d.organisation_id = p_organisation and d.reference_number = file.reference_number;
  if found then
    raise unique_violation using constraint = 'submissions_reference_key', message = 'a deleted submission had this reference';
  end if;
end
$function$;
alter function formwork.file(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_form uuid, p_version uuid, p_state text, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_prefix text, p_suffix text, p_width integer, p_firings json, p_key text, p_body_hash bytea, OUT status text, OUT submission_id uuid, OUT reference_number text, OUT created_at timestamp with time zone) owner to formwork_filing;
grant execute on function formwork.file(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_form uuid, p_version uuid, p_state text, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_prefix text, p_suffix text, p_width integer, p_firings json, p_key text, p_body_hash bytea, OUT status text, OUT submission_id uuid, OUT reference_number text, OUT created_at timestamp with time zone) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.change(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_revision integer, p_action text, p_state text, p_transition text, p_comment text, p_version uuid, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_firings json, OUT status text, OUT workflow_state text, OUT revision integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_replaces boolean := p_version is not null;
  v_now timestamptz;
  v_live uuid;
  b record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);

  perform from formwork_auth.effective_privileges(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  -- INVARIANT: a change that waited here sees the revision that the change before it made, and answers stale.
  select s.form_id, s.workflow_state, s.revision into b
    from formwork.submissions s
   where s.organisation_id = p_organisation and s.submission_id = p_submission
     for no key update;
  if not found then
    status := 'not_found';
    return;
  end if;
  if b.revision <> p_revision then
    status := 'stale';
    workflow_state := b.workflow_state;
    revision := b.revision;
    return;
  end if;

  if v_replaces then
    select f.live_version_id into v_live
      from formwork.forms f
     where f.organisation_id = p_organisation and f.form_id = b.form_id;
    if v_live is distinct from p_version then
      status := 'superseded';
      return;
    end if;
  end if;

  if p_firings is not null then
    perform formwork.fire(p_organisation, p_submission, p_firings);
  end if;

  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
  values
    (p_organisation, p_action, p_user, p_credential_kind, p_credential, p_submission, p_transition, p_request_id, p_address);

  insert into formwork.submission_revisions
    (organisation_id, submission_id, revision, form_id, form_version_id, workflow_state, data, calculated_data, hidden_fields,
     outcomes, made_at, made_by, credential_kind, credential_id, transition, comment)
  select s.organisation_id, s.submission_id, s.revision, s.form_id, s.form_version_id, s.workflow_state,
         case when v_replaces then s.data end, case when v_replaces then s.calculated_data end,
         case when v_replaces then s.hidden_fields end, case when v_replaces then s.outcomes end,
         coalesce(s.changed_at, s.created_at), coalesce(s.changed_by, s.created_by),
         coalesce(s.changed_credential_kind, s.credential_kind), coalesce(s.changed_credential_id, s.credential_id),
         s.transition, s.comment
    from formwork.submissions s
   where s.organisation_id = p_organisation and s.submission_id = p_submission;

  status := 'changed';
  revision := p_revision + 1;
  v_now := date_trunc('milliseconds', clock_timestamp());
  if v_replaces then
    update formwork.submissions s
       set form_version_id = p_version, data = p_data, calculated_data = p_calculated_data, hidden_fields = p_hidden_fields,
           outcomes = p_outcomes, workflow_state = p_state, revision = p_revision + 1,
           changed_at = v_now, changed_by = p_user,
           changed_credential_kind = p_credential_kind, changed_credential_id = p_credential,
           transition = p_transition, comment = p_comment
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
  else
    update formwork.submissions s
       set workflow_state = p_state, revision = p_revision + 1,
           changed_at = v_now, changed_by = p_user,
           changed_credential_kind = p_credential_kind, changed_credential_id = p_credential,
           transition = p_transition, comment = p_comment
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
  end if;
end
$function$;
alter function formwork.change(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_revision integer, p_action text, p_state text, p_transition text, p_comment text, p_version uuid, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_firings json, OUT status text, OUT workflow_state text, OUT revision integer) owner to formwork_filing;
grant execute on function formwork.change(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_revision integer, p_action text, p_state text, p_transition text, p_comment text, p_version uuid, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_firings json, OUT status text, OUT workflow_state text, OUT revision integer) to formwork_api;

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
alter function formwork.delete_submission(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_reason text, OUT status text) owner to formwork_filing;
grant execute on function formwork.delete_submission(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_reason text, OUT status text) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.add_calls(p_calls json)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  c record;
begin
  for c in
    select * from json_to_recordset(p_calls)
        as (organisation uuid, credential uuid, kind text, form uuid, operation text, day date, calls bigint)
     order by organisation, day, credential, operation
  loop
    perform set_config('app.organisation_id', c.organisation::text, true);
    insert into formwork.usage_days as u (organisation_id, day, credential_id, credential_kind, operation, calls)
    values (c.organisation, c.day, c.credential, c.kind, c.operation, c.calls)
    on conflict (organisation_id, day, credential_id, operation) do update set calls = u.calls + excluded.calls;
  end loop;
  for c in
    select * from json_to_recordset(p_calls)
        as (organisation uuid, credential uuid, kind text, form uuid, operation text, day date, calls bigint)
     order by organisation, form, day, credential, operation
  loop
    perform set_config('app.organisation_id', c.organisation::text, true);
    insert into formwork.form_usage_days as u (organisation_id, day, form_id, credential_id, credential_kind, operation, calls)
    values (c.organisation, c.day, c.form, c.credential, c.kind, c.operation, c.calls)
    on conflict (organisation_id, form_id, day, credential_id, operation) do update set calls = u.calls + excluded.calls;
  end loop;
end
$function$;
alter function formwork.add_calls(p_calls json) owner to formwork_owner;
grant execute on function formwork.add_calls(p_calls json) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.usage(p_organisation uuid, p_from date, p_to date)
 RETURNS TABLE(day text, credential_id uuid, credential_kind text, name text, operation text, calls double precision)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select to_char(u.day, 'YYYY-MM-DD'), u.credential_id, u.credential_kind, k.name, u.operation, u.calls::double precision
      from formwork.usage_days u
      left join formwork.api_keys k
        on k.organisation_id = u.organisation_id and k.key_id = u.credential_id and u.credential_kind = 'api_key'
     where u.organisation_id = p_organisation and u.day between p_from and p_to
     order by u.day, u.credential_id, u.operation collate "C";
end
$function$;
alter function formwork.usage(p_organisation uuid, p_from date, p_to date) owner to formwork_owner;
grant execute on function formwork.usage(p_organisation uuid, p_from date, p_to date) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.reaches_form(p_form uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((COALESCE(current_setting('app.forms'::text, true), ''::text) = ''::text) OR (strpos(current_setting('app.forms'::text, true), (p_form)::text) > 0));
alter function formwork.reaches_form(p_form uuid) owner to formwork_owner;
grant execute on function formwork.reaches_form(p_form uuid) to formwork_api, formwork_auth, formwork_filing, formwork_worker;

CREATE OR REPLACE FUNCTION formwork.reaches_folder(p_folder uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((COALESCE(current_setting('app.forms'::text, true), ''::text) = ''::text) OR (COALESCE(strpos(current_setting('app.folders'::text, true), (p_folder)::text), 0) > 0));
alter function formwork.reaches_folder(p_folder uuid) owner to formwork_owner;
grant execute on function formwork.reaches_folder(p_folder uuid) to formwork_api, formwork_auth, formwork_filing, formwork_worker;

CREATE OR REPLACE FUNCTION formwork.limit_to(p_organisation uuid, p_forms uuid[], p_folders uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_folders uuid[];
  v_forms uuid[];
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  with recursive reached as (
    select f.folder_id from formwork.folders f where f.organisation_id = p_organisation and f.folder_id = any (p_folders)
    union
    select f.folder_id
      from formwork.folders f
      join reached r on f.organisation_id = p_organisation and f.parent_id = r.folder_id
  )
  select coalesce(array_agg(r.folder_id), '{}') into v_folders from reached r;
  select coalesce(array_agg(f.form_id), '{}') into v_forms
    from formwork.forms f
   where f.organisation_id = p_organisation and f.folder_id = any (v_folders);
  perform set_config('app.folders', v_folders::text, true);
  perform set_config('app.forms', (v_forms || p_forms)::text, true);
end
$function$;
alter function formwork.limit_to(p_organisation uuid, p_forms uuid[], p_folders uuid[]) owner to formwork_owner;
grant execute on function formwork.limit_to(p_organisation uuid, p_forms uuid[], p_folders uuid[]) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.idempotency_scope(p_organisation uuid, p_credential uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_first uuid;
begin
  select a.first_key_id into v_first
    from formwork.api_keys a where a.organisation_id = p_organisation and a.key_id = p_credential;
  return coalesce(v_first, p_credential);
end
$function$;
alter function formwork.idempotency_scope(p_organisation uuid, p_credential uuid) owner to formwork_owner;
grant execute on function formwork.idempotency_scope(p_organisation uuid, p_credential uuid) to formwork_filing;

CREATE OR REPLACE FUNCTION formwork_auth.admit(p_kinds text[], p_organisations uuid[], p_credentials uuid[], p_pepper_ids text[], p_hashes bytea[], p_limit integer, p_window_millis double precision, p_addresses text[])
 RETURNS TABLE(place integer, status text, reason text, user_id uuid, privileges text[], role text, limits jsonb, revision double precision, used integer, remaining_millis double precision, use_due boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_peppers integer := cardinality(p_pepper_ids);
  v_usual interval := make_interval(secs => p_window_millis / 1000);
  v_window interval;
  v_over timestamptz; -- a window that began then or before is over
  v_limit integer;
  v_salt bytea := uuid_send(gen_random_uuid());
  v_now timestamptz;
  v_started timestamptz;
  v_organisation uuid;
  v_credential uuid;
  v_proven boolean;
  k record;
  -- The organisation and the person that were read last.
  v_known uuid;
  v_revision double precision;
  v_suspended boolean;
  v_person uuid;
  v_role text;
  v_deactivated boolean;
begin
  -- INVARIANT: in this order, because each keeps the row of its window locked to the end: statements that make windows for the same
  -- credentials wait for each other without a deadlock.
  for place in
    select i from generate_subscripts(p_credentials, 1) i order by p_organisations[i], p_credentials[i], i
  loop
    v_organisation := p_organisations[place];
    v_credential := p_credentials[place];
    v_now := clock_timestamp();
    perform set_config('app.organisation_id', v_organisation::text, true);
    status := 'unauthenticated';
    reason := null;
    user_id := null;
    privileges := null;
    role := null;
    limits := null;
    revision := null;
    used := null;
    remaining_millis := null;
    use_due := null;

    if p_kinds[place] = 'api_key' then
      select a.created_by as user_id, a.privileges, a.limits, a.token_hash, a.pepper_id,
             a.last_used_at is null or a.last_used_at <= v_now - interval '1 minute' as use_due,
             a.revoked_at is not null and not (a.revoked_reason = 'rotated' and a.revoked_at > v_now) as is_revoked,
             a.expires_at is not null and a.expires_at <= v_now as is_expired
        into k
        from formwork.api_keys a
       where a.organisation_id = v_organisation and a.key_id = v_credential;
    elsif p_kinds[place] = 'session' then
      select s.user_id, null::text[] as privileges, null::jsonb as limits, s.token_hash, s.pepper_id,
             s.last_used_at is null or s.last_used_at <= v_now - interval '1 minute' as use_due,
             s.ended_at is not null as is_revoked,
             s.expires_at <= v_now as is_expired
        into k
        from formwork.sessions s
       where s.organisation_id = v_organisation and s.session_id = v_credential;
    else
      return next;
      continue;
    end if;
    if not found then
      return next;
      continue;
    end if;
    -- Once for credentials that follow each other: all of them came before this statement began, so what it reads is what holds for each.
    if v_known is distinct from v_organisation then
      select n.organisation_id, n.revision, n.suspended_at is not null into v_known, v_revision, v_suspended
        from formwork.organisations n
       where n.organisation_id = v_organisation;
      v_person := null;
    end if;
    if v_person is distinct from k.user_id then
      select p.user_id, p.role, p.deactivated_at is not null into v_person, v_role, v_deactivated
        from formwork.users p
       where p.organisation_id = v_organisation and p.user_id = k.user_id;
    end if;

    -- The salt is fresh, so the part in which two digests agree says nothing about the hashes.
    v_proven := false;
    for i in 1 .. v_peppers loop
      if p_pepper_ids[i] = k.pepper_id
         and sha256(v_salt || p_hashes[(place - 1) * v_peppers + i]) = sha256(v_salt || k.token_hash) then
        v_proven := true;
      end if;
    end loop;

    user_id := k.user_id;
    reason := case
      when not v_proven then 'wrong_secret'
      when v_deactivated is not false then 'deactivated' -- or gone, which the foreign keys rule out
      when k.is_revoked then 'revoked'
      when k.is_expired then 'expired'
      when v_suspended is not false then 'suspended'
      when k.limits is null or jsonb_typeof(k.limits -> 'addresses') = 'null' then null
      when not exists (
        select from jsonb_array_elements_text(k.limits -> 'addresses') n where nullif(p_addresses[place], '')::inet <<= n::inet) then 'wrong_address'
    end;
    if reason is not null then
      return next;
      continue;
    end if;

    status := 'ok';
    privileges := k.privileges;
    role := v_role;
    limits := k.limits;
    revision := v_revision;
    use_due := k.use_due;
    if p_limit is null then
      return next;
      continue;
    end if;

    v_limit := p_limit;
    v_window := v_usual;
    if k.limits is not null and jsonb_typeof(k.limits -> 'requestsPerMinute') = 'number' then
      v_limit := (k.limits -> 'requestsPerMinute')::integer;
      v_window := interval '1 minute';
    end if;

    v_over := v_now - v_window;
    -- The condition is tried on the snapshot before any lock is taken, so a refusal neither waits nor writes, and again on the newest
    -- row, so the count stays exact. A row that another transaction holds is skipped.
    select w.window_started_at, w.used into v_started, used
      from formwork_auth.rate_windows w
     where w.organisation_id = v_organisation
       and w.credential_id = v_credential
       and (w.used < v_limit or w.window_started_at <= v_over)
       for no key update skip locked;
    if found then
      used := case when v_started <= v_over then 1 else used + 1 end;
      v_started := case when v_started <= v_over then v_now else v_started end;
      update formwork_auth.rate_windows w
         set window_started_at = v_started, used = admit.used
       where w.organisation_id = v_organisation and w.credential_id = v_credential;
    else
      select w.window_started_at,
             case when w.used < v_limit or w.window_started_at <= v_over then 'busy' else 'limited' end
        into v_started, status
        from formwork_auth.rate_windows w
       where w.organisation_id = v_organisation and w.credential_id = v_credential;
      if not found then
        perform set_config('lock_timeout', '250ms', true); -- another transaction may be making it
        insert into formwork_auth.rate_windows as w (organisation_id, credential_id, window_started_at, used)
        values (v_organisation, v_credential, v_now, 1)
        on conflict (organisation_id, credential_id) do nothing
        returning w.window_started_at, w.used into v_started, used;
        status := case when found then 'ok' else 'busy' end;
      end if;
    end if;
    remaining_millis := greatest(0, ceil(extract(epoch from v_started + v_window - clock_timestamp()) * 1000));
    return next;
  end loop;
end
$function$;
alter function formwork_auth.admit(p_kinds text[], p_organisations uuid[], p_credentials uuid[], p_pepper_ids text[], p_hashes bytea[], p_limit integer, p_window_millis double precision, p_addresses text[]) owner to formwork_auth;
grant execute on function formwork_auth.admit(p_kinds text[], p_organisations uuid[], p_credentials uuid[], p_pepper_ids text[], p_hashes bytea[], p_limit integer, p_window_millis double precision, p_addresses text[]) to formwork_api;

CREATE OR REPLACE FUNCTION formwork_auth.touch_session(p_organisation uuid, p_session uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now timestamptz := clock_timestamp();
  v_user uuid;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('synchronous_commit', 'off', true);
  select s.user_id into v_user
    from formwork.sessions s
   where s.organisation_id = p_organisation
     and s.session_id = p_session
     and (s.last_used_at is null or s.last_used_at <= v_now - interval '1 minute');
  if not found then
    return;
  end if;
  -- INVARIANT: the person's row before the session's, as wherever both are locked: a change of a password ends sessions.
  update formwork.users u
     set last_seen_at = v_now
   where u.organisation_id = p_organisation and u.user_id = v_user and (u.last_seen_at is null or u.last_seen_at < v_now);
  update formwork.sessions s
     set last_used_at = v_now
   where s.organisation_id = p_organisation
     and s.session_id = p_session
     and s.ended_at is null
     and (s.last_used_at is null or s.last_used_at <= v_now - interval '1 minute');
end
$function$;
alter function formwork_auth.touch_session(p_organisation uuid, p_session uuid) owner to formwork_auth;
grant execute on function formwork_auth.touch_session(p_organisation uuid, p_session uuid) to formwork_api;

CREATE OR REPLACE FUNCTION formwork_auth.admit_waiting(p_kinds text[], p_organisations uuid[], p_credentials uuid[], p_pepper_ids text[], p_hashes bytea[], p_limit integer, p_window_millis double precision, p_addresses text[])
 RETURNS TABLE(place integer, status text, reason text, user_id uuid, privileges text[], role text, limits jsonb, revision double precision, used integer, remaining_millis double precision, use_due boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisations[1]::text, true);
  perform set_config('lock_timeout', '250ms', true);
  perform from formwork_auth.rate_windows w
    where w.organisation_id = p_organisations[1] and w.credential_id = p_credentials[1]
      for no key update;
  return query
    select *
      from formwork_auth.admit(
        p_kinds, p_organisations, p_credentials, p_pepper_ids, p_hashes, p_limit, p_window_millis, p_addresses);
end
$function$;
alter function formwork_auth.admit_waiting(p_kinds text[], p_organisations uuid[], p_credentials uuid[], p_pepper_ids text[], p_hashes bytea[], p_limit integer, p_window_millis double precision, p_addresses text[]) owner to formwork_auth;
grant execute on function formwork_auth.admit_waiting(p_kinds text[], p_organisations uuid[], p_credentials uuid[], p_pepper_ids text[], p_hashes bytea[], p_limit integer, p_window_millis double precision, p_addresses text[]) to formwork_api;

CREATE OR REPLACE FUNCTION formwork_auth.count_place(p_organisation uuid, p_address bytea, p_place bytea)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_forgotten timestamptz := clock_timestamp() - interval '1 day'; -- an index is searched for a variable, not for a volatile function
  v_now timestamptz := clock_timestamp();
  v_failures integer;
begin
  -- As in admit: a refusal neither waits nor writes, and the count is exact under concurrent attempts.
  update formwork_auth.sign_in_places f
     set failures = case when f.last_at <= v_forgotten then 1 else f.failures + 1 end, last_at = greatest(f.last_at, v_now)
   where f.organisation_id = p_organisation and f.address_hash = p_address and f.place_hash = p_place
     and formwork.wait_after(f.failures) <= greatest(v_now - f.last_at, interval '0')
  returning f.failures into v_failures;
  if found then
    return v_failures;
  end if;
  if exists (
    select from formwork_auth.sign_in_places r
     where r.organisation_id = p_organisation and r.address_hash = p_address and r.place_hash = p_place)
  then
    return null;
  end if;
  insert into formwork_auth.sign_in_places as f (organisation_id, address_hash, place_hash, failures, last_at)
  values (p_organisation, p_address, p_place, 1, v_now)
  on conflict (organisation_id, address_hash, place_hash) do update
     set failures = f.failures + 1, last_at = greatest(f.last_at, v_now)
   where formwork.wait_after(f.failures) <= greatest(v_now - f.last_at, interval '0')
  returning f.failures into v_failures;
  if found then
    -- Each new place removes ten that are a day old, so that places cannot fill the table.
    delete from formwork_auth.sign_in_places f
     where f.organisation_id = p_organisation
       and (f.address_hash, f.place_hash) in (
         select old.address_hash, old.place_hash
           from formwork_auth.sign_in_places old
          where old.organisation_id = p_organisation and old.last_at <= v_forgotten
          order by old.last_at
          limit 10
            for update skip locked);
  end if;
  return v_failures;
end
$function$;
alter function formwork_auth.count_place(p_organisation uuid, p_address bytea, p_place bytea) owner to formwork_owner;
grant execute on function formwork_auth.count_place(p_organisation uuid, p_address bytea, p_place bytea) to formwork_auth;

CREATE OR REPLACE FUNCTION formwork_auth.count_strangers(p_organisation uuid, p_address bytea)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_forgotten timestamptz := clock_timestamp() - interval '1 day';
  v_now timestamptz := clock_timestamp();
  v_failures integer;
begin
  update formwork_auth.sign_in_failures f
     set failures = case when f.last_at <= v_forgotten then 1 else f.failures + 1 end, last_at = greatest(f.last_at, v_now)
   where f.organisation_id = p_organisation and f.address_hash = p_address
     and formwork.wait_after(f.failures - 88) <= greatest(v_now - f.last_at, interval '0')
  returning f.failures into v_failures;
  if found then
    return v_failures;
  end if;
  if exists (
    select from formwork_auth.sign_in_failures r where r.organisation_id = p_organisation and r.address_hash = p_address)
  then
    return null;
  end if;
  insert into formwork_auth.sign_in_failures as f (organisation_id, address_hash, failures, last_at)
  values (p_organisation, p_address, 1, v_now)
  on conflict (organisation_id, address_hash) do update
     set failures = f.failures + 1, last_at = greatest(f.last_at, v_now)
   where formwork.wait_after(f.failures - 88) <= greatest(v_now - f.last_at, interval '0')
  returning f.failures into v_failures;
  if found then
    delete from formwork_auth.sign_in_failures f
     where f.organisation_id = p_organisation
       and f.address_hash in (
         select old.address_hash
           from formwork_auth.sign_in_failures old
          where old.organisation_id = p_organisation and old.last_at <= v_forgotten
          order by old.last_at
          limit 10
            for update skip locked);
  end if;
  return v_failures;
end
$function$;
alter function formwork_auth.count_strangers(p_organisation uuid, p_address bytea) owner to formwork_owner;
grant execute on function formwork_auth.count_strangers(p_organisation uuid, p_address bytea) to formwork_auth;

CREATE OR REPLACE FUNCTION formwork_auth.wait_of(p_organisation uuid, p_address bytea, p_place bytea, p_known boolean)
 RETURNS double precision
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return ceil(extract(epoch from greatest(
    (select f.last_at + formwork.wait_after(f.failures)
       from formwork_auth.sign_in_places f
      where f.organisation_id = p_organisation and f.address_hash = p_address and f.place_hash = p_place),
    (select f.last_at + formwork.wait_after(f.failures - 88)
       from formwork_auth.sign_in_failures f
      where not p_known and f.organisation_id = p_organisation and f.address_hash = p_address)) - clock_timestamp()) * 1000);
end
$function$;
alter function formwork_auth.wait_of(p_organisation uuid, p_address bytea, p_place bytea, p_known boolean) owner to formwork_owner;
grant execute on function formwork_auth.wait_of(p_organisation uuid, p_address bytea, p_place bytea, p_known boolean) to formwork_auth;

CREATE OR REPLACE FUNCTION formwork_auth.same_password(p_stored text, p_given text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_salt bytea := uuid_send(gen_random_uuid());
begin
  if p_stored is null or p_given is null then
    return p_stored is null and p_given is null;
  end if;
  return sha256(v_salt || convert_to(p_stored, 'UTF8')) = sha256(v_salt || convert_to(p_given, 'UTF8'));
end
$function$;
alter function formwork_auth.same_password(p_stored text, p_given text) owner to formwork_owner;
grant execute on function formwork_auth.same_password(p_stored text, p_given text) to formwork_auth;

CREATE OR REPLACE FUNCTION formwork_auth.attempt(p_organisation uuid, p_email text, p_place text, p_trusted boolean, OUT status text, OUT user_id uuid, OUT recipe text, OUT wait_millis double precision)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_address bytea := sha256(convert_to(lower(p_email), 'UTF8'));
  v_place bytea := sha256(convert_to(p_place, 'UTF8'));
  v_known boolean;
  v_recipe text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  status := 'counted';
  perform from formwork.organisations o where o.organisation_id = p_organisation and o.suspended_at is null;
  if not found then
    return;
  end if;

  -- All of a PHC string but its last part, the hash.
  select u.user_id, regexp_replace(u.password_hash, '\$[^$]*$', ''), n.user_id is not null
    into user_id, v_recipe, v_known
    from formwork.users u
    left join formwork_auth.sign_in_networks n
      on n.organisation_id = u.organisation_id and n.user_id = u.user_id and n.place_hash = v_place
   where u.organisation_id = p_organisation and lower(u.email) = lower(p_email) and u.deactivated_at is null;
  v_known := p_trusted or coalesce(v_known, false);

  wait_millis := formwork_auth.wait_of(p_organisation, v_address, v_place, v_known);
  if wait_millis > 0 then
    status := 'throttled';
    return;
  end if;
  if formwork_auth.count_place(p_organisation, v_address, v_place) is null then
    status := 'throttled';
  elsif not v_known and formwork_auth.count_strangers(p_organisation, v_address) is null then
    -- Another attempt was counted since the wait was read: this one is refused, and so does not count.
    update formwork_auth.sign_in_places f
       set failures = greatest(0, f.failures - 1)
     where f.organisation_id = p_organisation and f.address_hash = v_address and f.place_hash = v_place;
    status := 'throttled';
  end if;
  if status = 'throttled' then
    wait_millis := greatest(1, coalesce(formwork_auth.wait_of(p_organisation, v_address, v_place, v_known), 1));
    return;
  end if;
  wait_millis := null;
  recipe := v_recipe;
end
$function$;
alter function formwork_auth.attempt(p_organisation uuid, p_email text, p_place text, p_trusted boolean, OUT status text, OUT user_id uuid, OUT recipe text, OUT wait_millis double precision) owner to formwork_auth;
grant execute on function formwork_auth.attempt(p_organisation uuid, p_email text, p_place text, p_trusted boolean, OUT status text, OUT user_id uuid, OUT recipe text, OUT wait_millis double precision) to formwork_api;

CREATE OR REPLACE FUNCTION formwork_auth.proves_password(p_organisation uuid, p_user uuid, p_password_hash text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return exists (
    select from formwork.users u
     where u.organisation_id = p_organisation
       and u.user_id = p_user
       and u.deactivated_at is null
       and formwork_auth.same_password(u.password_hash, p_password_hash));
end
$function$;
alter function formwork_auth.proves_password(p_organisation uuid, p_user uuid, p_password_hash text) owner to formwork_auth;
grant execute on function formwork_auth.proves_password(p_organisation uuid, p_user uuid, p_password_hash text) to formwork_api;

CREATE OR REPLACE FUNCTION formwork_auth.choices_of(p_email text, p_most integer)
 RETURNS TABLE(organisation_id uuid, name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_address text := lower(p_email);
  v_organisations uuid[];
  v_part text;
begin
  -- INVARIANT: the setting lasts for this one statement. Its policy shows the rows of the address in all organisations.
  perform set_config('app.sign_in_address', v_address, true);
  if to_regclass('pg_catalog.pg_dist_shard') is null then
    v_organisations := array(
      select u.organisation_id
        from formwork.users u
       where u.address = v_address and u.deactivated_at is null and u.password_hash is not null
       order by u.organisation_id);
  else
    for v_part in
      select shard_name(s.logicalrelid, s.shardid)
        from pg_dist_shard s
        join pg_dist_placement p on p.shardid = s.shardid
        join pg_dist_local_group l on l.groupid = p.groupid
       where s.logicalrelid = 'formwork.users'::regclass
    loop
      execute format(
        'select $2 || array(
           select u.organisation_id from %s u where u.address = $1 and u.deactivated_at is null and u.password_hash is not null)', v_part)
        into v_organisations using v_address, v_organisations;
    end loop;
    v_organisations := array(select o.id from unnest(v_organisations) as o (id) order by o.id);
  end if;
  perform set_config('app.sign_in_address', '', true);
  foreach organisation_id in array v_organisations loop
    exit when p_most <= 0;
    perform set_config('app.organisation_id', organisation_id::text, true);
    select o.name into name
      from formwork.organisations o
     where o.organisation_id = choices_of.organisation_id and o.suspended_at is null;
    if found then
      p_most := p_most - 1;
      return next;
    end if;
  end loop;
end
$function$;
alter function formwork_auth.choices_of(p_email text, p_most integer) owner to formwork_auth;
grant execute on function formwork_auth.choices_of(p_email text, p_most integer) to formwork_api;

CREATE OR REPLACE FUNCTION formwork_auth.confirm(p_organisation uuid, p_user uuid, p_session uuid, p_password_hash text, p_place text, OUT status text, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_place bytea := sha256(convert_to(p_place, 'UTF8'));
  v_email text;
  v_proven boolean;
  v_now timestamptz;
  v_at timestamptz;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  status := 'ended';
  select u.email, formwork_auth.same_password(u.password_hash, p_password_hash) into v_email, v_proven
    from formwork.users u
   where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null
     for share of u;
  if not found then
    return;
  end if;
  v_now := clock_timestamp(); -- after the wait for the person's row
  v_at := date_trunc('milliseconds', v_now);
  update formwork.sessions s
     set confirmed_at = case when v_proven then v_at else s.confirmed_at end
   where s.organisation_id = p_organisation
     and s.session_id = p_session
     and s.user_id = p_user
     and s.ended_at is null
     and s.expires_at > v_now
  returning s.confirmed_at into at;
  if not found then
    return;
  end if;
  if not v_proven then
    status := 'wrong';
    at := null;
    return;
  end if;
  status := 'confirmed';
  delete from formwork_auth.sign_in_places f
   where f.organisation_id = p_organisation
     and f.address_hash = sha256(convert_to(lower(v_email), 'UTF8'))
     and f.place_hash = v_place;
end
$function$;
alter function formwork_auth.confirm(p_organisation uuid, p_user uuid, p_session uuid, p_password_hash text, p_place text, OUT status text, OUT at timestamp with time zone) owner to formwork_auth;
grant execute on function formwork_auth.confirm(p_organisation uuid, p_user uuid, p_session uuid, p_password_hash text, p_place text, OUT status text, OUT at timestamp with time zone) to formwork_api;

CREATE OR REPLACE FUNCTION formwork_auth.signed_in(p_organisation uuid, p_user uuid, p_password_hash text, p_place text, p_is_network boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_place bytea := sha256(convert_to(p_place, 'UTF8'));
  v_now timestamptz := clock_timestamp();
  v_over timestamptz := v_now - interval '30 days';
  v_email text;
  v_address bytea;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  select u.email into v_email
    from formwork.users u
   where u.organisation_id = p_organisation
     and u.user_id = p_user
     and u.deactivated_at is null
     and formwork_auth.same_password(u.password_hash, p_password_hash)
     for share of u;
  if not found then
    return false;
  end if;
  v_address := sha256(convert_to(lower(v_email), 'UTF8'));
  delete from formwork_auth.sign_in_places f
   where f.organisation_id = p_organisation and f.address_hash = v_address and f.place_hash = v_place;
  -- Of unknown networks it takes back its own count alone: an attacker's guesses stay counted.
  update formwork_auth.sign_in_failures f
     set failures = greatest(0, f.failures - 1)
   where f.organisation_id = p_organisation
     and f.address_hash = v_address
     and not exists (
       select from formwork_auth.sign_in_networks n
        where n.organisation_id = p_organisation and n.user_id = p_user and n.place_hash = v_place);

  if p_is_network then
    insert into formwork_auth.sign_in_networks (organisation_id, user_id, place_hash, last_at)
    values (p_organisation, p_user, v_place, v_now)
    on conflict (organisation_id, user_id, place_hash) do update set last_at = v_now;
    delete from formwork_auth.sign_in_networks n
     where n.organisation_id = p_organisation
       and n.user_id = p_user
       and n.place_hash in (
         select old.place_hash
           from formwork_auth.sign_in_networks old
          where old.organisation_id = p_organisation and old.user_id = p_user
          order by old.last_at desc, old.place_hash
         offset 20);
  end if;

  -- Each session removes ten that expired 30 days ago. Ids begin with their time: the oldest lie together. The policy
  -- `ended_stays_ended` hides ended rows from FOR UPDATE, so one transaction at a time deletes, and no other waits for it.
  if pg_try_advisory_xact_lock(hashtextextended('old sessions ' || p_organisation, 0)) then
    delete from formwork.sessions s
     where s.organisation_id = p_organisation
       and s.session_id in (
         select old.session_id
           from formwork.sessions old
          where old.organisation_id = p_organisation
            and old.session_id < (lpad(to_hex((extract(epoch from v_over) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
            and old.expires_at <= v_over
          order by old.session_id
          limit 10);
  end if;
  return true;
end
$function$;
alter function formwork_auth.signed_in(p_organisation uuid, p_user uuid, p_password_hash text, p_place text, p_is_network boolean) owner to formwork_auth;
grant execute on function formwork_auth.signed_in(p_organisation uuid, p_user uuid, p_password_hash text, p_place text, p_is_network boolean) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.claim_firings(p_limit integer, p_per_destination integer, p_per_organisation integer, p_lease_millis integer, p_documents integer, p_after uuid, p_organisations uuid[], p_destinations text[], p_places integer[])
 RETURNS TABLE(organisation_id uuid, firing_id uuid, submission_id uuid, effect_id text, kind text, destination text, attempt integer, failures integer, lease_id uuid, content json, reference_number text, secrets json, claimed_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_organisations uuid[];
  v_firings uuid[];
begin
  perform set_config('jit', 'off', true);
  perform pg_advisory_xact_lock(4702111235);
  v_now := clock_timestamp();
  with recursive waiting as (
    (select f.organisation_id, f.destination from formwork.firings f
      where f.state = 'pending' order by f.organisation_id, f.destination limit 1)
    union all
    select n.organisation_id, n.destination
      from waiting w cross join lateral (
        select f.organisation_id, f.destination from formwork.firings f
         where f.state = 'pending' and (f.organisation_id, f.destination) > (w.organisation_id, w.destination)
         order by f.organisation_id, f.destination limit 1) n
  ), leased as (
    select a.organisation_id, a.destination, count(*)::integer as sends from formwork.firing_attempts a
     where a.result is null and a.leased_until > v_now
     group by a.organisation_id, a.destination
  ), under_way as (
    select l.organisation_id, sum(l.sends)::integer as sends from leased l group by l.organisation_id
  ), learnt as (
    select u.organisation_id, u.destination, u.places from unnest(p_organisations, p_destinations, p_places)
      as u (organisation_id, destination, places)
  ), earned as (
    select l.organisation_id, sum(greatest(l.places - p_per_destination, 0))::integer as places from learnt l group by l.organisation_id
  ), candidates as (
    select w.organisation_id, w.destination = 'documents' as is_document, due.firing_id, due.next_attempt_at,
           coalesce(l.sends, 0) + row_number() over (partition by w.organisation_id, w.destination order by due.next_attempt_at) as turn
      from waiting w
      left join leased l on l.organisation_id = w.organisation_id and l.destination = w.destination
      left join learnt k on k.organisation_id = w.organisation_id and k.destination = w.destination
      cross join lateral (
        select f.firing_id, f.next_attempt_at from formwork.firings f
         where f.organisation_id = w.organisation_id and f.destination = w.destination and f.state = 'pending'
           and f.next_attempt_at <= v_now
           and (f.attempts = 0 or not exists (
                 select from formwork.firing_attempts a
                  where a.organisation_id = f.organisation_id and a.firing_id = f.firing_id and a.attempt = f.attempts
                    and a.result is null and a.leased_until > v_now))
         order by f.next_attempt_at
         limit greatest(coalesce(k.places, p_per_destination) - coalesce(l.sends, 0), 0)) due
     where not exists (
       select from formwork.organisations o where o.organisation_id = w.organisation_id and o.suspended_at is not null)
  ), printable as (
    -- Documents: the organisation with fewest under way, and of those the next after p_after, going round.
    select c.*, row_number() over (
             partition by c.is_document
             order by c.turn, p_after is not null and c.organisation_id <= p_after, c.organisation_id) as print
      from candidates c
  ), shared as (
    select p.*, coalesce(u.sends, 0) + row_number() over (partition by p.organisation_id order by p.turn, p.next_attempt_at) as share
      from printable p left join under_way u on u.organisation_id = p.organisation_id
     where not p.is_document or p.print <= p_documents
  ), placed as (
    select s.organisation_id, s.firing_id, s.turn, s.share, row_number() over (order by s.share, s.next_attempt_at) as place
      from shared s left join earned e on e.organisation_id = s.organisation_id
     where s.share <= p_per_organisation + coalesce(e.places, 0)
  ), chosen as (
    -- An organisation has at most as many under way as places are left, so the places never all go to those who came first; and half
    -- as many where a destination would have more than p_per_destination, so that its others find room. It is enough to compare one
    -- by one: along `place` the share rises and what is left falls.
    select p.organisation_id, p.firing_id from placed p
     where p.share * (case when p.turn > p_per_destination then 2 else 1 end) <= p_limit - p.place + 1
  )
  select array_agg(c.organisation_id), array_agg(c.firing_id) into v_organisations, v_firings from chosen c;

  return query
  select * from formwork.begin_firings(null, v_organisations, v_firings, v_now, p_lease_millis);
end
$function$;
alter function formwork.claim_firings(p_limit integer, p_per_destination integer, p_per_organisation integer, p_lease_millis integer, p_documents integer, p_after uuid, p_organisations uuid[], p_destinations text[], p_places integer[]) owner to formwork_owner;
grant execute on function formwork.claim_firings(p_limit integer, p_per_destination integer, p_per_organisation integer, p_lease_millis integer, p_documents integer, p_after uuid, p_organisations uuid[], p_destinations text[], p_places integer[]) to formwork_worker;

CREATE OR REPLACE FUNCTION formwork.settle_firings(p_ended json)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query select * from formwork.settle_firings_of(null, p_ended);
end
$function$;
alter function formwork.settle_firings(p_ended json) owner to formwork_owner;
grant execute on function formwork.settle_firings(p_ended json) to formwork_worker;

CREATE OR REPLACE FUNCTION formwork.pass_taken_references(p_organisation uuid, p_form uuid, p_prefix text, p_suffix text, p_width integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_before bigint;
  v_last bigint;
  v_number text;
  v_reference text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('lock_timeout', '1s', true);
  insert into formwork.reference_counters as c (organisation_id, form_id, last_number)
  values (p_organisation, p_form, 0)
  on conflict (organisation_id, form_id) do update set last_number = c.last_number
  returning c.last_number into v_before;
  v_last := v_before;
  while v_last - v_before < 1000 loop
    v_number := (v_last + 1)::text;
    v_reference := p_prefix || lpad(v_number, greatest(p_width, length(v_number)), '0') || p_suffix;
    exit when not exists (
        select from formwork.submissions s where s.organisation_id = p_organisation and s.reference_number = v_reference)
      and not exists (
        select from formwork.deleted_submissions d where d.organisation_id = p_organisation and d.reference_number = v_reference);
    v_last := v_last + 1;
  end loop;
  if v_last > v_before then
    update formwork.reference_counters c
       set last_number = v_last
     where c.organisation_id = p_organisation and c.form_id = p_form;
  end if;
  return v_last - v_before;
end
$function$;
alter function formwork.pass_taken_references(p_organisation uuid, p_form uuid, p_prefix text, p_suffix text, p_width integer) owner to formwork_filing;
grant execute on function formwork.pass_taken_references(p_organisation uuid, p_form uuid, p_prefix text, p_suffix text, p_width integer) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.kept_tallies(p_organisation uuid, p_form uuid, p_zone text, p_from date, p_to date, p_fields json, p_after_created timestamp with time zone, p_after_id uuid, p_so_far json, OUT next_created timestamp with time zone, OUT next_id uuid, OUT counted bytea, OUT ranges json, OUT tallies json)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_from timestamptz := coalesce(p_from::timestamp at time zone p_zone, '-infinity');
  v_before timestamptz := coalesce((p_to + 1)::timestamp at time zone p_zone, 'infinity');
  v_counted bytea;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('jit', 'off', true);
  -- The number is that of the rules by which tallies are made: a migration that changes those raises it.
  select sha256(convert_to(concat_ws(' ', '1', p_zone, p_fields::text, string_agg((d at time zone p_zone)::text, ' ' order by d)), 'UTF8'))
    into v_counted
    from generate_series(timestamptz '2020-01-01 00:00Z', timestamptz '2040-01-01 00:00Z', interval '1 day') d;
  counted := v_counted;
  if p_after_created is null then
    -- Segments before the period are passed over.
    select r.last_created, r.last_id into p_after_created, p_after_id
      from formwork.report_segments r
     where r.organisation_id = p_organisation and r.form_id = p_form and r.last_created < v_from
     order by r.last_created desc, r.last_id desc
     limit 1;
    p_after_created := coalesce(p_after_created, '-infinity');
    p_after_id := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
  end if;
  with segment as (
    select n.*,
           lag(n.last_created, 1, p_after_created) over o as after_created,
           lag(n.last_id, 1, p_after_id) over o as after_id,
           sum(n.entries) over (o rows between unbounded preceding and 1 preceding) as earlier
      from (
        select r.last_created, r.last_id, r.counted, r.submissions, r.fingerprint, r.entries
          from formwork.report_segments r
         where r.organisation_id = p_organisation and r.form_id = p_form
           and (r.last_created, r.last_id) > (p_after_created, p_after_id) and r.last_created < v_before
         order by r.last_created, r.last_id
         limit 200) n
    window o as (order by n.last_created, n.last_id)
  ), checked as materialized (
    select s.*, s.counted = v_counted and s.after_created >= v_from
                and s.submissions = now.submissions and s.fingerprint = now.ids + changed.revisions as is_kept
      from segment s
      cross join lateral (
        select count(*) as submissions, coalesce(sum(uuid_hash_extended(i.submission_id, 0)), 0) as ids
          from formwork.submissions i
         where i.organisation_id = p_organisation and i.form_id = p_form
           and (i.created_at, i.submission_id) > (s.after_created, s.after_id)
           and (i.created_at, i.submission_id) <= (s.last_created, s.last_id)) now
      cross join lateral (
        select coalesce(sum(uuid_hash_extended(i.submission_id, i.revision::bigint)), 0) as revisions
          from formwork.submissions i
         where i.organisation_id = p_organisation and i.form_id = p_form and i.revision > 1
           and (i.created_at, i.submission_id) > (s.after_created, s.after_id)
           and (i.created_at, i.submission_id) <= (s.last_created, s.last_id)) changed
     where coalesce(s.earlier, 0) < 200000
  ), tally as (
    select t.what, t.name, t.key, t.count, t.sum, t.min, t.max
      from checked c
      join formwork.report_segments r
        on r.organisation_id = p_organisation and r.form_id = p_form and r.last_created = c.last_created and r.last_id = c.last_id
      cross join lateral unnest(r.whats, r.names, r.keys, r.counts, r.sums, r.mins, r.maxes)
        as t (what, name, key, count, sum, min, max)
     where c.is_kept
    union all
    select * from json_to_recordset(p_so_far) as (what text, name text, key text, count bigint, sum numeric, min numeric, max numeric)
  )
  select (select c.last_created from checked c order by c.last_created desc, c.last_id desc limit 1),
         (select c.last_id from checked c order by c.last_created desc, c.last_id desc limit 1),
         (select coalesce(json_agg(json_build_object(
                   'afterCreated', case when c.after_created <> '-infinity' then c.after_created end, 'afterId', c.after_id,
                   'lastCreated', c.last_created, 'lastId', c.last_id) order by c.last_created, c.last_id), '[]')
            from checked c where not c.is_kept),
         (select coalesce(json_agg(json_build_object('what', g.what, 'name', g.name, 'key', g.key, 'count', g.count,
                    'sum', g.sum::text, 'min', g.min::text, 'max', g.max::text)), '[]')
            from (select t.what, t.name, t.key, sum(t.count)::bigint as count, trim_scale(sum(t.sum)) as sum,
                         trim_scale(min(t.min)) as min, trim_scale(max(t.max)) as max
                    from tally t group by t.what, t.name, t.key) g)
    into next_created, next_id, ranges, tallies;
  if next_created is null then
    ranges := json_build_array(json_build_object(
      'afterCreated', case when p_after_created <> '-infinity' then p_after_created end, 'afterId', p_after_id,
      'lastCreated', null, 'lastId', null));
  end if;
end
$function$;
alter function formwork.kept_tallies(p_organisation uuid, p_form uuid, p_zone text, p_from date, p_to date, p_fields json, p_after_created timestamp with time zone, p_after_id uuid, p_so_far json, OUT next_created timestamp with time zone, OUT next_id uuid, OUT counted bytea, OUT ranges json, OUT tallies json) owner to formwork_owner;
grant execute on function formwork.kept_tallies(p_organisation uuid, p_form uuid, p_zone text, p_from date, p_to date, p_fields json, p_after_created timestamp with time zone, p_after_id uuid, p_so_far json, OUT next_created timestamp with time zone, OUT next_id uuid, OUT counted bytea, OUT ranges json, OUT tallies json) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.tally_range(p_organisation uuid, p_form uuid, p_zone text, p_from date, p_to date, p_fields json, p_counted bytea, p_after_created timestamp with time zone, p_after_id uuid, p_last_created timestamp with time zone, p_last_id uuid, p_limit integer, p_bytes bigint, p_so_far json, OUT next_created timestamp with time zone, OUT next_id uuid, OUT tallies json)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_from timestamptz := coalesce(p_from::timestamp at time zone p_zone, '-infinity');
  v_before timestamptz := coalesce((p_to + 1)::timestamp at time zone p_zone, 'infinity');
  v_after timestamptz := coalesce(p_after_created, '-infinity');
  v_after_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
  v_last timestamptz := coalesce(p_last_created, 'infinity');
  v_last_id uuid := coalesce(p_last_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_end timestamptz;
  v_end_id uuid;
  v_keeps boolean;
  v_part record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('jit', 'off', true);
  -- Not kept: a part of a range.
  v_keeps := v_after >= v_from and pg_try_advisory_xact_lock_shared(hashtextextended('segments of ' || p_form, 0));
  with part as materialized (
    select z.*
      from (
        select n.*, coalesce(sum(octet_length(n.data::text) + octet_length(n.calculated_data::text)) over (
                 order by n.created_at, n.submission_id rows between unbounded preceding and 1 preceding), 0) as earlier
          from (
            select s.created_at, s.submission_id, s.revision, s.workflow_state, s.data, s.calculated_data, s.outcomes
              from formwork.submissions s
             where s.organisation_id = p_organisation and s.form_id = p_form
               and s.created_at >= v_from and s.created_at < v_before
               and (s.created_at, s.submission_id) > (v_after, v_after_id)
               and (s.created_at, s.submission_id) <= (v_last, v_last_id)
             order by s.created_at, s.submission_id
             limit p_limit) n) z
     where z.earlier < p_bytes
  ), field as (
    select * from json_to_recordset(p_fields) as (slug text, kind text, computed boolean, options text[])
  ), sent as (
    select false as computed, v.key, v.value
      from part p cross join lateral json_each(p.data) v where p.workflow_state <> 'draft'
    union all
    select true, v.key, v.value
      from part p cross join lateral json_each(p.calculated_data) v where p.workflow_state <> 'draft'
  ), grouped as (
    -- A group is an object, and its fields are `group.name`: no other field is one.
    select distinct split_part(f.slug, '.', 1) as name from field f where f.slug like '%.%'
  ), single as (
    select s.computed, s.key, s.value from sent s
    union all
    select s.computed, s.key || '.' || v.key, v.value
      from sent s join grouped g on g.name = s.key
     cross join lateral json_each(case when json_typeof(s.value) = 'object' then s.value else '{}' end) v
  ), held as materialized (
    -- Each different value once: what follows is dear, and most values of a form come often.
    select g.slug, g.kind, g.options, g.json, g.json #>> '{}' as value, g.count
      from (select f.slug, f.kind, f.options, v.value::text::json as json, v.count
              from (select s.computed, s.key, s.value::text as value, count(*) as count
                      from single s
                     where (s.computed, s.key) in (select f.computed, f.slug from field f)
                     group by 1, 2, 3) v
              join field f on f.slug = v.key and f.computed = v.computed) g
     where json_typeof(g.json) <> 'null'
  ), number as (
    select h.slug, h.value::numeric as value, h.count
      from held h
     where h.kind = 'number'
       and case when h.value ~ '^-?[0-9]{1,40}(\.[0-9]{1,40})?$' then true
                else json_typeof(h.json) = 'number' and h.value ~ '^-?[0-9]{1,40}(\.[0-9]{1,40})?[eE][+-]?[0-9]{1,2}$' end
  ), bucketed as (
    -- The first two significant digits, the rest zero, like `Tally` of the domain. Not a function: calling one takes five times as long.
    select n.slug, n.count, n.value,
           trim_scale(case
             when n.value = 0 then 0
             when abs(n.value) >= 1 then trunc(n.value, 2 - length(trunc(abs(n.value))::text))
             else trunc(n.value, 2 + length(substring(abs(n.value)::text from '^0\.(0*)')))
           end)::text as bucket
      from number n
  ), chosen as (
    select h.slug, h.options, h.value, h.count from held h where h.kind in ('choice', 'boolean')
    union all
    select h.slug, h.options, o.value, h.count
      from held h cross join lateral json_array_elements_text(case when json_typeof(h.json) = 'array' then h.json else '[]' end) o
     where h.kind = 'choices'
  ), raised as (
    select p.outcomes::text as outcomes, count(*) as count
      from part p where p.workflow_state <> 'draft' and p.outcomes::text <> '[]' group by 1
  ), tally as (
    select 'day' as what, d.name, to_char(d.day, 'YYYY-MM-DD') as key, d.count, null::numeric as sum, null::numeric as min, null::numeric as max
      from (select p.workflow_state as name, (p.created_at at time zone p_zone)::date as day, count(*) as count
              from part p group by 1, 2) d
    union all
    select 'outcome', o.id, '', sum(r.count)::bigint, null, null, null
      from raised r cross join lateral (select distinct e ->> 'id' as id from json_array_elements(r.outcomes::json) e) o
     group by 2
    union all
    select 'choice', c.slug, case when c.value = any (c.options) then c.value end, sum(c.count)::bigint, null, null, null
      from chosen c group by 2, 3
    union all
    select 'number', b.slug, b.bucket, sum(b.count)::bigint, trim_scale(sum(b.value * b.count)), trim_scale(min(b.value)),
           trim_scale(max(b.value))
      from bucketed b group by 2, 3
  )
  select array_agg(t.what) as whats, array_agg(t.name) as names, array_agg(t.key) as keys, array_agg(t.count) as counts,
         array_agg(t.sum) as sums, array_agg(t.min) as mins, array_agg(t.max) as maxes, count(*)::integer as entries,
         (select count(*)::integer from part) as submissions,
         (select sum(uuid_hash_extended(p.submission_id, 0))
                 + coalesce(sum(uuid_hash_extended(p.submission_id, p.revision::bigint)) filter (where p.revision > 1), 0)
            from part p) as fingerprint,
         (select p.created_at from part p order by p.created_at desc, p.submission_id desc limit 1) as created,
         (select p.submission_id from part p order by p.created_at desc, p.submission_id desc limit 1) as id
    into v_part
    from tally t;

  -- In order, so that the next one is found by the index; for `exists` the planner may read the whole table.
  if v_part.submissions > 0 and (
    select s.submission_id from formwork.submissions s
     where s.organisation_id = p_organisation and s.form_id = p_form
       and s.created_at < v_before
       and (s.created_at, s.submission_id) > (v_part.created, v_part.id) and (s.created_at, s.submission_id) <= (v_last, v_last_id)
     order by s.created_at, s.submission_id
     limit 1
  ) is not null then
    next_created := v_part.created;
    next_id := v_part.id;
  end if;
  -- Nor is what follows the last segment, until there is enough for one.
  if v_keeps then
    v_end := coalesce(next_created, p_last_created);
    v_end_id := coalesce(next_id, p_last_id);
    if v_part.submissions = 0 and p_last_created < v_before then
      delete from formwork.report_segments r
       where r.organisation_id = p_organisation and r.form_id = p_form and r.last_created = p_last_created and r.last_id = p_last_id;
    elsif v_part.submissions > 0 and v_end < v_before then
      -- The rest of a range that is too much for one segment is counted next. What was kept of the whole would have its values twice.
      if next_created is not null and p_last_created is not null then
        delete from formwork.report_segments r
         where r.organisation_id = p_organisation and r.form_id = p_form and r.last_created = p_last_created and r.last_id = p_last_id;
      end if;
      insert into formwork.report_segments as r
        (organisation_id, form_id, last_created, last_id, counted, submissions, fingerprint, entries, whats, names, keys, counts,
         sums, mins, maxes)
      values (p_organisation, p_form, v_end, v_end_id, p_counted, v_part.submissions, v_part.fingerprint, v_part.entries, v_part.whats, v_part.names, v_part.keys,
              v_part.counts, v_part.sums, v_part.mins, v_part.maxes)
      on conflict (organisation_id, form_id, last_created, last_id) do update
        set counted = excluded.counted, submissions = excluded.submissions, fingerprint = excluded.fingerprint,
            entries = excluded.entries, whats = excluded.whats, names = excluded.names, keys = excluded.keys,
            counts = excluded.counts, sums = excluded.sums, mins = excluded.mins, maxes = excluded.maxes;
    end if;
  end if;
  select coalesce(json_agg(json_build_object('what', g.what, 'name', g.name, 'key', g.key, 'count', g.count,
            'sum', g.sum::text, 'min', g.min::text, 'max', g.max::text)), '[]')
    into tallies
    from (select t.what, t.name, t.key, sum(t.count)::bigint as count, trim_scale(sum(t.sum)) as sum,
                 trim_scale(min(t.min)) as min, trim_scale(max(t.max)) as max
            from (select * from unnest(v_part.whats, v_part.names, v_part.keys, v_part.counts, v_part.sums, v_part.mins, v_part.maxes)
                    as u (what, name, key, count, sum, min, max)
                  union all
                  select * from json_to_recordset(p_so_far) as (what text, name text, key text, count bigint, sum numeric, min numeric, max numeric)) t
           group by t.what, t.name, t.key) g;
end
$function$;
alter function formwork.tally_range(p_organisation uuid, p_form uuid, p_zone text, p_from date, p_to date, p_fields json, p_counted bytea, p_after_created timestamp with time zone, p_after_id uuid, p_last_created timestamp with time zone, p_last_id uuid, p_limit integer, p_bytes bigint, p_so_far json, OUT next_created timestamp with time zone, OUT next_id uuid, OUT tallies json) owner to formwork_owner;
grant execute on function formwork.tally_range(p_organisation uuid, p_form uuid, p_zone text, p_from date, p_to date, p_fields json, p_counted bytea, p_after_created timestamp with time zone, p_after_id uuid, p_last_created timestamp with time zone, p_last_id uuid, p_limit integer, p_bytes bigint, p_so_far json, OUT next_created timestamp with time zone, OUT next_id uuid, OUT tallies json) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.last_segment(p_organisation uuid, p_form uuid)
 RETURNS TABLE(last_created timestamp with time zone, last_id uuid, counted bytea)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select r.last_created, r.last_id, r.counted
      from formwork.report_segments r
     where r.organisation_id = p_organisation and r.form_id = p_form
     order by r.last_created desc, r.last_id desc
     limit 1;
end
$function$;
alter function formwork.last_segment(p_organisation uuid, p_form uuid) owner to formwork_owner;
grant execute on function formwork.last_segment(p_organisation uuid, p_form uuid) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.submissions_before(p_organisation uuid, p_form uuid, p_before_created timestamp with time zone, p_before_id uuid, p_limit integer, p_bytes bigint)
 RETURNS TABLE(submission_id uuid, form_version_id uuid, reference_number text, workflow_state text, data text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_created timestamptz := coalesce(p_before_created, 'infinity');
  v_id uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('jit', 'off', true);
  return query
    select z.submission_id, z.form_version_id, z.reference_number, z.workflow_state, z.data, z.created_at
      from (
        select n.*, coalesce(sum(octet_length(n.data)) over (
                 order by n.created_at desc, n.submission_id desc rows between unbounded preceding and 1 preceding), 0) as earlier
          from (
            select s.submission_id, s.form_version_id, s.reference_number, s.workflow_state, s.data::text as data, s.created_at
              from formwork.submissions s
             where s.organisation_id = p_organisation and s.form_id = p_form
               and (s.created_at, s.submission_id) < (v_created, v_id)
             order by s.created_at desc, s.submission_id desc
             limit p_limit) n) z
     where z.earlier < p_bytes
     order by z.created_at desc, z.submission_id desc;
end
$function$;
alter function formwork.submissions_before(p_organisation uuid, p_form uuid, p_before_created timestamp with time zone, p_before_id uuid, p_limit integer, p_bytes bigint) owner to formwork_owner;
grant execute on function formwork.submissions_before(p_organisation uuid, p_form uuid, p_before_created timestamp with time zone, p_before_id uuid, p_limit integer, p_bytes bigint) to formwork_api;

CREATE OR REPLACE FUNCTION formwork_auth.in_force(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid, OUT privileges text[], OUT role text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_privileges text[];
  v_role text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if p_kind in ('api_key', 'session') then
    -- Taken before the row, and shared: without it, filings that overlap without end would keep a revocation waiting for ever.
    perform pg_advisory_xact_lock_shared(hashtextextended(p_credential::text, 0));
  end if;
  if p_kind = 'operator' then
    select u.role into role
      from formwork.users u
     where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null
       for share;
    return;
  end if;
  if p_kind = 'api_key' then
    select a.privileges into v_privileges
      from formwork.api_keys a
     where a.organisation_id = p_organisation
       and a.key_id = p_credential
       and a.created_by = p_user
       and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > clock_timestamp()))
       and (a.expires_at is null or a.expires_at > clock_timestamp())
       for share;
  elsif p_kind = 'session' then
    perform from formwork.sessions s
     where s.organisation_id = p_organisation
       and s.session_id = p_credential
       and s.user_id = p_user
       and s.ended_at is null
       and s.expires_at > clock_timestamp()
       for share;
  else
    return;
  end if;
  if not found then
    return;
  end if;
  select u.role into v_role
    from formwork.users u
   where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null;
  perform from formwork.organisations o where o.organisation_id = p_organisation and o.suspended_at is null;
  if found then
    privileges := v_privileges;
    role := v_role;
  end if;
end
$function$;
alter function formwork_auth.in_force(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid, OUT privileges text[], OUT role text) owner to formwork_auth;
grant execute on function formwork_auth.in_force(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid, OUT privileges text[], OUT role text) to formwork_filing;

CREATE OR REPLACE FUNCTION formwork_auth.keys_in_force(p_organisation uuid, p_keys uuid[])
 RETURNS TABLE(key_id uuid, user_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform pg_advisory_xact_lock_shared(hashtextextended(g.key::text, 0))
     from (select distinct k.key from unnest(p_keys) as k (key) order by k.key) g;
  return query
    select a.key_id, a.created_by
      from formwork.api_keys a
      join formwork.users u on u.organisation_id = a.organisation_id and u.user_id = a.created_by
     where a.organisation_id = p_organisation
       and a.key_id = any (p_keys)
       and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > clock_timestamp()))
       and (a.expires_at is null or a.expires_at > clock_timestamp())
       and u.deactivated_at is null
       and exists (
         select from formwork.organisations o where o.organisation_id = p_organisation and o.suspended_at is null)
       for share of a;
end
$function$;
alter function formwork_auth.keys_in_force(p_organisation uuid, p_keys uuid[]) owner to formwork_auth;
grant execute on function formwork_auth.keys_in_force(p_organisation uuid, p_keys uuid[]) to formwork_filing;

CREATE OR REPLACE FUNCTION formwork.file_together(p_organisation uuid, p_users uuid[], p_keys uuid[], p_request_ids text[], p_addresses text[], p_submissions uuid[], p_forms uuid[], p_versions uuid[], p_states text[], p_data text[], p_calculated_data text[], p_hidden_fields text[], p_outcomes text[], p_prefixes text[], p_suffixes text[], p_widths integer[], p_idempotency_keys text[], p_body_hashes bytea[], p_fired_by integer[], p_firings uuid[], p_effects text[], p_kinds text[], p_events text[], p_contents text[])
 RETURNS TABLE(place integer, reference_number text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_may boolean[];
  v_forms uuid[];
  v_numbers bigint[];
  v_references text[];
  v_expected bigint;
  v_stored bigint;
begin
  -- A connection keeps the plans that it makes here, those of the foreign keys included, and a table that is small then may be large
  -- later: so each plan looks its rows up in an index. Without the first of these settings one of them would be made anew each time,
  -- which takes as long as an insert.
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('lock_timeout', '50ms', true),
    set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
  v_now := clock_timestamp();

  -- What `file` would not refuse. A number from the counter is new; one that was drawn may be taken.
  select array_agg(
           k.key_id is not null
           and g.version = (
             select f.live_version_id from formwork.forms f where f.organisation_id = p_organisation and f.form_id = g.form)
           and (g.width is not null or not exists (
             select from formwork.submissions s
              where s.organisation_id = p_organisation and s.reference_number = g.prefix))
           and (g.idempotency_key is null or not exists (
             select from formwork.idempotency_records r
              where r.organisation_id = p_organisation
                and r.credential_id = formwork.idempotency_scope(p_organisation, g.key)
                and r.form_id = g.form
                and r.idempotency_key = g.idempotency_key
                and r.expires_at > v_now))
           order by g.place)
    into v_may
    from unnest(p_keys, p_users, p_forms, p_versions, p_prefixes, p_widths, p_idempotency_keys)
      with ordinality as g (key, maker, form, version, prefix, width, idempotency_key, place)
    left join formwork_auth.keys_in_force(p_organisation, p_keys) k on k.key_id = g.key and k.user_id = g.maker;

  v_forms := array(
    select distinct g.form from unnest(p_forms, p_widths, v_may) as g (form, width, may) where g.may and g.width is not null);
  if cardinality(v_forms) = 1 then
    select array[r.form_id], array[r.last_number] into v_forms, v_numbers
      from formwork.reference_counters r
     where r.organisation_id = p_organisation and r.form_id = v_forms[1]
       for no key update;
  else
    -- INVARIANT: a counter that another transaction holds is skipped, so that the filings of the other forms do not wait.
    select array_agg(c.form_id), array_agg(c.last_number) into v_forms, v_numbers
      from (
        select r.form_id, r.last_number
          from formwork.reference_counters r
         where r.organisation_id = p_organisation and r.form_id = any (v_forms)
         order by r.form_id
           for no key update skip locked) c;
  end if;

  select array_agg(
           case when n.width is null then n.prefix
                else n.prefix || lpad(n.number::text, greatest(n.width, length(n.number::text)), '0') || n.suffix end
           order by n.place)
    into v_references
    from (
      select g.place, g.width, g.suffix, case when g.may then g.prefix end as prefix,
             c.last_number + count(*) filter (where g.may) over (partition by g.form, g.width is null order by g.place) as number
        from unnest(p_forms, p_prefixes, p_suffixes, p_widths, v_may) with ordinality as g (form, prefix, suffix, width, may, place)
        left join unnest(v_forms, v_numbers) as c (form, last_number) on c.form = g.form) n;

  update formwork.reference_counters c
     set last_number = c.last_number + (
           select count(*) from unnest(p_forms, p_widths, v_may) as g (form, width, may)
            where g.form = c.form_id and g.width is not null and g.may)
   where c.organisation_id = p_organisation and c.form_id = any (v_forms);

  v_now := date_trunc('milliseconds', clock_timestamp());
  insert into formwork.submissions
    (organisation_id, submission_id, form_id, form_version_id, reference_number, workflow_state, data, calculated_data,
     hidden_fields, outcomes, created_at, created_by, credential_kind, credential_id)
  select p_organisation, g.submission, g.form, g.version, g.reference, g.state, g.data::json, g.calculated_data::json,
         g.hidden_fields::text[], g.outcomes::json, v_now, g.maker, 'api_key', g.key
    from unnest(p_submissions, p_forms, p_versions, v_references, p_states, p_data, p_calculated_data, p_hidden_fields, p_outcomes,
           p_users, p_keys)
      as g (submission, form, version, reference, state, data, calculated_data, hidden_fields, outcomes, maker, key)
   where g.reference is not null;

  insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content, next_attempt_at)
  select p_organisation, g.firing, p_submissions[g.fired_by], g.effect, g.kind, g.event, g.content::json,
         case when g.kind = 'notification' and g.content::json -> 'attachments' is not null then 'infinity' else clock_timestamp() end
    from unnest(p_fired_by, p_firings, p_effects, p_kinds, p_events, p_contents)
      as g (fired_by, firing, effect, kind, event, content)
   where v_references[g.fired_by] is not null;

  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, request_id, address)
  select p_organisation, 'submission.created', g.maker, 'api_key', g.key, g.submission, g.request_id, g.address
    from unnest(p_users, p_keys, p_submissions, p_request_ids, p_addresses, v_references)
      as g (maker, key, submission, request_id, address, reference)
   where g.reference is not null;

  select count(*) into v_expected
    from unnest(p_idempotency_keys, v_references) as g (idempotency_key, reference)
   where g.idempotency_key is not null and g.reference is not null;
  if v_expected > 0 then
    insert into formwork.idempotency_records as r
      (organisation_id, credential_id, form_id, idempotency_key, body_hash, submission_id, expires_at)
    select p_organisation, formwork.idempotency_scope(p_organisation, g.key), g.form, g.idempotency_key, g.body_hash, g.submission,
           v_now + interval '24 hours'
      from unnest(p_keys, p_forms, p_idempotency_keys, p_body_hashes, p_submissions, v_references)
        as g (key, form, idempotency_key, body_hash, submission, reference)
     where g.idempotency_key is not null and g.reference is not null
    on conflict (organisation_id, credential_id, form_id, idempotency_key) do update
       set body_hash = excluded.body_hash, submission_id = excluded.submission_id, expires_at = excluded.expires_at
     where r.expires_at <= v_now;
    get diagnostics v_stored = row_count;
    if v_stored <> v_expected then
      raise unique_violation using constraint = 'idempotency_records_pkey', message = 'an equal request was filed meanwhile';
    end if;
    -- Each call removes up to four, so the table still holds little more than the records of a day.
    perform formwork.forget(p_organisation) from generate_series(1, (v_expected + 1) / 2);
  end if;

  if exists (
    select from formwork.deleted_submissions d
     where d.organisation_id = p_organisation and d.reference_number = any (v_references))
  then
    raise unique_violation using constraint = 'submissions_reference_key', message = 'a deleted submission had this reference';
  end if;

  return query
    select g.place::integer, g.reference, v_now
      from unnest(v_references, v_may, p_widths, p_forms) with ordinality as g (reference, may, width, form, place)
     where g.reference is not null
        or (g.may and g.width is not null and exists (
              select from formwork.reference_counters r where r.organisation_id = p_organisation and r.form_id = g.form));
end
$function$;
alter function formwork.file_together(p_organisation uuid, p_users uuid[], p_keys uuid[], p_request_ids text[], p_addresses text[], p_submissions uuid[], p_forms uuid[], p_versions uuid[], p_states text[], p_data text[], p_calculated_data text[], p_hidden_fields text[], p_outcomes text[], p_prefixes text[], p_suffixes text[], p_widths integer[], p_idempotency_keys text[], p_body_hashes bytea[], p_fired_by integer[], p_firings uuid[], p_effects text[], p_kinds text[], p_events text[], p_contents text[]) owner to formwork_filing;
grant execute on function formwork.file_together(p_organisation uuid, p_users uuid[], p_keys uuid[], p_request_ids text[], p_addresses text[], p_submissions uuid[], p_forms uuid[], p_versions uuid[], p_states text[], p_data text[], p_calculated_data text[], p_hidden_fields text[], p_outcomes text[], p_prefixes text[], p_suffixes text[], p_widths integer[], p_idempotency_keys text[], p_body_hashes bytea[], p_fired_by integer[], p_firings uuid[], p_effects text[], p_kinds text[], p_events text[], p_contents text[]) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.actor(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return coalesce(
    (select json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name)
       from formwork.api_keys k
      where p_credential_kind = 'api_key' and k.organisation_id = p_organisation and k.key_id = p_credential),
    (select json_build_object('kind', 'user', 'id', u.user_id, 'name', u.name)
       from formwork.users u
      where u.organisation_id = p_organisation and u.user_id = p_user));
end
$function$;
alter function formwork.actor(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid) owner to formwork_owner;
grant execute on function formwork.actor(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.form_usage(p_organisation uuid, p_form uuid, p_from date, p_to date)
 RETURNS TABLE(day text, credential_id uuid, credential_kind text, name text, operation text, calls double precision)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select to_char(u.day, 'YYYY-MM-DD'), u.credential_id, u.credential_kind, k.name, u.operation, u.calls::double precision
      from formwork.form_usage_days u
      left join formwork.api_keys k
        on k.organisation_id = u.organisation_id and k.key_id = u.credential_id and u.credential_kind = 'api_key'
     where u.organisation_id = p_organisation and u.form_id = p_form and u.day between p_from and p_to
     order by u.day, u.credential_id, u.operation collate "C";
end
$function$;
alter function formwork.form_usage(p_organisation uuid, p_form uuid, p_from date, p_to date) owner to formwork_owner;
grant execute on function formwork.form_usage(p_organisation uuid, p_form uuid, p_from date, p_to date) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.overview(p_organisation uuid, p_from date, p_to date, p_before uuid, p_limit integer)
 RETURNS TABLE(form_id uuid, calls json, submissions json)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_form uuid;
  v_state text;
  v_counts json[];
  v_before uuid := coalesce(p_before, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_from timestamptz := p_from::timestamp at time zone 'utc';
  v_end timestamptz := (p_to + 1)::timestamp at time zone 'utc';
begin
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('jit', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true);
  for v_form in
    select f.form_id from formwork.forms f
     where f.organisation_id = p_organisation and f.form_id < v_before
     order by f.form_id desc
     limit p_limit
  loop
    form_id := v_form;
    select coalesce(json_agg(json_build_object('day', to_char(u.day, 'YYYY-MM-DD'), 'operation', u.operation, 'calls', u.calls)), '[]')
      into calls
      from (select d.day, d.operation, sum(d.calls) as calls
              from formwork.form_usage_days d
             where d.organisation_id = p_organisation and d.form_id = v_form and d.day >= p_from and d.day <= p_to
             group by d.day, d.operation) u;
    v_counts := '{}';
    v_state := '';
    loop
      select s.workflow_state into v_state
        from formwork.submissions s
       where s.organisation_id = p_organisation and s.form_id = v_form and s.workflow_state > v_state
       order by s.workflow_state
       limit 1;
      exit when v_state is null;
      select v_counts || coalesce(array_agg(
               json_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'state', v_state, 'count', d.count)), '{}')
        into v_counts
        from (select (s.created_at at time zone 'utc')::date as day, count(*) as count
                from formwork.submissions s
               where s.organisation_id = p_organisation and s.form_id = v_form and s.workflow_state = v_state
                 and s.created_at >= v_from and s.created_at < v_end
               group by 1) d;
    end loop;
    submissions := to_json(v_counts);
    return next;
  end loop;
end
$function$;
alter function formwork.overview(p_organisation uuid, p_from date, p_to date, p_before uuid, p_limit integer) owner to formwork_owner;
grant execute on function formwork.overview(p_organisation uuid, p_from date, p_to date, p_before uuid, p_limit integer) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.dead_firings(p_organisation uuid, p_most integer)
 RETURNS TABLE(form_id uuid, firings integer)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    with newest as materialized (
      select f.submission_id, row_number() over (order by f.firing_id desc) as place
        from (select f.submission_id, f.firing_id from formwork.firings f
               where f.organisation_id = p_organisation and f.state = 'dead' order by f.firing_id desc limit p_most + 1) f)
    select s.form_id, count(*)::integer
      from newest n
      join formwork.submissions s on s.organisation_id = p_organisation and s.submission_id = n.submission_id
     where n.place <= p_most
     group by s.form_id
    union all
    select null, 1 from newest n where n.place > p_most;
end
$function$;
alter function formwork.dead_firings(p_organisation uuid, p_most integer) owner to formwork_owner;
grant execute on function formwork.dead_firings(p_organisation uuid, p_most integer) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.firing_summary(p_organisation uuid, p_form uuid, p_most integer)
 RETURNS TABLE(state text, firings integer, has_more boolean)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_state text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  foreach v_state in array array['pending', 'delivered', 'dead', 'stopped'] loop
    return query
      with newest as materialized (
        select f.submission_id, row_number() over (order by f.firing_id desc) as place
          from (select f.submission_id, f.firing_id from formwork.firings f
                 where f.organisation_id = p_organisation and f.state = v_state order by f.firing_id desc limit p_most + 1) f)
      select v_state,
             (select count(*)::integer
                from newest n
                join formwork.submissions s on s.organisation_id = p_organisation and s.submission_id = n.submission_id
               where n.place <= p_most and (p_form is null or s.form_id = p_form)),
             exists (select from newest n where n.place > p_most);
  end loop;
end
$function$;
alter function formwork.firing_summary(p_organisation uuid, p_form uuid, p_most integer) owner to formwork_owner;
grant execute on function formwork.firing_summary(p_organisation uuid, p_form uuid, p_most integer) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.form_page(p_organisation uuid, p_before uuid, p_folder uuid, p_is_at_top boolean, p_archived boolean, p_live boolean, p_text text, p_limit integer)
 RETURNS TABLE(form_id uuid, code text, title text, folder_id uuid, draft_revision integer, published_revision integer, live_version_id uuid, live_version_number integer, archived_at timestamp with time zone, created_at timestamp with time zone, updated_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_before uuid := coalesce(p_before, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_sort', 'off', true),
    set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true);
  if p_folder is not null then
    return query
      select f.form_id, f.code, f.title, f.folder_id, f.draft_revision, f.published_revision, f.live_version_id,
             (select v.number from formwork.form_versions v
               where v.organisation_id = p_organisation and v.form_id = f.form_id and v.version_id = f.live_version_id),
             f.archived_at, f.created_at, f.updated_at
        from formwork.forms f
       where f.organisation_id = p_organisation and f.folder_id = p_folder
         and f.form_id < v_before
         and (p_archived is null or (f.archived_at is not null) = p_archived)
         and (p_live is null or (f.live_version_id is not null) = p_live)
         and (p_text is null or position(p_text in f.title_key) > 0 or position(p_text in lower(f.code collate "C")) > 0)
       order by f.form_id desc
       limit p_limit;
  else
    return query
      select f.form_id, f.code, f.title, f.folder_id, f.draft_revision, f.published_revision, f.live_version_id,
             (select v.number from formwork.form_versions v
               where v.organisation_id = p_organisation and v.form_id = f.form_id and v.version_id = f.live_version_id),
             f.archived_at, f.created_at, f.updated_at
        from formwork.forms f
       where f.organisation_id = p_organisation
         and f.form_id < v_before
         and (not p_is_at_top or f.folder_id is null)
         and (p_archived is null or (f.archived_at is not null) = p_archived)
         and (p_live is null or (f.live_version_id is not null) = p_live)
         and (p_text is null or position(p_text in f.title_key) > 0 or position(p_text in lower(f.code collate "C")) > 0)
       order by f.form_id desc
       limit p_limit;
  end if;
end
$function$;
alter function formwork.form_page(p_organisation uuid, p_before uuid, p_folder uuid, p_is_at_top boolean, p_archived boolean, p_live boolean, p_text text, p_limit integer) owner to formwork_owner;
grant execute on function formwork.form_page(p_organisation uuid, p_before uuid, p_folder uuid, p_is_at_top boolean, p_archived boolean, p_live boolean, p_text text, p_limit integer) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.submission_revision(p_organisation uuid, p_submission uuid, p_revision integer)
 RETURNS TABLE(submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json, calculated_data json, hidden_fields text[], outcomes json, created_at timestamp with time zone, revision integer)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select s.submission_id, s.form_id, coalesce(t.form_version_id, s.form_version_id), s.reference_number,
           coalesce(t.workflow_state, s.workflow_state), coalesce(c.data, s.data),
           coalesce(c.calculated_data, s.calculated_data), coalesce(c.hidden_fields, s.hidden_fields),
           coalesce(c.outcomes, s.outcomes), s.created_at, p_revision
      from formwork.submissions s
      left join formwork.submission_revisions t
        on t.organisation_id = p_organisation and t.submission_id = s.submission_id and t.revision = p_revision
      left join lateral (
        select r.data, r.calculated_data, r.hidden_fields, r.outcomes
          from formwork.submission_revisions r
         where r.organisation_id = p_organisation and r.submission_id = s.submission_id and r.revision >= p_revision
           and r.data is not null
         order by r.revision
         limit 1
      ) c on true
     where s.organisation_id = p_organisation and s.submission_id = p_submission
       and (s.revision = p_revision or t.revision is not null);
end
$function$;
alter function formwork.submission_revision(p_organisation uuid, p_submission uuid, p_revision integer) owner to formwork_owner;
grant execute on function formwork.submission_revision(p_organisation uuid, p_submission uuid, p_revision integer) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.list_conditions(p_form boolean, p_state boolean, p_from boolean, p_before boolean, p_reference text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when p_form then ' and s.form_id = $2' else '' end
      || case when p_state then ' and s.workflow_state = $3' else '' end
      || case when p_from then ' and s.created_at >= $4' else '' end
      || case when p_before then ' and s.created_at < $5' else '' end
      || case p_reference
           when 'exact' then ' and s.reference_number = $6'
           when 'prefix' then ' and s.reference_number collate "C" >= $6 and s.reference_number collate "C" < $7'
           else ''
         end
$function$;
alter function formwork.list_conditions(p_form boolean, p_state boolean, p_from boolean, p_before boolean, p_reference text) owner to formwork_owner;
grant execute on function formwork.list_conditions(p_form boolean, p_state boolean, p_from boolean, p_before boolean, p_reference text) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.members(p_object json, p_names text[])
 RETURNS json
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when p_names is null then p_object
              else coalesce((select json_object_agg(m.key, m.value) from json_each(p_object) m where m.key = any (p_names)), '{}') end
$function$;
alter function formwork.members(p_object json, p_names text[]) owner to formwork_owner;
grant execute on function formwork.members(p_object json, p_names text[]) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.page_statement(p_form boolean, p_state boolean, p_from boolean, p_before boolean, p_reference text, p_goes_on boolean, p_within boolean, p_some boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select format(
    'select z.submission_id, z.form_id, z.form_version_id, z.reference_number, z.workflow_state, z.data, z.calculated_data,
            z.hidden_fields, z.outcomes, z.created_at, z.revision, z.found
       from (select q.*, (count(*) over ())::integer as found, row_number() over w as place,
                    coalesce(sum(octet_length(q.data::text) + octet_length(q.calculated_data::text)) over
                      (w rows between unbounded preceding and 1 preceding), 0) as earlier
               from (select s.submission_id, s.form_id, s.form_version_id, s.reference_number, s.workflow_state, ' || case when p_some
                    then 'formwork.members(s.data, $14) as data, formwork.members(s.calculated_data, $14) as calculated_data'
                    else 's.data, s.calculated_data' end
               || ', s.hidden_fields, s.outcomes, s.created_at, s.revision from (' || case when p_within then
                    'select s.*
                       from (select k.submission_id
                               from unnest($13) f(id)
                              cross join lateral (
                                select s.created_at, s.submission_id from formwork.submissions s
                                 where s.organisation_id = $1 and s.form_id = f.id%1$s order by %2$s limit $11 + 1) k
                              order by %2$s limit $11 + 1) n
                       join formwork.submissions s on s.organisation_id = $1 and s.submission_id = n.submission_id'
                    else 'select s.* from formwork.submissions s where s.organisation_id = $1%1$s order by %2$s limit $11 + 1' end
            || ') s) q
             window w as (order by %2$s)) z
      where z.place <= $11 and (z.place = 1 or z.earlier < $12)
      order by z.place',
    formwork.list_conditions(p_form, p_state, p_from, p_before, p_reference)
      || case
           when not p_goes_on then ''
           when p_reference is null then ' and (s.created_at, s.submission_id) < ($8, $9)'
           else ' and s.reference_number collate "C" < $10'
         end,
    case when p_reference is null then 'created_at desc, submission_id desc' else 'reference_number collate "C" desc' end)
$function$;
alter function formwork.page_statement(p_form boolean, p_state boolean, p_from boolean, p_before boolean, p_reference text, p_goes_on boolean, p_within boolean, p_some boolean) owner to formwork_owner;
grant execute on function formwork.page_statement(p_form boolean, p_state boolean, p_from boolean, p_before boolean, p_reference text, p_goes_on boolean, p_within boolean, p_some boolean) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.submission_page(p_organisation uuid, p_form uuid, p_state text, p_from timestamp with time zone, p_before timestamp with time zone, p_reference text, p_reference_end text, p_after_created timestamp with time zone, p_after_id uuid, p_after_reference text, p_limit integer, p_bytes bigint, p_fields text[])
 RETURNS TABLE(submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json, calculated_data json, hidden_fields text[], outcomes json, created_at timestamp with time zone, revision integer, found integer)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_reached text := coalesce(current_setting('app.forms', true), '');
  v_within boolean := v_reached <> '' and p_form is null and p_reference is null;
  v_forms uuid[];
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if v_within then
    select array_agg(distinct f.id) into v_forms from unnest(v_reached::uuid[]) f(id);
  end if;
  return query execute formwork.page_statement(
      p_form is not null, p_state is not null, p_from is not null, p_before is not null,
      case when p_reference is null then null when p_reference_end is null then 'exact' else 'prefix' end,
      p_after_id is not null or p_after_reference is not null, v_within, p_fields is not null)
    using p_organisation, p_form, p_state, p_from, p_before, p_reference, p_reference_end, p_after_created, p_after_id,
      p_after_reference, p_limit, p_bytes, v_forms, p_fields;
end
$function$;
alter function formwork.submission_page(p_organisation uuid, p_form uuid, p_state text, p_from timestamp with time zone, p_before timestamp with time zone, p_reference text, p_reference_end text, p_after_created timestamp with time zone, p_after_id uuid, p_after_reference text, p_limit integer, p_bytes bigint, p_fields text[]) owner to formwork_owner;
grant execute on function formwork.submission_page(p_organisation uuid, p_form uuid, p_state text, p_from timestamp with time zone, p_before timestamp with time zone, p_reference text, p_reference_end text, p_after_created timestamp with time zone, p_after_id uuid, p_after_reference text, p_limit integer, p_bytes bigint, p_fields text[]) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.submission_count(p_organisation uuid, p_form uuid, p_state text, p_from timestamp with time zone, p_before timestamp with time zone, p_reference text, p_reference_end text, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_reached text := coalesce(current_setting('app.forms', true), '');
  v_within boolean := v_reached <> '' and p_form is null and p_reference is null;
  v_forms uuid[];
  v_count integer;
begin
  -- Without an index it might read the rows of others first.
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_seqscan', 'off', true);
  if v_within then
    select array_agg(distinct f.id) into v_forms from unnest(v_reached::uuid[]) f(id);
  end if;
  execute format(
      'select count(*)::integer from (' || case when v_within then
        'select from unnest($9) f(id)
          cross join lateral (select from formwork.submissions s where s.organisation_id = $1 and s.form_id = f.id%1$s limit $8) k limit $8'
        else 'select from formwork.submissions s where s.organisation_id = $1%1$s limit $8' end || ') n',
      formwork.list_conditions(
        p_form is not null, p_state is not null, p_from is not null, p_before is not null,
        case when p_reference is null then null when p_reference_end is null then 'exact' else 'prefix' end))
    into v_count
    using p_organisation, p_form, p_state, p_from, p_before, p_reference, p_reference_end, p_most, v_forms;
  return v_count;
end
$function$;
alter function formwork.submission_count(p_organisation uuid, p_form uuid, p_state text, p_from timestamp with time zone, p_before timestamp with time zone, p_reference text, p_reference_end text, p_most integer) owner to formwork_owner;
grant execute on function formwork.submission_count(p_organisation uuid, p_form uuid, p_state text, p_from timestamp with time zone, p_before timestamp with time zone, p_reference text, p_reference_end text, p_most integer) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.no_organisation()
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if current_setting('application_name') like 'citus%' and pg_has_role('formwork_api', 'usage') then
    raise exception 'a statement has come to a node that does not have its organisation'
      using errcode = 'FW001', hint = 'The organisation has been moved: the next statement goes to its node.';
  end if;
  return null;
end
$function$;
alter function formwork.no_organisation() owner to formwork_owner;
grant execute on function formwork.no_organisation() to formwork_api, formwork_auth, formwork_filing, formwork_operator, formwork_worker;

CREATE OR REPLACE FUNCTION formwork.drop_uploads(p_organisation uuid, p_uploads uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
alter function formwork.drop_uploads(p_organisation uuid, p_uploads uuid[]) owner to formwork_owner;
grant execute on function formwork.drop_uploads(p_organisation uuid, p_uploads uuid[]) to formwork_filing;

CREATE OR REPLACE FUNCTION formwork.forget_uploads(p_organisation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
alter function formwork.forget_uploads(p_organisation uuid) owner to formwork_owner;
grant execute on function formwork.forget_uploads(p_organisation uuid) to formwork_filing;

CREATE OR REPLACE FUNCTION formwork.oldest_uploads(p_organisation uuid, p_credential uuid, p_without uuid[], p_before timestamp with time zone, p_files bigint, p_bytes bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return (
    select case when coalesce(sum(o.size), 0) >= p_bytes and count(*) >= p_files then coalesce(array_agg(o.upload_id), '{}') end
      from (
        select u.upload_id, u.size, row_number() over w - 1 as files, sum(u.size) over w - u.size as bytes
          from formwork.uploads u
         where u.organisation_id = p_organisation and u.submission_id is null and u.created_at <= p_before
           and (p_credential is null or (u.credential_id = p_credential and u.expires_at > clock_timestamp()))
           and u.upload_id <> all (p_without)
        window w as (order by u.expires_at, u.upload_id rows unbounded preceding)) o
     where o.files < p_files or o.bytes < p_bytes);
end
$function$;
alter function formwork.oldest_uploads(p_organisation uuid, p_credential uuid, p_without uuid[], p_before timestamp with time zone, p_files bigint, p_bytes bigint) owner to formwork_owner;
grant execute on function formwork.oldest_uploads(p_organisation uuid, p_credential uuid, p_without uuid[], p_before timestamp with time zone, p_files bigint, p_bytes bigint) to formwork_filing;

CREATE OR REPLACE FUNCTION formwork.hold_uploads(p_organisation uuid, p_form uuid, p_submission uuid, p_uploads uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
alter function formwork.hold_uploads(p_organisation uuid, p_form uuid, p_submission uuid, p_uploads uuid[]) owner to formwork_owner;
grant execute on function formwork.hold_uploads(p_organisation uuid, p_form uuid, p_submission uuid, p_uploads uuid[]) to formwork_filing;

CREATE OR REPLACE FUNCTION formwork.add_upload(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_upload uuid, p_form uuid, p_name text, p_media_type text, p_bytes bytea, p_waiting integer, p_waiting_bytes bigint, p_kept bigint, p_wait_millis double precision, p_sure_millis double precision, OUT status text, OUT created_at timestamp with time zone, OUT retry_millis double precision)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_chain uuid;
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

  v_chain := formwork.idempotency_scope(p_organisation, p_credential);

  -- INVARIANT: uploads of an organisation take turns at this row, so that the limits are exact.
  insert into formwork.upload_totals as t (organisation_id, bytes) values (p_organisation, 0)
  on conflict (organisation_id) do update set bytes = t.bytes;
  perform formwork.forget_uploads(p_organisation);

  v_now := clock_timestamp();
  select count(*) + 1 - p_waiting, coalesce(sum(u.size), 0) + v_size - p_waiting_bytes into v_files, v_bytes
    from formwork.uploads u
   where u.organisation_id = p_organisation and u.credential_id = v_chain and u.submission_id is null
     and u.expires_at > v_now;
  if v_files > 0 or v_bytes > 0 then
    v_going := formwork.oldest_uploads(p_organisation, v_chain, '{}', v_now - v_sure, v_files, v_bytes);
  end if;
  if v_going is null then
    status := 'waiting';
    select extract(epoch from min(u.created_at) + v_sure - v_now) * 1000 into retry_millis
      from formwork.uploads u
     where u.organisation_id = p_organisation and u.credential_id = v_chain and u.submission_id is null
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
     created_at, p_user, p_credential_kind, v_chain);
  update formwork.upload_totals t set bytes = t.bytes + v_size where t.organisation_id = p_organisation;
  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
  values
    (p_organisation, 'file.uploaded', p_user, p_credential_kind, p_credential, p_upload, p_name, p_request_id, p_address);
end
$function$;
alter function formwork.add_upload(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_upload uuid, p_form uuid, p_name text, p_media_type text, p_bytes bytea, p_waiting integer, p_waiting_bytes bigint, p_kept bigint, p_wait_millis double precision, p_sure_millis double precision, OUT status text, OUT created_at timestamp with time zone, OUT retry_millis double precision) owner to formwork_filing;
grant execute on function formwork.add_upload(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_upload uuid, p_form uuid, p_name text, p_media_type text, p_bytes bytea, p_waiting integer, p_waiting_bytes bigint, p_kept bigint, p_wait_millis double precision, p_sure_millis double precision, OUT status text, OUT created_at timestamp with time zone, OUT retry_millis double precision) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.remove_upload(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_upload uuid, p_form uuid, OUT status text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_chain uuid;
  v_name text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_seqscan', 'off', true);

  perform from formwork_auth.effective_privileges(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  v_chain := formwork.idempotency_scope(p_organisation, p_credential);
  perform from formwork.upload_totals t where t.organisation_id = p_organisation for update;
  select u.name into v_name
    from formwork.uploads u
   where u.organisation_id = p_organisation and u.upload_id = p_upload and u.form_id = p_form and u.credential_id in (v_chain, p_credential)
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
$function$;
alter function formwork.remove_upload(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_upload uuid, p_form uuid, OUT status text) owner to formwork_filing;
grant execute on function formwork.remove_upload(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_upload uuid, p_form uuid, OUT status text) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.file_with_uploads(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_form uuid, p_version uuid, p_state text, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_prefix text, p_suffix text, p_width integer, p_firings json, p_key text, p_body_hash bytea, p_uploads uuid[], OUT status text, OUT submission_id uuid, OUT reference_number text, OUT created_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
alter function formwork.file_with_uploads(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_form uuid, p_version uuid, p_state text, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_prefix text, p_suffix text, p_width integer, p_firings json, p_key text, p_body_hash bytea, p_uploads uuid[], OUT status text, OUT submission_id uuid, OUT reference_number text, OUT created_at timestamp with time zone) owner to formwork_filing;
grant execute on function formwork.file_with_uploads(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_form uuid, p_version uuid, p_state text, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_prefix text, p_suffix text, p_width integer, p_firings json, p_key text, p_body_hash bytea, p_uploads uuid[], OUT status text, OUT submission_id uuid, OUT reference_number text, OUT created_at timestamp with time zone) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.change_with_uploads(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_revision integer, p_action text, p_state text, p_transition text, p_comment text, p_version uuid, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_firings json, p_uploads uuid[], OUT status text, OUT workflow_state text, OUT revision integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
alter function formwork.change_with_uploads(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_revision integer, p_action text, p_state text, p_transition text, p_comment text, p_version uuid, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_firings json, p_uploads uuid[], OUT status text, OUT workflow_state text, OUT revision integer) owner to formwork_filing;
grant execute on function formwork.change_with_uploads(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_revision integer, p_action text, p_state text, p_transition text, p_comment text, p_version uuid, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_firings json, p_uploads uuid[], OUT status text, OUT workflow_state text, OUT revision integer) to formwork_api;

CREATE OR REPLACE FUNCTION formwork.begin_firings(p_organisation uuid, p_organisations uuid[], p_firings uuid[], p_now timestamp with time zone, p_lease_millis integer)
 RETURNS TABLE(organisation_id uuid, firing_id uuid, submission_id uuid, effect_id text, kind text, destination text, attempt integer, failures integer, lease_id uuid, content json, reference_number text, secrets json, claimed_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_lease uuid := gen_random_uuid();
  v_organisations uuid[];
  v_firings uuid[];
  v_destinations text[];
  v_attempts integer[];
  v_stopped boolean[];
  v_organisation uuid;
begin
  if p_organisation is not null then
    perform set_config('app.organisation_id', p_organisation::text, true);
  end if;
  -- INVARIANT: the rows of the outbox are locked first, and keep what is read of them here. An attempt whose lease was over may have been
  -- settled since the firings were chosen, so they are read again. The statement is apart from that choice for the planner: it takes a
  -- tenth of a long backlog for what is chosen, and would read the whole table.
  select array_agg(j.organisation_id), array_agg(j.firing_id), array_agg(j.destination), array_agg(j.attempts), array_agg(j.is_stopped)
    into v_organisations, v_firings, v_destinations, v_attempts, v_stopped
    from (
      select f.organisation_id, f.firing_id, f.destination, f.attempts, exists (
               select from formwork.stopped_urls u
                where f.kind = 'delivery' and u.organisation_id = coalesce(p_organisation, f.organisation_id)
                  and u.url = f.content ->> 'url') as is_stopped
        from unnest(p_organisations, p_firings) as c (organisation_id, firing_id)
        join formwork.firings f on f.organisation_id = coalesce(p_organisation, c.organisation_id) and f.firing_id = c.firing_id
       where f.state = 'pending' and f.next_attempt_at <= p_now
         for update of f skip locked) j;
  if v_firings is null then
    return;
  end if;

  update formwork.firings f
     set state = case when t.is_stopped then 'stopped' else 'pending' end,
         next_attempt_at = case when t.is_stopped then null else f.next_attempt_at end,
         attempts = f.attempts + (not t.is_stopped)::integer
    from unnest(v_organisations, v_firings, v_stopped) as t (organisation_id, firing_id, is_stopped)
   where f.organisation_id = coalesce(p_organisation, t.organisation_id) and f.firing_id = t.firing_id;

  update formwork.firing_attempts a
     set result = 'lost', reason = 'The worker ended while it was sending.',
         duration_millis = floor(extract(epoch from p_now - a.started_at) * 1000)
    from unnest(v_organisations, v_firings, v_attempts) as t (organisation_id, firing_id, attempts)
   where a.organisation_id = coalesce(p_organisation, t.organisation_id) and a.firing_id = t.firing_id
     and a.attempt = t.attempts and a.result is null;

  insert into formwork.firing_attempts (organisation_id, firing_id, attempt, started_at, destination, lease_id, leased_until)
  select f.organisation_id, f.firing_id, f.attempts, p_now, f.destination, v_lease, p_now + p_lease_millis * interval '1 millisecond'
    from unnest(v_organisations, v_firings, v_stopped) as t (organisation_id, firing_id, is_stopped)
    join formwork.firings f on f.organisation_id = coalesce(p_organisation, t.organisation_id) and f.firing_id = t.firing_id
   where not t.is_stopped;

  -- What the sends need, of each organisation under its own setting.
  for v_organisation in select distinct o.id from unnest(v_organisations) as o (id) loop
    perform set_config('app.organisation_id', v_organisation::text, true);
    return query
    select f.organisation_id, f.firing_id, f.submission_id, f.effect_id, f.kind, f.destination, f.attempts, f.failures, v_lease,
           f.content,
           (select s.reference_number from formwork.submissions s
             where s.organisation_id = v_organisation and s.submission_id = f.submission_id),
           (select json_agg(json_build_object(
                     'name', k.name, 'keyId', k.cipher_key_id, 'nonce', encode(k.nonce, 'hex'),
                     'ciphertext', encode(k.ciphertext, 'hex'), 'hosts', k.hosts) order by k.ends_at desc nulls first)
              from formwork.secrets k
             where k.organisation_id = v_organisation
               -- Content of any shape has a result: what sending cannot read, it refuses.
               and k.name = any (case f.kind
                     when 'delivery' then array[f.content ->> 'secret']
                     when 'integration' then array(
                       select h.header -> 'value' ->> 'secret'
                         from json_array_elements(case when json_typeof(f.content -> 'headers') = 'array' then f.content -> 'headers' end)
                           as h (header))
                   end)
               and (k.ends_at is null or k.ends_at > p_now)),
           p_now
      from unnest(v_organisations, v_firings, v_stopped) as t (organisation_id, firing_id, is_stopped)
      cross join lateral (
        select * from formwork.firings i
         where i.organisation_id = v_organisation and i.firing_id = t.firing_id limit 1) f
     where t.organisation_id = v_organisation and not t.is_stopped;
  end loop;
end
$function$;
alter function formwork.begin_firings(p_organisation uuid, p_organisations uuid[], p_firings uuid[], p_now timestamp with time zone, p_lease_millis integer) owner to formwork_owner;
grant execute on function formwork.begin_firings(p_organisation uuid, p_organisations uuid[], p_firings uuid[], p_now timestamp with time zone, p_lease_millis integer) to formwork_worker;

CREATE OR REPLACE FUNCTION formwork.settle_firings_of(p_organisation uuid, p_ended json)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_organisations uuid[];
  v_firings uuid[];
  v_attempts integer[];
  v_leases uuid[];
  v_results text[];
  v_statuses integer[];
  v_excerpts text[];
  v_reasons text[];
  v_delays bigint[];
  v_due timestamptz[];
  v_places integer[];
  v_stops boolean;
  v_documents boolean;
  v_now timestamptz;
  v_each record;
  v_mail record;
begin
  -- Rows are found by their keys, however few the tables had when the plan was made.
  perform set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
  if p_organisation is null then
    perform set_config('plan_cache_mode', 'force_generic_plan', true); -- planning costs more than running
  else
    perform set_config('app.organisation_id', p_organisation::text, true);
  end if;
  select array_agg(e.organisation), array_agg(e.firing), array_agg(e.attempt), array_agg(e.lease), array_agg(e.result),
         array_agg(e.status), array_agg(e.excerpt), array_agg(e.reason), array_agg(e.delay)
    into v_organisations, v_firings, v_attempts, v_leases, v_results, v_statuses, v_excerpts, v_reasons, v_delays
    from json_to_recordset(p_ended) as e (
      organisation uuid, firing uuid, attempt integer, lease uuid, result text, status integer, excerpt text, reason text, delay bigint);

  -- INVARIANT: the rows of the outbox are locked before the leases are read, as a claim locks them before it gives new ones; and two
  -- calls lock them in one order. The e-mails that attach a document are locked with it: of two calls that each end the last but one of
  -- an e-mail's documents, the second finds both ended.
  perform from (
      select e.organisation, e.firing from unnest(v_organisations, v_firings) as e (organisation, firing)
      union
      select m.organisation_id, m.firing_id
        from unnest(v_organisations, v_firings) as e (organisation, firing)
        join formwork.firings d on d.organisation_id = coalesce(p_organisation, e.organisation) and d.firing_id = e.firing and d.kind = 'document'
        join formwork.firings m on m.organisation_id = coalesce(p_organisation, d.organisation_id) and m.submission_id = d.submission_id
       where m.kind = 'notification' and strpos(m.content ->> 'attachments', d.firing_id::text) > 0) as w
    join formwork.firings f on f.organisation_id = coalesce(p_organisation, w.organisation) and f.firing_id = w.firing
   order by f.organisation_id, f.firing_id
     for update of f;
  v_now := clock_timestamp();
  v_due := array(
    select case when e.result in ('retry', 'lost') then v_now + e.delay * interval '1 millisecond' end
      from unnest(v_results, v_delays) with ordinality as e (result, delay, place) order by e.place);

  -- Those whose lease is still the one that they were sent under. The locks keep that true.
  select array_agg(e.place), bool_or(e.result = 'stopped'), bool_or(f.kind = 'document') into v_places, v_stops, v_documents
    from unnest(v_organisations, v_firings, v_attempts, v_leases, v_results) with ordinality
      as e (organisation, firing, attempt, lease, result, place)
    join formwork.firing_attempts a on a.organisation_id = coalesce(p_organisation, e.organisation) and a.firing_id = e.firing
      and a.attempt = e.attempt and a.lease_id = e.lease
    join formwork.firings f on f.organisation_id = coalesce(p_organisation, e.organisation) and f.firing_id = e.firing
   where a.result is null;
  if v_places is null then
    return;
  end if;

  update formwork.firing_attempts a
     set result = e.result, status = e.status, excerpt = e.excerpt, reason = e.reason,
         duration_millis = floor(extract(epoch from v_now - a.started_at) * 1000)
    from unnest(v_organisations, v_firings, v_attempts, v_results, v_statuses, v_excerpts, v_reasons) with ordinality
      as e (organisation, firing, attempt, result, status, excerpt, reason, place)
   where e.place = any (v_places)
     and a.organisation_id = coalesce(p_organisation, e.organisation) and a.firing_id = e.firing and a.attempt = e.attempt;

  update formwork.firings f
     set state = case when e.result in ('retry', 'lost') then 'pending' else e.result end,
         failures = f.failures + (e.result = 'retry')::integer,
         next_attempt_at = e.due
    from unnest(v_organisations, v_firings, v_results, v_due) with ordinality as e (organisation, firing, result, due, place)
   where e.place = any (v_places)
     and f.organisation_id = coalesce(p_organisation, e.organisation) and f.firing_id = e.firing;

  if v_stops then
    for v_each in
      select f.organisation_id as organisation, f.content ->> 'url' as url
        from unnest(v_organisations, v_firings, v_results) with ordinality as e (organisation, firing, result, place)
        join formwork.firings f on f.organisation_id = coalesce(p_organisation, e.organisation) and f.firing_id = e.firing
       where e.place = any (v_places) and e.result = 'stopped' and f.kind = 'delivery' and f.content ->> 'url' is not null
    loop
      perform set_config('app.organisation_id', v_each.organisation::text, true);
      insert into formwork.stopped_urls (organisation_id, url, stopped_at)
      values (v_each.organisation, v_each.url, v_now) on conflict do nothing;
      update formwork.firings f
         set state = 'stopped', next_attempt_at = null
       where f.organisation_id = v_each.organisation and f.state = 'pending' and f.kind = 'delivery' and f.content ->> 'url' = v_each.url
         and not exists (
               select from formwork.firing_attempts a
                where a.organisation_id = v_each.organisation and a.firing_id = f.firing_id and a.attempt = f.attempts
                  and a.result is null and a.leased_until > v_now);
    end loop;
  end if;
  return query select unnest(v_places);
  if not v_documents then
    return;
  end if;

  for v_mail in
    select m.organisation_id, m.firing_id, m.destination, m.attempts + 1 as attempt,
           string_agg(d.effect_id, ', ' order by strpos(m.content ->> 'attachments', d.firing_id::text))
             filter (where d.state <> 'delivered') as missing
      from (
        select distinct m.organisation_id, m.firing_id
          from unnest(v_organisations, v_firings) as e (organisation, firing)
          join formwork.firings d on d.organisation_id = coalesce(p_organisation, e.organisation) and d.firing_id = e.firing and d.kind = 'document'
          join formwork.firings m on m.organisation_id = coalesce(p_organisation, d.organisation_id) and m.submission_id = d.submission_id
         where m.kind = 'notification' and m.state = 'pending' and m.next_attempt_at = 'infinity'
           and strpos(m.content ->> 'attachments', d.firing_id::text) > 0) as w
      join formwork.firings m on m.organisation_id = coalesce(p_organisation, w.organisation_id) and m.firing_id = w.firing_id
      join formwork.firings d on d.organisation_id = coalesce(p_organisation, m.organisation_id) and d.submission_id = m.submission_id
     where strpos(m.content ->> 'attachments', d.firing_id::text) > 0
     group by m.organisation_id, m.firing_id, m.destination, m.attempts
    having bool_and(d.state <> 'pending')
  loop
    update formwork.firings f
       set state = case when v_mail.missing is null then 'pending' else 'dead' end,
           next_attempt_at = case when v_mail.missing is null then v_now end,
           attempts = f.attempts + (v_mail.missing is not null)::integer
     where f.organisation_id = v_mail.organisation_id and f.firing_id = v_mail.firing_id;
    if v_mail.missing is not null then
      insert into formwork.firing_attempts
        (organisation_id, firing_id, attempt, started_at, duration_millis, result, reason, destination)
      values (v_mail.organisation_id, v_mail.firing_id, v_mail.attempt, v_now, 0, 'dead',
              'Not sent, because it attaches what could not be made: ' || v_mail.missing || '.', v_mail.destination);
    end if;
  end loop;
end
$function$;
alter function formwork.settle_firings_of(p_organisation uuid, p_ended json) owner to formwork_owner;
grant execute on function formwork.settle_firings_of(p_organisation uuid, p_ended json) to formwork_worker;

CREATE OR REPLACE FUNCTION formwork.outbox_parts()
 RETURNS TABLE(firings text, attempts text, organisations text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query
  select shard_name(f.logicalrelid, f.shardid), shard_name(a.logicalrelid, a.shardid), shard_name(o.logicalrelid, o.shardid)
    from pg_dist_shard f
    join pg_dist_placement p on p.shardid = f.shardid
    join pg_dist_local_group l on l.groupid = p.groupid
    join pg_dist_shard a on a.logicalrelid = 'formwork.firing_attempts'::regclass and a.shardminvalue = f.shardminvalue
    join pg_dist_shard o on o.logicalrelid = 'formwork.organisations'::regclass and o.shardminvalue = f.shardminvalue
   where f.logicalrelid = 'formwork.firings'::regclass;
end
$function$;
alter function formwork.outbox_parts() owner to formwork_owner;
grant execute on function formwork.outbox_parts() to formwork_worker;

CREATE OR REPLACE FUNCTION formwork.due_firings(p_per_destination integer, p_per_organisation integer, p_organisations uuid[], p_destinations text[], p_places integer[])
 RETURNS TABLE(organisation_id uuid, destination text, turn integer, base integer, under_way integer, most integer, due_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now timestamptz := clock_timestamp();
  v_part record;
  v_waits boolean;
begin
  perform set_config('jit', 'off', true);
  for v_part in select * from formwork.outbox_parts() loop
    execute format('select exists (select from %s f where f.state = ''pending'')', v_part.firings) into v_waits;
    continue when not v_waits;
    return query execute format($part$
      with recursive waiting as (
        (select f.organisation_id, f.destination from %1$s f
          where f.state = 'pending' order by f.organisation_id, f.destination limit 1)
        union all
        select n.organisation_id, n.destination
          from waiting w cross join lateral (
            select f.organisation_id, f.destination from %1$s f
             where f.state = 'pending' and (f.organisation_id, f.destination) > (w.organisation_id, w.destination)
             order by f.organisation_id, f.destination limit 1) n
      ), leased as (
        select a.organisation_id, a.destination, count(*)::integer as sends from %2$s a
         where a.result is null and a.leased_until > $1
         group by a.organisation_id, a.destination
      ), under_way as (
        select l.organisation_id, sum(l.sends)::integer as sends from leased l group by l.organisation_id
      ), learnt as (
        select u.organisation_id, u.destination, u.places from unnest($4, $5, $6) as u (organisation_id, destination, places)
      ), earned as (
        select l.organisation_id, sum(greatest(l.places - $2, 0))::integer as places from learnt l group by l.organisation_id
      ), candidates as (
        select w.organisation_id, w.destination, due.next_attempt_at,
               coalesce(l.sends, 0) + row_number() over (partition by w.organisation_id, w.destination order by due.next_attempt_at) as turn
          from waiting w
          left join leased l on l.organisation_id = w.organisation_id and l.destination = w.destination
          left join learnt k on k.organisation_id = w.organisation_id and k.destination = w.destination
          cross join lateral (
            select f.next_attempt_at from %1$s f
             where f.organisation_id = w.organisation_id and f.destination = w.destination and f.state = 'pending'
               and f.next_attempt_at <= $1
               and (f.attempts = 0 or not exists (
                     select from %2$s a
                      where a.organisation_id = f.organisation_id and a.firing_id = f.firing_id and a.attempt = f.attempts
                        and a.result is null and a.leased_until > $1))
             order by f.next_attempt_at
             limit greatest(coalesce(k.places, $2) - coalesce(l.sends, 0), 0)) due
         where not exists (
           select from %3$s o where o.organisation_id = w.organisation_id and o.suspended_at is not null)
      )
      select c.organisation_id, c.destination, c.turn::integer,
             (coalesce(u.sends, 0) + row_number() over (
               partition by c.organisation_id, c.destination = 'documents' order by c.turn, c.next_attempt_at))::integer,
             coalesce(u.sends, 0), $3 + coalesce(e.places, 0), c.next_attempt_at::timestamptz
        from candidates c
        left join under_way u on u.organisation_id = c.organisation_id
        left join earned e on e.organisation_id = c.organisation_id
      $part$, v_part.firings, v_part.attempts, v_part.organisations)
      using v_now, p_per_destination, p_per_organisation, p_organisations, p_destinations, p_places;
  end loop;
end
$function$;
alter function formwork.due_firings(p_per_destination integer, p_per_organisation integer, p_organisations uuid[], p_destinations text[], p_places integer[]) owner to formwork_owner;
grant execute on function formwork.due_firings(p_per_destination integer, p_per_organisation integer, p_organisations uuid[], p_destinations text[], p_places integer[]) to formwork_worker;

CREATE OR REPLACE FUNCTION formwork.lease_firings(p_organisations uuid[], p_destinations text[], p_counts integer[], p_places integer[], p_most integer[], p_lease_millis integer)
 RETURNS TABLE(organisation_id uuid, firing_id uuid, submission_id uuid, effect_id text, kind text, destination text, attempt integer, failures integer, lease_id uuid, content json, reference_number text, secrets json, claimed_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_organisation uuid;
  v_firings uuid[];
begin
  perform set_config('jit', 'off', true);
  perform pg_advisory_xact_lock(4702111235);
  v_now := clock_timestamp();
  for v_organisation in select distinct o.id from unnest(p_organisations) as o (id) order by o.id loop
    perform set_config('app.organisation_id', v_organisation::text, true);
    with leased as (
      select a.destination, count(*)::integer as sends from formwork.firing_attempts a
       where a.organisation_id = v_organisation and a.result is null and a.leased_until > v_now
       group by a.destination
    ), due as (
      select f.firing_id, w.most,
             (select coalesce(sum(l.sends), 0) from leased l) + row_number() over (order by f.next_attempt_at) as share
        from unnest(p_organisations, p_destinations, p_counts, p_places, p_most)
          as w (organisation_id, destination, wanted, places, most)
        left join leased l on l.destination = w.destination
       cross join lateral (
         select i.firing_id, i.next_attempt_at from formwork.firings i
          where i.organisation_id = v_organisation and i.destination = w.destination and i.state = 'pending'
            and i.next_attempt_at <= v_now
            and (i.attempts = 0 or not exists (
                  select from formwork.firing_attempts a
                   where a.organisation_id = v_organisation and a.firing_id = i.firing_id and a.attempt = i.attempts
                     and a.result is null and a.leased_until > v_now))
          order by i.next_attempt_at
          limit greatest(least(w.wanted, w.places - coalesce(l.sends, 0)), 0)) f
       where w.organisation_id = v_organisation
    )
    select array_agg(d.firing_id) into v_firings from due d where d.share <= d.most;
    return query
    select * from formwork.begin_firings(v_organisation, null, v_firings, v_now, p_lease_millis);
  end loop;
end
$function$;
alter function formwork.lease_firings(p_organisations uuid[], p_destinations text[], p_counts integer[], p_places integer[], p_most integer[], p_lease_millis integer) owner to formwork_owner;
grant execute on function formwork.lease_firings(p_organisations uuid[], p_destinations text[], p_counts integer[], p_places integer[], p_most integer[], p_lease_millis integer) to formwork_worker;

CREATE OR REPLACE FUNCTION formwork.outbox_backlog(OUT pending integer, OUT due_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_part record;
  v_own record;
begin
  pending := 0;
  for v_part in select * from formwork.outbox_parts() loop
    execute format('
      select count(*)::integer as pending, min(f.next_attempt_at) filter (where f.next_attempt_at < ''infinity'')::timestamptz as due_at
        from %s f
       where f.state = ''pending''
         and not exists (select from %s o where o.organisation_id = f.organisation_id and o.suspended_at is not null)',
      v_part.firings, v_part.organisations) into v_own;
    pending := pending + v_own.pending;
    due_at := least(due_at, v_own.due_at);
  end loop;
end
$function$;
alter function formwork.outbox_backlog(OUT pending integer, OUT due_at timestamp with time zone) owner to formwork_owner;
grant execute on function formwork.outbox_backlog(OUT pending integer, OUT due_at timestamp with time zone) to formwork_worker;

CREATE OR REPLACE FUNCTION formwork.calls(p_organisation uuid, p_form uuid, p_from date, p_to date)
 RETURNS TABLE(day text, credential_id uuid, credential_kind text, by json, operation text, calls double precision)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if p_form is null then
    return query
      select to_char(u.day, 'YYYY-MM-DD'), u.credential_id, u.credential_kind,
             case when k.key_id is not null then json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name)
                  when p.user_id is not null then json_build_object('kind', 'user', 'id', p.user_id, 'name', p.name)
             end,
             u.operation, u.calls::double precision
        from formwork.usage_days u
        left join formwork.api_keys k
          on k.organisation_id = u.organisation_id and k.key_id = u.credential_id and u.credential_kind = 'api_key'
        left join formwork.sessions s
          on s.organisation_id = u.organisation_id and s.session_id = u.credential_id and u.credential_kind = 'session'
        left join formwork.users p
          on p.organisation_id = u.organisation_id
         and p.user_id = case u.credential_kind when 'operator' then u.credential_id else s.user_id end
       where u.organisation_id = p_organisation and u.day between p_from and p_to
       order by u.day, u.credential_id, u.operation collate "C";
  else
    return query
      select to_char(u.day, 'YYYY-MM-DD'), u.credential_id, u.credential_kind,
             case when k.key_id is not null then json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name)
                  when p.user_id is not null then json_build_object('kind', 'user', 'id', p.user_id, 'name', p.name)
             end,
             u.operation, u.calls::double precision
        from formwork.form_usage_days u
        left join formwork.api_keys k
          on k.organisation_id = u.organisation_id and k.key_id = u.credential_id and u.credential_kind = 'api_key'
        left join formwork.sessions s
          on s.organisation_id = u.organisation_id and s.session_id = u.credential_id and u.credential_kind = 'session'
        left join formwork.users p
          on p.organisation_id = u.organisation_id
         and p.user_id = case u.credential_kind when 'operator' then u.credential_id else s.user_id end
       where u.organisation_id = p_organisation and u.form_id = p_form and u.day between p_from and p_to
       order by u.day, u.credential_id, u.operation collate "C";
  end if;
end
$function$;
alter function formwork.calls(p_organisation uuid, p_form uuid, p_from date, p_to date) owner to formwork_owner;
grant execute on function formwork.calls(p_organisation uuid, p_form uuid, p_from date, p_to date) to formwork_api;
