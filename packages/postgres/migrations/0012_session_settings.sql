-- What a session of a server has, by whatever way it comes to the database. A role's settings apply at login, so a pooler that
-- refuses or drops start-up parameters takes nothing away. Roles belong to the whole server: other databases may be setting the
-- same at this moment, and an administrator may have chosen another value, which stays. This file runs as the login.
do $$
declare
  wanted record;
begin
  for wanted in
    select r.role, s.name, s.setting
      from (values ('formwork_api'), ('formwork_worker')) as r (role),
           (values ('statement_timeout', '5s'), ('lock_timeout', '2s'), ('idle_in_transaction_session_timeout', '10s'), ('TimeZone', 'UTC')) as s (name, setting)
     order by r.role, s.name
  loop
    for attempt in 1 .. 50 loop
      exit when exists (
        select from pg_catalog.pg_db_role_setting d join pg_catalog.pg_roles r on r.oid = d.setrole, unnest(d.setconfig) c (setting)
         where d.setdatabase = 0 and r.rolname = wanted.role and split_part(c.setting, '=', 1) = wanted.name);
      begin
        execute format('alter role %I set %s = %L', wanted.role, wanted.name, wanted.setting);
      exception
        when internal_error or unique_violation then
          perform pg_catalog.pg_sleep(0.02); -- "tuple concurrently updated": another database set it just now
        when insufficient_privilege then
          exit; -- the start says what an administrator has to run
      end;
    end loop;
  end loop;
end
$$;

-- Neither temporary tables nor large objects: a server needs none, and both are written outside of row security. PUBLIC may make
-- both by default. Only the owner of the database may take the one away, and only a superuser the other: docs/running.md says
-- what is left to an administrator.
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
exception when insufficient_privilege then
  null;
end
$$;
do $$
begin
  revoke execute on function lo_create(oid), lo_creat(integer), lo_from_bytea(oid, bytea) from public;
exception when insufficient_privilege then
  null;
end
$$;
