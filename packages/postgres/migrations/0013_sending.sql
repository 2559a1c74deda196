-- Where secrets may be sent, and references that another form has taken. In sending, organisations take turns, a claim brings all that
-- its sends need, results are recorded many at a time, and a lease is a column of its attempt.
set local role formwork_owner;

-- Where a secret may be sent: the current value of a name has its hosts. A secret from before this file has none. It signs
-- deliveries, and goes nowhere else until an owner names its hosts.
alter table formwork.secrets add column hosts text[] not null default '{}';
grant select (hosts), update (hosts) on formwork.secrets to formwork_api;

-- The attempt that is under way is the lease. The row of the outbox then keeps its place and its index entries when it is claimed
-- (a HOT update): no index of it reads what a claim changes.
alter table formwork.firing_attempts
  add column destination text,
  add column lease_id uuid,
  add column leased_until timestamptz;
-- Row security would hide what is under way from the owner as well.
alter table formwork.firings no force row level security;
alter table formwork.firing_attempts no force row level security;
update formwork.firing_attempts a
   set destination = f.destination, lease_id = f.lease_id, leased_until = f.leased_until
  from formwork.firings f
 where f.organisation_id = a.organisation_id and f.firing_id = a.firing_id and a.attempt = f.attempts and f.lease_id is not null
   and a.result is null;
alter table formwork.firings force row level security;
alter table formwork.firing_attempts force row level security;
alter table formwork.firings drop column lease_id, drop column leased_until;
-- A page has room for a new version of each of its rows, so that a claim writes no index.
alter table formwork.firings set (fillfactor = 50);
create index firing_attempts_leased on formwork.firing_attempts (organisation_id, destination) where result is null;

drop function formwork.claim_firings(integer, integer, integer, integer);
drop function formwork.settle_firing(uuid, uuid, uuid, text, integer, text, text, bigint);

-- Takes due firings, as `Outbox.claim` says. One call at a time: so the counts of firings that are being sent are exact.
-- It goes by the index from one destination that has something waiting to the next: a destination costs the same, however much
-- is waiting there. The firings of a suspended organisation wait. p_documents: how many documents at most. p_after: the organisation whose document was taken last, null for none.
-- p_organisations, p_destinations, p_places: the destinations that get other than p_per_destination places, and how many.
create function formwork.claim_firings(
  p_limit integer, p_per_destination integer, p_per_organisation integer, p_lease_millis integer, p_documents integer, p_after uuid,
  p_organisations uuid[], p_destinations text[], p_places integer[])
returns table (
  organisation_id uuid, firing_id uuid, submission_id uuid, effect_id text, kind text, destination text, attempt integer,
  failures integer, lease_id uuid, content json, reference_number text, secrets json, claimed_at timestamptz)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_lease uuid := gen_random_uuid();
  v_organisations uuid[];
  v_firings uuid[];
  v_organisation uuid;
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

  -- A statement of its own, for the planner: it takes a tenth of a long backlog for what is chosen, and would read the whole table. An
  -- attempt whose lease was over may have been settled since the first statement, so what it read is read again.
  with judged as (
    select f.organisation_id, f.firing_id, exists (
             select from formwork.stopped_urls u
              where f.kind = 'delivery' and u.organisation_id = f.organisation_id and u.url = f.content ->> 'url') as is_stopped
      from unnest(v_organisations, v_firings) as c (organisation_id, firing_id)
      join formwork.firings f on f.organisation_id = c.organisation_id and f.firing_id = c.firing_id
     where f.state = 'pending' and f.next_attempt_at <= v_now
       for update of f skip locked
  ), taken as (
    update formwork.firings f
       set state = case when j.is_stopped then 'stopped' else 'pending' end,
           next_attempt_at = case when j.is_stopped then null else f.next_attempt_at end,
           attempts = f.attempts + (not j.is_stopped)::integer
      from judged j
     where f.organisation_id = j.organisation_id and f.firing_id = j.firing_id and f.state = 'pending'
    returning f.organisation_id, f.firing_id, f.destination, f.attempts, f.state
  ), abandoned as (
    update formwork.firing_attempts a
       set result = 'lost', reason = 'The worker ended while it was sending.',
           duration_millis = floor(extract(epoch from v_now - a.started_at) * 1000)
      from taken t
     where a.organisation_id = t.organisation_id and a.firing_id = t.firing_id
       and a.attempt = t.attempts - (t.state = 'pending')::integer and a.result is null
  ), begun as (
    insert into formwork.firing_attempts (organisation_id, firing_id, attempt, started_at, destination, lease_id, leased_until)
    select t.organisation_id, t.firing_id, t.attempts, v_now, t.destination, v_lease,
           v_now + p_lease_millis * interval '1 millisecond'
      from taken t where t.state = 'pending'
    returning organisation_id, firing_id
  )
  select array_agg(b.organisation_id), array_agg(b.firing_id) into v_organisations, v_firings from begun b;

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
               and (k.ends_at is null or k.ends_at > v_now)),
           v_now
      from unnest(v_organisations, v_firings) as t (organisation_id, firing_id)
      cross join lateral (
        select * from formwork.firings i
         where i.organisation_id = v_organisation and i.firing_id = t.firing_id limit 1) f
     where t.organisation_id = v_organisation;
  end loop;
