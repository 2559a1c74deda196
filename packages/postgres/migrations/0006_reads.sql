-- The reads of a request's path, each in one statement: in plpgsql alone is it certain that the organisation is set before the
-- rows are looked for.
set local role formwork_owner;

create function formwork.live_version(p_organisation uuid, p_form uuid)
returns table (version_id uuid, form_id uuid, number integer, definition json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select v.version_id, v.form_id, v.number, v.definition
      from formwork.forms f
      join formwork.form_versions v
        on v.organisation_id = f.organisation_id and v.form_id = f.form_id and v.version_id = f.live_version_id
     where f.organisation_id = p_organisation and f.form_id = p_form;
end
$$;

create function formwork.submission(p_organisation uuid, p_submission uuid)
returns table (submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json,
  calculated_data json, hidden_fields text[], outcomes json, created_at timestamptz)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select s.submission_id, s.form_id, s.form_version_id, s.reference_number, s.workflow_state, s.data, s.calculated_data,
           s.hidden_fields, s.outcomes, s.created_at
      from formwork.submissions s
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
end
$$;

grant execute on function formwork.live_version(uuid, uuid) to formwork_api;
grant execute on function formwork.submission(uuid, uuid) to formwork_api;
