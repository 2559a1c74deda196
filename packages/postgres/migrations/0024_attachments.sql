-- E-mails that attach documents wait for them. Such a firing has `attachments` in its content, the ids of the documents' firings, and is
-- due at 'infinity': no claim takes it. Ending the last of its documents makes it due, or dead where one of them is.
set local role formwork_owner;

-- Adds the outbox rows of an event. Its caller has set the organisation.
create or replace function formwork.fire(p_organisation uuid, p_submission uuid, p_firings json) returns void
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content, next_attempt_at)
  select p_organisation, f.id, p_submission, f."effectId", f.kind, f."on", f.content,
         case when f.kind = 'notification' and f.content -> 'attachments' is not null then 'infinity' else clock_timestamp() end
    from json_to_recordset(p_firings) as f (id uuid, "effectId" text, kind text, "on" text, content json);
end
$$;

-- Ends attempts, as `Outbox.settle` says: an array of objects. It returns the places in it, from 1, of those whose lease was still
-- theirs.
create or replace function formwork.settle_firings(p_ended json) returns setof integer
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_each record;
  v_mail record;
begin
  -- Rows are found by their keys, however few the tables had when the plan was made.
  perform set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true);
  -- INVARIANT: the rows of the outbox are locked before the leases are read, as a claim locks them before it gives new ones; and two
  -- calls lock them in one order. The e-mails that attach a document are locked with it: of two calls that each end the last but one of
  -- an e-mail's documents, the second finds both ended.
  perform from (
      select e.organisation, e.firing from json_to_recordset(p_ended) as e (organisation uuid, firing uuid)
      union
      select m.organisation_id, m.firing_id
        from json_to_recordset(p_ended) as e (organisation uuid, firing uuid)
        join formwork.firings d on d.organisation_id = e.organisation and d.firing_id = e.firing and d.kind = 'document'
        join formwork.firings m on m.organisation_id = d.organisation_id and m.submission_id = d.submission_id
       where m.kind = 'notification' and strpos(m.content ->> 'attachments', d.firing_id::text) > 0) as w
    join formwork.firings f on f.organisation_id = w.organisation and f.firing_id = w.firing
   order by f.organisation_id, f.firing_id
     for update of f;
  v_now := clock_timestamp();
  for v_each in
    with ended as (
      select * from rows from (json_to_recordset(p_ended) as (
          organisation uuid, firing uuid, attempt integer, lease uuid, result text, status integer, excerpt text, reason text, delay bigint))
        with ordinality as e (organisation, firing, attempt, lease, result, status, excerpt, reason, delay, place)
    ), mine as (
      update formwork.firing_attempts a
         set result = e.result, status = e.status, excerpt = e.excerpt, reason = e.reason,
             duration_millis = floor(extract(epoch from v_now - a.started_at) * 1000)
        from ended e
       where a.organisation_id = e.organisation and a.firing_id = e.firing and a.attempt = e.attempt and a.lease_id = e.lease
         and a.result is null
      returning e.organisation, e.firing, e.result, e.delay, e.place
    ), moved as (
      update formwork.firings f
         set state = case when m.result in ('retry', 'lost') then 'pending' else m.result end,
             failures = f.failures + (m.result = 'retry')::integer,
             next_attempt_at = case when m.result in ('retry', 'lost') then v_now + m.delay * interval '1 millisecond' end
        from mine m
       where f.organisation_id = m.organisation and f.firing_id = m.firing
      returning m.organisation, m.place, case when m.result = 'stopped' and f.kind = 'delivery' then f.content ->> 'url' end as url
    )
    select m.organisation, m.place, m.url from moved m
  loop
    if v_each.url is not null then
      perform set_config('app.organisation_id', v_each.organisation::text, true);
      insert into formwork.stopped_urls (organisation_id, url) values (v_each.organisation, v_each.url) on conflict do nothing;
      update formwork.firings f
         set state = 'stopped', next_attempt_at = null
       where f.organisation_id = v_each.organisation and f.state = 'pending' and f.kind = 'delivery' and f.content ->> 'url' = v_each.url
         and not exists (
               select from formwork.firing_attempts a
                where a.organisation_id = f.organisation_id and a.firing_id = f.firing_id and a.attempt = f.attempts
                  and a.result is null and a.leased_until > v_now);
    end if;
    return next v_each.place::integer;
  end loop;

  for v_mail in
    select m.organisation_id, m.firing_id, m.destination, m.attempts + 1 as attempt,
           string_agg(d.effect_id, ', ' order by strpos(m.content ->> 'attachments', d.firing_id::text))
             filter (where d.state <> 'delivered') as missing
      from (
        select distinct m.organisation_id, m.firing_id
          from json_to_recordset(p_ended) as e (organisation uuid, firing uuid)
          join formwork.firings d on d.organisation_id = e.organisation and d.firing_id = e.firing and d.kind = 'document'
          join formwork.firings m on m.organisation_id = d.organisation_id and m.submission_id = d.submission_id
         where m.kind = 'notification' and m.state = 'pending' and m.next_attempt_at = 'infinity'
           and strpos(m.content ->> 'attachments', d.firing_id::text) > 0) as w
      join formwork.firings m on m.organisation_id = w.organisation_id and m.firing_id = w.firing_id
      join formwork.firings d on d.organisation_id = m.organisation_id and d.submission_id = m.submission_id
     where strpos(m.content ->> 'attachments', d.firing_id::text) > 0
     group by m.organisation_id, m.firing_id
    having bool_and(d.state <> 'pending')
  loop
    update formwork.firings f
       set state = case when v_mail.missing is null then 'pending' else 'dead' end,
           next_attempt_at = case when v_mail.missing is null then v_now end,
           attempts = f.attempts + (v_mail.missing is not null)::integer
     where f.organisation_id = v_mail.organisation_id and f.firing_id = v_mail.firing_id;
    if v_mail.missing is not null then
      insert into formwork.firing_attempts
        (organisation_id, firing_id, attempt, started_at, duration_millis, result, reason, destination)
      values (v_mail.organisation_id, v_mail.firing_id, v_mail.attempt, v_now, 0, 'dead',
              'Not sent, because it attaches what could not be made: ' || v_mail.missing || '.', v_mail.destination);
    end if;
  end loop;
end
$$;

grant create on schema formwork to formwork_filing;
set local role formwork_filing;

-- As before, but for the insert of firings: an e-mail that attaches documents waits.
create or replace function formwork.file_together(
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

  insert into formwork.firings (organisation_id, firing_id, submission_id, effect_id, kind, fires_on, content, next_attempt_at)
  select p_organisation, g.firing, p_submissions[g.fired_by], g.effect, g.kind, g.event, g.content::json,
         case when g.kind = 'notification' and g.content::json -> 'attachments' is not null then 'infinity' else clock_timestamp() end
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

set local role formwork_owner;
revoke create on schema formwork from formwork_filing;
