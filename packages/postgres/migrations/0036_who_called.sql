-- Programs from 0033 on run beside it.
set local role formwork_owner;

-- Calls by day (in UTC), credential and operation: of all forms, or of one. Row security leaves out a form that the caller does not reach.
-- `by` is the key, or the person of a session or of work at the machine; null where there is no such row, or not any more.
-- In the place of `usage` and `form_usage`, which programs before this call.
-- INVARIANT: a statement for each table. Citus does not run one over both with the names.
create function formwork.calls(p_organisation uuid, p_form uuid, p_from date, p_to date)
returns table (day text, credential_id uuid, credential_kind text, by json, operation text, calls double precision)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if p_form is null then
    return query
      select to_char(u.day, 'YYYY-MM-DD'), u.credential_id, u.credential_kind,
             case when k.key_id is not null then json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name)
                  when p.user_id is not null then json_build_object('kind', 'user', 'id', p.user_id, 'name', p.name)
             end,
             u.operation, u.calls::double precision
        from formwork.usage_days u
        left join formwork.api_keys k
          on k.organisation_id = u.organisation_id and k.key_id = u.credential_id and u.credential_kind = 'api_key'
        left join formwork.sessions s
          on s.organisation_id = u.organisation_id and s.session_id = u.credential_id and u.credential_kind = 'session'
        left join formwork.users p
          on p.organisation_id = u.organisation_id
         and p.user_id = case u.credential_kind when 'operator' then u.credential_id else s.user_id end
       where u.organisation_id = p_organisation and u.day between p_from and p_to
       order by u.day, u.credential_id, u.operation collate "C";
  else
    return query
      select to_char(u.day, 'YYYY-MM-DD'), u.credential_id, u.credential_kind,
             case when k.key_id is not null then json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name)
                  when p.user_id is not null then json_build_object('kind', 'user', 'id', p.user_id, 'name', p.name)
             end,
             u.operation, u.calls::double precision
        from formwork.form_usage_days u
        left join formwork.api_keys k
          on k.organisation_id = u.organisation_id and k.key_id = u.credential_id and u.credential_kind = 'api_key'
        left join formwork.sessions s
          on s.organisation_id = u.organisation_id and s.session_id = u.credential_id and u.credential_kind = 'session'
        left join formwork.users p
          on p.organisation_id = u.organisation_id
         and p.user_id = case u.credential_kind when 'operator' then u.credential_id else s.user_id end
       where u.organisation_id = p_organisation and u.form_id = p_form and u.day between p_from and p_to
       order by u.day, u.credential_id, u.operation collate "C";
  end if;
end
$$;
grant execute on function formwork.calls(uuid, uuid, date, date) to formwork_api;
