-- Filing takes less of the database's time: the id of an audit event is part of the plan of its statement, and a credential is looked
-- up by a function that gives one row (docs/decisions/0198). Filings that come together share a statement and a commit
-- (docs/decisions/0214).
set local role formwork_owner;

-- INVARIANT: no settings of its own. With them it is parsed and planned at each call, which takes longer than the rest of the insert.
-- Its names were resolved when it was made, so the caller's search path changes nothing.
create or replace function formwork.uuidv7() returns uuid
language sql volatile parallel safe
return encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid())
    placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
    from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;

grant create on schema formwork_auth to formwork_auth;
set local role formwork_auth;

-- What a credential may do, until this transaction ends: its row is locked FOR SHARE, and ending it updates that row. role null: the
-- credential has ended, or its organisation is suspended. privileges: of a key, as granted; null for a session.
create function formwork_auth.in_force(
  p_organisation uuid, p_kind text, p_credential uuid, p_user uuid, out privileges text[], out role text)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if p_kind in ('api_key', 'session') then
    -- Taken before the row, and shared: without it, filings that overlap without end would keep a revocation waiting for ever.
    perform pg_advisory_xact_lock_shared(hashtextextended(p_credential::text, 0));
  end if;
  if p_kind = 'api_key' then
    select a.privileges, u.role into privileges, role
      from formwork.api_keys a
      join formwork.users u on u.organisation_id = a.organisation_id and u.user_id = a.created_by
     where a.organisation_id = p_organisation
       and a.key_id = p_credential
       and a.created_by = p_user
       and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > clock_timestamp()))
       and (a.expires_at is null or a.expires_at > clock_timestamp())
       and u.deactivated_at is null
       and exists (
         select from formwork.organisations o where o.organisation_id = p_organisation and o.suspended_at is null)
       for share of a;
  elsif p_kind = 'session' then
    select null::text[], u.role into privileges, role
      from formwork.sessions s
      join formwork.users u on u.organisation_id = s.organisation_id and u.user_id = s.user_id
     where s.organisation_id = p_organisation
       and s.session_id = p_credential
       and s.user_id = p_user
       and s.ended_at is null
       and s.expires_at > clock_timestamp()
       and u.deactivated_at is null
       and exists (
         select from formwork.organisations o where o.organisation_id = p_organisation and o.suspended_at is null)
       for share of s;
  elsif p_kind = 'operator' then
    select null::text[], u.role into privileges, role
      from formwork.users u
     where u.organisation_id = p_organisation and u.user_id = p_user and u.deactivated_at is null
       for share of u;
  end if;
end
$$;
grant execute on function formwork_auth.in_force(uuid, text, uuid, uuid) to formwork_filing;

-- The same as a row. No row: the credential has ended.
create or replace function formwork_auth.effective_privileges(p_organisation uuid, p_kind text, p_credential uuid, p_user uuid)
returns table (privileges text[], role text)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  return query
    select f.privileges, f.role
      from formwork_auth.in_force(p_organisation, p_kind, p_credential, p_user) f
     where f.role is not null;
end
$$;

-- Those of the keys that are in force, until this transaction ends, each with the user who made it: as `in_force`, many at a time.
create function formwork_auth.keys_in_force(p_organisation uuid, p_keys uuid[])
returns table (key_id uuid, user_id uuid)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform pg_advisory_xact_lock_shared(hashtextextended(g.key::text, 0))
     from (select distinct k.key from unnest(p_keys) as k (key) order by k.key) g;
  return query
    select a.key_id, a.created_by
      from formwork.api_keys a
      join formwork.users u on u.organisation_id = a.organisation_id and u.user_id = a.created_by
     where a.organisation_id = p_organisation
       and a.key_id = any (p_keys)
       and (a.revoked_at is null or (a.revoked_reason = 'rotated' and a.revoked_at > clock_timestamp()))
       and (a.expires_at is null or a.expires_at > clock_timestamp())
       and u.deactivated_at is null
       and exists (
         select from formwork.organisations o where o.organisation_id = p_organisation and o.suspended_at is null)
       for share of a;
end
$$;
grant execute on function formwork_auth.keys_in_force(uuid, uuid[]) to formwork_filing;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;
grant create on schema formwork to formwork_filing;
set local role formwork_filing;

