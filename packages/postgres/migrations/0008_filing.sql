-- Filing, changing and deleting a submission, each in one statement: one round trip, one transaction, one flush. The functions run
-- with the rights of formwork_filing, and row security binds it. All of them take their locks in the same order (the credential,
-- the submission, the rows that are added), so they do not deadlock. They read the clock into a variable: a
-- distributed database refuses an update that calls a volatile function.
set local role formwork_owner;

-- The last number that each form gave out; a row of its own, because it is the one lock that filings of a form share.
create table formwork.reference_counters (
  organisation_id uuid not null,
  form_id uuid not null,
  last_number bigint not null,
  primary key (organisation_id, form_id),
  foreign key (organisation_id, form_id) references formwork.forms (organisation_id, form_id)
) with (fillfactor = 50);
alter table formwork.reference_counters enable row level security, force row level security;
create policy tenant on formwork.reference_counters
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select, insert, update (last_number) on formwork.reference_counters to formwork_filing;

-- A record points at nothing: it outlives a submission that is deleted, so that a repeat does not file it again.
create table formwork.idempotency_records (
  organisation_id uuid not null,
  credential_id uuid not null,
  form_id uuid not null,
  idempotency_key text not null,
  body_hash bytea not null check (octet_length(body_hash) = 32),
  submission_id uuid not null,
  expires_at timestamptz(3) not null
);
create index idempotency_records_expiry_idx on formwork.idempotency_records (organisation_id, expires_at);
alter table formwork.idempotency_records add primary key (organisation_id, credential_id, form_id, idempotency_key);
alter table formwork.idempotency_records enable row level security, force row level security;
create policy tenant on formwork.idempotency_records
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy expired_may_go on formwork.idempotency_records as restrictive for delete
  using (expires_at <= statement_timestamp()); -- not volatile, and never later than the clock
grant select, insert, delete, update (body_hash, submission_id, expires_at) on formwork.idempotency_records to formwork_filing;

-- Adds the outbox rows of an event. Its caller has set the organisation.
create function formwork.fire(p_organisation uuid, p_submission uuid, p_firings json) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content)
  select p_organisation, f.id, p_submission, f."effectId", f.kind, f."on", f.content
    from json_to_recordset(p_firings) as f (id uuid, "effectId" text, kind text, "on" text, content json);
end
$$;

-- Removes up to four idempotency records that have expired, and waits for no lock. It is called with each new record, so the table
-- holds little more than the records of a day. Its caller has set the organisation.
create function formwork.forget(p_organisation uuid) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp(); -- an index is searched for a variable, not for a volatile function
begin
  delete from formwork.idempotency_records r
   using (
     select e.credential_id, e.form_id, e.idempotency_key
       from formwork.idempotency_records e
      where e.organisation_id = p_organisation and e.expires_at <= v_now
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

grant execute on function formwork.fire(uuid, uuid, json), formwork.forget(uuid) to formwork_filing;

grant create on schema formwork to formwork_filing;
set local role formwork_filing;

-- The state of an idempotency key: status null (never used, or forgotten), replayed or mismatch.
create function formwork.repeated(
  p_organisation uuid,
  p_credential uuid,
  p_form uuid,
  p_key text,
  p_body_hash bytea,
  out status text,
  out submission_id uuid
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_same boolean;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  select r.body_hash = p_body_hash, r.submission_id into v_same, submission_id
    from formwork.idempotency_records r
   where r.organisation_id = p_organisation
     and r.credential_id = p_credential
     and r.form_id = p_form
     and r.idempotency_key = p_key
     and r.expires_at > clock_timestamp();
  if found then
    status := case when v_same then 'replayed' else 'mismatch' end;
  end if;
end
$$;

-- p_firings null: none. p_key null: no idempotency. p_width null: p_prefix is the whole reference.
-- status: unauthenticated, not_found, mismatch, replayed, superseded, filed. Only filed has stored anything. Two more refusals
-- are errors, so that they undo everything: a reference that is or was another submission's (unique_violation of
-- submissions_reference_key), and the same request still running after two seconds (lock_not_available).
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
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz;
  v_live uuid;
  v_number text;
  v_lock_timeout text;
  earlier record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);

  perform from formwork_auth.effective_privileges(p_organisation, p_credential_kind, p_credential, p_user);
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
    v_now := clock_timestamp();
    v_lock_timeout := current_setting('lock_timeout');
    perform set_config('lock_timeout', '2s', true);
    insert into formwork.idempotency_records as r
      (organisation_id, credential_id, form_id, idempotency_key, body_hash, submission_id, expires_at)
    values (p_organisation, p_credential, p_form, p_key, p_body_hash, p_submission, v_now + interval '24 hours')
    on conflict (organisation_id, credential_id, form_id, idempotency_key) do update
       set body_hash = excluded.body_hash, submission_id = excluded.submission_id, expires_at = excluded.expires_at
     where r.expires_at <= v_now;
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

  -- The number of a deleted submission stays taken. This comes after the insert, which waits for a deletion of the same number
  -- that is under way.
  if exists (
    select from formwork.deleted_submissions d
     where d.organisation_id = p_organisation and d.reference_number = file.reference_number)
  then
    raise unique_violation using constraint = 'submissions_reference_key', message = 'a deleted submission had this reference';
  end if;
