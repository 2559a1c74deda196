-- Every key, unique constraint and foreign key leads with organisation_id: their checks see through row security, and a
-- database that is distributed by organisation_id keeps an organisation's rows together.
-- So all indexes of a table begin alike, and on a table that is still empty the planner finds them equally good and takes the
-- newest; a connection keeps that plan, and would look through all of an organisation for one row. Hence the primary key of a
-- table with more than one index is made last.
set local role formwork_owner;

-- Time-ordered ids (RFC 9562, version 7) for rows that the database itself makes; Postgres has its own only from 18 on.
create function formwork.uuidv7() returns uuid
language sql volatile parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

create table formwork.installation (
  only_row boolean primary key default true check (only_row),
  demo_seeded_at timestamptz(3)
);
insert into formwork.installation default values;

create table formwork.organisations (
  organisation_id uuid primary key,
  name text not null,
  revision bigint not null default 1,
  created_at timestamptz(3) not null default clock_timestamp()
);

create table formwork.users (
  organisation_id uuid not null references formwork.organisations (organisation_id),
  user_id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  deactivated_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create unique index users_email_key on formwork.users (organisation_id, lower(email));
alter table formwork.users add primary key (organisation_id, user_id);

create table formwork.api_keys (
  organisation_id uuid not null,
  key_id uuid not null,
  name text not null,
  privileges text[] not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by uuid,
  revoked_reason text,
  hint text not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  pepper_id text not null,
  primary key (organisation_id, key_id),
  foreign key (organisation_id, created_by) references formwork.users (organisation_id, user_id),
  foreign key (organisation_id, revoked_by) references formwork.users (organisation_id, user_id),
  check ((revoked_at is null) = (revoked_by is null) and (revoked_at is null) = (revoked_reason is null))
);

-- Definitions and payloads are json, not jsonb: the order of members and the spelling of numbers stay as they were sent, so
-- that an author finds the draft as written and a repeated request gets the same bytes. Nothing is lost by it: the operators
-- of jsonb are not leakproof, so under row security they could not use an index anyway.
create table formwork.forms (
  organisation_id uuid not null references formwork.organisations (organisation_id),
  form_id uuid not null,
  code text not null,
  title text not null,
  draft json not null,
  live_version_id uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint forms_code_key unique (organisation_id, code)
);
alter table formwork.forms add primary key (organisation_id, form_id);

create table formwork.form_versions (
  organisation_id uuid not null,
  form_id uuid not null,
  version_id uuid not null,
  number integer not null,
  definition json not null,
  published_at timestamptz(3) not null default clock_timestamp(),
  published_by uuid not null,
  unique (organisation_id, form_id, number),
  foreign key (organisation_id, form_id) references formwork.forms (organisation_id, form_id),
  foreign key (organisation_id, published_by) references formwork.users (organisation_id, user_id)
);
alter table formwork.form_versions add primary key (organisation_id, form_id, version_id);
alter table formwork.forms add foreign key (organisation_id, form_id, live_version_id)
  references formwork.form_versions (organisation_id, form_id, version_id);

-- The last number that each form gave out; a row of its own, because it is the one lock that filings of a form share.
create table formwork.reference_counters (
  organisation_id uuid not null,
  form_id uuid not null,
  last_number bigint not null,
  primary key (organisation_id, form_id),
  foreign key (organisation_id, form_id) references formwork.forms (organisation_id, form_id)
) with (fillfactor = 50);

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
  constraint submissions_reference_key unique (organisation_id, reference_number),
  foreign key (organisation_id, form_id, form_version_id)
    references formwork.form_versions (organisation_id, form_id, version_id)
);
alter table formwork.submissions add primary key (organisation_id, submission_id);

-- Records and firings point at a submission that is inserted after them, so that the counter's lock is taken last.
create table formwork.idempotency_records (
  organisation_id uuid not null,
  credential_id uuid not null,
  form_id uuid not null,
  idempotency_key text not null,
  body_hash bytea not null check (octet_length(body_hash) = 32),
  submission_id uuid not null,
  expires_at timestamptz(3) not null,
  primary key (organisation_id, credential_id, form_id, idempotency_key),
  foreign key (organisation_id, submission_id) references formwork.submissions (organisation_id, submission_id)
    deferrable initially deferred
);

create table formwork.firings (
  organisation_id uuid not null,
  firing_id uuid not null,
  submission_id uuid not null,
  effect_id text not null,
  kind text not null,
  fires_on text not null,
  state text not null default 'pending',
  attempts integer not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (organisation_id, firing_id),
  foreign key (organisation_id, submission_id) references formwork.submissions (organisation_id, submission_id)
    deferrable initially deferred
);

create table formwork.audit_events (
  organisation_id uuid not null,
  event_id uuid not null default formwork.uuidv7(),
  occurred_at timestamptz(3) not null default clock_timestamp(),
  action text not null,
  user_id uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  subject_id uuid not null,
  request_id text,
  primary key (organisation_id, event_id)
);

-- Unlogged: no write-ahead log and no flush for a count that is worth a minute. A crash empties it, which admits a little more.
create unlogged table formwork_auth.rate_windows (
  organisation_id uuid not null,
  credential_id uuid not null,
  window_started_at timestamptz not null,
  used integer not null,
  primary key (organisation_id, credential_id)
) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02);