-- Files what keys of one organisation sent together, in one transaction. The first 18 arguments have one element for each filing, as the
-- arguments of `file`, and the others one for each firing; p_fired_by is the place of its filing, from 1.
-- A row for each filing that is stored. Without a reference number: nothing was stored, because another transaction holds the counter of
-- its form; filings of one form alone wait for it. No row: `file` says of that one what is to be said, because it would refuse it, or it
-- is the first of its form. No lock is waited for longer than a moment. An error (lock_not_available, unique_violation and others) undoes all of them, and `file` says which one it was for.
create function formwork.file_together(
  p_organisation uuid,
  p_users uuid[],
  p_keys uuid[],
  p_request_ids text[],
  p_addresses text[],
  p_submissions uuid[],
  p_forms uuid[],
  p_versions uuid[],
  p_states text[],
  p_data text[],
  p_calculated_data text[],
  p_hidden_fields text[],
  p_outcomes text[],
  p_prefixes text[],
  p_suffixes text[],
  p_widths integer[],
  p_idempotency_keys text[],
  p_body_hashes bytea[],
  p_fired_by integer[],
  p_firings uuid[],
  p_effects text[],
  p_kinds text[],
  p_events text[],
  p_contents text[]
)
returns table (place integer, reference_number text, created_at timestamptz)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_may boolean[];
  v_forms uuid[];
  v_numbers bigint[];
  v_references text[];
  v_expected bigint;
  v_stored bigint;
