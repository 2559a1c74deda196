-- Reports, usage, and what publishing a draft would change.
set local role formwork_owner;

-- The first two significant digits, the rest zero, like `Tally` of the domain.
create function formwork.bucket_of(p_value numeric) returns text
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select trim_scale(case
    when p_value = 0 then 0
    when abs(p_value) >= 1 then trunc(p_value, 2 - length(trunc(abs(p_value))::text))
    else trunc(p_value, 2 + length(substring(abs(p_value)::text from '^0\.(0*)')))
  end)::text
$$;

-- Counts the next submissions of a form, in the order of their creation, and adds the earlier counts: p_limit submissions, or as
-- many as have p_bytes of values and one more. last_created null: there are no more.
-- p_from, p_to: civil dates in p_zone, both included; null: no bound. p_fields: an array of `TalliedField` of the domain.
-- p_so_far, tallies: an array of tallies, each what, name, key, count, sum, min, max.
create function formwork.tally_submissions(
  p_organisation uuid, p_form uuid, p_zone text, p_from date, p_to date, p_fields json, p_after_created timestamptz,
  p_after_id uuid, p_limit integer, p_bytes bigint, p_so_far json,
  out last_created timestamptz, out last_id uuid, out tallies json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_from timestamptz := coalesce(p_from::timestamp at time zone p_zone, '-infinity');
  v_before timestamptz := coalesce((p_to + 1)::timestamp at time zone p_zone, 'infinity');
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  with part as materialized (
    select z.*
      from (
        select n.*, coalesce(sum(octet_length(n.data::text) + octet_length(n.calculated_data::text)) over (
                 order by n.created_at, n.submission_id rows between unbounded preceding and 1 preceding), 0) as earlier
          from (
            select s.created_at, s.submission_id, s.workflow_state, s.data, s.calculated_data, s.outcomes
              from formwork.submissions s
             where s.organisation_id = p_organisation and s.form_id = p_form
               and s.created_at >= v_from and s.created_at < v_before
               and (s.created_at, s.submission_id)
                 > (coalesce(p_after_created, '-infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
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
  ), held as materialized (
    select f.slug, f.kind, f.options, v.value as json, v.value #>> '{}' as value
      from sent v join field f on f.slug = v.key and f.computed = v.computed
     where json_typeof(v.value) <> 'null'
  ), number as materialized (
    select h.slug, case
             when h.value ~ '^-?[0-9]{1,40}(\.[0-9]{1,40})?$'
               or json_typeof(h.json) = 'number' and h.value ~ '^-?[0-9]{1,40}(\.[0-9]{1,40})?[eE][+-]?[0-9]{1,2}$'
             then h.value::numeric
           end as value
      from held h where h.kind = 'number'
  ), chosen as (
    select h.slug, h.options, h.value from held h where h.kind in ('choice', 'boolean')
    union all
    select h.slug, h.options, o.value
      from held h cross join lateral json_array_elements_text(case when json_typeof(h.json) = 'array' then h.json else '[]' end) o
     where h.kind = 'choices'
  ), tally as (
    select 'day' as what, p.workflow_state as name, to_char(p.created_at at time zone p_zone, 'YYYY-MM-DD') as key,
           count(*) as count, null::numeric as sum, null::numeric as min, null::numeric as max
      from part p group by 2, 3
    union all
    select 'outcome', o.id, '', count(*), null, null, null
      from part p cross join lateral (select distinct e ->> 'id' as id from json_array_elements(p.outcomes) e) o
     where p.workflow_state <> 'draft'
     group by 2
    union all
    select 'choice', c.slug, case when c.value = any (c.options) then c.value end, count(*), null, null, null
      from chosen c group by 2, 3
    union all
    select 'number', n.slug, formwork.bucket_of(n.value), count(*), sum(n.value), min(n.value), max(n.value)
      from number n where n.value is not null group by 2, 3
    union all
    select * from json_to_recordset(p_so_far) as (what text, name text, key text, count bigint, sum numeric, min numeric, max numeric)
  )
  select (select p.created_at from part p order by p.created_at desc, p.submission_id desc limit 1),
         (select p.submission_id from part p order by p.created_at desc, p.submission_id desc limit 1),
         (select coalesce(json_agg(json_build_object('what', g.what, 'name', g.name, 'key', g.key, 'count', g.count,
                    'sum', g.sum::text, 'min', g.min::text, 'max', g.max::text)), '[]')
            from (select t.what, t.name, t.key, sum(t.count)::bigint as count, trim_scale(sum(t.sum)) as sum,
                         trim_scale(min(t.min)) as min, trim_scale(max(t.max)) as max
                    from tally t group by t.what, t.name, t.key) g)
    into last_created, last_id, tallies;
end
$$;

grant execute on function formwork.bucket_of(numeric) to formwork_api;
grant execute on function
  formwork.tally_submissions(uuid, uuid, text, date, date, json, timestamptz, uuid, integer, bigint, json) to formwork_api;

-- Calls of the versioned operations, by credential and day (in UTC).
create table formwork.usage_days (
  organisation_id uuid not null,
  day date not null,
  credential_id uuid not null,
  credential_kind text not null,
  operation text not null check (operation in ('evaluate', 'create')),
  calls bigint not null check (calls > 0),
  primary key (organisation_id, day, credential_id, operation)
) with (fillfactor = 70);
alter table formwork.usage_days enable row level security, force row level security;
create policy tenant on formwork.usage_days
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, update (calls) on formwork.usage_days to formwork_api;

-- Adds calls, one organisation after the other, each under its own setting. Always in the same order, so two processes
-- do not deadlock.
create function formwork.add_calls(p_calls json) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  c record;
begin
  for c in
    select * from json_to_recordset(p_calls) as (organisation uuid, credential uuid, kind text, operation text, day date, calls bigint)
     order by organisation, day, credential, operation
  loop
    perform set_config('app.organisation_id', c.organisation::text, true);
    insert into formwork.usage_days as u (organisation_id, day, credential_id, credential_kind, operation, calls)
    values (c.organisation, c.day, c.credential, c.kind, c.operation, c.calls)
    on conflict (organisation_id, day, credential_id, operation) do update set calls = u.calls + excluded.calls;
  end loop;
end
$$;

create function formwork.usage(p_organisation uuid, p_from date, p_to date)
returns table (day text, credential_id uuid, credential_kind text, name text, operation text, calls double precision)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
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
$$;

grant execute on function formwork.add_calls(json), formwork.usage(uuid, date, date) to formwork_api;

-- What publishing a draft would change: a run over the latest submissions of a form. Every server can report on it. One run at a
-- time for an organisation; a run that has not ended although its lease is over was interrupted.
create table formwork.impact_runs (
  organisation_id uuid not null,
  run_id uuid not null,
  form_id uuid not null,
  started_by uuid not null,
  total integer not null check (total between 0 and 100000),
  done integer not null default 0 check (done between 0 and total),
  state text not null default 'running' check (state in ('running', 'finished', 'interrupted', 'failed')),
  summary json not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  finished_at timestamptz(3),
  lease_until timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  foreign key (organisation_id, form_id) references formwork.forms (organisation_id, form_id)
);
create unique index impact_runs_running on formwork.impact_runs (organisation_id) where state = 'running';
alter table formwork.impact_runs add primary key (organisation_id, run_id);
alter table formwork.impact_runs enable row level security, force row level security;
create policy tenant on formwork.impact_runs
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, delete, update (done, state, summary, finished_at, lease_until) on formwork.impact_runs to formwork_api;

-- Changes show computed values, so they are deleted with the submission as well as with the run.
create table formwork.impact_changes (
  organisation_id uuid not null,
  run_id uuid not null,
  position integer not null check (position >= 1),
  submission_id uuid not null,
  change json not null,
  foreign key (organisation_id, run_id) references formwork.impact_runs (organisation_id, run_id) on delete cascade,
  foreign key (organisation_id, submission_id) references formwork.submissions (organisation_id, submission_id)
    on delete cascade
);
create index impact_changes_submission on formwork.impact_changes (organisation_id, submission_id);
alter table formwork.impact_changes add primary key (organisation_id, run_id, position);
alter table formwork.impact_changes enable row level security, force row level security;
create policy tenant on formwork.impact_changes
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert on formwork.impact_changes to formwork_api;
