-- Sending on a database that is divided among nodes (docs/decisions/0310). Each statement that changes rows is about one organisation
-- there. On one server all of it does what it did: claim_firings and settle_firings are as they were, in two parts each.
set local role formwork_owner;

-- Begins an attempt of each of these firings that may still be sent, and gives what the sends need. The caller has the lock of claims.
-- p_organisation: the one organisation that all of them are of, so that a node runs each statement by itself; null, of any.
create function formwork.begin_firings(p_organisation uuid, p_organisations uuid[], p_firings uuid[], p_now timestamptz, p_lease_millis integer)
returns table (organisation_id uuid, firing_id uuid, submission_id uuid, effect_id text, kind text, destination text, attempt integer,
  failures integer, lease_id uuid, content json, reference_number text, secrets json, claimed_at timestamptz)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_lease uuid := gen_random_uuid();
  v_organisations uuid[];
  v_firings uuid[];
  v_destinations text[];
  v_attempts integer[];
  v_stopped boolean[];
  v_organisation uuid;
begin
  if p_organisation is not null then
    perform set_config('app.organisation_id', p_organisation::text, true);
  end if;
  -- INVARIANT: the rows of the outbox are locked first, and keep what is read of them here. An attempt whose lease was over may have been
  -- settled since the firings were chosen, so they are read again. The statement is apart from that choice for the planner: it takes a
  -- tenth of a long backlog for what is chosen, and would read the whole table.
  select array_agg(j.organisation_id), array_agg(j.firing_id), array_agg(j.destination), array_agg(j.attempts), array_agg(j.is_stopped)
    into v_organisations, v_firings, v_destinations, v_attempts, v_stopped
    from (
      select f.organisation_id, f.firing_id, f.destination, f.attempts, exists (
               select from formwork.stopped_urls u
                where f.kind = 'delivery' and u.organisation_id = coalesce(p_organisation, f.organisation_id)
                  and u.url = f.content ->> 'url') as is_stopped
        from unnest(p_organisations, p_firings) as c (organisation_id, firing_id)
        join formwork.firings f on f.organisation_id = coalesce(p_organisation, c.organisation_id) and f.firing_id = c.firing_id
       where f.state = 'pending' and f.next_attempt_at <= p_now
         for update of f skip locked) j;
  if v_firings is null then
    return;
  end if;

  update formwork.firings f
     set state = case when t.is_stopped then 'stopped' else 'pending' end,
         next_attempt_at = case when t.is_stopped then null else f.next_attempt_at end,
         attempts = f.attempts + (not t.is_stopped)::integer
    from unnest(v_organisations, v_firings, v_stopped) as t (organisation_id, firing_id, is_stopped)
   where f.organisation_id = coalesce(p_organisation, t.organisation_id) and f.firing_id = t.firing_id;

  update formwork.firing_attempts a
     set result = 'lost', reason = 'The worker ended while it was sending.',
         duration_millis = floor(extract(epoch from p_now - a.started_at) * 1000)
    from unnest(v_organisations, v_firings, v_attempts) as t (organisation_id, firing_id, attempts)
   where a.organisation_id = coalesce(p_organisation, t.organisation_id) and a.firing_id = t.firing_id
     and a.attempt = t.attempts and a.result is null;

  insert into formwork.firing_attempts (organisation_id, firing_id, attempt, started_at, destination, lease_id, leased_until)
  select f.organisation_id, f.firing_id, f.attempts, p_now, f.destination, v_lease, p_now + p_lease_millis * interval '1 millisecond'
    from unnest(v_organisations, v_firings, v_stopped) as t (organisation_id, firing_id, is_stopped)
    join formwork.firings f on f.organisation_id = coalesce(p_organisation, t.organisation_id) and f.firing_id = t.firing_id
   where not t.is_stopped;

  -- What the sends need, of each organisation under its own setting.
  for v_organisation in select distinct o.id from unnest(v_organisations) as o (id) loop
    perform set_config('app.organisation_id', v_organisation::text, true);
    return query
    select f.organisation_id, f.firing_id, f.submission_id, f.effect_id, f.kind, f.destination, f.attempts, f.failures, v_lease,
           f.content,
           (select s.reference_number from formwork.submissions s
             where s.organisation_id = v_organisation and s.submission_id = f.submission_id),
           (select json_agg(json_build_object(
                     'name', k.name, 'keyId', k.cipher_key_id, 'nonce', encode(k.nonce, 'hex'),
                     'ciphertext', encode(k.ciphertext, 'hex'), 'hosts', k.hosts) order by k.ends_at desc nulls first)
              from formwork.secrets k
             where k.organisation_id = v_organisation
               -- Content of any shape has a result: what sending cannot read, it refuses.
               and k.name = any (case f.kind
                     when 'delivery' then array[f.content ->> 'secret']
                     when 'integration' then array(
                       select h.header -> 'value' ->> 'secret'
                         from json_array_elements(case when json_typeof(f.content -> 'headers') = 'array' then f.content -> 'headers' end)
                           as h (header))
                   end)
               and (k.ends_at is null or k.ends_at > p_now)),
           p_now
      from unnest(v_organisations, v_firings, v_stopped) as t (organisation_id, firing_id, is_stopped)
      cross join lateral (
        select * from formwork.firings i
         where i.organisation_id = v_organisation and i.firing_id = t.firing_id limit 1) f
     where t.organisation_id = v_organisation and not t.is_stopped;
  end loop;
