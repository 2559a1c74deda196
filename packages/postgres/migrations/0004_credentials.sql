-- The credentials of people and machines: sessions, invitations and keys, and the functions that check them.
-- Those functions run with the rights of formwork_auth, which alone reads hashes and counts requests. Row security binds it too:
-- every token names its organisation.
set local role formwork_owner;

create table formwork.sessions (
  organisation_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  pepper_id text not null,
  foreign key (organisation_id, user_id) references formwork.users (organisation_id, user_id)
);
create index sessions_open_idx on formwork.sessions (organisation_id, user_id) where ended_at is null;
alter table formwork.sessions add primary key (organisation_id, session_id);
alter table formwork.sessions enable row level security, force row level security;
create policy tenant on formwork.sessions
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy ended_stays_ended on formwork.sessions as restrictive for update
  using (ended_at is null) with check (true);
grant select, update (ended_at) on formwork.sessions to formwork_auth;
grant select (organisation_id, session_id, user_id, created_at, expires_at, ended_at), insert, update (ended_at)
  on formwork.sessions to formwork_api;

-- Links by which people set their passwords.
create table formwork.invitations (
  organisation_id uuid not null,
  invitation_id uuid not null,
  user_id uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  pepper_id text not null,
  foreign key (organisation_id, user_id) references formwork.users (organisation_id, user_id)
);
-- Of a person at most one can be used.
create unique index invitations_open_key on formwork.invitations (organisation_id, user_id) where ended_at is null;
alter table formwork.invitations add primary key (organisation_id, invitation_id);
alter table formwork.invitations enable row level security, force row level security;
create policy tenant on formwork.invitations
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy ended_stays_ended on formwork.invitations as restrictive for update
  using (ended_at is null) with check (true);
grant select on formwork.invitations to formwork_auth;
grant select (organisation_id, invitation_id, user_id, created_at, expires_at, ended_at), insert, update (ended_at)
  on formwork.invitations to formwork_api;

-- A rotated key works until revoked_at. Only that reason puts the date ahead, and only that reason is compared with the clock:
-- a clock that is set back, or a standby's that lags, brings no other key back.
create table formwork.api_keys (
  organisation_id uuid not null,
  key_id uuid not null,
  name text not null,
  privileges text[] not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  revoked_by uuid,
  revoked_reason text,
  replaced_by uuid,
  hint text not null,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  pepper_id text not null,
  primary key (organisation_id, key_id),
  foreign key (organisation_id, created_by) references formwork.users (organisation_id, user_id),
  foreign key (organisation_id, revoked_by) references formwork.users (organisation_id, user_id),
  foreign key (organisation_id, replaced_by) references formwork.api_keys (organisation_id, key_id),
  constraint api_keys_ended_check check ((revoked_at is null) = (revoked_reason is null)
    and (revoked_by is null) = (revoked_reason is null or revoked_reason = 'reported')
    and (replaced_by is null or revoked_at is not null))
);
alter table formwork.api_keys enable row level security, force row level security;
create policy tenant on formwork.api_keys
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
-- A key that has ended stays as it ended: it cannot be brought back, and its date, person and reason cannot be changed.
create policy ended_stays_ended on formwork.api_keys as restrictive for update
  using (revoked_at is null or (revoked_reason = 'rotated' and revoked_at > clock_timestamp())) with check (true);
grant select, update (last_used_at) on formwork.api_keys to formwork_auth;
grant select (organisation_id, key_id, name, privileges, created_by, created_at, expires_at, last_used_at, revoked_at, revoked_by,
  revoked_reason, replaced_by, hint), insert, update (revoked_at, revoked_by, revoked_reason, replaced_by)
  on formwork.api_keys to formwork_api;

-- Requests counted, by credential. Unlogged: no write-ahead log and no flush for a count that is worth a minute. A crash empties
-- the table, which admits a few requests too many.
create unlogged table formwork_auth.rate_windows (
  organisation_id uuid not null,
  credential_id uuid not null,
  window_started_at timestamptz not null,
  used integer not null,
  primary key (organisation_id, credential_id)
) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0.02);
alter table formwork_auth.rate_windows enable row level security, force row level security;
create policy tenant on formwork_auth.rate_windows
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, update on formwork_auth.rate_windows to formwork_auth;

