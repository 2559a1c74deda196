-- Programs from 0033 on run beside it.
-- A node of Citus plans each statement anew: one that reads or writes one table by its organisation, without a join or a query within it, for
-- less than its part of a join; and an `insert … select` twice. What an evaluate and a filing run is plain, and reads a row that several
-- credentials share once (docs/decisions/0329). The functions do what they did before.
set local role formwork_owner;

CREATE OR REPLACE FUNCTION formwork.fire(p_organisation uuid, p_submission uuid, p_firings json)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  f record;
begin
  for f in
    select * from json_to_recordset(p_firings) as f (id uuid, "effectId" text, kind text, "on" text, content json)
  loop
    insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content, next_attempt_at)
    values (p_organisation, f.id, p_submission, f."effectId", f.kind, f."on", f.content,
      case when f.kind = 'notification' and f.content -> 'attachments' is not null then 'infinity' else clock_timestamp() end);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION formwork.idempotency_scope(p_organisation uuid, p_credential uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_first uuid;
begin
  select a.first_key_id into v_first
    from formwork.api_keys a where a.organisation_id = p_organisation and a.key_id = p_credential;
  return coalesce(v_first, p_credential);
end
$function$;

CREATE OR REPLACE FUNCTION formwork.forget(p_organisation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now timestamptz := clock_timestamp(); -- an index is searched for a variable, not for a volatile function
  e record;
begin
  for e in
    select r.credential_id, r.form_id, r.idempotency_key
      from formwork.idempotency_records r
     where r.organisation_id = p_organisation and r.expires_at <= v_now
     order by r.expires_at
     limit 4
       for update skip locked
  loop
    delete from formwork.idempotency_records r
     where r.organisation_id = p_organisation
       and r.credential_id = e.credential_id
       and r.form_id = e.form_id
       and r.idempotency_key = e.idempotency_key;
  end loop;
end
$function$;

grant create on schema formwork to formwork_filing;
set local role formwork_filing;

CREATE OR REPLACE FUNCTION formwork.file(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_submission uuid, p_form uuid, p_version uuid, p_state text, p_data json, p_calculated_data json, p_hidden_fields text[], p_outcomes json, p_prefix text, p_suffix text, p_width integer, p_firings json, p_key text, p_body_hash bytea, OUT status text, OUT submission_id uuid, OUT reference_number text, OUT created_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now timestamptz;
  v_live uuid;
  v_number text;
  v_lock_timeout text;
  v_scope uuid;
  earlier record;
begin
  -- A connection keeps the plans that it makes here, those of the foreign keys included, and a table that is small then may be large
  -- later: each plan looks its rows up in an index.
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_seqscan', 'off', true);

  -- Made by 0016: a function that gives one row costs half of one that gives several.
  if (formwork_auth.in_force(p_organisation, p_credential_kind, p_credential, p_user)).role is null then
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
    v_scope := formwork.idempotency_scope(p_organisation, p_credential); -- apart: it reads rows too
    v_lock_timeout := current_setting('lock_timeout');
    perform set_config('lock_timeout', '2s', true);
    insert into formwork.idempotency_records as r
      (organisation_id, credential_id, form_id, idempotency_key, body_hash, submission_id, expires_at)
    values (p_organisation, v_scope, p_form, p_key, p_body_hash, p_submission,
      v_now + interval '24 hours')
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
  perform from formwork.deleted_submissions d
    where d.organisation_id = p_organisation and d.reference_number = file.reference_number;
  if found then
    raise unique_violation using constraint = 'submissions_reference_key', message = 'a deleted submission had this reference';
  end if;
end
$function$;

set local role formwork_owner;
revoke create on schema formwork from formwork_filing;
grant create on schema formwork_auth to formwork_auth;
set local role formwork_auth;

CREATE OR REPLACE FUNCTION formwork_auth.admit(p_kinds text[], p_organisations uuid[], p_credentials uuid[], p_pepper_ids text[], p_hashes bytea[], p_limit integer, p_window_millis double precision, p_addresses text[])
 RETURNS TABLE(place integer, status text, reason text, user_id uuid, privileges text[], role text, limits jsonb, revision double precision, used integer, remaining_millis double precision, use_due boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_peppers integer := cardinality(p_pepper_ids);
  v_usual interval := make_interval(secs => p_window_millis / 1000);
  v_window interval;
  v_over timestamptz; -- a window that began then or before is over
  v_limit integer;
  v_salt bytea := uuid_send(gen_random_uuid());
  v_now timestamptz;
  v_started timestamptz;
  v_organisation uuid;
  v_credential uuid;
  v_proven boolean;
  k record;
  -- The organisation and the person that were read last.
  v_known uuid;
  v_revision double precision;
  v_suspended boolean;
  v_person uuid;
  v_role text;
  v_deactivated boolean;
begin
  -- INVARIANT: in this order, because each keeps the row of its window locked to the end: statements that make windows for the same
  -- credentials wait for each other without a deadlock.
  for place in
    select i from generate_subscripts(p_credentials, 1) i order by p_organisations[i], p_credentials[i], i
  loop
    v_organisation := p_organisations[place];
    v_credential := p_credentials[place];
    v_now := clock_timestamp();
    perform set_config('app.organisation_id', v_organisation::text, true);
    status := 'unauthenticated';
    reason := null;
    user_id := null;
    privileges := null;
    role := null;
    limits := null;
    revision := null;
    used := null;
    remaining_millis := null;
    use_due := null;

    if p_kinds[place] = 'api_key' then
      select a.created_by as user_id, a.privileges, a.limits, a.token_hash, a.pepper_id,
             a.last_used_at is null or a.last_used_at <= v_now - interval '1 minute' as use_due,
             a.revoked_at is not null and not (a.revoked_reason = 'rotated' and a.revoked_at > v_now) as is_revoked,
             a.expires_at is not null and a.expires_at <= v_now as is_expired
        into k
        from formwork.api_keys a
       where a.organisation_id = v_organisation and a.key_id = v_credential;
    elsif p_kinds[place] = 'session' then
      select s.user_id, null::text[] as privileges, null::jsonb as limits, s.token_hash, s.pepper_id,
             s.last_used_at is null or s.last_used_at <= v_now - interval '1 minute' as use_due,
             s.ended_at is not null as is_revoked,
             s.expires_at <= v_now as is_expired
        into k
        from formwork.sessions s
       where s.organisation_id = v_organisation and s.session_id = v_credential;
    else
      return next;
      continue;
    end if;
    if not found then
      return next;
      continue;
    end if;
    -- Once for credentials that follow each other: all of them came before this statement began, so what it reads is what holds for each.
    if v_known is distinct from v_organisation then
      select n.organisation_id, n.revision, n.suspended_at is not null into v_known, v_revision, v_suspended
        from formwork.organisations n
       where n.organisation_id = v_organisation;
      v_person := null;
    end if;
    if v_person is distinct from k.user_id then
      select p.user_id, p.role, p.deactivated_at is not null into v_person, v_role, v_deactivated
        from formwork.users p
       where p.organisation_id = v_organisation and p.user_id = k.user_id;
    end if;

    -- The salt is fresh, so the part in which two digests agree says nothing about the hashes.
    v_proven := false;
    for i in 1 .. v_peppers loop
      if p_pepper_ids[i] = k.pepper_id
         and sha256(v_salt || p_hashes[(place - 1) * v_peppers + i]) = sha256(v_salt || k.token_hash) then
        v_proven := true;
      end if;
    end loop;

    user_id := k.user_id;
    reason := case
      when not v_proven then 'wrong_secret'
      when v_deactivated is not false then 'deactivated' -- or gone, which the foreign keys rule out
      when k.is_revoked then 'revoked'
      when k.is_expired then 'expired'
      when v_suspended is not false then 'suspended'
      when k.limits is null or jsonb_typeof(k.limits -> 'addresses') = 'null' then null
      when not exists (
        select from jsonb_array_elements_text(k.limits -> 'addresses') n where nullif(p_addresses[place], '')::inet <<= n::inet) then 'wrong_address'
    end;
    if reason is not null then
      return next;
      continue;
    end if;

    status := 'ok';
    privileges := k.privileges;
    role := v_role;
    limits := k.limits;
    revision := v_revision;
    use_due := k.use_due;
    if p_limit is null then
      return next;
      continue;
    end if;

    v_limit := p_limit;
    v_window := v_usual;
    if k.limits is not null and jsonb_typeof(k.limits -> 'requestsPerMinute') = 'number' then
      v_limit := (k.limits -> 'requestsPerMinute')::integer;
      v_window := interval '1 minute';
    end if;

    v_over := v_now - v_window;
    -- The condition is tried on the snapshot before any lock is taken, so a refusal neither waits nor writes, and again on the newest
    -- row, so the count stays exact. A row that another transaction holds is skipped.
    select w.window_started_at, w.used into v_started, used
      from formwork_auth.rate_windows w
     where w.organisation_id = v_organisation
       and w.credential_id = v_credential
       and (w.used < v_limit or w.window_started_at <= v_over)
       for no key update skip locked;
    if found then
      used := case when v_started <= v_over then 1 else used + 1 end;
      v_started := case when v_started <= v_over then v_now else v_started end;
      update formwork_auth.rate_windows w
         set window_started_at = v_started, used = admit.used
       where w.organisation_id = v_organisation and w.credential_id = v_credential;
    else
      select w.window_started_at,
             case when w.used < v_limit or w.window_started_at <= v_over then 'busy' else 'limited' end
        into v_started, status
        from formwork_auth.rate_windows w
       where w.organisation_id = v_organisation and w.credential_id = v_credential;
      if not found then
        perform set_config('lock_timeout', '250ms', true); -- another transaction may be making it
        insert into formwork_auth.rate_windows as w (organisation_id, credential_id, window_started_at, used)
        values (v_organisation, v_credential, v_now, 1)
        on conflict (organisation_id, credential_id) do nothing
        returning w.window_started_at, w.used into v_started, used;
        status := case when found then 'ok' else 'busy' end;
      end if;
    end if;
    remaining_millis := greatest(0, ceil(extract(epoch from v_started + v_window - clock_timestamp()) * 1000));
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION formwork_auth.in_force(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid, OUT privileges text[], OUT role text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_privileges text[];
  v_role text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if p_kind in ('api_key', 'session') then
    -- Taken before the row, and shared: without it, filings that overlap without end would keep a revocation waiting for ever.
    perform pg_advisory_xact_lock_shared(hashtextextended(p_credential::text, 0));
  end if;
  if p_kind = 'operator' then
    select u.role into role
      from formwork.users u
     where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null
       for share;
    return;
  end if;
  if p_kind = 'api_key' then
    select a.privileges into v_privileges
      from formwork.api_keys a
     where a.organisation_id = p_organisation
       and a.key_id = p_credential
       and a.created_by = p_user
       and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > clock_timestamp()))
       and (a.expires_at is null or a.expires_at > clock_timestamp())
       for share;
  elsif p_kind = 'session' then
    perform from formwork.sessions s
     where s.organisation_id = p_organisation
       and s.session_id = p_credential
       and s.user_id = p_user
       and s.ended_at is null
       and s.expires_at > clock_timestamp()
       for share;
  else
    return;
  end if;
  if not found then
    return;
  end if;
  select u.role into v_role
    from formwork.users u
   where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null;
  perform from formwork.organisations o where o.organisation_id = p_organisation and o.suspended_at is null;
  if found then
    privileges := v_privileges;
    role := v_role;
  end if;
end
$function$;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;
