-- What a node of a divided database can run for one of its organisations (docs/decisions/0280). On one server all of it does what it did.
set local role formwork_owner;

-- An insert of what a query gives runs on one node if the query reads a row of the organisation there: here that of the organisation
-- itself. What a column has by default counts as written where the rows are.
grant select (organisation_id) on formwork.organisations to formwork_filing;
grant insert (revision, edition, created_at) on formwork.organisations to formwork_operator;
grant insert (created_at) on formwork.users to formwork_operator;
grant insert (event_id, occurred_at) on formwork.audit_events to formwork_operator;

CREATE OR REPLACE FUNCTION formwork.fire(p_organisation uuid, p_submission uuid, p_firings json)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content, next_attempt_at)
  select p_organisation, f.id, p_submission, f."effectId", f.kind, f."on", f.content,
         case when f.kind = 'notification' and f.content -> 'attachments' is not null then 'infinity' else clock_timestamp() end
    from formwork.organisations o
   cross join json_to_recordset(p_firings) as f (id uuid, "effectId" text, kind text, "on" text, content json)
   where o.organisation_id = p_organisation;
end
$function$;

-- An update compares and sets by what does not depend on the session's time zone, and by a clock that was read before.
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
      select a.created_by as user_id, a.privileges, u.role, a.limits, a.token_hash, a.pepper_id, o.revision,
             a.last_used_at is null or a.last_used_at <= v_now - interval '1 minute' as use_due,
             u.deactivated_at is not null as is_deactivated, o.suspended_at is not null as is_suspended,
             a.revoked_at is not null and not (a.revoked_reason = 'rotated' and a.revoked_at > v_now) as is_revoked,
             a.expires_at is not null and a.expires_at <= v_now as is_expired
        into k
        from formwork.api_keys a
        join formwork.users u on u.organisation_id = a.organisation_id and u.user_id = a.created_by
        join formwork.organisations o on o.organisation_id = a.organisation_id
       where a.organisation_id = v_organisation and a.key_id = v_credential;
    elsif p_kinds[place] = 'session' then
      select s.user_id, null::text[] as privileges, u.role, null::jsonb as limits, s.token_hash, s.pepper_id, o.revision,
             s.last_used_at is null or s.last_used_at <= v_now - interval '1 minute' as use_due,
             u.deactivated_at is not null as is_deactivated, o.suspended_at is not null as is_suspended,
             s.ended_at is not null as is_revoked,
             s.expires_at <= v_now as is_expired
        into k
        from formwork.sessions s
        join formwork.users u on u.organisation_id = s.organisation_id and u.user_id = s.user_id
        join formwork.organisations o on o.organisation_id = s.organisation_id
       where s.organisation_id = v_organisation and s.session_id = v_credential;
    else
      return next;
      continue;
    end if;
    if not found then
      return next;
      continue;
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
      when k.is_deactivated then 'deactivated'
      when k.is_revoked then 'revoked'
      when k.is_expired then 'expired'
      when k.is_suspended then 'suspended'
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
    role := k.role;
    limits := k.limits;
    revision := k.revision;
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
    update formwork_auth.rate_windows w
       set window_started_at = case when w.window_started_at <= v_over then v_now else w.window_started_at end,
           used = case when w.window_started_at <= v_over then 1 else w.used + 1 end
     where w.organisation_id = v_organisation
       and w.credential_id = v_credential
       and w.ctid = (
         select r.ctid
           from formwork_auth.rate_windows r
          where r.organisation_id = v_organisation
            and r.credential_id = v_credential
            and (r.used < v_limit or r.window_started_at <= v_over)
            for no key update skip locked)
    returning w.window_started_at, w.used into v_started, used;
    if not found then
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