end
$$;

create or replace function formwork.claim_firings(p_limit integer, p_per_destination integer, p_per_organisation integer, p_lease_millis integer, p_documents integer, p_after uuid, p_organisations uuid[], p_destinations text[], p_places integer[])
returns table (organisation_id uuid, firing_id uuid, submission_id uuid, effect_id text, kind text, destination text, attempt integer,
  failures integer, lease_id uuid, content json, reference_number text, secrets json, claimed_at timestamptz)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_organisations uuid[];
  v_firings uuid[];
begin
  perform set_config('jit', 'off', true);
  perform pg_advisory_xact_lock(4702111235);
  v_now := clock_timestamp();
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
    select a.organisation_id, a.destination, count(*)::integer as sends from formwork.firing_attempts a
     where a.result is null and a.leased_until > v_now
     group by a.organisation_id, a.destination
  ), under_way as (
    select l.organisation_id, sum(l.sends)::integer as sends from leased l group by l.organisation_id
  ), learnt as (
    select u.organisation_id, u.destination, u.places from unnest(p_organisations, p_destinations, p_places)
      as u (organisation_id, destination, places)
  ), earned as (
    select l.organisation_id, sum(greatest(l.places - p_per_destination, 0))::integer as places from learnt l group by l.organisation_id
  ), candidates as (
    select w.organisation_id, w.destination = 'documents' as is_document, due.firing_id, due.next_attempt_at,
           coalesce(l.sends, 0) + row_number() over (partition by w.organisation_id, w.destination order by due.next_attempt_at) as turn
      from waiting w
      left join leased l on l.organisation_id = w.organisation_id and l.destination = w.destination
      left join learnt k on k.organisation_id = w.organisation_id and k.destination = w.destination
      cross join lateral (
        select f.firing_id, f.next_attempt_at from formwork.firings f
         where f.organisation_id = w.organisation_id and f.destination = w.destination and f.state = 'pending'
           and f.next_attempt_at <= v_now
           and (f.attempts = 0 or not exists (
                 select from formwork.firing_attempts a
                  where a.organisation_id = f.organisation_id and a.firing_id = f.firing_id and a.attempt = f.attempts
                    and a.result is null and a.leased_until > v_now))
         order by f.next_attempt_at
         limit greatest(coalesce(k.places, p_per_destination) - coalesce(l.sends, 0), 0)) due
     where not exists (
       select from formwork.organisations o where o.organisation_id = w.organisation_id and o.suspended_at is not null)
  ), printable as (
    -- Documents: the organisation with fewest under way, and of those the next after p_after, going round.
    select c.*, row_number() over (
             partition by c.is_document
             order by c.turn, p_after is not null and c.organisation_id <= p_after, c.organisation_id) as print
      from candidates c
  ), shared as (
    select p.*, coalesce(u.sends, 0) + row_number() over (partition by p.organisation_id order by p.turn, p.next_attempt_at) as share
      from printable p left join under_way u on u.organisation_id = p.organisation_id
     where not p.is_document or p.print <= p_documents
  ), placed as (
    select s.organisation_id, s.firing_id, s.turn, s.share, row_number() over (order by s.share, s.next_attempt_at) as place
      from shared s left join earned e on e.organisation_id = s.organisation_id
     where s.share <= p_per_organisation + coalesce(e.places, 0)
  ), chosen as (
    -- An organisation has at most as many under way as places are left, so the places never all go to those who came first; and half
    -- as many where a destination would have more than p_per_destination, so that its others find room. It is enough to compare one
    -- by one: along `place` the share rises and what is left falls.
    select p.organisation_id, p.firing_id from placed p
     where p.share * (case when p.turn > p_per_destination then 2 else 1 end) <= p_limit - p.place + 1
  )
  select array_agg(c.organisation_id), array_agg(c.firing_id) into v_organisations, v_firings from chosen c;

  return query
  select * from formwork.begin_firings(null, v_organisations, v_firings, v_now, p_lease_millis);
