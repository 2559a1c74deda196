-- The two schemas, the ledger of migrations, and the two functions that later files need everywhere.
create schema formwork authorization formwork_owner;
create schema formwork_auth authorization formwork_owner;
revoke create on schema public from public;

-- INVARIANT: a function may be called only by the roles that it is granted to, whichever of the owners makes it.
set local role formwork_auth;
alter default privileges revoke execute on functions from public;
set local role formwork_filing;
alter default privileges revoke execute on functions from public;
set local role formwork_owner;
alter default privileges revoke execute on functions from public;

grant usage on schema formwork to formwork_auth, formwork_filing, formwork_api, formwork_worker;
grant usage on schema formwork_auth to formwork_auth, formwork_filing, formwork_api;

create table formwork.migrations (
  id integer primary key,
  name text not null,
  sha256 text not null,
  applied_at timestamptz(3) not null default clock_timestamp()
);
grant select on formwork.migrations to formwork_api, formwork_worker;

-- Time-ordered ids (RFC 9562, version 7) for rows that the database itself makes; Postgres has its own only from 18 on.
create function formwork.uuidv7() returns uuid
language sql volatile parallel safe
set search_path = pg_catalog, pg_temp
as $$
  select encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;
grant execute on function formwork.uuidv7() to formwork_filing, formwork_api, formwork_worker;

-- The organisation whose rows a statement sees: every policy asks this function. Without a setting it is null, and no row is
-- seen; nullif, because a setting that was once local is '' afterwards and not null.
-- The body is an expression without `set search_path`: it is resolved here and now, and the planner puts it in the place of the
-- call, so that it costs nothing.
create function formwork.current_organisation() returns uuid
language sql stable parallel safe
return nullif(current_setting('app.organisation_id', true), '')::uuid;
grant execute on function formwork.current_organisation() to formwork_auth, formwork_filing, formwork_api, formwork_worker;
