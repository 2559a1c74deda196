-- What people who work on forms ask for: who saved a draft and published a version, and why.
set local role formwork_owner;

-- Who saved the draft's present revision; null where it was saved before this was kept.
alter table formwork.forms
  add column saved_at timestamptz(3),
  add column saved_by uuid,
  add column saved_credential_kind text,
  add column saved_credential_id uuid,
  add constraint forms_saved_check check (num_nulls(saved_at, saved_by, saved_credential_kind, saved_credential_id) in (0, 4));
grant update (saved_at, saved_by, saved_credential_kind, saved_credential_id) on formwork.forms to formwork_api;

-- The credential is null where the version was published before it was kept.
alter table formwork.form_versions
  add column credential_kind text,
  add column credential_id uuid,
  add column note text check (char_length(note) between 1 and 2000);

-- The person or the key behind an act, as `Actor` of the domain has it. Null where the person is null.
create function formwork.actor(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid) returns json
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select coalesce(
    (select json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name)
       from formwork.api_keys k
      where p_credential_kind = 'api_key' and k.organisation_id = p_organisation and k.key_id = p_credential),
    (select json_build_object('kind', 'user', 'id', u.user_id, 'name', u.name)
       from formwork.users u
      where u.organisation_id = p_organisation and u.user_id = p_user))
$$;
grant execute on function formwork.actor(uuid, uuid, text, uuid) to formwork_api;

-- Calls of the versioned operations, by form, day (in UTC) and credential. No key to forms: counts are stored after the call.
create table formwork.form_usage_days (
  organisation_id uuid not null,
  day date not null,
  form_id uuid not null,
  credential_id uuid not null,
  credential_kind text not null,
  operation text not null check (operation in ('evaluate', 'create')),
  calls bigint not null check (calls > 0),
  primary key (organisation_id, form_id, day, credential_id, operation)
) with (fillfactor = 70);
alter table formwork.form_usage_days enable row level security, force row level security;
create policy tenant on formwork.form_usage_days
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy within_reach on formwork.form_usage_days as restrictive for select to formwork_api
  using (formwork.reaches_form(form_id));
grant select, insert, update (calls) on formwork.form_usage_days to formwork_api;

-- As before, and then by form. INVARIANT: all rows by credential, in order, before all rows by form, in order: two processes do not
-- deadlock.
create or replace function formwork.add_calls(p_calls json) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  c record;
begin
  for c in
    select * from json_to_recordset(p_calls)
        as (organisation uuid, credential uuid, kind text, form uuid, operation text, day date, calls bigint)
     order by organisation, day, credential, operation
  loop
    perform set_config('app.organisation_id', c.organisation::text, true);
    insert into formwork.usage_days as u (organisation_id, day, credential_id, credential_kind, operation, calls)
    values (c.organisation, c.day, c.credential, c.kind, c.operation, c.calls)
    on conflict (organisation_id, day, credential_id, operation) do update set calls = u.calls + excluded.calls;
  end loop;
  for c in
    select * from json_to_recordset(p_calls)
        as (organisation uuid, credential uuid, kind text, form uuid, operation text, day date, calls bigint)
     order by organisation, form, day, credential, operation
  loop
    perform set_config('app.organisation_id', c.organisation::text, true);
    insert into formwork.form_usage_days as u (organisation_id, day, form_id, credential_id, credential_kind, operation, calls)
    values (c.organisation, c.day, c.form, c.credential, c.kind, c.operation, c.calls)
    on conflict (organisation_id, form_id, day, credential_id, operation) do update set calls = u.calls + excluded.calls;
  end loop;
end
$$;

-- As `usage`, of one form. Row security leaves out a form that the caller does not reach.
create function formwork.form_usage(p_organisation uuid, p_form uuid, p_from date, p_to date)
returns table (day text, credential_id uuid, credential_kind text, name text, operation text, calls double precision)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select to_char(u.day, 'YYYY-MM-DD'), u.credential_id, u.credential_kind, k.name, u.operation, u.calls::double precision
      from formwork.form_usage_days u
      left join formwork.api_keys k
        on k.organisation_id = u.organisation_id and k.key_id = u.credential_id and u.credential_kind = 'api_key'
     where u.organisation_id = p_organisation and u.form_id = p_form and u.day between p_from and p_to
     order by u.day, u.credential_id, u.operation collate "C";