end
$$;

-- Records how attempts ended, and gives the places of those that it recorded.
-- p_organisation: the one organisation that all of them are of, so that a node runs each statement by itself; null, of any.
create function formwork.settle_firings_of(p_organisation uuid, p_ended json)
returns setof integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_organisations uuid[];
  v_firings uuid[];
  v_attempts integer[];
  v_leases uuid[];
  v_results text[];
  v_statuses integer[];
  v_excerpts text[];
  v_reasons text[];
  v_delays bigint[];
  v_due timestamptz[];
  v_places integer[];
  v_stops boolean;
  v_documents boolean;
  v_now timestamptz;
  v_each record;
  v_mail record;
begin
  -- Rows are found by their keys, however few the tables had when the plan was made.
  perform set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
  if p_organisation is null then
    perform set_config('plan_cache_mode', 'force_generic_plan', true); -- planning costs more than running
  else
    perform set_config('app.organisation_id', p_organisation::text, true);
  end if;
  select array_agg(e.organisation), array_agg(e.firing), array_agg(e.attempt), array_agg(e.lease), array_agg(e.result),
         array_agg(e.status), array_agg(e.excerpt), array_agg(e.reason), array_agg(e.delay)
    into v_organisations, v_firings, v_attempts, v_leases, v_results, v_statuses, v_excerpts, v_reasons, v_delays
    from json_to_recordset(p_ended) as e (
      organisation uuid, firing uuid, attempt integer, lease uuid, result text, status integer, excerpt text, reason text, delay bigint);

  -- INVARIANT: the rows of the outbox are locked before the leases are read, as a claim locks them before it gives new ones; and two
  -- calls lock them in one order. The e-mails that attach a document are locked with it: of two calls that each end the last but one of
  -- an e-mail's documents, the second finds both ended.
  perform from (
      select e.organisation, e.firing from unnest(v_organisations, v_firings) as e (organisation, firing)
      union
      select m.organisation_id, m.firing_id
        from unnest(v_organisations, v_firings) as e (organisation, firing)
        join formwork.firings d on d.organisation_id = coalesce(p_organisation, e.organisation) and d.firing_id = e.firing and d.kind = 'document'
        join formwork.firings m on m.organisation_id = coalesce(p_organisation, d.organisation_id) and m.submission_id = d.submission_id
       where m.kind = 'notification' and strpos(m.content ->> 'attachments', d.firing_id::text) > 0) as w
    join formwork.firings f on f.organisation_id = coalesce(p_organisation, w.organisation) and f.firing_id = w.firing
   order by f.organisation_id, f.firing_id
     for update of f;
  v_now := clock_timestamp();
  v_due := array(
    select case when e.result in ('retry', 'lost') then v_now + e.delay * interval '1 millisecond' end
      from unnest(v_results, v_delays) with ordinality as e (result, delay, place) order by e.place);

  -- Those whose lease is still the one that they were sent under. The locks keep that true.
  select array_agg(e.place), bool_or(e.result = 'stopped'), bool_or(f.kind = 'document') into v_places, v_stops, v_documents
    from unnest(v_organisations, v_firings, v_attempts, v_leases, v_results) with ordinality
      as e (organisation, firing, attempt, lease, result, place)
    join formwork.firing_attempts a on a.organisation_id = coalesce(p_organisation, e.organisation) and a.firing_id = e.firing
      and a.attempt = e.attempt and a.lease_id = e.lease
    join formwork.firings f on f.organisation_id = coalesce(p_organisation, e.organisation) and f.firing_id = e.firing
   where a.result is null;
  if v_places is null then
    return;
  end if;

  update formwork.firing_attempts a
     set result = e.result, status = e.status, excerpt = e.excerpt, reason = e.reason,
         duration_millis = floor(extract(epoch from v_now - a.started_at) * 1000)
    from unnest(v_organisations, v_firings, v_attempts, v_results, v_statuses, v_excerpts, v_reasons) with ordinality
      as e (organisation, firing, attempt, result, status, excerpt, reason, place)
   where e.place = any (v_places)
     and a.organisation_id = coalesce(p_organisation, e.organisation) and a.firing_id = e.firing and a.attempt = e.attempt;

  update formwork.firings f
     set state = case when e.result in ('retry', 'lost') then 'pending' else e.result end,
         failures = f.failures + (e.result = 'retry')::integer,
         next_attempt_at = e.due
    from unnest(v_organisations, v_firings, v_results, v_due) with ordinality as e (organisation, firing, result, due, place)
   where e.place = any (v_places)
     and f.organisation_id = coalesce(p_organisation, e.organisation) and f.firing_id = e.firing;

  if v_stops then
    for v_each in
      select f.organisation_id as organisation, f.content ->> 'url' as url
        from unnest(v_organisations, v_firings, v_results) with ordinality as e (organisation, firing, result, place)
        join formwork.firings f on f.organisation_id = coalesce(p_organisation, e.organisation) and f.firing_id = e.firing
       where e.place = any (v_places) and e.result = 'stopped' and f.kind = 'delivery' and f.content ->> 'url' is not null
    loop
      perform set_config('app.organisation_id', v_each.organisation::text, true);
      insert into formwork.stopped_urls (organisation_id, url, stopped_at)
      values (v_each.organisation, v_each.url, v_now) on conflict do nothing;
      update formwork.firings f
         set state = 'stopped', next_attempt_at = null
       where f.organisation_id = v_each.organisation and f.state = 'pending' and f.kind = 'delivery' and f.content ->> 'url' = v_each.url
         and not exists (
               select from formwork.firing_attempts a
                where a.organisation_id = v_each.organisation and a.firing_id = f.firing_id and a.attempt = f.attempts
                  and a.result is null and a.leased_until > v_now);
    end loop;
  end if;
  return query select unnest(v_places);
  if not v_documents then
    return;
  end if;

  for v_mail in
    select m.organisation_id, m.firing_id, m.destination, m.attempts + 1 as attempt,
           string_agg(d.effect_id, ', ' order by strpos(m.content ->> 'attachments', d.firing_id::text))
             filter (where d.state <> 'delivered') as missing
      from (
        select distinct m.organisation_id, m.firing_id
          from unnest(v_organisations, v_firings) as e (organisation, firing)
          join formwork.firings d on d.organisation_id = coalesce(p_organisation, e.organisation) and d.firing_id = e.firing and d.kind = 'document'
          join formwork.firings m on m.organisation_id = coalesce(p_organisation, d.organisation_id) and m.submission_id = d.submission_id
         where m.kind = 'notification' and m.state = 'pending' and m.next_attempt_at = 'infinity'
           and strpos(m.content ->> 'attachments', d.firing_id::text) > 0) as w
      join formwork.firings m on m.organisation_id = coalesce(p_organisation, w.organisation_id) and m.firing_id = w.firing_id
      join formwork.firings d on d.organisation_id = coalesce(p_organisation, m.organisation_id) and d.submission_id = m.submission_id
     where strpos(m.content ->> 'attachments', d.firing_id::text) > 0
     group by m.organisation_id, m.firing_id, m.destination, m.attempts
    having bool_and(d.state <> 'pending')
  loop
    update formwork.firings f
       set state = case when v_mail.missing is null then 'pending' else 'dead' end,
           next_attempt_at = case when v_mail.missing is null then v_now end,
           attempts = f.attempts + (v_mail.missing is not null)::integer
     where f.organisation_id = v_mail.organisation_id and f.firing_id = v_mail.firing_id;
    if v_mail.missing is not null then
      insert into formwork.firing_attempts
        (organisation_id, firing_id, attempt, started_at, duration_millis, result, reason, destination)
      values (v_mail.organisation_id, v_mail.firing_id, v_mail.attempt, v_now, 0, 'dead',
              'Not sent, because it attaches what could not be made: ' || v_mail.missing || '.', v_mail.destination);
    end if;
  end loop;
