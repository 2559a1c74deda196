-- Reports count values of fields in groups (docs/decisions/0294).
set local role formwork_owner;

create or replace function formwork.tally_range(
  p_organisation uuid, p_form uuid, p_zone text, p_from date, p_to date, p_fields json, p_counted bytea,
  p_after_created timestamptz, p_after_id uuid, p_last_created timestamptz, p_last_id uuid, p_limit integer, p_bytes bigint,
  p_so_far json, out next_created timestamptz, out next_id uuid, out tallies json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
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
$$;
