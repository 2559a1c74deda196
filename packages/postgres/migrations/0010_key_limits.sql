-- Limits of keys: which forms a key reaches, how often, from where and by which operations. Which key made which, and which was the
-- first of a chain of rotations.
-- Replaces the functions formwork_auth.admit (it checks addresses, counts against a key's own budget, gives the limits, and waits for
-- no row of another credential), formwork.file and formwork.repeated (the scope of an idempotency key).
set local role formwork_owner;

-- Set while an organisation is suspended.
alter table formwork.organisations add column suspended_at timestamptz(3);

-- Where each session is from, and when it was used, to the minute. confirmed_at: when its person proved the password after the sign-in.
alter table formwork.sessions
  add column last_used_at timestamptz(3),
  add column address text,
  add column browser text,
  add column confirmed_at timestamptz(3);
grant select (last_used_at, address, browser, confirmed_at) on formwork.sessions to formwork_api;
grant update (last_used_at, confirmed_at) on formwork.sessions to formwork_auth;

-- limits: null, or an object with the members forms, folders, requestsPerMinute, addresses and operations, null where there is no limit.
-- They are fixed when the key is made, so nothing may update them.
-- first_key_id: null for a key from before this column: it stands for itself.
alter table formwork.api_keys
  add column limits jsonb check (jsonb_typeof(limits) = 'object'),
  add column created_by_key uuid,
  add column first_key_id uuid,
  add foreign key (organisation_id, created_by_key) references formwork.api_keys (organisation_id, key_id);
create index api_keys_maker_idx on formwork.api_keys (organisation_id, created_by_key) where created_by_key is not null;
grant select (limits, created_by_key, first_key_id) on formwork.api_keys to formwork_api;
grant select (organisation_id, key_id, first_key_id) on formwork.api_keys to formwork_filing;

-- What the transaction's caller reaches is in two settings, each a list of ids. Empty: it reaches everything. The policies below hide
-- every other form, and what belongs to it, from every statement of the transaction.
-- Like `current_organisation`, the bodies are expressions that the planner puts in the place of the call. They look for an id in a
-- text, which costs less a row than to read a list.
create function formwork.reaches_form(p_form uuid) returns boolean
language sql stable parallel safe
return coalesce(current_setting('app.forms', true), '') = ''
  or strpos(current_setting('app.forms', true), p_form::text) > 0;

create function formwork.reaches_folder(p_folder uuid) returns boolean
language sql stable parallel safe
return coalesce(current_setting('app.forms', true), '') = ''
  or coalesce(strpos(current_setting('app.folders', true), p_folder::text), 0) > 0;

grant execute on function formwork.reaches_form(uuid), formwork.reaches_folder(uuid) to formwork_api, formwork_filing;

-- Sets the organisation and what the caller reaches: these forms, the forms in these folders, and in those below them.
create function formwork.limit_to(p_organisation uuid, p_forms uuid[], p_folders uuid[]) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_folders uuid[];
  v_forms uuid[];
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  with recursive reached as (
    select f.folder_id from formwork.folders f where f.organisation_id = p_organisation and f.folder_id = any (p_folders)
    union
    select f.folder_id
      from formwork.folders f
      join reached r on f.organisation_id = p_organisation and f.parent_id = r.folder_id
  )
  select coalesce(array_agg(r.folder_id), '{}') into v_folders from reached r;
  select coalesce(array_agg(f.form_id), '{}') into v_forms
    from formwork.forms f
   where f.organisation_id = p_organisation and f.folder_id = any (v_folders);
  perform set_config('app.folders', v_folders::text, true);
  perform set_config('app.forms', (v_forms || p_forms)::text, true);
end
$$;
grant execute on function formwork.limit_to(uuid, uuid[], uuid[]) to formwork_api;

-- Whose idempotency keys a credential shares: those of the first key of its chain of rotations. Its caller has set the organisation.
create function formwork.idempotency_scope(p_organisation uuid, p_credential uuid) returns uuid
language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  return coalesce(
    (select a.first_key_id from formwork.api_keys a where a.organisation_id = p_organisation and a.key_id = p_credential),
    p_credential);
end
$$;
grant execute on function formwork.idempotency_scope(uuid, uuid) to formwork_filing;

grant create on schema formwork_auth to formwork_auth;
set local role formwork_auth;

drop function formwork_auth.admit(text[], uuid[], uuid[], text[], bytea[], integer, double precision);