begin
  -- A connection keeps the plans that it makes here, those of the foreign keys included, and a table that is small then may be large
  -- later: so each plan looks its rows up in an index. Without the first of these settings one of them would be made anew each time,
  -- which takes as long as an insert.
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('lock_timeout', '50ms', true),
    set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
    set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
  v_now := clock_timestamp();

  -- What `file` would not refuse. A number from the counter is new; one that was drawn may be taken.
  select array_agg(
           k.key_id is not null
           and g.version = (
             select f.live_version_id from formwork.forms f where f.organisation_id = p_organisation and f.form_id = g.form)
           and (g.width is not null or not exists (
             select from formwork.submissions s
              where s.organisation_id = p_organisation and s.reference_number = g.prefix))
           and (g.idempotency_key is null or not exists (
             select from formwork.idempotency_records r
              where r.organisation_id = p_organisation
                and r.credential_id = formwork.idempotency_scope(p_organisation, g.key)
                and r.form_id = g.form
                and r.idempotency_key = g.idempotency_key
                and r.expires_at > v_now))
           order by g.place)
    into v_may
    from unnest(p_keys, p_users, p_forms, p_versions, p_prefixes, p_widths, p_idempotency_keys)
      with ordinality as g (key, maker, form, version, prefix, width, idempotency_key, place)
    left join formwork_auth.keys_in_force(p_organisation, p_keys) k on k.key_id = g.key and k.user_id = g.maker;

  v_forms := array(
    select distinct g.form from unnest(p_forms, p_widths, v_may) as g (form, width, may) where g.may and g.width is not null);
  if cardinality(v_forms) = 1 then
    select array[r.form_id], array[r.last_number] into v_forms, v_numbers
      from formwork.reference_counters r
     where r.organisation_id = p_organisation and r.form_id = v_forms[1]
       for no key update;
  else
    -- INVARIANT: a counter that another transaction holds is skipped, so that the filings of the other forms do not wait.
    select array_agg(c.form_id), array_agg(c.last_number) into v_forms, v_numbers
      from (
        select r.form_id, r.last_number
          from formwork.reference_counters r
         where r.organisation_id = p_organisation and r.form_id = any (v_forms)
         order by r.form_id
           for no key update skip locked) c;
  end if;

  select array_agg(
           case when n.width is null then n.prefix
                else n.prefix || lpad(n.number::text, greatest(n.width, length(n.number::text)), '0') || n.suffix end
           order by n.place)
    into v_references
    from (
      select g.place, g.width, g.suffix, case when g.may then g.prefix end as prefix,
             c.last_number + count(*) filter (where g.may) over (partition by g.form, g.width is null order by g.place) as number
        from unnest(p_forms, p_prefixes, p_suffixes, p_widths, v_may) with ordinality as g (form, prefix, suffix, width, may, place)
        left join unnest(v_forms, v_numbers) as c (form, last_number) on c.form = g.form) n;

  update formwork.reference_counters c
     set last_number = c.last_number + (
           select count(*) from unnest(p_forms, p_widths, v_may) as g (form, width, may)
            where g.form = c.form_id and g.width is not null and g.may)
   where c.organisation_id = p_organisation and c.form_id = any (v_forms);

  v_now := date_trunc('milliseconds', clock_timestamp());
  insert into formwork.submissions
    (organisation_id, submission_id, form_id, form_version_id, reference_number, workflow_state, data, calculated_data,
     hidden_fields, outcomes, created_at, created_by, credential_kind, credential_id)
  select p_organisation, g.submission, g.form, g.version, g.reference, g.state, g.data::json, g.calculated_data::json,
         g.hidden_fields::text[], g.outcomes::json, v_now, g.maker, 'api_key', g.key
    from unnest(p_submissions, p_forms, p_versions, v_references, p_states, p_data, p_calculated_data, p_hidden_fields, p_outcomes,
           p_users, p_keys)
      as g (submission, form, version, reference, state, data, calculated_data, hidden_fields, outcomes, maker, key)
   where g.reference is not null;

  insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content)
  select p_organisation, g.firing, p_submissions[g.fired_by], g.effect, g.kind, g.event, g.content::json
    from unnest(p_fired_by, p_firings, p_effects, p_kinds, p_events, p_contents)
      as g (fired_by, firing, effect, kind, event, content)
   where v_references[g.fired_by] is not null;

  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, request_id, address)
  select p_organisation, 'submission.created', g.maker, 'api_key', g.key, g.submission, g.request_id, g.address
    from unnest(p_users, p_keys, p_submissions, p_request_ids, p_addresses, v_references)
      as g (maker, key, submission, request_id, address, reference)
   where g.reference is not null;

  select count(*) into v_expected
    from unnest(p_idempotency_keys, v_references) as g (idempotency_key, reference)
   where g.idempotency_key is not null and g.reference is not null;
  if v_expected > 0 then
    insert into formwork.idempotency_records as r
      (organisation_id, credential_id, form_id, idempotency_key, body_hash, submission_id, expires_at)
    select p_organisation, formwork.idempotency_scope(p_organisation, g.key), g.form, g.idempotency_key, g.body_hash, g.submission,
           v_now + interval '24 hours'
      from unnest(p_keys, p_forms, p_idempotency_keys, p_body_hashes, p_submissions, v_references)
        as g (key, form, idempotency_key, body_hash, submission, reference)
     where g.idempotency_key is not null and g.reference is not null
    on conflict (organisation_id, credential_id, form_id, idempotency_key) do update
       set body_hash = excluded.body_hash, submission_id = excluded.submission_id, expires_at = excluded.expires_at
     where r.expires_at <= v_now;
    get diagnostics v_stored = row_count;
    if v_stored <> v_expected then
      raise unique_violation using constraint = 'idempotency_records_pkey', message = 'an equal request was filed meanwhile';
    end if;
    -- Each call removes up to four, so the table still holds little more than the records of a day.
    perform formwork.forget(p_organisation) from generate_series(1, (v_expected + 1) / 2);
  end if;

  if exists (
    select from formwork.deleted_submissions d
     where d.organisation_id = p_organisation and d.reference_number = any (v_references))
  then
    raise unique_violation using constraint = 'submissions_reference_key', message = 'a deleted submission had this reference';
  end if;

  return query
    select g.place::integer, g.reference, v_now
      from unnest(v_references, v_may, p_widths, p_forms) with ordinality as g (reference, may, width, form, place)
     where g.reference is not null
        or (g.may and g.width is not null and exists (
              select from formwork.reference_counters r where r.organisation_id = p_organisation and r.form_id = g.form));
end
$$;
grant execute on function formwork.file_together(
  uuid, uuid[], uuid[], text[], text[], uuid[], uuid[], uuid[], text[], text[], text[], text[], text[], text[], text[], integer[],
  text[], bytea[], integer[], uuid[], text[], text[], text[], text[]) to formwork_api;

set local role formwork_owner;
revoke create on schema formwork from formwork_filing;
