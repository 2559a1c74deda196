-- People: who can sign in, who sent an invitation, and how failed sign-ins are counted. A server learns how a password was hashed,
-- and compares what was given; it reads no hash.
set local role formwork_owner;

alter table formwork.users add column has_password boolean not null generated always as (password_hash is not null) stored;
grant select (has_password) on formwork.users to formwork_api;

-- Where an address can sign in: `choices_of` looks for one address at a time, and for no row of another.
alter table formwork.users add column address text not null generated always as (lower(email)) stored;
create index users_address_idx on formwork.users (address) where deactivated_at is null and password_hash is not null;
create policy of_address on formwork.users for select to formwork_auth
  using (address = nullif(current_setting('app.sign_in_address', true), ''));

-- Null for an invitation from before these columns. No foreign key: a session that sent one is deleted some day.
alter table formwork.invitations add column invited_by uuid, add column invited_by_credential uuid;
grant select (invited_by, invited_by_credential) on formwork.invitations to formwork_api;

-- How often in a row signing in with an address from one place has failed: from a network, or from a session that proves its
-- password again. `sign_in_failures` counts the same for all networks together that the account does not know. Unlogged like that.
create unlogged table formwork_auth.sign_in_places (
  organisation_id uuid not null,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  place_hash bytea not null check (octet_length(place_hash) = 32),
  failures integer not null,
  last_at timestamptz not null
) with (fillfactor = 50);
create index sign_in_places_last_idx on formwork_auth.sign_in_places (organisation_id, last_at);
alter table formwork_auth.sign_in_places add primary key (organisation_id, address_hash, place_hash);
alter table formwork_auth.sign_in_places enable row level security, force row level security;
create policy tenant on formwork_auth.sign_in_places
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, update, delete on formwork_auth.sign_in_places to formwork_auth;

-- The latest networks from which each person signed in. Logged: a crash in the middle of an attack takes nobody's place away.
create table formwork_auth.sign_in_networks (
  organisation_id uuid not null,
  user_id uuid not null,
  place_hash bytea not null check (octet_length(place_hash) = 32),
  last_at timestamptz not null,
  primary key (organisation_id, user_id, place_hash),
  foreign key (organisation_id, user_id) references formwork.users (organisation_id, user_id)
);
alter table formwork_auth.sign_in_networks enable row level security, force row level security;
create policy tenant on formwork_auth.sign_in_networks
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, update, delete on formwork_auth.sign_in_networks to formwork_auth;

grant delete on formwork.sessions to formwork_auth;

-- Counts a failure of an address at a place, unless it came too soon; null then. Its caller has set the organisation.
create function formwork_auth.count_place(p_organisation uuid, p_address bytea, p_place bytea) returns integer
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_forgotten timestamptz := clock_timestamp() - interval '1 day'; -- an index is searched for a variable, not for a volatile function
  v_failures integer;
begin
  -- As in admit: a refusal neither waits nor writes, and the count is exact under concurrent attempts.
  update formwork_auth.sign_in_places f
     set failures = case when f.last_at <= v_forgotten then 1 else f.failures + 1 end, last_at = clock_timestamp()
   where f.organisation_id = p_organisation and f.address_hash = p_address and f.place_hash = p_place
     and f.last_at + formwork.wait_after(f.failures) <= clock_timestamp()
  returning f.failures into v_failures;
  if found then
    return v_failures;
  end if;
  insert into formwork_auth.sign_in_places as f (organisation_id, address_hash, place_hash, failures, last_at)
  select p_organisation, p_address, p_place, 1, clock_timestamp()
   where not exists (
     select from formwork_auth.sign_in_places r
      where r.organisation_id = p_organisation and r.address_hash = p_address and r.place_hash = p_place)
  on conflict (organisation_id, address_hash, place_hash) do update
     set failures = f.failures + 1, last_at = clock_timestamp()
   where f.last_at + formwork.wait_after(f.failures) <= clock_timestamp()
  returning f.failures into v_failures;
  if found then
    -- Each new place removes ten that are a day old, so that places cannot fill the table.
    delete from formwork_auth.sign_in_places f
     where f.organisation_id = p_organisation
       and (f.address_hash, f.place_hash) in (
         select old.address_hash, old.place_hash
           from formwork_auth.sign_in_places old
          where old.organisation_id = p_organisation and old.last_at <= v_forgotten
          order by old.last_at
          limit 10
            for update skip locked);
  end if;
  return v_failures;
end
$$;

-- The same for all places that the account does not know. 88: of these a hundred failures are free, of a place twelve.
create function formwork_auth.count_strangers(p_organisation uuid, p_address bytea) returns integer
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_forgotten timestamptz := clock_timestamp() - interval '1 day';
  v_failures integer;
