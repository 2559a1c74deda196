-- Filing takes less of the database's time (docs/decisions/0198): the id of an audit event is part of the plan of its statement,
-- and a credential is looked up by a function that gives one row.
set local role formwork_owner;

-- INVARIANT: no settings of its own. With them it is parsed and planned at each call, which takes longer than the rest of the insert.
-- Its names were resolved when it was made, so the caller's search path changes nothing.
create or replace function formwork.uuidv7() returns uuid
language sql volatile parallel safe
return encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;

grant create on schema formwork_auth to formwork_auth;
set local role formwork_auth;

-- What a credential may do, until this transaction ends: its row is locked FOR SHARE, and ending it updates that row. role null: the
-- credential has ended, or its organisation is suspended. privileges: of a key, as granted; null for a session.
create function formwork_auth.in_force(
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
grant execute on function formwork_auth.in_force(uuid, text, uuid, uuid) to formwork_filing;

-- The same as a row. No row: the credential has ended.
create or replace function formwork_auth.effective_privileges(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid)
returns table (privileges text[], role text)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select f.privileges, f.role
      from formwork_auth.in_force(p_organisation, p_kind, p_credential, p_user) f
     where f.role is not null;
end
$$;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;