-- Authenticates the requests that arrived together, counts each, and says which may go on. It answers each with a status and never
-- raises an error: that would undo the counts, and one bad token would fail the whole batch. busy: another transaction holds the
-- row of the window, and the request was neither counted nor refused.
-- p_hashes: for each credential in turn, one hash under each of p_pepper_ids. p_limit null: do not count.
-- An answer `unauthenticated` has a reason where the credential exists.
-- p_addresses: the clients', empty where one is unknown. A key that has a budget of its own spends it in windows of a minute.
-- privileges: of a key, as granted; null for a session. role: of the person behind the credential. A key's privileges beyond forms
-- and submissions hold while its maker's role has them (docs/decisions/0176). A suspended organisation has no valid credential.
create function formwork_auth.admit(
  p_kinds text[],
  p_organisations uuid[],
  p_credentials uuid[],
  p_pepper_ids text[],
  p_hashes bytea[],
  p_limit integer,
  p_window_millis double precision,
  p_addresses text[]
)
returns table (
  place integer,
  status text,
  reason text,
  user_id uuid,
  privileges text[],
  role text,
  limits jsonb,
  revision double precision,
  used integer,
  remaining_millis double precision,
  use_due boolean
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_peppers integer := cardinality(p_pepper_ids);
  v_usual interval := make_interval(secs => p_window_millis / 1000);
  v_window interval;
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

    -- The condition is tried on the snapshot before any lock is taken, so a refusal neither waits nor writes, and again on the newest
    -- row, so the count stays exact. A row that another transaction holds is skipped.
    update formwork_auth.rate_windows w
       set window_started_at = case when w.window_started_at + v_window <= v_now then v_now else w.window_started_at end,
           used = case when w.window_started_at + v_window <= v_now then 1 else w.used + 1 end
     where w.organisation_id = v_organisation
       and w.credential_id = v_credential
       and w.ctid = (
         select r.ctid
           from formwork_auth.rate_windows r
          where r.organisation_id = v_organisation
            and r.credential_id = v_credential
            and (r.used < v_limit or r.window_started_at + v_window <= v_now)
            for no key update skip locked)
    returning w.window_started_at, w.used into v_started, used;
    if not found then
      select w.window_started_at,
             case when w.used < v_limit or w.window_started_at + v_window <= v_now then 'busy' else 'limited' end
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
$$;

grant execute on function
  formwork_auth.admit(text[], uuid[], uuid[], text[], bytea[], integer, double precision, text[]) to formwork_api;

-- Notes that a session was used, as `touch` does of a key: at most once a minute, and no request waits for it.
create function formwork_auth.touch_session(p_organisation uuid, p_session uuid) returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('synchronous_commit', 'off', true);
  update formwork.sessions s
     set last_used_at = v_now
   where s.organisation_id = p_organisation
     and s.session_id = p_session
     and s.ended_at is null
     and (s.last_used_at is null or s.last_used_at <= v_now - interval '1 minute');
end
$$;
grant execute on function formwork_auth.touch_session(uuid, uuid) to formwork_api;

-- Admits requests of one credential whose window is held: waits up to a quarter of a second for the row, and keeps it. An error
-- (lock_not_available): it is still held.
create function formwork_auth.admit_waiting(
  p_kinds text[],
  p_organisations uuid[],
  p_credentials uuid[],
  p_pepper_ids text[],
  p_hashes bytea[],
  p_limit integer,
  p_window_millis double precision,
  p_addresses text[]
)
returns table (
  place integer,
  status text,
  reason text,
  user_id uuid,
  privileges text[],
  role text,
  limits jsonb,
  revision double precision,
  used integer,
  remaining_millis double precision,
  use_due boolean
)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisations[1]::text, true);
  perform set_config('lock_timeout', '250ms', true);
  perform from formwork_auth.rate_windows w
    where w.organisation_id = p_organisations[1] and w.credential_id = p_credentials[1]
      for no key update;
  return query
    select *
      from formwork_auth.admit(
        p_kinds, p_organisations, p_credentials, p_pepper_ids, p_hashes, p_limit, p_window_millis, p_addresses);
end
$$;
grant execute on function formwork_auth.admit_waiting(text[], uuid[], uuid[], text[], bytea[], integer, double precision, text[])
  to formwork_api;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;

-- For reading: an update or a deletion that names its rows reads them first. What has no form of its own (firings, their attempts,
-- documents, findings of a run) is read together with the submission or the run that it belongs to.
create policy within_reach on formwork.forms as restrictive for select to formwork_api, formwork_filing
  using (formwork.reaches_form(form_id) or formwork.reaches_folder(folder_id));
create policy within_reach on formwork.folders as restrictive for select to formwork_api
  using (formwork.reaches_folder(folder_id));
create policy within_reach on formwork.form_versions as restrictive for select to formwork_api
  using (formwork.reaches_form(form_id));
create policy within_reach on formwork.submissions as restrictive for select to formwork_api, formwork_filing
  using (formwork.reaches_form(form_id));
create policy within_reach on formwork.submission_revisions as restrictive for select to formwork_api
  using (formwork.reaches_form(form_id));
create policy within_reach on formwork.impact_runs as restrictive for select to formwork_api
  using (formwork.reaches_form(form_id));

grant create on schema formwork to formwork_filing;
set local role formwork_filing;

-- The state of an idempotency key: status null (never used, or forgotten), replayed or mismatch.
create or replace function formwork.repeated(
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
     and r.credential_id = formwork.idempotency_scope(p_organisation, p_credential)
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
    v_lock_timeout := current_setting('lock_timeout');
    perform set_config('lock_timeout', '2s', true);
    insert into formwork.idempotency_records as r
      (organisation_id, credential_id, form_id, idempotency_key, body_hash, submission_id, expires_at)
    values (p_organisation, formwork.idempotency_scope(p_organisation, p_credential), p_form, p_key, p_body_hash, p_submission,
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
$$;

set local role formwork_owner;
revoke create on schema formwork from formwork_filing;
