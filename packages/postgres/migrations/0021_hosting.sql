-- The operator founds organisations, lists them, and suspends and resumes them (docs/decisions/0180). Nothing that a suspended one has
-- is changed: its credentials are refused, and its effects wait.
set local role formwork_owner;

alter table formwork.organisations add column suspended_at timestamptz(3);

-- Of other organisations than the one that is set, the operator sees what stands here, and of their rows in other tables none.
grant usage on schema formwork to formwork_operator;
grant select on formwork.migrations to formwork_operator;
grant execute on function formwork.uuidv7(), formwork.current_organisation() to formwork_operator;
grant select (organisation_id, name, created_at, suspended_at), insert (organisation_id, name), update (suspended_at)
  on formwork.organisations to formwork_operator;
create policy operator_reads on formwork.organisations for select to formwork_operator using (true);
grant select (organisation_id, user_id, email, name, role, deactivated_at),
  insert (organisation_id, user_id, email, name, role, password_hash) on formwork.users to formwork_operator;
grant select (organisation_id, invitation_id, user_id, created_at, expires_at, ended_at),
  insert (organisation_id, invitation_id, user_id, created_at, expires_at, token_hash, pepper_id, invited_by, invited_by_credential),
  update (ended_at) on formwork.invitations to formwork_operator;
grant insert (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, times, request_id, address)
  on formwork.audit_events to formwork_operator;
grant select, update (first_organisation_id) on formwork.installation to formwork_operator;

-- Who sends has to know which organisations wait.
grant select (organisation_id, suspended_at) on formwork.organisations to formwork_worker;
create policy suspended on formwork.organisations for select to formwork_worker using (suspended_at is not null);

