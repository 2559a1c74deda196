-- The five roles. This file runs in a transaction of its own, before all others: a database that is distributed lets its other
-- machines in only as roles that are committed. It runs as the login of `formwork migrate`; every later file runs as
-- formwork_owner. Roles belong to the whole server: they may exist already, and another database of the same server may be
-- creating them at this moment. So this file may run twice, and changes nothing the second time.
do $$
declare
  wanted record;
begin
  for wanted in select * from (values
    ('formwork_owner', 'nologin'),  -- owns every table; row security is forced, so it binds this role too
    ('formwork_auth', 'nologin'),   -- owns the functions that check credentials; the only role that reads hashes
    ('formwork_filing', 'nologin'), -- owns the functions that file, change and delete submissions; the only role that writes them
    ('formwork_api', 'login'),      -- what a server runs as
    ('formwork_worker', 'login')    -- what sends effects
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

-- To act as the owners, a login that is not a superuser must be a member of them.
do $$
declare
  owning text;
begin
  foreach owning in array array['formwork_owner', 'formwork_auth', 'formwork_filing'] loop
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