end
$$;

create or replace function formwork.settle_firings(p_ended json) returns setof integer
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  return query select * from formwork.settle_firings_of(null, p_ended);
end
$$;

-- On a node: the parts of the outbox that it has, of each range of organisations one.
create function formwork.outbox_parts() returns table (firings text, attempts text, organisations text)
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
  select shard_name(f.logicalrelid, f.shardid), shard_name(a.logicalrelid, a.shardid), shard_name(o.logicalrelid, o.shardid)
    from pg_dist_shard f
    join pg_dist_placement p on p.shardid = f.shardid
    join pg_dist_local_group l on l.groupid = p.groupid
    join pg_dist_shard a on a.logicalrelid = 'formwork.firing_attempts'::regclass and a.shardminvalue = f.shardminvalue
    join pg_dist_shard o on o.logicalrelid = 'formwork.organisations'::regclass and o.shardminvalue = f.shardminvalue
   where f.logicalrelid = 'formwork.firings'::regclass;
end
$$;

-- On a node: the firings that its destinations could take now, and changes nothing. Whose they are is not said, only how many to which
-- destination: who claims them gets those that are due by then.
-- turn: the place among those to its destination, under way included. base: the same among those of its organisation that are no documents.
-- under_way: the sends of its organisation now. most: how many it may have.
create function formwork.due_firings(p_per_destination integer, p_per_organisation integer, p_organisations uuid[], p_destinations text[], p_places integer[])
returns table (organisation_id uuid, destination text, turn integer, base integer, under_way integer, most integer, due_at timestamptz)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_part record;
  v_waits boolean;