-- How often in a row signing in with an address has failed, also for an address that no user has. Only a digest of the address is
-- stored, because the address may belong to an outsider. Unlogged: a crash forgets the failures of a few minutes.
create unlogged table formwork_auth.sign_in_failures (
  organisation_id uuid not null,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  failures integer not null,
  last_at timestamptz not null
) with (fillfactor = 50);
create index sign_in_failures_last_idx on formwork_auth.sign_in_failures (organisation_id, last_at);
alter table formwork_auth.sign_in_failures add primary key (organisation_id, address_hash);
alter table formwork_auth.sign_in_failures enable row level security, force row level security;
create policy tenant on formwork_auth.sign_in_failures
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, update, delete on formwork_auth.sign_in_failures to formwork_auth;

-- How long the next attempt has to wait after so many failures in a row, like `waitSeconds` of the domain.
create function formwork.wait_after(p_failures integer) returns interval
language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select make_interval(secs => case when p_failures < 12 then 0 else least(300, power(2, least(p_failures - 12, 9))) end)
$$;
grant execute on function formwork.wait_after(integer) to formwork_auth;

grant create on schema formwork_auth to formwork_auth;
set local role formwork_auth;

-- Authenticates the requests that arrived together, counts each, and says which may go on. It answers each with a status and never
-- raises an error: that would undo the counts, and one bad token would fail the whole batch.
-- p_hashes: for each credential in turn, one hash under each of p_pepper_ids. p_limit null: do not count.
-- An answer `unauthenticated` has a reason where the credential exists.
create function formwork_auth.admit(
  p_kinds text[],
  p_organisations uuid[],
  p_credentials uuid[],
  p_pepper_ids text[],
  p_hashes bytea[],
  p_limit integer,
  p_window_millis double precision
)
returns table (
  place integer,
  status text,
  reason text,
  user_id uuid,
  privileges text[],
  role text,
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
  v_window interval := make_interval(secs => p_window_millis / 1000);
  v_salt bytea := uuid_send(gen_random_uuid());
  v_now timestamptz;
  v_started timestamptz;
  v_organisation uuid;
  v_credential uuid;
  v_proven boolean;
  v_counted boolean;
  k record;
begin
  -- INVARIANT: in this order, because each keeps the row of its window locked to the end: two statements that share credentials
  -- wait for each other without a deadlock.
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
    revision := null;
    used := null;
    remaining_millis := null;
    use_due := null;

    if p_kinds[place] = 'api_key' then
      select a.created_by as user_id, a.privileges, null::text as role, a.token_hash, a.pepper_id, o.revision,
             a.last_used_at is null or a.last_used_at <= v_now - interval '1 minute' as use_due,
             u.deactivated_at is not null as is_deactivated,
             a.revoked_at is not null and not (a.revoked_reason = 'rotated' and a.revoked_at > v_now) as is_revoked,
             a.expires_at is not null and a.expires_at <= v_now as is_expired
        into k
        from formwork.api_keys a
        join formwork.users u on u.organisation_id = a.organisation_id and u.user_id = a.created_by
        join formwork.organisations o on o.organisation_id = a.organisation_id
       where a.organisation_id = v_organisation and a.key_id = v_credential;
    elsif p_kinds[place] = 'session' then
      select s.user_id, null::text[] as privileges, u.role, s.token_hash, s.pepper_id, o.revision,
             false as use_due,
             u.deactivated_at is not null as is_deactivated,
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
    end;
    if reason is not null then
      return next;
      continue;
    end if;

    status := 'ok';
    privileges := k.privileges;
    role := k.role;
    revision := k.revision;
    use_due := k.use_due;
    if p_limit is null then
      return next;
      continue;
    end if;

    -- The condition is tried on the snapshot before any lock is taken, so a refusal neither waits nor writes; under contention
    -- it is tried again on the newest row, so the count stays exact. Twice, because another transaction may make the window
    -- between the two statements: then the update came before it, and the insert after it.
    v_counted := false;
    for attempt in 1 .. 2 loop
      update formwork_auth.rate_windows w
         set window_started_at = case when w.window_started_at + v_window <= v_now then v_now else w.window_started_at end,
             used = case when w.window_started_at + v_window <= v_now then 1 else w.used + 1 end
       where w.organisation_id = v_organisation
         and w.credential_id = v_credential
         and (w.used < p_limit or w.window_started_at + v_window <= v_now)
      returning w.window_started_at, w.used into v_started, used;
      v_counted := found;
      exit when v_counted;

      insert into formwork_auth.rate_windows as w (organisation_id, credential_id, window_started_at, used)
      select v_organisation, v_credential, v_now, 1
       where not exists (
         select from formwork_auth.rate_windows r
          where r.organisation_id = v_organisation and r.credential_id = v_credential)
      on conflict (organisation_id, credential_id) do update
         set used = w.used + 1
       where w.used < p_limit
      returning w.window_started_at, w.used into v_started, used;
      v_counted := found;
      exit when v_counted;
    end loop;

    if not v_counted then
      status := 'limited';
      select w.window_started_at into v_started
        from formwork_auth.rate_windows w
       where w.organisation_id = v_organisation and w.credential_id = v_credential;
    end if;
    remaining_millis := greatest(0, ceil(extract(epoch from v_started + v_window - clock_timestamp()) * 1000));
    return next;
  end loop;
end
$$;

-- Notes that a key was used, at most once a minute. No request waits for it, and it does not wait for the disk.
create function formwork_auth.touch(p_organisation uuid, p_key uuid) returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('synchronous_commit', 'off', true);
  update formwork.api_keys a
     set last_used_at = v_now
   where a.organisation_id = p_organisation
     and a.key_id = p_key
     and (a.last_used_at is null or a.last_used_at <= v_now - interval '1 minute');
end
$$;

-- Reads what a credential may do, and keeps that unchanged until this transaction ends: the credential's row is locked FOR SHARE,
-- and ending a credential updates that row. No row: the credential has ended. A key has privileges, a person has a role.
-- Deactivating a person ends their keys and sessions in the same transaction, so the row of the credential is enough.
create function formwork_auth.effective_privileges(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid)
returns table (privileges text[], role text)
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
    return query
      select a.privileges, null::text
        from formwork.api_keys a
       where a.organisation_id = p_organisation
         and a.key_id = p_credential
         and a.created_by = p_user
         and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > clock_timestamp()))
         and (a.expires_at is null or a.expires_at > clock_timestamp())
         and exists (
           select from formwork.users u
            where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null)
         for share of a;
  elsif p_kind = 'session' then
    return query
      select null::text[], u.role
        from formwork.sessions s
        join formwork.users u on u.organisation_id = s.organisation_id and u.user_id = s.user_id
       where s.organisation_id = p_organisation
         and s.session_id = p_credential
         and s.user_id = p_user
         and s.ended_at is null
         and s.expires_at > clock_timestamp()
         and u.deactivated_at is null
         for share of s;
  elsif p_kind = 'operator' then
    return query
      select null::text[], u.role
        from formwork.users u
       where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null
         for share of u;
  end if;
