-- The outbox gets what sending needs: the content, when it is due, who is sending it now, and what every attempt came to.
set local role formwork_owner;

alter table formwork.firings
  add column content json,
  add column failures integer not null default 0,
  add column next_attempt_at timestamptz(3) default clock_timestamp(),
  add column lease_id uuid,
  add column leased_until timestamptz,
  -- domain/src/effects/Destination.ts says the same.
  add column destination text not null generated always as (
    case
      when content is null then 'none'
      when kind = 'notification' then 'mail'
      when kind = 'document' then 'documents'
      else left(lower(coalesce(substring(content ->> 'url' from '^[A-Za-z][A-Za-z0-9+.-]*://([^/?#\\]*)'), '') collate "C"), 255)
    end) stored,
  add check (state in ('pending', 'delivered', 'dead', 'stopped')),
  add check ((state = 'pending') = (next_attempt_at is not null)),
  add check ((lease_id is null) = (leased_until is null));

alter table formwork.firings drop constraint firings_pkey;
create index firings_waiting on formwork.firings (organisation_id, destination, next_attempt_at) where state = 'pending';
create index firings_leased on formwork.firings (organisation_id, destination) where lease_id is not null;
create index firings_submission on formwork.firings (organisation_id, submission_id);
create index firings_state on formwork.firings (organisation_id, state, firing_id);
alter table formwork.firings add primary key (organisation_id, firing_id);
-- A firing is changed two or three times within seconds and then never again.
alter table formwork.firings set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

create table formwork.firing_attempts (
  organisation_id uuid not null,
  firing_id uuid not null,
  attempt integer not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  duration_millis integer,
  result text check (result in ('delivered', 'retry', 'dead', 'stopped', 'lost')),
  status integer,
  excerpt text check (octet_length(excerpt) <= 8192),
  reason text,
  primary key (organisation_id, firing_id, attempt),
  foreign key (organisation_id, firing_id) references formwork.firings (organisation_id, firing_id),
  check ((result is null) = (duration_millis is null))
);

-- URLs that answered 410 and want nothing any more, until somebody tries again.
create table formwork.stopped_urls (
  organisation_id uuid not null,
  url text not null,
  stopped_at timestamptz(3) not null default clock_timestamp(),
  primary key (organisation_id, url),
  foreign key (organisation_id) references formwork.organisations (organisation_id)
);

-- The worker takes due work in every organisation at once, and so writes of each attempt that it has begun.
do $$
declare
  outbox_table regclass;
