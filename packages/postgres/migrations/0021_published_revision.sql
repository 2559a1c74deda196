-- Whether a form's draft is what is live, without reading two definitions.
set local role formwork_owner;

-- Null where the live version was not made from the draft, or there has been none.
alter table formwork.forms add column published_revision integer;
grant update (published_revision) on formwork.forms to formwork_api;

alter table formwork.forms no force row level security;
alter table formwork.form_versions no force row level security;
update formwork.forms f
   set published_revision = f.draft_revision
  from formwork.form_versions v
 where v.organisation_id = f.organisation_id and v.form_id = f.form_id
   and v.version_id = coalesce(f.live_version_id, f.archived_version_id) and v.definition::text = f.draft::text;
alter table formwork.forms force row level security;
alter table formwork.form_versions force row level security;

drop function formwork.form_page(uuid, uuid, uuid, boolean, boolean, boolean, text, integer);
create function formwork.form_page(
  p_organisation uuid, p_before uuid, p_folder uuid, p_is_at_top boolean, p_archived boolean, p_live boolean, p_text text, p_limit integer)
returns table (
  form_id uuid, code text, title text, folder_id uuid, draft_revision integer, published_revision integer, live_version_id uuid, live_version_number integer,
  archived_at timestamptz, created_at timestamptz, updated_at timestamptz)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
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
$$;
grant execute on function formwork.form_page(uuid, uuid, uuid, boolean, boolean, boolean, text, integer) to formwork_api;
