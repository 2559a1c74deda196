-- Programs from 0033 on run beside it.
set local role formwork_owner;

-- Calls by day (in UTC), credential and operation: of all forms, or of one. Row security leaves out a form that the caller does not reach.
-- `by` is the key, or the person of a session or of work at the machine, as `actor` has it; null where there is no such row, or not any more.
-- In the place of `usage` and `form_usage`, which programs before this call.
-- INVARIANT: one statement for each, as before: each reads its own index.
create function formwork.calls(p_organisation uuid, p_form uuid, p_from date, p_to date)
returns table (day text, credential_id uuid, credential_kind text, by json, operation text, calls double precision)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select to_char(u.day, 'YYYY-MM-DD'), u.credential_id, u.credential_kind,
           formwork.actor(p_organisation, case u.credential_kind when 'operator' then u.credential_id else s.user_id end,
                          u.credential_kind, u.credential_id), u.operation, u.calls::double precision
      from (select d.day, d.credential_id, d.credential_kind, d.operation, d.calls
              from formwork.usage_days d
             where p_form is null and d.organisation_id = p_organisation and d.day between p_from and p_to
            union all
            select d.day, d.credential_id, d.credential_kind, d.operation, d.calls
              from formwork.form_usage_days d
             where d.organisation_id = p_organisation and d.form_id = p_form and d.day between p_from and p_to) u
      left join formwork.sessions s
        on u.credential_kind = 'session' and s.organisation_id = p_organisation and s.session_id = u.credential_id
     order by u.day, u.credential_id, u.operation collate "C";
end
$$;
grant execute on function formwork.calls(uuid, uuid, date, date) to formwork_api;
