-- Folders, forms and their published versions.
set local role formwork_owner;

-- name_key and title_key are what names are compared by, folded by the service: a database folds by its locale.
-- A folder may be deleted; foreign keys keep it while anything is in it.
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
alter table formwork.folders enable row level security, force row level security;
create policy tenant on formwork.folders
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, delete, update (parent_id, name, name_key) on formwork.folders to formwork_api;

-- Definitions and payloads are json, not jsonb: the order of members and the spelling of numbers stay as they were sent, so
-- that an author finds the draft as written and a repeated request gets the same bytes. Nothing is lost by it: the operators
-- of jsonb are not leakproof, so under row security they could not use an index anyway.
create table formwork.forms (
  organisation_id uuid not null references formwork.organisations (organisation_id),
  form_id uuid not null,
  folder_id uuid,
  code text not null,
  title text not null,
  title_key text not null,
  draft json not null,
  draft_revision integer not null default 1 check (draft_revision >= 1),
  live_version_id uuid,
  archived_at timestamptz(3),
  archived_version_id uuid, -- what was live when the form was archived, and is live again when it comes back
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  constraint forms_code_key unique (organisation_id, code),
  foreign key (organisation_id, folder_id) references formwork.folders (organisation_id, folder_id),
  -- An archived form has no live version, so a request for the live one finds none.
  constraint forms_archived_check check (case when archived_at is null then archived_version_id else live_version_id end is null)
);
-- Partial, so that the planner never takes it to find one form.
create index forms_folder_idx on formwork.forms (organisation_id, folder_id, form_id) where folder_id is not null;
alter table formwork.forms add primary key (organisation_id, form_id);
alter table formwork.forms enable row level security, force row level security;
create policy tenant on formwork.forms
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select on formwork.forms to formwork_filing;
grant select, insert, update (folder_id, title, title_key, draft, draft_revision, live_version_id, archived_at,
  archived_version_id, updated_at) on formwork.forms to formwork_api;

-- Versions are added, and never change.
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
alter table formwork.form_versions enable row level security, force row level security;
create policy tenant on formwork.form_versions
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert on formwork.form_versions to formwork_api;

-- Forms and versions point at each other: these two come once both tables exist.
alter table formwork.forms
  add foreign key (organisation_id, form_id, live_version_id)
    references formwork.form_versions (organisation_id, form_id, version_id),
  add foreign key (organisation_id, form_id, archived_version_id)
    references formwork.form_versions (organisation_id, form_id, version_id);

-- Reads on the path of a request are one statement each: a function, because only plpgsql makes sure that the organisation is
-- set before rows are looked for.
create function formwork.live_version(p_organisation uuid, p_form uuid)
returns table (version_id uuid, form_id uuid, number integer, definition json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select v.version_id, v.form_id, v.number, v.definition
      from formwork.forms f
      join formwork.form_versions v
        on v.organisation_id = f.organisation_id and v.form_id = f.form_id and v.version_id = f.live_version_id
     where f.organisation_id = p_organisation and f.form_id = p_form;
end
$$;

create function formwork.form_version(p_organisation uuid, p_form uuid, p_version uuid)
returns table (version_id uuid, form_id uuid, number integer, definition json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select v.version_id, v.form_id, v.number, v.definition
      from formwork.form_versions v
     where v.organisation_id = p_organisation and v.form_id = p_form and v.version_id = p_version;
end
$$;

grant execute on function formwork.live_version(uuid, uuid), formwork.form_version(uuid, uuid, uuid) to formwork_api;
