-- Proving credentials. These functions run with the rights of formwork_auth, which alone may read token hashes and count
-- requests, and which row security binds like everybody else: the token names its organisation.
set local role formwork_auth;

-- Who is this, and may they go on? One statement a request. It answers with a status and never raises: an exception would
-- roll the count back.
-- p_limit null: do not count.
create function formwork_auth.admit(
  p_organisation uuid,
  p_key uuid,
  p_pepper_ids text[],
  p_hashes bytea[],
  p_limit integer,
  p_window_millis double precision,
  out status text,
  out user_id uuid,
  out privileges text[],
  out revision double precision,
  out used integer,
  out remaining_millis double precision,
  out use_due boolean
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_window interval := make_interval(secs => p_window_millis / 1000);
  v_salt bytea := uuid_send(gen_random_uuid());
  v_started timestamptz;
  v_proven boolean := false;
  k record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);

  select a.created_by, a.privileges, a.token_hash, a.pepper_id, a.last_used_at, o.revision
    into k
    from formwork.api_keys a
    join formwork.users u on u.organisation_id = a.organisation_id and u.user_id = a.created_by
    join formwork.organisations o on o.organisation_id = a.organisation_id
   where a.organisation_id = p_organisation
     and a.key_id = p_key
     and a.revoked_at is null
     and (a.expires_at is null or a.expires_at > v_now)
     and u.deactivated_at is null;
  status := 'unauthenticated';
  if not found then
    return;
  end if;

  -- Under a fresh salt, how far two digests agree says nothing about how far the hashes do.
  for i in 1 .. cardinality(p_hashes) loop
    if p_pepper_ids[i] = k.pepper_id and sha256(v_salt || p_hashes[i]) = sha256(v_salt || k.token_hash) then
      v_proven := true;
    end if;
  end loop;
  if not v_proven then
    return;
  end if;

  user_id := k.created_by;
  privileges := k.privileges;
  revision := k.revision;
  use_due := k.last_used_at is null or k.last_used_at <= v_now - interval '1 minute';
  status := 'ok';
  if p_limit is null then
    return;
  end if;

  -- The condition is tried on the snapshot before any lock is taken, so a refusal neither waits nor writes; under contention
  -- it is tried again on the newest row, so the count stays exact.
  update formwork_auth.rate_windows w
     set window_started_at = case when w.window_started_at + v_window <= v_now then v_now else w.window_started_at end,
         used = case when w.window_started_at + v_window <= v_now then 1 else w.used + 1 end
   where w.organisation_id = p_organisation
     and w.credential_id = p_key
     and (w.used < p_limit or w.window_started_at + v_window <= v_now)
  returning w.window_started_at, w.used into v_started, used;

  if not found then
    insert into formwork_auth.rate_windows as w (organisation_id, credential_id, window_started_at, used)
    select p_organisation, p_key, v_now, 1
     where not exists (
       select from formwork_auth.rate_windows r where r.organisation_id = p_organisation and r.credential_id = p_key)
    on conflict (organisation_id, credential_id) do update
       set used = w.used + 1
     where w.used < p_limit
    returning w.window_started_at, w.used into v_started, used;
  end if;

  if not found then
    status := 'limited';
    select w.window_started_at into v_started
      from formwork_auth.rate_windows w
     where w.organisation_id = p_organisation and w.credential_id = p_key;
  end if;
  remaining_millis := greatest(0, ceil(extract(epoch from v_started + v_window - clock_timestamp()) * 1000));
end
$$;

-- Notes that a key was used, at most once a minute. Nobody waits for it, so it does not wait for the disk.
create function formwork_auth.touch(p_organisation uuid, p_key uuid) returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('synchronous_commit', 'off', true);
  update formwork.api_keys a
     set last_used_at = clock_timestamp()
   where a.organisation_id = p_organisation
     and a.key_id = p_key
     and (a.last_used_at is null or a.last_used_at <= clock_timestamp() - interval '1 minute');
end
$$;

-- What a caller's credential is worth now, and that it stays so until this transaction ends: its row is locked FOR SHARE, and
-- ending it is an update of that row. No row: it has ended. A key has privileges, a person a role.
-- Deactivating a person revokes their keys in the same transaction, so a key's own row is the one to hold.
create function formwork_auth.standing(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid)
returns table (privileges text[], role text)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if p_kind = 'api_key' then
    -- Taken first and by its readers shared, so that a revocation is not starved by filings that overlap without end.
    perform pg_advisory_xact_lock_shared(hashtextextended(p_credential::text, 0));
    return query
      select a.privileges, null::text
        from formwork.api_keys a
       where a.organisation_id = p_organisation
         and a.key_id = p_credential
         and a.created_by = p_user
         and a.revoked_at is null
         and (a.expires_at is null or a.expires_at > clock_timestamp())
         and exists (
           select from formwork.users u
            where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null)
         for share of a;
  elsif p_kind = 'operator' then
    return query
      select null::text[], u.role
        from formwork.users u
       where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null
         for share of u;
  end if; -- any other kind has no record yet, so it proves nothing
end
$$;

revoke execute on all functions in schema formwork_auth from public;
grant execute on all functions in schema formwork_auth to formwork_api;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;