-- As in 0017, and no firing of a suspended organisation is taken.
create or replace function formwork.claim_firings(
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

grant create on schema formwork_auth to formwork_auth;
set local role formwork_auth;

-- As in 0018, and a suspended organisation has no valid credential. The row of the organisation was read before, so this costs nothing.
create or replace function formwork_auth.admit(
  p_kinds text[],
  p_organisations uuid[],
  p_credentials uuid[],
  p_pepper_ids text[],
  p_hashes bytea[],
  p_limit integer,
  p_window_millis double precision,
  p_addresses text[]
)
returns table (
  place integer,
  status text,
  reason text,
  user_id uuid,
  privileges text[],
  role text,
  limits jsonb,
  revision double precision,
  used integer,
  remaining_millis double precision,
  use_due boolean
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_peppers integer := cardinality(p_pepper_ids);
  v_usual interval := make_interval(secs => p_window_millis / 1000);
  v_window interval;
  v_limit integer;
  v_salt bytea := uuid_send(gen_random_uuid());
  v_now timestamptz;
  v_started timestamptz;
  v_organisation uuid;
  v_credential uuid;
  v_proven boolean;
  k record;
begin
  -- INVARIANT: in this order, because each keeps the row of its window locked to the end: statements that make windows for the same
  -- credentials wait for each other without a deadlock.
  for place in
    select i from generate_subscripts(p_credentials, 1) i order by p_organisations[i], p_credentials[i], i
  loop
    v_organisation := p_organisations[place];
    v_credential := p_credentials[place];
    v_now := clock_timestamp();
    perform set_config('app.organisation_id', v_organisation::text, true);
    status := 'unauthenticated';
    reason := null;
    user_id := null;
    privileges := null;
    role := null;
    limits := null;
    revision := null;
    used := null;
    remaining_millis := null;
    use_due := null;

    if p_kinds[place] = 'api_key' then
      select a.created_by as user_id, a.privileges, u.role, a.limits, a.token_hash, a.pepper_id, o.revision,
             a.last_used_at is null or a.last_used_at <= v_now - interval '1 minute' as use_due,
             u.deactivated_at is not null as is_deactivated, o.suspended_at is not null as is_suspended,
             a.revoked_at is not null and not (a.revoked_reason = 'rotated' and a.revoked_at > v_now) as is_revoked,
             a.expires_at is not null and a.expires_at <= v_now as is_expired
        into k
        from formwork.api_keys a
        join formwork.users u on u.organisation_id = a.organisation_id and u.user_id = a.created_by
        join formwork.organisations o on o.organisation_id = a.organisation_id
       where a.organisation_id = v_organisation and a.key_id = v_credential;
    elsif p_kinds[place] = 'session' then
      select s.user_id, null::text[] as privileges, u.role, null::jsonb as limits, s.token_hash, s.pepper_id, o.revision,
             false as use_due,
             u.deactivated_at is not null as is_deactivated, o.suspended_at is not null as is_suspended,
             s.ended_at is not null as is_revoked,
             s.expires_at <= v_now as is_expired
        into k
        from formwork.sessions s
        join formwork.users u on u.organisation_id = s.organisation_id and u.user_id = s.user_id
        join formwork.organisations o on o.organisation_id = s.organisation_id
       where s.organisation_id = v_organisation and s.session_id = v_credential;
    else
      return next;
      continue;
    end if;
    if not found then
      return next;
      continue;
    end if;

    -- The salt is fresh, so the part in which two digests agree says nothing about the hashes.
    v_proven := false;
    for i in 1 .. v_peppers loop
      if p_pepper_ids[i] = k.pepper_id
         and sha256(v_salt || p_hashes[(place - 1) * v_peppers + i]) = sha256(v_salt || k.token_hash) then
        v_proven := true;
      end if;
    end loop;

    user_id := k.user_id;
    reason := case
      when not v_proven then 'wrong_secret'
      when k.is_deactivated then 'deactivated'
      when k.is_revoked then 'revoked'
      when k.is_expired then 'expired'
      when k.is_suspended then 'suspended'
      when k.limits is null or jsonb_typeof(k.limits -> 'addresses') = 'null' then null
      when not exists (
        select from jsonb_array_elements_text(k.limits -> 'addresses') n where nullif(p_addresses[place], '')::inet <<= n::inet) then 'wrong_address'
    end;
    if reason is not null then
      return next;
      continue;
    end if;

    status := 'ok';
    privileges := k.privileges;
    role := k.role;
    limits := k.limits;
    revision := k.revision;
    use_due := k.use_due;
    if p_limit is null then
      return next;
      continue;
    end if;

    v_limit := p_limit;
    v_window := v_usual;
    if k.limits is not null and jsonb_typeof(k.limits -> 'requestsPerMinute') = 'number' then
      v_limit := (k.limits -> 'requestsPerMinute')::integer;
      v_window := interval '1 minute';
    end if;

    -- The condition is tried on the snapshot before any lock is taken, so a refusal neither waits nor writes, and again on the newest
    -- row, so the count stays exact. A row that another transaction holds is skipped.
    update formwork_auth.rate_windows w
       set window_started_at = case when w.window_started_at + v_window <= v_now then v_now else w.window_started_at end,
           used = case when w.window_started_at + v_window <= v_now then 1 else w.used + 1 end
     where w.organisation_id = v_organisation
       and w.credential_id = v_credential
       and w.ctid = (
         select r.ctid
           from formwork_auth.rate_windows r
          where r.organisation_id = v_organisation
            and r.credential_id = v_credential
            and (r.used < v_limit or r.window_started_at + v_window <= v_now)
            for no key update skip locked)
    returning w.window_started_at, w.used into v_started, used;
    if not found then
      select w.window_started_at,
             case when w.used < v_limit or w.window_started_at + v_window <= v_now then 'busy' else 'limited' end
        into v_started, status
        from formwork_auth.rate_windows w
       where w.organisation_id = v_organisation and w.credential_id = v_credential;
      if not found then
        perform set_config('lock_timeout', '250ms', true); -- another transaction may be making it
        insert into formwork_auth.rate_windows as w (organisation_id, credential_id, window_started_at, used)
        values (v_organisation, v_credential, v_now, 1)
        on conflict (organisation_id, credential_id) do nothing
        returning w.window_started_at, w.used into v_started, used;
        status := case when found then 'ok' else 'busy' end;
      end if;
    end if;
    remaining_millis := greatest(0, ceil(extract(epoch from v_started + v_window - clock_timestamp()) * 1000));
    return next;
  end loop;
end
$$;

-- As in 0019: a write that has not reached this function when its organisation is suspended is refused.
create or replace function formwork_auth.in_force(
  p_organisation uuid, p_kind text, p_credential uuid, p_user uuid, out privileges text[], out role text)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if p_kind in ('api_key', 'session') then
    -- Taken before the row, and shared: without it, filings that overlap without end would keep a revocation waiting for ever.
    perform pg_advisory_xact_lock_shared(hashtextextended(p_credential::text, 0));
  end if;
  if p_kind = 'api_key' then
    select a.privileges, u.role into privileges, role
      from formwork.api_keys a
      join formwork.users u on u.organisation_id = a.organisation_id and u.user_id = a.created_by
     where a.organisation_id = p_organisation
       and a.key_id = p_credential
       and a.created_by = p_user
       and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > clock_timestamp()))
       and (a.expires_at is null or a.expires_at > clock_timestamp())
       and u.deactivated_at is null
       and exists (
         select from formwork.organisations o where o.organisation_id = p_organisation and o.suspended_at is null)
       for share of a;
  elsif p_kind = 'session' then
    select null::text[], u.role into privileges, role
      from formwork.sessions s
      join formwork.users u on u.organisation_id = s.organisation_id and u.user_id = s.user_id
     where s.organisation_id = p_organisation
       and s.session_id = p_credential
       and s.user_id = p_user
       and s.ended_at is null
       and s.expires_at > clock_timestamp()
       and u.deactivated_at is null
       and exists (
         select from formwork.organisations o where o.organisation_id = p_organisation and o.suspended_at is null)
       for share of s;
  elsif p_kind = 'operator' then
    select null::text[], u.role into privileges, role
      from formwork.users u
     where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null
       for share of u;
  end if;
