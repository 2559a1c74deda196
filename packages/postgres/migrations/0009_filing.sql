-- Filing again, with the address that the request came from in its line of the audit log.
set local role formwork_owner;

drop function formwork.file(uuid, uuid, text, uuid, text, uuid, uuid, uuid, text, json, json, text[], json, text, text,
  integer, json, text, bytea);

-- p_firings null: none. p_key null: no idempotency. p_width null: p_prefix is the whole reference.
-- status: unauthenticated, not_found, mismatch, replayed, superseded, filed. Only filed has stored anything. Two more refusals
-- are errors, so that they undo everything: a reference that is taken (unique_violation of submissions_reference_key), and an
-- equal request that is still running after two seconds (lock_not_available).
create function formwork.file(
  p_organisation uuid,
  p_user uuid,
  p_credential_kind text,
  p_credential uuid,
  p_request_id text,
  p_address text,
  p_submission uuid,
  p_form uuid,
  p_version uuid,
  p_state text,
  p_data json,
  p_calculated_data json,
  p_hidden_fields text[],
  p_outcomes json,
  p_prefix text,
  p_suffix text,
  p_width integer,
  p_firings json,
  p_key text,
  p_body_hash bytea,
  out status text,
  out submission_id uuid,
  out reference_number text,
  out created_at timestamptz
)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_live uuid;
  v_number text;
  v_lock_timeout text;
  earlier record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);

  perform from formwork_auth.standing(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  select f.live_version_id into v_live
    from formwork.forms f
   where f.organisation_id = p_organisation and f.form_id = p_form;
  if v_live is null then
    status := 'not_found';
    return;
  end if;

  if p_key is not null then
    select * into earlier from formwork.repeated(p_organisation, p_credential, p_form, p_key, p_body_hash);
    if earlier.status is not null then
      status := earlier.status;
      submission_id := earlier.submission_id;
      return;
    end if;
  end if;

  if v_live <> p_version then
    status := 'superseded';
    return;
  end if;

  if p_key is not null then
    v_lock_timeout := current_setting('lock_timeout');
    perform set_config('lock_timeout', '2s', true);
    insert into formwork.idempotency_records as r
      (organisation_id, credential_id, form_id, idempotency_key, body_hash, submission_id, expires_at)
    values (p_organisation, p_credential, p_form, p_key, p_body_hash, p_submission, clock_timestamp() + interval '24 hours')
    on conflict (organisation_id, credential_id, form_id, idempotency_key) do update
       set body_hash = excluded.body_hash, submission_id = excluded.submission_id, expires_at = excluded.expires_at
     where r.expires_at <= clock_timestamp();
    if not found then -- an equal request was first, and has committed while this one waited
      select * into earlier from formwork.repeated(p_organisation, p_credential, p_form, p_key, p_body_hash);
      status := earlier.status;
      submission_id := earlier.submission_id;
      return;
    end if;
    perform set_config('lock_timeout', v_lock_timeout, true);
  end if;

  if p_firings is not null then
    insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on)
    select p_organisation, f.id, p_submission, f."effectId", f.kind, f."on"
      from json_to_recordset(p_firings) as f (id uuid, "effectId" text, kind text, "on" text);
  end if;

  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, request_id, address)
  values
    (p_organisation, 'submission.created', p_user, p_credential_kind, p_credential, p_submission, p_request_id, p_address);

  reference_number := p_prefix;
  if p_width is not null then
    -- INVARIANT: the one lock that filings of a form share is taken here, last, and held for one insert and the commit.
    insert into formwork.reference_counters as c (organisation_id, form_id, last_number)
    values (p_organisation, p_form, 1)
    on conflict (organisation_id, form_id) do update set last_number = c.last_number + 1
    returning c.last_number::text into v_number;
    reference_number := p_prefix || lpad(v_number, greatest(p_width, length(v_number)), '0') || p_suffix;
  end if;

  status := 'filed';
  submission_id := p_submission;
  created_at := date_trunc('milliseconds', clock_timestamp());
  insert into formwork.submissions
    (organisation_id, submission_id, form_id, form_version_id, reference_number, workflow_state, data, calculated_data,
     hidden_fields, outcomes, created_at, created_by, credential_kind, credential_id)
  values
    (p_organisation, p_submission, p_form, p_version, reference_number, p_state, p_data, p_calculated_data,
     p_hidden_fields, p_outcomes, created_at, p_user, p_credential_kind, p_credential);
end
$$;

grant execute on function formwork.file(uuid, uuid, text, uuid, text, text, uuid, uuid, uuid, text, json, json, text[], json, text,
  text, integer, json, text, bytea) to formwork_api;