begin
  update formwork_auth.sign_in_failures f
     set failures = case when f.last_at <= v_forgotten then 1 else f.failures + 1 end, last_at = clock_timestamp()
   where f.organisation_id = p_organisation and f.address_hash = p_address
     and f.last_at + formwork.wait_after(f.failures - 88) <= clock_timestamp()
  returning f.failures into v_failures;
  if found then
    return v_failures;
  end if;
  insert into formwork_auth.sign_in_failures as f (organisation_id, address_hash, failures, last_at)
  select p_organisation, p_address, 1, clock_timestamp()
   where not exists (
     select from formwork_auth.sign_in_failures r where r.organisation_id = p_organisation and r.address_hash = p_address)
  on conflict (organisation_id, address_hash) do update
     set failures = f.failures + 1, last_at = clock_timestamp()
   where f.last_at + formwork.wait_after(f.failures - 88) <= clock_timestamp()
  returning f.failures into v_failures;
  if found then
    delete from formwork_auth.sign_in_failures f
     where f.organisation_id = p_organisation
       and f.address_hash in (
         select old.address_hash
           from formwork_auth.sign_in_failures old
          where old.organisation_id = p_organisation and old.last_at <= v_forgotten
          order by old.last_at
          limit 10
            for update skip locked);
  end if;
  return v_failures;
end
$$;

-- The milliseconds that an attempt from a place has to wait; null or less than one: none.
create function formwork_auth.wait_of(p_organisation uuid, p_address bytea, p_place bytea, p_known boolean)
returns double precision
language sql volatile
set search_path = pg_catalog, pg_temp
as $$
  select ceil(extract(epoch from max(w.until) - clock_timestamp()) * 1000)
    from (
      select f.last_at + formwork.wait_after(f.failures) as until
        from formwork_auth.sign_in_places f
       where f.organisation_id = p_organisation and f.address_hash = p_address and f.place_hash = p_place
      union all
      select f.last_at + formwork.wait_after(f.failures - 88)
        from formwork_auth.sign_in_failures f
       where not p_known and f.organisation_id = p_organisation and f.address_hash = p_address
    ) w
$$;

-- Whether this is the hash of the person's password, as it is: both null for none. The salt is fresh, so the part in which two
-- digests agree says nothing about the hashes.
create function formwork_auth.same_password(p_stored text, p_given text) returns boolean
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_salt bytea := uuid_send(gen_random_uuid());
begin
  if p_stored is null or p_given is null then
    return p_stored is null and p_given is null;
  end if;
  return sha256(v_salt || convert_to(p_stored, 'UTF8')) = sha256(v_salt || convert_to(p_given, 'UTF8'));
end
$$;

grant execute on function
  formwork_auth.count_place(uuid, bytea, bytea),
  formwork_auth.count_strangers(uuid, bytea),
  formwork_auth.wait_of(uuid, bytea, bytea, boolean),
  formwork_auth.same_password(text, text)
to formwork_auth;

grant create on schema formwork_auth to formwork_auth;
set local role formwork_auth;

drop function formwork_auth.attempt(uuid, text); -- it gave the hash