end
$$;

-- p_version null: the values stay as they are, and so do the four that follow it. p_firings null: none.
-- status: unauthenticated, not_found, stale (with the current state and revision), superseded, changed (with the new
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
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_replaces boolean := p_version is not null;
  v_now timestamptz;
  v_live uuid;
  b record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);

  perform from formwork_auth.effective_privileges(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  -- INVARIANT: a change that waited here sees the revision that the change before it made, and answers stale.
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
  v_now := date_trunc('milliseconds', clock_timestamp());
  if v_replaces then
    update formwork.submissions s
       set form_version_id = p_version, data = p_data, calculated_data = p_calculated_data, hidden_fields = p_hidden_fields,
           outcomes = p_outcomes, workflow_state = p_state, revision = p_revision + 1,
           changed_at = v_now, changed_by = p_user,
           changed_credential_kind = p_credential_kind, changed_credential_id = p_credential,
           transition = p_transition, comment = p_comment
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
  else
    update formwork.submissions s
       set workflow_state = p_state, revision = p_revision + 1,
           changed_at = v_now, changed_by = p_user,
           changed_credential_kind = p_credential_kind, changed_credential_id = p_credential,
           transition = p_transition, comment = p_comment
     where s.organisation_id = p_organisation and s.submission_id = p_submission;
  end if;
end
$$;

-- Deletes every row of a submission, and records who deleted it and why. status: unauthenticated, not_found, deleted.
create function formwork.delete_submission(
  p_organisation uuid,
  p_user uuid,
  p_credential_kind text,
  p_credential uuid,
  p_request_id text,
  p_address text,
  p_submission uuid,
  p_reason text,
  out status text
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  b record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);

  perform from formwork_auth.effective_privileges(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  -- Firings first, in the order in which sending takes them.
  perform from formwork.firings f where f.organisation_id = p_organisation and f.submission_id = p_submission for update;
  select s.form_id, s.reference_number into b
    from formwork.submissions s
   where s.organisation_id = p_organisation and s.submission_id = p_submission
     for update;
  if not found then
    status := 'not_found';
    return;
  end if;

  insert into formwork.deleted_submissions
    (organisation_id, submission_id, form_id, reference_number, reason, deleted_by, credential_kind, credential_id)
  values (p_organisation, p_submission, b.form_id, b.reference_number, p_reason, p_user, p_credential_kind, p_credential);
  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
  values
    (p_organisation, 'submission.deleted', p_user, p_credential_kind, p_credential, p_submission,
     b.reference_number || ': ' || p_reason, p_request_id, p_address);

  delete from formwork.documents d where d.organisation_id = p_organisation and d.submission_id = p_submission;
  delete from formwork.firing_attempts a
   using formwork.firings f
   where f.organisation_id = p_organisation and f.submission_id = p_submission
     and a.organisation_id = p_organisation and a.firing_id = f.firing_id;
  delete from formwork.firings f where f.organisation_id = p_organisation and f.submission_id = p_submission;
  delete from formwork.submission_revisions r where r.organisation_id = p_organisation and r.submission_id = p_submission;
  delete from formwork.submissions s where s.organisation_id = p_organisation and s.submission_id = p_submission;
  status := 'deleted';
end
$$;

grant execute on function
  formwork.repeated(uuid, uuid, uuid, text, bytea),
  formwork.file(uuid, uuid, text, uuid, text, text, uuid, uuid, uuid, text, json, json, text[], json, text, text, integer, json,
    text, bytea),
  formwork.change(uuid, uuid, text, uuid, text, text, uuid, integer, text, text, text, text, uuid, json, json, text[], json, json),
  formwork.delete_submission(uuid, uuid, text, uuid, text, text, uuid, text)
to formwork_api;

set local role formwork_owner;
revoke create on schema formwork from formwork_filing;