begin
  foreach outbox_table in array array['formwork.firing_attempts', 'formwork.stopped_urls']::regclass[] loop
    execute format('alter table %s enable row level security', outbox_table);
    execute format('alter table %s force row level security', outbox_table);
    execute format(
      'create policy tenant on %s
         using (organisation_id = (select nullif(current_setting(''app.organisation_id'', true), '''')::uuid))
         with check (organisation_id = (select nullif(current_setting(''app.organisation_id'', true), '''')::uuid))',
      outbox_table);
    execute format('create policy drain on %s to formwork_worker using (true) with check (true)', outbox_table);
  end loop;
end
$$;

grant update (failures, next_attempt_at, lease_id, leased_until) on formwork.firings to formwork_worker;
grant select, insert, update (duration_millis, result, status, excerpt, reason) on formwork.firing_attempts to formwork_worker;
grant select, insert on formwork.stopped_urls to formwork_worker;
grant select (organisation_id, submission_id, reference_number) on formwork.submissions to formwork_worker;

grant select on formwork.firing_attempts to formwork_api;
grant select, delete on formwork.stopped_urls to formwork_api;
grant update (state, failures, next_attempt_at) on formwork.firings to formwork_api;

-- As 0011 has it, and with the content.
create or replace function formwork.fire(p_organisation uuid, p_submission uuid, p_firings json) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content)
  select p_organisation, f.id, p_submission, f."effectId", f.kind, f."on", f.content
    from json_to_recordset(p_firings) as f (id uuid, "effectId" text, kind text, "on" text, content json);
end
$$;

-- Takes what is due, as Outbox.claim says. One call at a time, so that the numbers of what is on its way are exact.
-- Works its way from one destination that has something waiting to the next, by the index: however much one has waiting, it costs
-- no more than any other.
create function formwork.claim_firings(p_limit integer, p_per_destination integer, p_per_organisation integer, p_lease_millis integer)
returns table (
  organisation_id uuid, firing_id uuid, submission_id uuid, effect_id text, kind text, destination text, attempt integer,
  failures integer, lease_id uuid, content json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
begin
  perform pg_advisory_xact_lock(4702111235);
  v_now := clock_timestamp();
  return query
  with recursive waiting as (
    (select f.organisation_id, f.destination from formwork.firings f
      where f.state = 'pending' order by f.organisation_id, f.destination limit 1)
    union all
    select n.organisation_id, n.destination
      from waiting w cross join lateral (
        select f.organisation_id, f.destination from formwork.firings f
         where f.state = 'pending' and (f.organisation_id, f.destination) > (w.organisation_id, w.destination)
         order by f.organisation_id, f.destination limit 1) n
  ), leased as (
    select f.organisation_id, f.destination, count(*)::integer as sends from formwork.firings f
     where f.lease_id is not null and f.leased_until > v_now
     group by f.organisation_id, f.destination
  ), candidates as (
    select w.organisation_id, due.firing_id, due.next_attempt_at,
           coalesce(l.sends, 0) + row_number() over (partition by w.organisation_id, w.destination order by due.next_attempt_at) as turn
      from waiting w
      left join leased l on l.organisation_id = w.organisation_id and l.destination = w.destination
      cross join lateral (
        select f.firing_id, f.next_attempt_at from formwork.firings f
         where f.organisation_id = w.organisation_id and f.destination = w.destination and f.state = 'pending'
           and f.next_attempt_at <= v_now and (f.leased_until is null or f.leased_until <= v_now)
         order by f.next_attempt_at
         limit greatest(p_per_destination - coalesce(l.sends, 0), 0)) due
  ), shared as (
    select c.*, row_number() over (partition by c.organisation_id order by c.turn, c.next_attempt_at) as share from candidates c
  ), chosen as (
    select s.organisation_id, s.firing_id from shared s
     where s.share <= p_per_organisation
           - coalesce((select sum(l.sends) from leased l where l.organisation_id = s.organisation_id), 0)
     order by s.turn, s.next_attempt_at
     limit p_limit
  ), judged as (
    select f.organisation_id, f.firing_id, exists (
             select from formwork.stopped_urls u
              where f.kind = 'delivery' and u.organisation_id = f.organisation_id and u.url = f.content ->> 'url') as is_stopped
      from chosen c join formwork.firings f on f.organisation_id = c.organisation_id and f.firing_id = c.firing_id
       for update of f skip locked
  ), taken as (
    update formwork.firings f
       set state = case when j.is_stopped then 'stopped' else 'pending' end,
           next_attempt_at = case when j.is_stopped then null else f.next_attempt_at end,
           attempts = f.attempts + (not j.is_stopped)::integer,
           lease_id = case when j.is_stopped then null else gen_random_uuid() end,
           leased_until = case when j.is_stopped then null else v_now + p_lease_millis * interval '1 millisecond' end
      from judged j
     where f.organisation_id = j.organisation_id and f.firing_id = j.firing_id and f.state = 'pending'
    returning f.*
  ), abandoned as (
    update formwork.firing_attempts a
       set result = 'lost', reason = 'The worker ended while it was sending.',
           duration_millis = floor(extract(epoch from v_now - a.started_at) * 1000)
      from taken t
     where a.organisation_id = t.organisation_id and a.firing_id = t.firing_id and a.result is null
  ), begun as (
    insert into formwork.firing_attempts (organisation_id, firing_id, attempt, started_at)
    select t.organisation_id, t.firing_id, t.attempts, v_now from taken t where t.state = 'pending'
  )
  select t.organisation_id, t.firing_id, t.submission_id, t.effect_id, t.kind, t.destination, t.attempts, t.failures, t.lease_id,
         t.content
    from taken t where t.state = 'pending';
end
$$;

-- Ends an attempt, as Outbox.settle says; false where the lease is somebody else's by now.
create function formwork.settle_firing(
  p_organisation uuid, p_firing uuid, p_lease uuid, p_result text, p_status integer, p_excerpt text, p_reason text,
  p_delay_millis bigint) returns boolean
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz;
  v_attempt integer;
  v_url text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  v_now := clock_timestamp();

  update formwork.firings f
     set state = case when p_result in ('retry', 'lost') then 'pending' else p_result end,
         failures = f.failures + (p_result = 'retry')::integer,
         next_attempt_at = case when p_result in ('retry', 'lost') then v_now + p_delay_millis * interval '1 millisecond' end,
         lease_id = null, leased_until = null
   where f.organisation_id = p_organisation and f.firing_id = p_firing and f.lease_id = p_lease
  returning f.attempts, case when f.kind = 'delivery' then f.content ->> 'url' end into v_attempt, v_url;
  if not found then
    return false;
  end if;

  update formwork.firing_attempts a
     set result = p_result, status = p_status, excerpt = p_excerpt, reason = p_reason,
         duration_millis = floor(extract(epoch from v_now - a.started_at) * 1000)
   where a.organisation_id = p_organisation and a.firing_id = p_firing and a.attempt = v_attempt;

  if p_result = 'stopped' and v_url is not null then
    insert into formwork.stopped_urls (organisation_id, url) values (p_organisation, v_url) on conflict do nothing;
    update formwork.firings f
       set state = 'stopped', next_attempt_at = null, lease_id = null, leased_until = null
     where f.organisation_id = p_organisation and f.state = 'pending' and f.kind = 'delivery' and f.content ->> 'url' = v_url
       and (f.leased_until is null or f.leased_until <= v_now);
  end if;
  return true;
end
$$;

grant execute on function formwork.claim_firings(integer, integer, integer, integer) to formwork_worker;
grant execute on function formwork.settle_firing(uuid, uuid, uuid, text, integer, text, text, bigint) to formwork_worker;