-- The first half of a sign-in: counts it as a failure, and says whose password is to be tried, and how it was hashed.
-- p_place: where it comes from. p_trusted: a place of the account's own, as a session of it.
-- status: counted (without an account: the address is unknown, or its user may not sign in), throttled (nothing was counted).
-- Of a suspended organisation, as of one that does not exist, nothing is counted and no account is found.
create function formwork_auth.attempt(
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

-- Whether this is the password of a person who may sign in.
create function formwork_auth.proves_password(p_organisation uuid, p_user uuid, p_password_hash text) returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return exists (
    select from formwork.users u
     where u.organisation_id = p_organisation
       and u.user_id = p_user
       and u.deactivated_at is null
       and formwork_auth.same_password(u.password_hash, p_password_hash));
end
$$;

-- The organisations in which an address has an active account with a password, the oldest first; none that is suspended.
create function formwork_auth.choices_of(p_email text, p_most integer)
returns table (organisation_id uuid, name text)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_address text := lower(p_email);
  v_organisations uuid[];
begin
  -- INVARIANT: the setting lasts for this one statement. Its policy shows the rows of the address in all organisations.
  perform set_config('app.sign_in_address', v_address, true);
  v_organisations := array(
    select u.organisation_id
      from formwork.users u
     where u.address = v_address and u.deactivated_at is null and u.password_hash is not null
     order by u.organisation_id);
  perform set_config('app.sign_in_address', '', true);
  foreach organisation_id in array v_organisations loop
    exit when p_most <= 0;
    perform set_config('app.organisation_id', organisation_id::text, true);
    select o.name into name
      from formwork.organisations o
     where o.organisation_id = choices_of.organisation_id and o.suspended_at is null;
    if found then
      p_most := p_most - 1;
      return next;
    end if;
  end loop;
end
$$;

-- Notes that the person of a session proved the password now, and forgets the failures from that session.
-- status: confirmed; wrong (another password); ended (the session, or the account).
create function formwork_auth.confirm(
  p_organisation uuid,
  p_user uuid,
  p_session uuid,
  p_password_hash text,
  p_place text,
  out status text,
  out at timestamptz
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_place bytea := sha256(convert_to(p_place, 'UTF8'));
  v_email text;
  v_proven boolean;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  status := 'ended';
  select u.email, formwork_auth.same_password(u.password_hash, p_password_hash) into v_email, v_proven
    from formwork.users u
   where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null
     for share of u;
  if not found then
    return;
  end if;
  update formwork.sessions s
     set confirmed_at = case when v_proven then date_trunc('milliseconds', clock_timestamp()) else s.confirmed_at end
   where s.organisation_id = p_organisation
     and s.session_id = p_session
     and s.user_id = p_user
     and s.ended_at is null
     and s.expires_at > clock_timestamp()
  returning s.confirmed_at into at;
  if not found then
    return;
  end if;
  if not v_proven then
    status := 'wrong';
    at := null;
    return;
  end if;
  status := 'confirmed';
  delete from formwork_auth.sign_in_places f
   where f.organisation_id = p_organisation
     and f.address_hash = sha256(convert_to(lower(v_email), 'UTF8'))
     and f.place_hash = v_place;
end
$$;

-- The second half: with the right password it forgets the failures from this place, and holds the person's row until this
-- transaction ends. False: the account has ended, or has another password. p_is_network: the account knows the place from now on.
create function formwork_auth.signed_in(p_organisation uuid, p_user uuid, p_password_hash text, p_place text, p_is_network boolean)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_place bytea := sha256(convert_to(p_place, 'UTF8'));
  v_now timestamptz := clock_timestamp();
  v_over timestamptz := v_now - interval '30 days';
  v_email text;
  v_address bytea;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  select u.email into v_email
    from formwork.users u
   where u.organisation_id = p_organisation
     and u.user_id = p_user
     and u.deactivated_at is null
     and formwork_auth.same_password(u.password_hash, p_password_hash)
     for share of u;
  if not found then
    return false;
  end if;
  v_address := sha256(convert_to(lower(v_email), 'UTF8'));
  delete from formwork_auth.sign_in_places f
   where f.organisation_id = p_organisation and f.address_hash = v_address and f.place_hash = v_place;
  -- Of unknown networks it takes back its own count alone: an attacker's guesses stay counted.
  update formwork_auth.sign_in_failures f
     set failures = greatest(0, f.failures - 1)
   where f.organisation_id = p_organisation
     and f.address_hash = v_address
     and not exists (
       select from formwork_auth.sign_in_networks n
        where n.organisation_id = p_organisation and n.user_id = p_user and n.place_hash = v_place);

  if p_is_network then
    insert into formwork_auth.sign_in_networks (organisation_id, user_id, place_hash, last_at)
    values (p_organisation, p_user, v_place, v_now)
    on conflict (organisation_id, user_id, place_hash) do update set last_at = v_now;
    delete from formwork_auth.sign_in_networks n
     where n.organisation_id = p_organisation
       and n.user_id = p_user
       and n.place_hash in (
         select old.place_hash
           from formwork_auth.sign_in_networks old
          where old.organisation_id = p_organisation and old.user_id = p_user
          order by old.last_at desc, old.place_hash
         offset 20);
  end if;

  -- Each session removes ten that expired 30 days ago. Ids begin with their time: the oldest lie together. The policy
  -- `ended_stays_ended` hides ended rows from FOR UPDATE, so one transaction at a time deletes, and no other waits for it.
  if pg_try_advisory_xact_lock(hashtextextended('old sessions ' || p_organisation, 0)) then
    delete from formwork.sessions s
     where s.organisation_id = p_organisation
       and s.session_id in (
         select old.session_id
           from formwork.sessions old
          where old.organisation_id = p_organisation
            and old.session_id < (lpad(to_hex((extract(epoch from v_over) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
            and old.expires_at <= v_over
          order by old.session_id
          limit 10);
  end if;
  return true;
end
$$;

-- Forgets all failures of a person whose password has been replaced.
create or replace function formwork_auth.forgive(p_organisation uuid, p_user uuid, p_password_hash text) returns boolean
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
     and formwork_auth.same_password(u.password_hash, p_password_hash)
     for share of u;
  if not found then
    return false;
  end if;
  delete from formwork_auth.sign_in_failures f
   where f.organisation_id = p_organisation and f.address_hash = sha256(convert_to(lower(v_email), 'UTF8'));
  delete from formwork_auth.sign_in_places f
   where f.organisation_id = p_organisation and f.address_hash = sha256(convert_to(lower(v_email), 'UTF8'));
  return true;
end
$$;

grant execute on function
  formwork_auth.attempt(uuid, text, text, boolean),
  formwork_auth.proves_password(uuid, uuid, text),
  formwork_auth.confirm(uuid, uuid, uuid, text, text),
  formwork_auth.choices_of(text, integer),
  formwork_auth.signed_in(uuid, uuid, text, text, boolean)
to formwork_api;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;