CREATE OR REPLACE FUNCTION formwork_auth.confirm(p_organisation uuid, p_user uuid, p_session uuid, p_password_hash text, p_place text, OUT status text, OUT at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_place bytea := sha256(convert_to(p_place, 'UTF8'));
  v_email text;
  v_proven boolean;
  v_now timestamptz;
  v_at timestamptz;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  status := 'ended';
  select u.email, formwork_auth.same_password(u.password_hash, p_password_hash) into v_email, v_proven
    from formwork.users u
   where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null
     for share of u;
  if not found then
    return;
  end if;
  v_now := clock_timestamp(); -- after the wait for the person's row
  v_at := date_trunc('milliseconds', v_now);
  update formwork.sessions s
     set confirmed_at = case when v_proven then v_at else s.confirmed_at end
   where s.organisation_id = p_organisation
     and s.session_id = p_session
     and s.user_id = p_user
     and s.ended_at is null
     and s.expires_at > v_now
  returning s.confirmed_at into at;
  if not found then
    return;
  end if;
  if not v_proven then
    status := 'wrong';
    at := null;
    return;
  end if;
  status := 'confirmed';
  delete from formwork_auth.sign_in_places f
   where f.organisation_id = p_organisation
     and f.address_hash = sha256(convert_to(lower(v_email), 'UTF8'))
     and f.place_hash = v_place;
end
$function$;

-- A node looks among its own rows: each is asked.
CREATE OR REPLACE FUNCTION formwork_auth.choices_of(p_email text, p_most integer)
 RETURNS TABLE(organisation_id uuid, name text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_address text := lower(p_email);
  v_organisations uuid[];
  v_part text;
begin
  -- INVARIANT: the setting lasts for this one statement. Its policy shows the rows of the address in all organisations.
  perform set_config('app.sign_in_address', v_address, true);
  if to_regclass('pg_catalog.pg_dist_shard') is null then
    v_organisations := array(
      select u.organisation_id
        from formwork.users u
       where u.address = v_address and u.deactivated_at is null and u.password_hash is not null
       order by u.organisation_id);
  else
    for v_part in
      select shard_name(s.logicalrelid, s.shardid)
        from pg_dist_shard s
        join pg_dist_placement p on p.shardid = s.shardid
        join pg_dist_local_group l on l.groupid = p.groupid
       where s.logicalrelid = 'formwork.users'::regclass
    loop
      execute format(
        'select $2 || array(
           select u.organisation_id from %s u where u.address = $1 and u.deactivated_at is null and u.password_hash is not null)', v_part)
        into v_organisations using v_address, v_organisations;
    end loop;
    v_organisations := array(select o.id from unnest(v_organisations) as o (id) order by o.id);
  end if;
  perform set_config('app.sign_in_address', '', true);
  foreach organisation_id in array v_organisations loop
    exit when p_most <= 0;
    perform set_config('app.organisation_id', organisation_id::text, true);
    select o.name into name
      from formwork.organisations o
     where o.organisation_id = choices_of.organisation_id and o.suspended_at is null;
    if found then
      p_most := p_most - 1;
      return next;
    end if;
  end loop;
end
$function$;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;

CREATE OR REPLACE FUNCTION formwork_auth.count_place(p_organisation uuid, p_address bytea, p_place bytea)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_forgotten timestamptz := clock_timestamp() - interval '1 day'; -- an index is searched for a variable, not for a volatile function
  v_now timestamptz := clock_timestamp();
  v_failures integer;
begin
  -- As in admit: a refusal neither waits nor writes, and the count is exact under concurrent attempts.
  update formwork_auth.sign_in_places f
     set failures = case when f.last_at <= v_forgotten then 1 else f.failures + 1 end, last_at = greatest(f.last_at, v_now)
   where f.organisation_id = p_organisation and f.address_hash = p_address and f.place_hash = p_place
     and formwork.wait_after(f.failures) <= greatest(v_now - f.last_at, interval '0')
  returning f.failures into v_failures;
  if found then
    return v_failures;
  end if;
  if exists (
    select from formwork_auth.sign_in_places r
     where r.organisation_id = p_organisation and r.address_hash = p_address and r.place_hash = p_place)
  then
    return null;
  end if;
  insert into formwork_auth.sign_in_places as f (organisation_id, address_hash, place_hash, failures, last_at)
  values (p_organisation, p_address, p_place, 1, v_now)
  on conflict (organisation_id, address_hash, place_hash) do update
     set failures = f.failures + 1, last_at = greatest(f.last_at, v_now)
   where formwork.wait_after(f.failures) <= greatest(v_now - f.last_at, interval '0')
  returning f.failures into v_failures;
  if found then
    -- Each new place removes ten that are a day old, so that places cannot fill the table.
    delete from formwork_auth.sign_in_places f
     where f.organisation_id = p_organisation
       and (f.address_hash, f.place_hash) in (
         select old.address_hash, old.place_hash
           from formwork_auth.sign_in_places old
          where old.organisation_id = p_organisation and old.last_at <= v_forgotten
          order by old.last_at
          limit 10
            for update skip locked);
  end if;
  return v_failures;
end
$function$;

CREATE OR REPLACE FUNCTION formwork_auth.count_strangers(p_organisation uuid, p_address bytea)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_forgotten timestamptz := clock_timestamp() - interval '1 day';
  v_now timestamptz := clock_timestamp();
  v_failures integer;
begin
  update formwork_auth.sign_in_failures f
     set failures = case when f.last_at <= v_forgotten then 1 else f.failures + 1 end, last_at = greatest(f.last_at, v_now)
   where f.organisation_id = p_organisation and f.address_hash = p_address
     and formwork.wait_after(f.failures - 88) <= greatest(v_now - f.last_at, interval '0')
  returning f.failures into v_failures;
  if found then
    return v_failures;
  end if;
  if exists (
    select from formwork_auth.sign_in_failures r where r.organisation_id = p_organisation and r.address_hash = p_address)
  then
    return null;
  end if;
  insert into formwork_auth.sign_in_failures as f (organisation_id, address_hash, failures, last_at)
  values (p_organisation, p_address, 1, v_now)
  on conflict (organisation_id, address_hash) do update
     set failures = f.failures + 1, last_at = greatest(f.last_at, v_now)
   where formwork.wait_after(f.failures - 88) <= greatest(v_now - f.last_at, interval '0')
  returning f.failures into v_failures;
  if found then
    delete from formwork_auth.sign_in_failures f
     where f.organisation_id = p_organisation
       and f.address_hash in (
         select old.address_hash
           from formwork_auth.sign_in_failures old
          where old.organisation_id = p_organisation and old.last_at <= v_forgotten
          order by old.last_at
          limit 10
            for update skip locked);
  end if;
  return v_failures;
end
$function$;

CREATE OR REPLACE FUNCTION formwork.end_credentials(p_organisation uuid, p_person uuid, p_keys boolean, p_kept uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_now timestamptz;
  c record;
  v_action text;
  v_detail text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  for c in
    select 'api_key' as kind, a.key_id as id
      from formwork.api_keys a
     where p_keys
       and a.organisation_id = p_organisation
       and a.created_by = p_person
       and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > clock_timestamp()))
       and (a.expires_at is null or a.expires_at > clock_timestamp())
    union all
    select 'session', s.session_id
      from formwork.sessions s
     where s.organisation_id = p_organisation
       and s.user_id = p_person
       and s.ended_at is null
       and s.expires_at > clock_timestamp()
       and s.session_id is distinct from p_kept
     order by id
  loop
    -- Filings hold this lock shared: `effective_privileges` says why it comes before the row.
    perform pg_advisory_xact_lock(hashtextextended(c.id::text, 0));
    v_now := clock_timestamp();
    if c.kind = 'api_key' then
      update formwork.api_keys a
         set revoked_at = v_now, revoked_by = p_user, revoked_reason = 'creator_deactivated'
       where a.organisation_id = p_organisation
         and a.key_id = c.id
         and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > v_now));
    else
      update formwork.sessions s
         set ended_at = v_now
       where s.organisation_id = p_organisation and s.session_id = c.id and s.ended_at is null;
    end if;
    if found then -- otherwise it was ended while this waited
      v_action := case c.kind when 'api_key' then 'api_key.revoked' else 'session.ended' end;
      v_detail := case c.kind when 'api_key' then 'creator_deactivated' end;
      insert into formwork.audit_events
        (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
      values
        (p_organisation, v_action, p_user, p_credential_kind, p_credential, c.id, v_detail, p_request_id, p_address);
    end if;
  end loop;
end
$function$;

-- Each table is looked up by the organisation itself.
CREATE OR REPLACE FUNCTION formwork.submission_revision(p_organisation uuid, p_submission uuid, p_revision integer)
 RETURNS TABLE(submission_id uuid, form_id uuid, form_version_id uuid, reference_number text, workflow_state text, data json, calculated_data json, hidden_fields text[], outcomes json, created_at timestamp with time zone, revision integer)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select s.submission_id, s.form_id, coalesce(t.form_version_id, s.form_version_id), s.reference_number,
           coalesce(t.workflow_state, s.workflow_state), coalesce(c.data, s.data),
           coalesce(c.calculated_data, s.calculated_data), coalesce(c.hidden_fields, s.hidden_fields),
           coalesce(c.outcomes, s.outcomes), s.created_at, p_revision
      from formwork.submissions s
      left join formwork.submission_revisions t
        on t.organisation_id = p_organisation and t.submission_id = s.submission_id and t.revision = p_revision
      left join lateral (
        select r.data, r.calculated_data, r.hidden_fields, r.outcomes
          from formwork.submission_revisions r
         where r.organisation_id = p_organisation and r.submission_id = s.submission_id and r.revision >= p_revision
           and r.data is not null
         order by r.revision
         limit 1
      ) c on true
     where s.organisation_id = p_organisation and s.submission_id = p_submission
       and (s.revision = p_revision or t.revision is not null);
end
$function$;

-- A body of plpgsql is planned with the organisation that it gets, and one of sql without it.
create or replace function formwork_auth.wait_of(p_organisation uuid, p_address bytea, p_place bytea, p_known boolean)
returns double precision
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  return ceil(extract(epoch from greatest(
    (select f.last_at + formwork.wait_after(f.failures)
       from formwork_auth.sign_in_places f
      where f.organisation_id = p_organisation and f.address_hash = p_address and f.place_hash = p_place),
    (select f.last_at + formwork.wait_after(f.failures - 88)
       from formwork_auth.sign_in_failures f
      where not p_known and f.organisation_id = p_organisation and f.address_hash = p_address)) - clock_timestamp()) * 1000);
end
$$;

create or replace function formwork.actor(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid) returns json
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce(
    (select json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name)
       from formwork.api_keys k
      where p_credential_kind = 'api_key' and k.organisation_id = p_organisation and k.key_id = p_credential),
    (select json_build_object('kind', 'user', 'id', u.user_id, 'name', u.name)
       from formwork.users u
      where u.organisation_id = p_organisation and u.user_id = p_user));
end
$$;

grant create on schema formwork to formwork_filing;
set local role formwork_filing;

CREATE OR REPLACE FUNCTION formwork.repeated(p_organisation uuid, p_credential uuid, p_form uuid, p_key text, p_body_hash bytea, OUT status text, OUT submission_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_same boolean;
  v_scope uuid;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  v_scope := formwork.idempotency_scope(p_organisation, p_credential); -- apart: it reads rows too
  select r.body_hash = p_body_hash, r.submission_id into v_same, submission_id
    from formwork.idempotency_records r
   where r.organisation_id = p_organisation
     and r.credential_id = v_scope
     and r.form_id = p_form
     and r.idempotency_key = p_key
     and r.expires_at > clock_timestamp();
  if found then
    status := case when v_same then 'replayed' else 'mismatch' end;
  end if;
end
$function$;

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
  if exists (
    select from formwork.deleted_submissions d
     where d.organisation_id = p_organisation and d.reference_number = file.reference_number)
  then
    raise unique_violation using constraint = 'submissions_reference_key', message = 'a deleted submission had this reference';
  end if;
end
$function$;

set local role formwork_owner;
revoke create on schema formwork from formwork_filing;
