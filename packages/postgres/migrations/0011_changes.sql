-- Changing what was filed, in one statement like the filing itself: with the caller's own rights, under row security, and with
-- its locks in the same order (the credential, the submission, the rows that are added), so that none of them wait in a circle.
set local role formwork_owner;

-- The outbox rows of an event. Every function that fires something calls this one, once the organisation is set.
create function formwork.fire(p_organisation uuid, p_submission uuid, p_firings json) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on)
  select p_organisation, f.id, p_submission, f."effectId", f.kind, f."on"
    from json_to_recordset(p_firings) as f (id uuid, "effectId" text, kind text, "on" text);
end
$$;

-- Removes a few idempotency records that have expired, and waits for nobody. Each new record removes up to four, so that there
-- are never many more than those of a day.
create function formwork.forget(p_organisation uuid) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  delete from formwork.idempotency_records r
   using (
     select e.credential_id, e.form_id, e.idempotency_key
       from formwork.idempotency_records e
      where e.organisation_id = p_organisation and e.expires_at <= clock_timestamp()
      order by e.expires_at
      limit 4
        for update skip locked
   ) expired
   where r.organisation_id = p_organisation
     and r.credential_id = expired.credential_id
     and r.form_id = expired.form_id
     and r.idempotency_key = expired.idempotency_key;
end
$$;

