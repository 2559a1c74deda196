-- Organisations, their people, and the log of what was done. Three rules hold for every table of every file:
-- 1. Every key, unique constraint and foreign key leads with organisation_id. Their checks do not obey row security, and a
--    database that is distributed by organisation_id keeps the rows of an organisation together.
-- 2. A table with more than one index gets its primary key last. All of its indexes begin with organisation_id, so on an empty
--    table the planner finds them equally good and takes the newest; a connection keeps that plan, and with another index it
--    would read all rows of an organisation to find one.
-- 3. What a role may do is granted beside the table. What is not granted is impossible for it.
set local role formwork_owner;

create table formwork.organisations (
  organisation_id uuid primary key,
  name text not null,
  revision bigint not null default 1, -- raised with each change of what is published
  edition integer not null default 1, -- raised with each change of the organisation itself
  created_at timestamptz(3) not null default clock_timestamp()
);
alter table formwork.organisations enable row level security, force row level security;
create policy tenant on formwork.organisations
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select on formwork.organisations to formwork_auth;
grant select, insert, update (name, revision, edition) on formwork.organisations to formwork_api;

-- The one row about the whole database. It belongs to no organisation.
create table formwork.installation (
  only_row boolean primary key default true check (only_row),
  first_organisation_id uuid,
  demo_seeded_at timestamptz(3)
);
insert into formwork.installation default values;
grant select, update (first_organisation_id, demo_seeded_at) on formwork.installation to formwork_api;

-- A server may replace the hash of a password. It may not read it.
create table formwork.users (
  organisation_id uuid not null references formwork.organisations (organisation_id),
  user_id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  password_hash text,
  deactivated_at timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp()
);
create unique index users_email_key on formwork.users (organisation_id, lower(email));
alter table formwork.users add primary key (organisation_id, user_id);
alter table formwork.users enable row level security, force row level security;
create policy tenant on formwork.users
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, update (deactivated_at) on formwork.users to formwork_auth; -- FOR SHARE asks for the right to update a column
grant select (organisation_id, user_id, email, name, role, deactivated_at, created_at), insert,
  update (name, role, password_hash, deactivated_at) on formwork.users to formwork_api;

-- Refused requests have a line too: then the person, the credential and the subject may be unknown. Lines are added, and never change.
create table formwork.audit_events (
  organisation_id uuid not null,
  event_id uuid not null default formwork.uuidv7(),
  occurred_at timestamptz(3) not null default clock_timestamp(),
  action text not null,
  user_id uuid,
  credential_kind text,
  credential_id uuid,
  subject_id uuid,
  detail text,
  times integer not null default 1 check (times >= 1),
  request_id text,
  address text,
  primary key (organisation_id, event_id)
);
alter table formwork.audit_events enable row level security, force row level security;
create policy tenant on formwork.audit_events
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant insert on formwork.audit_events to formwork_filing;
grant select, insert on formwork.audit_events to formwork_api;
