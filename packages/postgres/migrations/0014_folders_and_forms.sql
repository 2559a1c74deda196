-- Folders, and what people do with forms: drafts with revisions, archiving, lists. What serves a request of v1 stays as it is:
-- an archived form has no live version, so whatever asks for one finds none.
set local role formwork_owner;

-- name_key and title_key are what names are compared by, folded by the service: a database folds by its locale.
create table formwork.folders (
  organisation_id uuid not null references formwork.organisations (organisation_id),
  folder_id uuid not null,
  parent_id uuid,
  name text not null,
  name_key text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  check (parent_id <> folder_id)
);
create unique index folders_name_key on formwork.folders (organisation_id, parent_id, name_key) nulls not distinct;
alter table formwork.folders add primary key (organisation_id, folder_id);
alter table formwork.folders add foreign key (organisation_id, parent_id)
  references formwork.folders (organisation_id, folder_id);

alter table formwork.folders enable row level security;
alter table formwork.folders force row level security;
create policy tenant on formwork.folders
  using (organisation_id = (select nullif(current_setting('app.organisation_id', true), '')::uuid))
  with check (organisation_id = (select nullif(current_setting('app.organisation_id', true), '')::uuid));

alter table formwork.forms
  add column folder_id uuid,
  add column title_key text,
  add column draft_revision integer not null default 1 check (draft_revision >= 1),
  add column updated_at timestamptz(3),
  add column archived_at timestamptz(3),
  -- What was live when the form was archived, and is again when it comes back.
  add column archived_version_id uuid,
  add foreign key (organisation_id, folder_id) references formwork.folders (organisation_id, folder_id),
  add foreign key (organisation_id, form_id, archived_version_id)
    references formwork.form_versions (organisation_id, form_id, version_id),
  add constraint forms_archived_check check (case when archived_at is null then archived_version_id else live_version_id end is null);

alter table formwork.forms no force row level security;
update formwork.forms f
   set title_key = lower(f.title),
       updated_at = greatest(f.created_at, (
         select max(v.published_at) from formwork.form_versions v
          where v.organisation_id = f.organisation_id and v.form_id = f.form_id));
alter table formwork.forms force row level security;
alter table formwork.forms
  alter column title_key set not null,
  alter column updated_at set not null,
  alter column updated_at set default clock_timestamp();

-- Partial, so that it is no choice where one form is looked for.
create index forms_folder_idx on formwork.forms (organisation_id, folder_id, form_id) where folder_id is not null;

-- A folder may go, and its foreign keys keep it while anything is in it.
grant select, insert, delete, update (parent_id, name, name_key) on formwork.folders to formwork_api;
grant update (folder_id, title_key, draft_revision, updated_at, archived_at, archived_version_id) on formwork.forms to formwork_api;
