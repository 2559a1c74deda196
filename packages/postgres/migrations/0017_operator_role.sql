-- The sixth role: the operator of the installation. Like 0001 this file runs before the files that need the role, in a transaction
-- that is committed first, and it may run twice. It runs as the login of `formwork migrate`.
do $$
declare
  wanted record;
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'formwork_operator') then
    begin
      create role formwork_operator login nosuperuser nobypassrls nocreatedb nocreaterole;
    exception when duplicate_object or unique_violation then
      null; -- another database was first
    end;
  end if;

  -- Who migrates can found an organisation at once. A superuser needs no membership.
  for attempt in 1 .. 50 loop
    begin
      perform pg_catalog.set_config('role', 'formwork_operator', true);
      perform pg_catalog.set_config('role', 'none', true);
      exit;
    exception when insufficient_privilege then
      begin
        execute format('grant formwork_operator to %I', session_user);
      exception
        when internal_error then
          perform pg_catalog.pg_sleep(0.02); -- "tuple concurrently updated": another database granted it just now
        when insufficient_privilege then
          exit; -- the start says what an administrator has to run
      end;
    end;
  end loop;

  -- As 0012 does it for the other roles that log in.
  for wanted in
    select s.name, s.setting
      from (values ('statement_timeout', '5s'), ('lock_timeout', '2s'), ('idle_in_transaction_session_timeout', '10s'), ('TimeZone', 'UTC')) as s (name, setting)
     order by s.name
  loop
    for attempt in 1 .. 50 loop
      exit when exists (
        select from pg_catalog.pg_db_role_setting d join pg_catalog.pg_roles r on r.oid = d.setrole, unnest(d.setconfig) c (setting)
         where d.setdatabase = 0 and r.rolname = 'formwork_operator' and split_part(c.setting, '=', 1) = wanted.name);
      begin
        execute format('alter role formwork_operator set %s = %L', wanted.name, wanted.setting);
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
