-- Lists of submissions of a key with limits: a page reads the forms that the key reaches, each by its index. Before, it read the whole
-- organisation in the order of time, and row security left out the rest, row by row.
set local role formwork_owner;

drop function formwork.page_statement(boolean, boolean, boolean, boolean, text, boolean);

-- The statement of a page, made of these fixed parts and planned for the values that it is run with: a plan for all
-- values would not know which index narrows most. A page ends before p_limit where its values have more than the bytes allowed.
-- $1 organisation, $2 form, $3 state, $4 created from, $5 created before, $6 reference, $7 the first reference beyond,
-- $8 and $9 the creation and id of the last submission seen, $10 its reference, $11 limit, $12 bytes, $13 forms.
-- p_within: of each of these forms the latest, by the index alone, and of those the latest. Only in the order of time.
create function formwork.page_statement(
  p_form boolean, p_state boolean, p_from boolean, p_before boolean, p_reference text, p_goes_on boolean, p_within boolean)
returns text
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select format(
    'select z.submission_id, z.form_id, z.form_version_id, z.reference_number, z.workflow_state, z.data, z.calculated_data,
            z.hidden_fields, z.outcomes, z.created_at, z.revision, z.found
       from (select q.*, (count(*) over ())::integer as found, row_number() over w as place,
                    coalesce(sum(octet_length(q.data::text) + octet_length(q.calculated_data::text)) over
                      (w rows between unbounded preceding and 1 preceding), 0) as earlier
               from (' || case when p_within then
                    'select s.*
                       from (select k.submission_id
                               from unnest($13) f(id)
                              cross join lateral (
                                select s.created_at, s.submission_id from formwork.submissions s
                                 where s.organisation_id = $1 and s.form_id = f.id%1$s order by %2$s limit $11 + 1) k
                              order by %2$s limit $11 + 1) n
                       join formwork.submissions s on s.organisation_id = $1 and s.submission_id = n.submission_id'
                    else 'select s.* from formwork.submissions s where s.organisation_id = $1%1$s order by %2$s limit $11 + 1' end
            || ') q
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
grant execute on function formwork.page_statement(boolean, boolean, boolean, boolean, text, boolean, boolean) to formwork_api;

-- A null does not narrow. p_reference_end null: the reference is whole. The forms that a caller with limits reaches are in a
-- setting of the transaction (0010_key_limits.sql), some of them twice. Row security holds for each row as well.
create or replace function formwork.submission_page(
  p_organisation uuid, p_form uuid, p_state text, p_from timestamptz, p_before timestamptz, p_reference text,
  p_reference_end text, p_after_created timestamptz, p_after_id uuid, p_after_reference text, p_limit integer, p_bytes bigint)
returns table (submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json,
  calculated_data json, hidden_fields text[], outcomes json, created_at timestamptz, revision integer, found integer)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
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
      p_after_id is not null or p_after_reference is not null, v_within)
    using p_organisation, p_form, p_state, p_from, p_before, p_reference, p_reference_end, p_after_created, p_after_id,
      p_after_reference, p_limit, p_bytes, v_forms;
end
$$;

-- Records of forms, the newest first, p_limit at most. A null does not narrow. p_before: a form's id. p_live: whether it is live. p_text:
-- with case folded, a part of the title or the code.
-- INVARIANT: in the order of an index, from which it reads no further than the page needs. A plan for all values expects that the
-- filters leave one form, and would read and sort every form of the organisation. The place is a variable of the column's type: with
-- a function around it, row security would come first, and every newer form be read.
create function formwork.form_page(
  p_organisation uuid, p_before uuid, p_folder uuid, p_is_at_top boolean, p_archived boolean, p_live boolean, p_text text, p_limit integer)
returns table (
  form_id uuid, code text, title text, folder_id uuid, draft_revision integer, live_version_id uuid, live_version_number integer,
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
      select f.form_id, f.code, f.title, f.folder_id, f.draft_revision, f.live_version_id,
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
      select f.form_id, f.code, f.title, f.folder_id, f.draft_revision, f.live_version_id,
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
