-- On a database that is divided among nodes, a statement that goes to another node than the one that it was sent to arrives there without
-- its organisation. Row security would then hide every row, and what is there would seem to be missing: such a statement fails instead.
set local role formwork_owner;

-- Called only where no organisation is set. A connection from node to node has a name that no server gives its own.
create function formwork.no_organisation() returns text
language plpgsql stable parallel safe
set search_path = pg_catalog, pg_temp
as $$
begin
  if current_setting('application_name') like 'citus%' and pg_has_role('formwork_api', 'usage') then
    raise exception 'a statement has come to a node that does not have its organisation'
      using errcode = 'FW001', hint = 'The organisation has been moved: the next statement goes to its node.';
  end if;
  return null;
end
$$;
grant execute on function formwork.no_organisation()
  to formwork_auth, formwork_filing, formwork_api, formwork_operator, formwork_worker;

create or replace function formwork.current_organisation() returns uuid
language sql stable parallel safe
return coalesce(nullif(pg_catalog.current_setting('app.organisation_id', true), ''), formwork.no_organisation())::uuid;