begin
  perform set_config('jit', 'off', true);
  for v_part in select * from formwork.outbox_parts() loop
    execute format('select exists (select from %s f where f.state = ''pending'')', v_part.firings) into v_waits;
    continue when not v_waits;
    return query execute format($part$
      with recursive waiting as (
        (select f.organisation_id, f.destination from %1$s f
          where f.state = 'pending' order by f.organisation_id, f.destination limit 1)
        union all
        select n.organisation_id, n.destination
          from waiting w cross join lateral (
            select f.organisation_id, f.destination from %1$s f
             where f.state = 'pending' and (f.organisation_id, f.destination) > (w.organisation_id, w.destination)
             order by f.organisation_id, f.destination limit 1) n
      ), leased as (
        select a.organisation_id, a.destination, count(*)::integer as sends from %2$s a
         where a.result is null and a.leased_until > $1
         group by a.organisation_id, a.destination
      ), under_way as (
        select l.organisation_id, sum(l.sends)::integer as sends from leased l group by l.organisation_id
      ), learnt as (
        select u.organisation_id, u.destination, u.places from unnest($4, $5, $6) as u (organisation_id, destination, places)
      ), earned as (
        select l.organisation_id, sum(greatest(l.places - $2, 0))::integer as places from learnt l group by l.organisation_id
      ), candidates as (
        select w.organisation_id, w.destination, due.next_attempt_at,
               coalesce(l.sends, 0) + row_number() over (partition by w.organisation_id, w.destination order by due.next_attempt_at) as turn
          from waiting w
          left join leased l on l.organisation_id = w.organisation_id and l.destination = w.destination
          left join learnt k on k.organisation_id = w.organisation_id and k.destination = w.destination
          cross join lateral (
            select f.next_attempt_at from %1$s f
             where f.organisation_id = w.organisation_id and f.destination = w.destination and f.state = 'pending'
               and f.next_attempt_at <= $1
               and (f.attempts = 0 or not exists (
                     select from %2$s a
                      where a.organisation_id = f.organisation_id and a.firing_id = f.firing_id and a.attempt = f.attempts
                        and a.result is null and a.leased_until > $1))
             order by f.next_attempt_at
             limit greatest(coalesce(k.places, $2) - coalesce(l.sends, 0), 0)) due
         where not exists (
           select from %3$s o where o.organisation_id = w.organisation_id and o.suspended_at is not null)
      )
      select c.organisation_id, c.destination, c.turn::integer,
             (coalesce(u.sends, 0) + row_number() over (
               partition by c.organisation_id, c.destination = 'documents' order by c.turn, c.next_attempt_at))::integer,
             coalesce(u.sends, 0), $3 + coalesce(e.places, 0), c.next_attempt_at::timestamptz
        from candidates c
        left join under_way u on u.organisation_id = c.organisation_id
        left join earned e on e.organisation_id = c.organisation_id
      $part$, v_part.firings, v_part.attempts, v_part.organisations)
      using v_now, p_per_destination, p_per_organisation, p_organisations, p_destinations, p_places;
  end loop;
end
$$;