end
$$;

-- As in 0012: in a suspended organisation nothing is counted and no account is found, as in one that does not exist.
create or replace function formwork_auth.attempt(
  p_organisation uuid,
  p_email text,
  p_place text,
  p_trusted boolean,
  out status text,
  out user_id uuid,
  out recipe text,
  out wait_millis double precision
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_address bytea := sha256(convert_to(lower(p_email), 'UTF8'));
  v_place bytea := sha256(convert_to(p_place, 'UTF8'));
  v_known boolean;
  v_recipe text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  status := 'counted';
  perform from formwork.organisations o where o.organisation_id = p_organisation and o.suspended_at is null;
  if not found then
    return;
  end if;

  -- All of a PHC string but its last part, the hash.
  select u.user_id, regexp_replace(u.password_hash, '\$[^$]*$', ''), n.user_id is not null
    into user_id, v_recipe, v_known
    from formwork.users u
    left join formwork_auth.sign_in_networks n
      on n.organisation_id = u.organisation_id and n.user_id = u.user_id and n.place_hash = v_place
   where u.organisation_id = p_organisation and lower(u.email) = lower(p_email) and u.deactivated_at is null;
  v_known := p_trusted or coalesce(v_known, false);

  wait_millis := formwork_auth.wait_of(p_organisation, v_address, v_place, v_known);
  if wait_millis > 0 then
    status := 'throttled';
    return;
  end if;
  if formwork_auth.count_place(p_organisation, v_address, v_place) is null then
    status := 'throttled';
  elsif not v_known and formwork_auth.count_strangers(p_organisation, v_address) is null then
    -- Another attempt was counted since the wait was read: this one is refused, and so does not count.
    update formwork_auth.sign_in_places f
       set failures = greatest(0, f.failures - 1)
     where f.organisation_id = p_organisation and f.address_hash = v_address and f.place_hash = v_place;
    status := 'throttled';
  end if;
  if status = 'throttled' then
    wait_millis := greatest(1, coalesce(formwork_auth.wait_of(p_organisation, v_address, v_place, v_known), 1));
    return;
  end if;
  wait_millis := null;
  recipe := v_recipe;
end
$$;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;
