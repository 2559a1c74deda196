-- A key's privileges beyond forms and submissions hold while its maker's role has them (docs/decisions/0176): what says what a
-- credential may do gives a key's privileges together with the role of its maker (formwork_auth.in_force, in 0019, does too).
-- Nothing else in it changes.
set local role formwork_owner;
grant create on schema formwork_auth to formwork_auth;
set local role formwork_auth;

-- privileges: of a key, as granted; null for a session. role: of the person behind the credential.
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
             u.deactivated_at is not null as is_deactivated,
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

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;