-- On a node: leases so many due firings of each destination, within its places and those of its organisation. Another process may have
-- claimed since the counts were made, so what is under way is read again; the lock keeps it true.
create function formwork.lease_firings(p_organisations uuid[], p_destinations text[], p_counts integer[], p_places integer[], p_most integer[], p_lease_millis integer)
returns table (organisation_id uuid, firing_id uuid, submission_id uuid, effect_id text, kind text, destination text, attempt integer,
  failures integer, lease_id uuid, content json, reference_number text, secrets json, claimed_at timestamptz)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_organisation uuid;
  v_firings uuid[];
begin
  perform set_config('jit', 'off', true);
  perform pg_advisory_xact_lock(4702111235);
  v_now := clock_timestamp();
  for v_organisation in select distinct o.id from unnest(p_organisations) as o (id) order by o.id loop
    perform set_config('app.organisation_id', v_organisation::text, true);
    with leased as (
      select a.destination, count(*)::integer as sends from formwork.firing_attempts a
       where a.organisation_id = v_organisation and a.result is null and a.leased_until > v_now
       group by a.destination
    ), due as (
      select f.firing_id, w.most,
             (select coalesce(sum(l.sends), 0) from leased l) + row_number() over (order by f.next_attempt_at) as share
        from unnest(p_organisations, p_destinations, p_counts, p_places, p_most)
          as w (organisation_id, destination, wanted, places, most)
        left join leased l on l.destination = w.destination
       cross join lateral (
         select i.firing_id, i.next_attempt_at from formwork.firings i
          where i.organisation_id = v_organisation and i.destination = w.destination and i.state = 'pending'
            and i.next_attempt_at <= v_now
            and (i.attempts = 0 or not exists (
                  select from formwork.firing_attempts a
                   where a.organisation_id = v_organisation and a.firing_id = i.firing_id and a.attempt = i.attempts
                     and a.result is null and a.leased_until > v_now))
          order by i.next_attempt_at
          limit greatest(least(w.wanted, w.places - coalesce(l.sends, 0)), 0)) f
       where w.organisation_id = v_organisation
    )
    select array_agg(d.firing_id) into v_firings from due d where d.share <= d.most;
    return query
    select * from formwork.begin_firings(v_organisation, null, v_firings, v_now, p_lease_millis);
  end loop;
end
$$;

-- On a node: what of its organisations waits to be sent, and since when the firing that is due first has been due.
create function formwork.outbox_backlog(out pending integer, out due_at timestamptz)
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  v_part record;
  v_own record;
begin
  pending := 0;
  for v_part in select * from formwork.outbox_parts() loop
    execute format('
      select count(*)::integer as pending, min(f.next_attempt_at) filter (where f.next_attempt_at < ''infinity'')::timestamptz as due_at
        from %s f
       where f.state = ''pending''
         and not exists (select from %s o where o.organisation_id = f.organisation_id and o.suspended_at is not null)',
      v_part.firings, v_part.organisations) into v_own;
    pending := pending + v_own.pending;
    due_at := least(due_at, v_own.due_at);
  end loop;
end
$$;

grant execute on function formwork.begin_firings(uuid, uuid[], uuid[], timestamptz, integer) to formwork_worker;
grant execute on function formwork.settle_firings_of(uuid, json) to formwork_worker;
grant execute on function formwork.outbox_parts() to formwork_worker;
grant execute on function formwork.due_firings(integer, integer, uuid[], text[], integer[]) to formwork_worker;
grant execute on function formwork.lease_firings(uuid[], text[], integer[], integer[], integer[], integer) to formwork_worker;
grant execute on function formwork.outbox_backlog() to formwork_worker;

-- A node plans what a function in SQL reads before it has the arguments, and so does not see that one organisation is meant.
create or replace function formwork.oldest_uploads(
  p_organisation uuid, p_credential uuid, p_without uuid[], p_before timestamptz, p_files bigint, p_bytes bigint) returns uuid[]
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return (
    select case when coalesce(sum(o.size), 0) >= p_bytes and count(*) >= p_files then coalesce(array_agg(o.upload_id), '{}') end
      from (
        select u.upload_id, u.size, row_number() over w - 1 as files, sum(u.size) over w - u.size as bytes
          from formwork.uploads u
         where u.organisation_id = p_organisation and u.submission_id is null and u.created_at <= p_before
           and (p_credential is null or (u.credential_id = p_credential and u.expires_at > clock_timestamp()))
           and u.upload_id <> all (p_without)
        window w as (order by u.expires_at, u.upload_id rows unbounded preceding)) o
     where o.files < p_files or o.bytes < p_bytes);
end
$$;