end
$$;
grant execute on function formwork.form_usage(uuid, uuid, date, date) to formwork_api;

-- The newest p_limit forms before p_before, each with the calls and the submissions of a period by day, in UTC. Row security leaves out
-- the forms that the caller does not reach.
-- It goes from one state of a form to the next by the index that lists are read from, and counts the period's entries of it: no row of
-- a submission is read, and none that was made before or after the period.
-- INVARIANT: places and bounds are variables of the columns' types, as in form_page.
create function formwork.overview(p_organisation uuid, p_from date, p_to date, p_before uuid, p_limit integer)
returns table (form_id uuid, calls json, submissions json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_form uuid;
  v_state text;
  v_counts json[];
  v_before uuid := coalesce(p_before, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_from timestamptz := p_from::timestamp at time zone 'utc';
  v_end timestamptz := (p_to + 1)::timestamp at time zone 'utc';
begin
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('jit', 'off', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true);
  for v_form in
    select f.form_id from formwork.forms f
     where f.organisation_id = p_organisation and f.form_id < v_before
     order by f.form_id desc
     limit p_limit
  loop
    form_id := v_form;
    select coalesce(json_agg(json_build_object('day', to_char(u.day, 'YYYY-MM-DD'), 'operation', u.operation, 'calls', u.calls)), '[]')
      into calls
      from (select d.day, d.operation, sum(d.calls) as calls
              from formwork.form_usage_days d
             where d.organisation_id = p_organisation and d.form_id = v_form and d.day >= p_from and d.day <= p_to
             group by d.day, d.operation) u;
    v_counts := '{}';
    v_state := '';
    loop
      select s.workflow_state into v_state
        from formwork.submissions s
       where s.organisation_id = p_organisation and s.form_id = v_form and s.workflow_state > v_state
       order by s.workflow_state
       limit 1;
      exit when v_state is null;
      select v_counts || coalesce(array_agg(
               json_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'state', v_state, 'count', d.count)), '{}')
        into v_counts
        from (select (s.created_at at time zone 'utc')::date as day, count(*) as count
                from formwork.submissions s
               where s.organisation_id = p_organisation and s.form_id = v_form and s.workflow_state = v_state
                 and s.created_at >= v_from and s.created_at < v_end
               group by 1) d;
    end loop;
    submissions := to_json(v_counts);
    return next;
  end loop;
end
$$;
grant execute on function formwork.overview(uuid, date, date, uuid, integer) to formwork_api;

-- How many dead firings each form has, among the newest p_most of the organisation. `form_id` null: there are more than these.
create function formwork.dead_firings(p_organisation uuid, p_most integer)
returns table (form_id uuid, firings integer)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    with newest as materialized (
      select f.submission_id, row_number() over (order by f.firing_id desc) as place
        from (select f.submission_id, f.firing_id from formwork.firings f
               where f.organisation_id = p_organisation and f.state = 'dead' order by f.firing_id desc limit p_most + 1) f)
    select s.form_id, count(*)::integer
      from newest n
      join formwork.submissions s on s.organisation_id = p_organisation and s.submission_id = n.submission_id
     where n.place <= p_most
     group by s.form_id
    union all
    select null, 1 from newest n where n.place > p_most;
end
$$;
grant execute on function formwork.dead_firings(uuid, integer) to formwork_api;

-- How many firings are in each state, of the organisation or of a form, among the newest p_most of the organisation in that state.
create function formwork.firing_summary(p_organisation uuid, p_form uuid, p_most integer)
returns table (state text, firings integer, has_more boolean)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_state text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  foreach v_state in array array['pending', 'delivered', 'dead', 'stopped'] loop
    return query
      with newest as materialized (
        select f.submission_id, row_number() over (order by f.firing_id desc) as place
          from (select f.submission_id, f.firing_id from formwork.firings f
                 where f.organisation_id = p_organisation and f.state = v_state order by f.firing_id desc limit p_most + 1) f)
      select v_state,
             (select count(*)::integer
                from newest n
                join formwork.submissions s on s.organisation_id = p_organisation and s.submission_id = n.submission_id
               where n.place <= p_most and (p_form is null or s.form_id = p_form)),
             exists (select from newest n where n.place > p_most);
  end loop;
end
$$;
grant execute on function formwork.firing_summary(uuid, uuid, integer) to formwork_api;
