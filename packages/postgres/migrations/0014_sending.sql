-- Where secrets may be sent, turns among organisations in sending, and references that another form has taken.
set local role formwork_owner;

-- Where a secret may be sent: the current value of a name has its hosts. A secret from before this file has none. It signs
-- deliveries, and is sent to nobody until an owner names its hosts.
alter table formwork.secrets add column hosts text[] not null default '{}';
grant select (hosts), update (hosts) on formwork.secrets to formwork_api;

drop function formwork.claim_firings(integer, integer, integer, integer);

-- Takes due firings, as `Outbox.claim` says. One call at a time: so the counts of firings that are being sent are exact.
-- It goes by the index from one destination that has something waiting to the next: a destination costs the same, however much
-- is waiting there. p_documents: how many documents at most. p_after: the organisation whose document was taken last, null for none.
create function formwork.claim_firings(
  p_limit integer, p_per_destination integer, p_per_organisation integer, p_lease_millis integer, p_documents integer, p_after uuid)
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
  ), under_way as (
    select l.organisation_id, sum(l.sends)::integer as sends from leased l group by l.organisation_id
  ), candidates as (
    select w.organisation_id, w.destination = 'documents' as is_document, due.firing_id, due.next_attempt_at,
           coalesce(l.sends, 0) + row_number() over (partition by w.organisation_id, w.destination order by due.next_attempt_at) as turn
      from waiting w
      left join leased l on l.organisation_id = w.organisation_id and l.destination = w.destination
      cross join lateral (
        select f.firing_id, f.next_attempt_at from formwork.firings f
         where f.organisation_id = w.organisation_id and f.destination = w.destination and f.state = 'pending'
           and f.next_attempt_at <= v_now and (f.leased_until is null or f.leased_until <= v_now)
         order by f.next_attempt_at
         limit greatest(p_per_destination - coalesce(l.sends, 0), 0)) due
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
    select s.organisation_id, s.firing_id, s.share, row_number() over (order by s.share, s.next_attempt_at) as place
      from shared s
     where s.share <= p_per_organisation
  ), chosen as (
    -- An organisation has at most as many under way as places are left, so the places never all go to those who came first. It is
    -- enough to compare one by one: along `place` the share rises and what is left falls.
    select p.organisation_id, p.firing_id from placed p where p.share <= p_limit - p.place + 1
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
grant execute on function formwork.claim_firings(integer, integer, integer, integer, integer, uuid) to formwork_worker;

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
