-- Tables of organisations: rows that rules look up by keys, as texts of lines (docs/decisions/0257).
set local role formwork_owner;

create table formwork.tables (
  organisation_id uuid not null references formwork.organisations (organisation_id),
  table_id uuid not null,
  name text not null,
  draft text not null,
  draft_rows integer not null check (draft_rows >= 0),
  draft_revision integer not null default 1 check (draft_revision >= 1),
  version integer check (version >= 1), -- the newest
  published_revision integer,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  constraint tables_name_key unique (organisation_id, name),
  check ((version is null) = (published_revision is null))
);
alter table formwork.tables add primary key (organisation_id, table_id);
alter table formwork.tables enable row level security, force row level security;
create policy tenant on formwork.tables
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, delete, update (draft, draft_rows, draft_revision, version, published_revision, updated_at)
  on formwork.tables to formwork_api;

-- Versions are added, and never change: definitions name them for good.
create table formwork.table_versions (
  organisation_id uuid not null,
  table_id uuid not null,
  version_id uuid not null,
  number integer not null check (number >= 1),
  content text not null,
  content_rows integer not null check (content_rows >= 0),
  published_at timestamptz(3) not null default clock_timestamp(),
  published_by uuid not null,
  credential_kind text not null,
  credential_id uuid not null,
  note text,
  unique (organisation_id, table_id, number),
  foreign key (organisation_id, table_id) references formwork.tables (organisation_id, table_id),
  foreign key (organisation_id, published_by) references formwork.users (organisation_id, user_id)
);
alter table formwork.table_versions add primary key (organisation_id, version_id);
alter table formwork.table_versions enable row level security, force row level security;
create policy tenant on formwork.table_versions
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert on formwork.table_versions to formwork_api;