-- p_firings null: none. p_key null: no idempotency. p_width null: p_prefix is the whole reference.
-- status: unauthenticated, not_found, mismatch, replayed, superseded, filed. Only filed has stored anything. Two more refusals
-- are errors, so that they undo everything: a reference that is taken (unique_violation of submissions_reference_key), and an
-- equal request that is still running after two seconds (lock_not_available).
create or replace function formwork.file(
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
    perform formwork.forget(p_organisation);
  end if;

  if p_firings is not null then
    perform formwork.fire(p_organisation, p_submission, p_firings);
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

-- p_version null: the values stay as they are, and so do the four that follow it. p_firings null: none.
-- status: unauthenticated, not_found, stale (with the state and the revision that there are), superseded, changed (with the new
-- revision). Only changed has stored anything.
create function formwork.change(
  p_organisation uuid,
  p_user uuid,
  p_credential_kind text,
  p_credential uuid,
  p_request_id text,
  p_address text,
  p_submission uuid,
  p_revision integer,
  p_action text,
  p_state text,
  p_transition text,
  p_comment text,
  p_version uuid,
  p_data json,
  p_calculated_data json,
  p_hidden_fields text[],
  p_outcomes json,
  p_firings json,
  out status text,
  out workflow_state text,
  out revision integer
)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_replaces boolean := p_version is not null;
  v_live uuid;
  b record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);

  perform from formwork_auth.standing(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  -- INVARIANT: whoever waited here sees the revision that the one before has made, and is told that its own is stale.
  select s.form_id, s.workflow_state, s.revision into b
    from formwork.submissions s
   where s.organisation_id = p_organisation and s.submission_id = p_submission
     for no key update;
  if not found then
    status := 'not_found';
    return;
  end if;
  if b.revision <> p_revision then
    status := 'stale';
    workflow_state := b.workflow_state;
    revision := b.revision;
    return;
  end if;

  if v_replaces then
    select f.live_version_id into v_live
      from formwork.forms f
     where f.organisation_id = p_organisation and f.form_id = b.form_id;
    if v_live is distinct from p_version then
      status := 'superseded';
      return;
    end if;
  end if;

  if p_firings is not null then
    perform formwork.fire(p_organisation, p_submission, p_firings);
  end if;

  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
  values
    (p_organisation, p_action, p_user, p_credential_kind, p_credential, p_submission, p_transition, p_request_id, p_address);

  insert into formwork.submission_revisions
    (organisation_id, submission_id, revision, form_id, form_version_id, workflow_state, data, calculated_data, hidden_fields,
     outcomes, made_at, made_by, credential_kind, credential_id, transition, comment)
  select s.organisation_id, s.submission_id, s.revision, s.form_id, s.form_version_id, s.workflow_state,
         case when v_replaces then s.data end, case when v_replaces then s.calculated_data end,
         case when v_replaces then s.hidden_fields end, case when v_replaces then s.outcomes end,
         coalesce(s.changed_at, s.created_at), coalesce(s.changed_by, s.created_by),
         coalesce(s.changed_credential_kind, s.credential_kind), coalesce(s.changed_credential_id, s.credential_id),
         s.transition, s.comment
    from formwork.submissions s
   where s.organisation_id = p_organisation and s.submission_id = p_submission;

  status := 'changed';
  revision := p_revision + 1;
  if v_replaces then
    update formwork.submissions s
       set form_version_id = p_version, data = p_data, calculated_data = p_calculated_data, hidden_fields = p_hidden_fields,
           outcomes = p_outcomes, workflow_state = p_state, revision = p_revision + 1,
           changed_at = date_trunc('milliseconds', clock_timestamp()), changed_by = p_user,
           changed_credential_kind = p_credential_kind, changed_credential_id = p_credential,
           transition = p_transition, comment = p_comment
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
  else
    update formwork.submissions s
       set workflow_state = p_state, revision = p_revision + 1,
           changed_at = date_trunc('milliseconds', clock_timestamp()), changed_by = p_user,
           changed_credential_kind = p_credential_kind, changed_credential_id = p_credential,
           transition = p_transition, comment = p_comment
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
  end if;
end
$$;

drop function formwork.submission(uuid, uuid);

create function formwork.submission(p_organisation uuid, p_submission uuid)
returns table (submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json,
  calculated_data json, hidden_fields text[], outcomes json, created_at timestamptz, revision integer)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select s.submission_id, s.form_id, s.form_version_id, s.reference_number, s.workflow_state, s.data, s.calculated_data,
           s.hidden_fields, s.outcomes, s.created_at, s.revision
      from formwork.submissions s
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
end
$$;

-- A submission as it was when it was first stored: the answer that its idempotency key got.
create function formwork.first_revision(p_organisation uuid, p_submission uuid)
returns table (submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json,
  calculated_data json, hidden_fields text[], outcomes json, created_at timestamptz, revision integer)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select s.submission_id, s.form_id, coalesce(f.form_version_id, s.form_version_id), s.reference_number,
           coalesce(f.workflow_state, s.workflow_state), coalesce(c.data, s.data),
           coalesce(c.calculated_data, s.calculated_data), coalesce(c.hidden_fields, s.hidden_fields),
           coalesce(c.outcomes, s.outcomes), s.created_at, 1
      from formwork.submissions s
      left join formwork.submission_revisions f
        on f.organisation_id = s.organisation_id and f.submission_id = s.submission_id and f.revision = 1
      left join lateral (
        select r.data, r.calculated_data, r.hidden_fields, r.outcomes
          from formwork.submission_revisions r
         where r.organisation_id = s.organisation_id and r.submission_id = s.submission_id and r.data is not null
         order by r.revision
         limit 1
      ) c on true
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
end
$$;

-- Every revision of a submission, oldest first; none of a submission that is not there.
create function formwork.history(p_organisation uuid, p_submission uuid)
returns table (revision integer, workflow_state text, form_version_id uuid, transition text, comment text, user_id uuid,
  credential_kind text, credential_id uuid, made_at timestamptz)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select r.revision, r.workflow_state, r.form_version_id, r.transition, r.comment, r.made_by, r.credential_kind,
           r.credential_id, r.made_at
      from formwork.submission_revisions r
     where r.organisation_id = p_organisation and r.submission_id = p_submission
    union all
    select s.revision, s.workflow_state, s.form_version_id, s.transition, s.comment, coalesce(s.changed_by, s.created_by),
           coalesce(s.changed_credential_kind, s.credential_kind), coalesce(s.changed_credential_id, s.credential_id),
           coalesce(s.changed_at, s.created_at)
      from formwork.submissions s
     where s.organisation_id = p_organisation and s.submission_id = p_submission
     order by 1;
end
$$;

create function formwork.form_version(p_organisation uuid, p_form uuid, p_version uuid)
returns table (version_id uuid, form_id uuid, number integer, definition json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select v.version_id, v.form_id, v.number, v.definition
      from formwork.form_versions v
     where v.organisation_id = p_organisation and v.form_id = p_form and v.version_id = p_version;
end
$$;

grant execute on function
  formwork.fire(uuid, uuid, json),
  formwork.forget(uuid),
  formwork.change(uuid, uuid, text, uuid, text, text, uuid, integer, text, text, text, text, uuid, json, json, text[], json, json),
  formwork.submission(uuid, uuid),
  formwork.first_revision(uuid, uuid),
  formwork.history(uuid, uuid),
  formwork.form_version(uuid, uuid, uuid)
to formwork_api;
