-- A submission as a revision of it left it, how many submissions a list has, and pages with the values of some fields alone.
set local role formwork_owner;

-- A revision keeps its content where the next one replaced it; otherwise it has that of the next revision that does, or today's.
create function formwork.submission_revision(p_organisation uuid, p_submission uuid, p_revision integer)
returns table (
  submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json, calculated_data json,
  hidden_fields text[], outcomes json, created_at timestamptz, revision integer)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select s.submission_id, s.form_id, coalesce(t.form_version_id, s.form_version_id), s.reference_number,
           coalesce(t.workflow_state, s.workflow_state), coalesce(c.data, s.data),
           coalesce(c.calculated_data, s.calculated_data), coalesce(c.hidden_fields, s.hidden_fields),
           coalesce(c.outcomes, s.outcomes), s.created_at, p_revision
      from formwork.submissions s
      left join formwork.submission_revisions t
        on t.organisation_id = s.organisation_id and t.submission_id = s.submission_id and t.revision = p_revision
      left join lateral (
        select r.data, r.calculated_data, r.hidden_fields, r.outcomes
          from formwork.submission_revisions r
         where r.organisation_id = s.organisation_id and r.submission_id = s.submission_id and r.revision >= p_revision
           and r.data is not null
         order by r.revision
         limit 1
      ) c on true
     where s.organisation_id = p_organisation and s.submission_id = p_submission
       and (s.revision = p_revision or t.revision is not null);
end
$$;
grant execute on function formwork.submission_revision(uuid, uuid, integer) to formwork_api;

drop function formwork.first_revision(uuid, uuid);

-- The conditions of a list: $1 to $7 are as in formwork.submission_page.
create function formwork.list_conditions(p_form boolean, p_state boolean, p_from boolean, p_before boolean, p_reference text)
returns text
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select case when p_form then ' and s.form_id = $2' else '' end
      || case when p_state then ' and s.workflow_state = $3' else '' end
      || case when p_from then ' and s.created_at >= $4' else '' end
      || case when p_before then ' and s.created_at < $5' else '' end
      || case p_reference
           when 'exact' then ' and s.reference_number = $6'
           when 'prefix' then ' and s.reference_number collate "C" >= $6 and s.reference_number collate "C" < $7'
           else ''
         end
$$;
grant execute on function formwork.list_conditions(boolean, boolean, boolean, boolean, text) to formwork_api;

-- The members of an object whose names are given, as they are written; all of them where p_names is null.
create function formwork.members(p_object json, p_names text[])
returns json
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select case when p_names is null then p_object
              else coalesce((select json_object_agg(m.key, m.value) from json_each(p_object) m where m.key = any (p_names)), '{}') end
$$;
grant execute on function formwork.members(json, text[]) to formwork_api;

drop function formwork.page_statement(boolean, boolean, boolean, boolean, text, boolean, boolean);

-- The statement of a page, made of these fixed parts and planned for the values that it is run with: a plan for all
-- values would not know which index narrows most. A page ends before p_limit where its values have more than the bytes allowed.
-- $1 organisation, $2 form, $3 state, $4 created from, $5 created before, $6 reference, $7 the first reference beyond,
-- $8 and $9 the creation and id of the last submission seen, $10 its reference, $11 limit, $12 bytes, $13 forms, $14 fields.
-- p_within: of each of these forms the latest, by the index alone, and of those the latest. Only in the order of time.
-- p_some: the values of these fields alone; the bytes are theirs.
create function formwork.page_statement(
  p_form boolean, p_state boolean, p_from boolean, p_before boolean, p_reference text, p_goes_on boolean, p_within boolean, p_some boolean)
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
$$;
grant execute on function formwork.page_statement(boolean, boolean, boolean, boolean, text, boolean, boolean, boolean) to formwork_api;

drop function formwork.submission_page(uuid, uuid, text, timestamptz, timestamptz, text, text, timestamptz, uuid, text, integer, bigint);
create function formwork.submission_page(
  p_organisation uuid, p_form uuid, p_state text, p_from timestamptz, p_before timestamptz, p_reference text,
  p_reference_end text, p_after_created timestamptz, p_after_id uuid, p_after_reference text, p_limit integer, p_bytes bigint, p_fields text[])
returns table (
  submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json, calculated_data json,
  hidden_fields text[], outcomes json, created_at timestamptz, revision integer, found integer)
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
      p_after_id is not null or p_after_reference is not null, v_within, p_fields is not null)
    using p_organisation, p_form, p_state, p_from, p_before, p_reference, p_reference_end, p_after_created, p_after_id,
      p_after_reference, p_limit, p_bytes, v_forms, p_fields;
end
$$;
grant execute on function formwork.submission_page(uuid, uuid, text, timestamptz, timestamptz, text, text, timestamptz, uuid, text, integer, bigint, text[])
  to formwork_api;

-- How many submissions a list has, counted up to p_most.
create function formwork.submission_count(
  p_organisation uuid, p_form uuid, p_state text, p_from timestamptz, p_before timestamptz, p_reference text, p_reference_end text, p_most integer)
returns integer
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
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
$$;
grant execute on function formwork.submission_count(uuid, uuid, text, timestamptz, timestamptz, text, text, integer) to formwork_api;