end
$$;

-- Ends attempts, as `Outbox.settle` says: an array of objects. It returns the places in it, from 1, of those whose lease was still
-- theirs.
create function formwork.settle_firings(p_ended json) returns setof integer
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_each record;
begin
  -- Rows are found by their keys, however few the tables had when the plan was made.
  perform set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
  -- INVARIANT: the rows of the outbox are locked before the leases are read, as a claim locks them before it gives new ones; and two
  -- calls lock them in one order.
  perform from json_to_recordset(p_ended) as e (organisation uuid, firing uuid)
    join formwork.firings f on f.organisation_id = e.organisation and f.firing_id = e.firing
   order by e.organisation, e.firing
     for update of f;
  v_now := clock_timestamp();
  for v_each in
    with ended as (
      select * from rows from (json_to_recordset(p_ended) as (
          organisation uuid, firing uuid, attempt integer, lease uuid, result text, status integer, excerpt text, reason text, delay bigint))
        with ordinality as e (organisation, firing, attempt, lease, result, status, excerpt, reason, delay, place)
    ), mine as (
      update formwork.firing_attempts a
         set result = e.result, status = e.status, excerpt = e.excerpt, reason = e.reason,
             duration_millis = floor(extract(epoch from v_now - a.started_at) * 1000)
        from ended e
       where a.organisation_id = e.organisation and a.firing_id = e.firing and a.attempt = e.attempt and a.lease_id = e.lease
         and a.result is null
      returning e.organisation, e.firing, e.result, e.delay, e.place
    ), moved as (
      update formwork.firings f
         set state = case when m.result in ('retry', 'lost') then 'pending' else m.result end,
             failures = f.failures + (m.result = 'retry')::integer,
             next_attempt_at = case when m.result in ('retry', 'lost') then v_now + m.delay * interval '1 millisecond' end
        from mine m
       where f.organisation_id = m.organisation and f.firing_id = m.firing
      returning m.organisation, m.place, case when m.result = 'stopped' and f.kind = 'delivery' then f.content ->> 'url' end as url
    )
    select m.organisation, m.place, m.url from moved m
  loop
    if v_each.url is not null then
      perform set_config('app.organisation_id', v_each.organisation::text, true);
      insert into formwork.stopped_urls (organisation_id, url) values (v_each.organisation, v_each.url) on conflict do nothing;
      update formwork.firings f
         set state = 'stopped', next_attempt_at = null
       where f.organisation_id = v_each.organisation and f.state = 'pending' and f.kind = 'delivery' and f.content ->> 'url' = v_each.url
         and not exists (
               select from formwork.firing_attempts a
                where a.organisation_id = f.organisation_id and a.firing_id = f.firing_id and a.attempt = f.attempts
                  and a.result is null and a.leased_until > v_now);
    end if;
    return next v_each.place::integer;
  end loop;
end
$$;

grant execute on function
  formwork.claim_firings(integer, integer, integer, integer, integer, uuid, uuid[], text[], integer[]),
  formwork.settle_firings(json)
to formwork_worker;

grant create on schema formwork to formwork_filing;
set local role formwork_filing;

-- Moves the counter of a form past the numbers whose references other forms have given out, at most a thousand of them, and says how
-- many those were. Two forms share references only if one was published before references had to begin with the form's code.
create function formwork.pass_taken_references(
  p_organisation uuid, p_form uuid, p_prefix text, p_suffix text, p_width integer) returns integer
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_before bigint;
  v_last bigint;
  v_number text;
  v_reference text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('lock_timeout', '1s', true);
  insert into formwork.reference_counters as c (organisation_id, form_id, last_number)
  values (p_organisation, p_form, 0)
  on conflict (organisation_id, form_id) do update set last_number = c.last_number
  returning c.last_number into v_before;
  v_last := v_before;
  while v_last - v_before < 1000 loop
    v_number := (v_last + 1)::text;
    v_reference := p_prefix || lpad(v_number, greatest(p_width, length(v_number)), '0') || p_suffix;
    exit when not exists (
        select from formwork.submissions s where s.organisation_id = p_organisation and s.reference_number = v_reference)
      and not exists (
        select from formwork.deleted_submissions d where d.organisation_id = p_organisation and d.reference_number = v_reference);
    v_last := v_last + 1;
  end loop;
  if v_last > v_before then
    update formwork.reference_counters c
       set last_number = v_last
     where c.organisation_id = p_organisation and c.form_id = p_form;
  end if;
  return v_last - v_before;
end
$$;
grant execute on function formwork.pass_taken_references(uuid, uuid, text, text, integer) to formwork_api;

set local role formwork_owner;
revoke create on schema formwork from formwork_filing;