end
$$;

-- Whether one of these hashes belongs to the credential or invitation, even if that has ended.
create function formwork_auth.proves(
  p_organisation uuid, p_kind text, p_credential uuid, p_pepper_ids text[], p_hashes bytea[]
)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_salt bytea := uuid_send(gen_random_uuid());
  v_proven boolean := false;
  k record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if p_kind = 'api_key' then
    select a.token_hash, a.pepper_id into k
      from formwork.api_keys a where a.organisation_id = p_organisation and a.key_id = p_credential;
  elsif p_kind = 'session' then
    select s.token_hash, s.pepper_id into k
      from formwork.sessions s where s.organisation_id = p_organisation and s.session_id = p_credential;
  elsif p_kind = 'invitation' then
    select i.token_hash, i.pepper_id into k
      from formwork.invitations i where i.organisation_id = p_organisation and i.invitation_id = p_credential;
  else
    return false;
  end if;
  if found then
    for i in 1 .. cardinality(p_pepper_ids) loop
      if p_pepper_ids[i] = k.pepper_id and sha256(v_salt || p_hashes[i]) = sha256(v_salt || k.token_hash) then
        v_proven := true;
      end if;
    end loop;
  end if;
  return v_proven;
end
$$;

-- The first half of a sign-in: counts it as a failure, and gives the account whose password is to be tried.
-- status: counted (without an account: the address is unknown, or its user may not sign in), throttled.
create function formwork_auth.attempt(
  p_organisation uuid,
  p_email text,
  out status text,
  out user_id uuid,
  out password_hash text,
  out wait_millis double precision
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_address bytea := sha256(convert_to(lower(p_email), 'UTF8'));
  v_forgotten timestamptz := clock_timestamp() - interval '1 day'; -- an index is searched for a variable, not for a volatile function
  v_failures integer;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  status := 'counted';
  perform from formwork.organisations o where o.organisation_id = p_organisation;
  if not found then
    return;
  end if;

  -- As in admit: a refusal neither waits nor writes, and the count is exact under concurrent attempts.
  update formwork_auth.sign_in_failures f
     set failures = case when f.last_at <= clock_timestamp() - interval '1 day' then 1 else f.failures + 1 end,
         last_at = clock_timestamp()
   where f.organisation_id = p_organisation
     and f.address_hash = v_address
     and f.last_at + formwork.wait_after(f.failures) <= clock_timestamp()
  returning f.failures into v_failures;
  if not found then
    insert into formwork_auth.sign_in_failures as f (organisation_id, address_hash, failures, last_at)
    select p_organisation, v_address, 1, clock_timestamp()
     where not exists (
       select from formwork_auth.sign_in_failures r where r.organisation_id = p_organisation and r.address_hash = v_address)
    on conflict (organisation_id, address_hash) do update
       set failures = f.failures + 1, last_at = clock_timestamp()
     where f.last_at + formwork.wait_after(f.failures) <= clock_timestamp()
    returning f.failures into v_failures;
    if found then
      -- Each new address removes two that are a day old, so that addresses cannot fill the table.
      delete from formwork_auth.sign_in_failures f
       where f.organisation_id = p_organisation
         and f.address_hash in (
           select old.address_hash
             from formwork_auth.sign_in_failures old
            where old.organisation_id = p_organisation and old.last_at <= v_forgotten
            order by old.last_at
            limit 2
              for update skip locked);
    end if;
  end if;
  if v_failures is null then
    status := 'throttled';
    select greatest(1, ceil(extract(epoch from f.last_at + formwork.wait_after(f.failures) - clock_timestamp()) * 1000))
      into wait_millis
      from formwork_auth.sign_in_failures f
     where f.organisation_id = p_organisation and f.address_hash = v_address;
    return;
  end if;

  select u.user_id, u.password_hash into user_id, password_hash
    from formwork.users u
   where u.organisation_id = p_organisation and lower(u.email) = lower(p_email) and u.deactivated_at is null;
end
$$;

-- The second half, once the password is proven: forgets the person's failures, and holds their row until this transaction ends.
-- False: the account has ended, or its password has changed meanwhile.
create function formwork_auth.forgive(p_organisation uuid, p_user uuid, p_password_hash text) returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_email text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  select u.email into v_email
    from formwork.users u
   where u.organisation_id = p_organisation
     and u.user_id = p_user
     and u.deactivated_at is null
     and u.password_hash is not distinct from p_password_hash
     for share of u;
  if not found then
    return false;
  end if;
  delete from formwork_auth.sign_in_failures f
   where f.organisation_id = p_organisation and f.address_hash = sha256(convert_to(lower(v_email), 'UTF8'));
  return true;
end
$$;

grant execute on all functions in schema formwork_auth to formwork_api;
grant execute on function formwork_auth.effective_privileges(uuid, text, uuid, uuid) to formwork_filing;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;

-- Ends the sessions of a person, all but p_kept, and with p_keys every key that was made on their behalf, each with its line in the
-- audit log. The caller has locked the person's row: no session and no key is added meanwhile.
create function formwork.end_credentials(
  p_organisation uuid,
  p_person uuid,
  p_keys boolean,
  p_kept uuid,
  p_user uuid,
  p_credential_kind text,
  p_credential uuid,
  p_request_id text,
  p_address text
) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz;
  c record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  for c in
    select 'api_key' as kind, a.key_id as id
      from formwork.api_keys a
     where p_keys
       and a.organisation_id = p_organisation
       and a.created_by = p_person
       and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > clock_timestamp()))
       and (a.expires_at is null or a.expires_at > clock_timestamp())
    union all
    select 'session', s.session_id
      from formwork.sessions s
     where s.organisation_id = p_organisation
       and s.user_id = p_person
       and s.ended_at is null
       and s.expires_at > clock_timestamp()
       and s.session_id is distinct from p_kept
     order by id
  loop
    -- Filings hold this lock shared: `effective_privileges` says why it comes before the row.
    perform pg_advisory_xact_lock(hashtextextended(c.id::text, 0));
    v_now := clock_timestamp();
    if c.kind = 'api_key' then
      update formwork.api_keys a
         set revoked_at = v_now, revoked_by = p_user, revoked_reason = 'creator_deactivated'
       where a.organisation_id = p_organisation
         and a.key_id = c.id
         and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > v_now));
    else
      update formwork.sessions s
         set ended_at = v_now
       where s.organisation_id = p_organisation and s.session_id = c.id and s.ended_at is null;
    end if;
    if found then -- otherwise it was ended while this waited
      insert into formwork.audit_events
        (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
      values
        (p_organisation, case c.kind when 'api_key' then 'api_key.revoked' else 'session.ended' end, p_user, p_credential_kind,
         p_credential, c.id, case c.kind when 'api_key' then 'creator_deactivated' end, p_request_id, p_address);
    end if;
  end loop;
end
$$;
grant execute on function formwork.end_credentials(uuid, uuid, boolean, uuid, uuid, text, uuid, text, text) to formwork_api;
