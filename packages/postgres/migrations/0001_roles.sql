-- The four roles, the two schemas and the ledger of migrations. Runs as whoever called `formwork migrate`; all later
-- migrations run as formwork_owner. Roles belong to the whole cluster: they may exist already, and another database of the
-- same cluster may be creating them at this moment.
do $$
declare
  wanted record;
begin
  for wanted in select * from (values
    ('formwork_owner', 'nologin'),  -- owns every object; FORCE binds it like everybody else
    ('formwork_auth', 'nologin'),   -- owns the functions that prove credentials; the one reader of token hashes
    ('formwork_api', 'login'),      -- what a server runs as
    ('formwork_worker', 'login')    -- what sends effects: sees the outbox and nothing else
  ) as r (name, login) loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
      begin
        execute format('create role %I %s nosuperuser nobypassrls nocreatedb nocreaterole', wanted.name, wanted.login);
      exception when duplicate_object or unique_violation then
        null; -- another database was first
      end;
    end if;
  end loop;
end
$$;

-- To act as the owners, a migrating role that is no superuser must be a member of them.
do $$
declare
  owning text;
begin
  foreach owning in array array['formwork_owner', 'formwork_auth'] loop
    for attempt in 1 .. 50 loop
      begin
        perform pg_catalog.set_config('role', owning, true);
        perform pg_catalog.set_config('role', 'none', true);
        exit;
      exception when insufficient_privilege then
        begin
          execute format('grant %I to %I', owning, session_user);
        exception when internal_error then
          perform pg_catalog.pg_sleep(0.02); -- "tuple concurrently updated": another database granted it just now
        end;
      end;
    end loop;
  end loop;
end
$$;

create schema formwork authorization formwork_owner;
create schema formwork_auth authorization formwork_owner;
revoke create on schema public from public;

set local role formwork_owner;

-- INVARIANT: a function may be called only by the roles that it is granted to.
alter default privileges for role formwork_owner revoke execute on functions from public;

create table formwork.migrations (
  id integer primary key,
  name text not null,
  sha256 text not null,
  applied_at timestamptz(3) not null default clock_timestamp()
);

grant usage on schema formwork to formwork_api, formwork_auth, formwork_worker;
grant usage on schema formwork_auth to formwork_api, formwork_auth;
grant select on formwork.migrations to formwork_api, formwork_worker;
