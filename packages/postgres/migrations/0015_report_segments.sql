-- Reports read sums that are kept for segments of a form's submissions, and count only the segments that have changed.
set local role formwork_owner;

-- The submissions that have changed, in the order of reports, with the revision: with submissions_form_time, whether a segment has
-- changed is read from indexes alone. A submission gets here with its first change, so filing writes nothing more.
create index submissions_changed on formwork.submissions (organisation_id, form_id, created_at, submission_id) include (revision)
  where revision > 1;

-- A segment: the submissions of a form after the segment before, to (last_created, last_id), included. So any set of rows covers
-- the time until its last row without a gap or an overlap.
-- INVARIANT: `tallies` are those of exactly the submissions and revisions that `submissions` and `fingerprint` were made from. A
-- segment whose rows have others now is counted anew, whatever changed them: a change, a deletion, a row that came late, a restore.
create table formwork.report_segments (
  organisation_id uuid not null,
  form_id uuid not null,
  last_created timestamptz(3) not null,
  last_id uuid not null,
  -- What was counted, by which rules: sha256 of the fields, the zone and its offsets.
  counted bytea not null check (octet_length(counted) = 32),
  submissions integer not null check (submissions > 0),
  fingerprint numeric not null,
  entries integer not null,
  -- Tallies, as columns: a fifth of the time that JSON takes.
  whats text[] not null,
  names text[] not null,
  keys text[] not null,
  counts bigint[] not null,
  sums numeric[] not null,
  mins numeric[] not null,
  maxes numeric[] not null,
  primary key (organisation_id, form_id, last_created, last_id),
  foreign key (organisation_id, form_id) references formwork.forms (organisation_id, form_id) on delete cascade
);
alter table formwork.report_segments enable row level security, force row level security;
create policy tenant on formwork.report_segments
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy within_reach on formwork.report_segments as restrictive for select to formwork_api, formwork_filing
  using (formwork.reaches_form(form_id));
grant select, insert, delete on formwork.report_segments to formwork_api;
grant update (counted, submissions, fingerprint, entries, whats, names, keys, counts, sums, mins, maxes)
  on formwork.report_segments to formwork_api;
grant select (organisation_id, form_id, last_created, last_id), delete on formwork.report_segments to formwork_filing;

grant create on schema formwork to formwork_filing;
set local role formwork_filing;

-- Deletes every row of a submission and the segment that has it, and records who deleted it and why. The least and the greatest value
-- of a segment are somebody's: what is deleted leaves none of its values behind. status: unauthenticated, not_found, deleted.
create or replace function formwork.delete_submission(
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
  select s.form_id, s.reference_number, s.created_at into b
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
  -- After the last count that may have read it: a count that begins from here on keeps nothing (formwork.tally_range).
  perform pg_advisory_xact_lock(hashtextextended('segments of ' || b.form_id, 0));
  delete from formwork.report_segments r
   where r.organisation_id = p_organisation
     and r.form_id = b.form_id
     and (r.last_created, r.last_id) = (
       select f.last_created, f.last_id
         from formwork.report_segments f
        where f.organisation_id = p_organisation and f.form_id = b.form_id
          and (f.last_created, f.last_id) >= (b.created_at, p_submission)
        order by f.last_created, f.last_id
        limit 1);
  status := 'deleted';
end
$$;

set local role formwork_owner;
revoke create on schema formwork from formwork_filing;

-- Adds up the kept tallies of the next segments of a period, some thousand entries of each, and names the ranges to count: segments
-- that have changed or are partly outside of the period, and what follows the last one.
-- p_from, p_to: civil dates in p_zone, both included; null: no bound. p_fields: an array of `TalliedField` of the domain.
-- p_after_created null: from the beginning. p_so_far, tallies: an array of tallies, each what, name, key, count, sum, min, max.
-- next_created null: there are no more. ranges: each after_created, after_id (excluded) and last_created, last_id (included); null: open.
create function formwork.kept_tallies(
  p_organisation uuid, p_form uuid, p_zone text, p_from date, p_to date, p_fields json, p_after_created timestamptz,
  p_after_id uuid, p_so_far json,
  out next_created timestamptz, out next_id uuid, out counted bytea, out ranges json, out tallies json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_from timestamptz := coalesce(p_from::timestamp at time zone p_zone, '-infinity');
  v_before timestamptz := coalesce((p_to + 1)::timestamp at time zone p_zone, 'infinity');
  v_counted bytea;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('jit', 'off', true);
  -- The number is that of the rules by which tallies are made: a migration that changes those raises it.
  select sha256(convert_to(concat_ws(' ', '1', p_zone, p_fields::text, string_agg((d at time zone p_zone)::text, ' ' order by d)), 'UTF8'))
    into v_counted
    from generate_series(timestamptz '2020-01-01 00:00Z', timestamptz '2040-01-01 00:00Z', interval '1 day') d;
  counted := v_counted;
  if p_after_created is null then
    -- Segments before the period are passed over.
    select r.last_created, r.last_id into p_after_created, p_after_id
      from formwork.report_segments r
     where r.organisation_id = p_organisation and r.form_id = p_form and r.last_created < v_from
     order by r.last_created desc, r.last_id desc
     limit 1;
    p_after_created := coalesce(p_after_created, '-infinity');
    p_after_id := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
  end if;
  with segment as (
    select n.*,
           lag(n.last_created, 1, p_after_created) over o as after_created,
           lag(n.last_id, 1, p_after_id) over o as after_id,
           sum(n.entries) over (o rows between unbounded preceding and 1 preceding) as earlier
      from (
        select r.last_created, r.last_id, r.counted, r.submissions, r.fingerprint, r.entries
          from formwork.report_segments r
         where r.organisation_id = p_organisation and r.form_id = p_form
           and (r.last_created, r.last_id) > (p_after_created, p_after_id) and r.last_created < v_before
         order by r.last_created, r.last_id
         limit 200) n
    window o as (order by n.last_created, n.last_id)
  ), checked as materialized (
    select s.*, s.counted = v_counted and s.after_created >= v_from
                and s.submissions = now.submissions and s.fingerprint = now.ids + changed.revisions as is_kept
      from segment s
      cross join lateral (
        select count(*) as submissions, coalesce(sum(uuid_hash_extended(i.submission_id, 0)), 0) as ids
          from formwork.submissions i
         where i.organisation_id = p_organisation and i.form_id = p_form
           and (i.created_at, i.submission_id) > (s.after_created, s.after_id)
           and (i.created_at, i.submission_id) <= (s.last_created, s.last_id)) now
      cross join lateral (
        select coalesce(sum(uuid_hash_extended(i.submission_id, i.revision::bigint)), 0) as revisions
          from formwork.submissions i
         where i.organisation_id = p_organisation and i.form_id = p_form and i.revision > 1
           and (i.created_at, i.submission_id) > (s.after_created, s.after_id)
           and (i.created_at, i.submission_id) <= (s.last_created, s.last_id)) changed
     where coalesce(s.earlier, 0) < 200000
  ), tally as (
    select t.what, t.name, t.key, t.count, t.sum, t.min, t.max
      from checked c
      join formwork.report_segments r
        on r.organisation_id = p_organisation and r.form_id = p_form and r.last_created = c.last_created and r.last_id = c.last_id
      cross join lateral unnest(r.whats, r.names, r.keys, r.counts, r.sums, r.mins, r.maxes)
        as t (what, name, key, count, sum, min, max)
     where c.is_kept
    union all
    select * from json_to_recordset(p_so_far) as (what text, name text, key text, count bigint, sum numeric, min numeric, max numeric)
  )
  select (select c.last_created from checked c order by c.last_created desc, c.last_id desc limit 1),
         (select c.last_id from checked c order by c.last_created desc, c.last_id desc limit 1),
         (select coalesce(json_agg(json_build_object(
                   'afterCreated', case when c.after_created <> '-infinity' then c.after_created end, 'afterId', c.after_id,
                   'lastCreated', c.last_created, 'lastId', c.last_id) order by c.last_created, c.last_id), '[]')
            from checked c where not c.is_kept),
         (select coalesce(json_agg(json_build_object('what', g.what, 'name', g.name, 'key', g.key, 'count', g.count,
                    'sum', g.sum::text, 'min', g.min::text, 'max', g.max::text)), '[]')
            from (select t.what, t.name, t.key, sum(t.count)::bigint as count, trim_scale(sum(t.sum)) as sum,
                         trim_scale(min(t.min)) as min, trim_scale(max(t.max)) as max
                    from tally t group by t.what, t.name, t.key) g)
    into next_created, next_id, ranges, tallies;
  if next_created is null then
    ranges := json_build_array(json_build_object(
      'afterCreated', case when p_after_created <> '-infinity' then p_after_created end, 'afterId', p_after_id,
      'lastCreated', null, 'lastId', null));
  end if;
end
$$;

drop function formwork.tally_submissions(uuid, uuid, text, date, date, json, timestamptz, uuid, integer, bigint, json);

-- Counts the next submissions of a range, in the order of their creation, and adds the earlier counts: p_limit submissions, or as
-- many as have p_bytes of values and one more. What it counted of the whole range until then it keeps as a segment, unless a
-- submission of the form is being deleted at that moment.
-- p_counted: as `kept_tallies` has it for these fields and this zone. next_created null: the range has no more.
create function formwork.tally_range(
  p_organisation uuid, p_form uuid, p_zone text, p_from date, p_to date, p_fields json, p_counted bytea,
  p_after_created timestamptz, p_after_id uuid, p_last_created timestamptz, p_last_id uuid, p_limit integer, p_bytes bigint,
  p_so_far json, out next_created timestamptz, out next_id uuid, out tallies json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_from timestamptz := coalesce(p_from::timestamp at time zone p_zone, '-infinity');
  v_before timestamptz := coalesce((p_to + 1)::timestamp at time zone p_zone, 'infinity');
  v_after timestamptz := coalesce(p_after_created, '-infinity');
  v_after_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
  v_last timestamptz := coalesce(p_last_created, 'infinity');
  v_last_id uuid := coalesce(p_last_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  v_end timestamptz;
  v_end_id uuid;
  v_keeps boolean;
  v_part record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('jit', 'off', true);
  -- Not kept: a part of a range.
  v_keeps := v_after >= v_from and pg_try_advisory_xact_lock_shared(hashtextextended('segments of ' || p_form, 0));
  with part as materialized (
    select z.*
      from (
        select n.*, coalesce(sum(octet_length(n.data::text) + octet_length(n.calculated_data::text)) over (
                 order by n.created_at, n.submission_id rows between unbounded preceding and 1 preceding), 0) as earlier
          from (
            select s.created_at, s.submission_id, s.revision, s.workflow_state, s.data, s.calculated_data, s.outcomes
              from formwork.submissions s
             where s.organisation_id = p_organisation and s.form_id = p_form
               and s.created_at >= v_from and s.created_at < v_before
               and (s.created_at, s.submission_id) > (v_after, v_after_id)
               and (s.created_at, s.submission_id) <= (v_last, v_last_id)
             order by s.created_at, s.submission_id
             limit p_limit) n) z
     where z.earlier < p_bytes
  ), field as (
    select * from json_to_recordset(p_fields) as (slug text, kind text, computed boolean, options text[])
  ), sent as (
    select false as computed, v.key, v.value
      from part p cross join lateral json_each(p.data) v where p.workflow_state <> 'draft'
    union all
    select true, v.key, v.value
      from part p cross join lateral json_each(p.calculated_data) v where p.workflow_state <> 'draft'
  ), held as materialized (
    -- Each different value once: what follows is dear, and most values of a form come often.
    select g.slug, g.kind, g.options, g.json, g.json #>> '{}' as value, g.count
      from (select f.slug, f.kind, f.options, v.value::text::json as json, v.count
              from (select s.computed, s.key, s.value::text as value, count(*) as count
                      from sent s
                     where (s.computed, s.key) in (select f.computed, f.slug from field f)
                     group by 1, 2, 3) v
              join field f on f.slug = v.key and f.computed = v.computed) g
     where json_typeof(g.json) <> 'null'
  ), number as (
    select h.slug, h.value::numeric as value, h.count
      from held h
     where h.kind = 'number'
       and case when h.value ~ '^-?[0-9]{1,40}(\.[0-9]{1,40})?$' then true
                else json_typeof(h.json) = 'number' and h.value ~ '^-?[0-9]{1,40}(\.[0-9]{1,40})?[eE][+-]?[0-9]{1,2}$' end
  ), bucketed as (
    -- The first two significant digits, the rest zero, like `Tally` of the domain. Not a function: calling one takes five times as long.
    select n.slug, n.count, n.value,
           trim_scale(case
             when n.value = 0 then 0
             when abs(n.value) >= 1 then trunc(n.value, 2 - length(trunc(abs(n.value))::text))
             else trunc(n.value, 2 + length(substring(abs(n.value)::text from '^0\.(0*)')))
           end)::text as bucket
      from number n
  ), chosen as (
    select h.slug, h.options, h.value, h.count from held h where h.kind in ('choice', 'boolean')
    union all
    select h.slug, h.options, o.value, h.count
      from held h cross join lateral json_array_elements_text(case when json_typeof(h.json) = 'array' then h.json else '[]' end) o
     where h.kind = 'choices'
  ), raised as (
    select p.outcomes::text as outcomes, count(*) as count
      from part p where p.workflow_state <> 'draft' and p.outcomes::text <> '[]' group by 1
  ), tally as (
    select 'day' as what, d.name, to_char(d.day, 'YYYY-MM-DD') as key, d.count, null::numeric as sum, null::numeric as min, null::numeric as max
      from (select p.workflow_state as name, (p.created_at at time zone p_zone)::date as day, count(*) as count
              from part p group by 1, 2) d
    union all
    select 'outcome', o.id, '', sum(r.count)::bigint, null, null, null
      from raised r cross join lateral (select distinct e ->> 'id' as id from json_array_elements(r.outcomes::json) e) o
     group by 2
    union all
    select 'choice', c.slug, case when c.value = any (c.options) then c.value end, sum(c.count)::bigint, null, null, null
      from chosen c group by 2, 3
    union all
    select 'number', b.slug, b.bucket, sum(b.count)::bigint, trim_scale(sum(b.value * b.count)), trim_scale(min(b.value)),
           trim_scale(max(b.value))
      from bucketed b group by 2, 3
  )
  select array_agg(t.what) as whats, array_agg(t.name) as names, array_agg(t.key) as keys, array_agg(t.count) as counts,
         array_agg(t.sum) as sums, array_agg(t.min) as mins, array_agg(t.max) as maxes, count(*)::integer as entries,
         (select count(*)::integer from part) as submissions,
         (select sum(uuid_hash_extended(p.submission_id, 0))
                 + coalesce(sum(uuid_hash_extended(p.submission_id, p.revision::bigint)) filter (where p.revision > 1), 0)
            from part p) as fingerprint,
         (select p.created_at from part p order by p.created_at desc, p.submission_id desc limit 1) as created,
         (select p.submission_id from part p order by p.created_at desc, p.submission_id desc limit 1) as id
    into v_part
    from tally t;

  -- In order, so that the next one is found by the index; for `exists` the planner may read the whole table.
  if v_part.submissions > 0 and (
    select s.submission_id from formwork.submissions s
     where s.organisation_id = p_organisation and s.form_id = p_form
       and s.created_at < v_before
       and (s.created_at, s.submission_id) > (v_part.created, v_part.id) and (s.created_at, s.submission_id) <= (v_last, v_last_id)
     order by s.created_at, s.submission_id
     limit 1
  ) is not null then
    next_created := v_part.created;
    next_id := v_part.id;
  end if;
  -- Nor is what follows the last segment, until there is enough for one.
  if v_keeps then
    v_end := coalesce(next_created, p_last_created);
    v_end_id := coalesce(next_id, p_last_id);
    if v_part.submissions = 0 and p_last_created < v_before then
      delete from formwork.report_segments r
       where r.organisation_id = p_organisation and r.form_id = p_form and r.last_created = p_last_created and r.last_id = p_last_id;
    elsif v_part.submissions > 0 and v_end < v_before then
      -- The rest of a range that is too much for one segment is counted next. What was kept of the whole would have its values twice.
      if next_created is not null and p_last_created is not null then
        delete from formwork.report_segments r
         where r.organisation_id = p_organisation and r.form_id = p_form and r.last_created = p_last_created and r.last_id = p_last_id;
      end if;
      insert into formwork.report_segments as r
        (organisation_id, form_id, last_created, last_id, counted, submissions, fingerprint, entries, whats, names, keys, counts,
         sums, mins, maxes)
      values (p_organisation, p_form, v_end, v_end_id, p_counted, v_part.submissions, v_part.fingerprint, v_part.entries, v_part.whats, v_part.names, v_part.keys,
              v_part.counts, v_part.sums, v_part.mins, v_part.maxes)
      on conflict (organisation_id, form_id, last_created, last_id) do update
        set counted = excluded.counted, submissions = excluded.submissions, fingerprint = excluded.fingerprint,
            entries = excluded.entries, whats = excluded.whats, names = excluded.names, keys = excluded.keys,
            counts = excluded.counts, sums = excluded.sums, mins = excluded.mins, maxes = excluded.maxes;
    end if;
  end if;
  select coalesce(json_agg(json_build_object('what', g.what, 'name', g.name, 'key', g.key, 'count', g.count,
            'sum', g.sum::text, 'min', g.min::text, 'max', g.max::text)), '[]')
    into tallies
    from (select t.what, t.name, t.key, sum(t.count)::bigint as count, trim_scale(sum(t.sum)) as sum,
                 trim_scale(min(t.min)) as min, trim_scale(max(t.max)) as max
            from (select * from unnest(v_part.whats, v_part.names, v_part.keys, v_part.counts, v_part.sums, v_part.mins, v_part.maxes)
                    as u (what, name, key, count, sum, min, max)
                  union all
                  select * from json_to_recordset(p_so_far) as (what text, name text, key text, count bigint, sum numeric, min numeric, max numeric)) t
           group by t.what, t.name, t.key) g;
end
$$;

drop function formwork.bucket_of(numeric);

grant execute on function formwork.kept_tallies(uuid, uuid, text, date, date, json, timestamptz, uuid, json) to formwork_api;
grant execute on function formwork.tally_range(
  uuid, uuid, text, date, date, json, bytea, timestamptz, uuid, timestamptz, uuid, integer, bigint, json) to formwork_api;

-- The last segment of a form, and what was counted of it. No row: nothing was.
create function formwork.last_segment(p_organisation uuid, p_form uuid)
returns table (last_created timestamptz, last_id uuid, counted bytea)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  return query
    select r.last_created, r.last_id, r.counted
      from formwork.report_segments r
     where r.organisation_id = p_organisation and r.form_id = p_form
     order by r.last_created desc, r.last_id desc
     limit 1;
end
$$;
grant execute on function formwork.last_segment(uuid, uuid) to formwork_api;

-- Impact runs go over up to a million submissions.
alter table formwork.impact_runs drop constraint impact_runs_total_check;
alter table formwork.impact_runs add constraint impact_runs_total_check check (total between 0 and 1000000);

-- The latest submissions of a form before one, newest first: p_limit of them, or as many as have p_bytes of values and one more.
-- INVARIANT: the place is compared with variables of the column's types and nothing else. A cast or a function around them could leak
-- a row in an error, so row security would come first: then the index does not find the place, and every newer row is read.
create function formwork.submissions_before(
  p_organisation uuid, p_form uuid, p_before_created timestamptz, p_before_id uuid, p_limit integer, p_bytes bigint)
returns table (
  submission_id uuid, form_version_id uuid, reference_number text, workflow_state text, data text, created_at timestamptz)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_created timestamptz := coalesce(p_before_created, 'infinity');
  v_id uuid := coalesce(p_before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('jit', 'off', true);
  return query
    select z.submission_id, z.form_version_id, z.reference_number, z.workflow_state, z.data, z.created_at
      from (
        select n.*, coalesce(sum(octet_length(n.data)) over (
                 order by n.created_at desc, n.submission_id desc rows between unbounded preceding and 1 preceding), 0) as earlier
          from (
            select s.submission_id, s.form_version_id, s.reference_number, s.workflow_state, s.data::text as data, s.created_at
              from formwork.submissions s
             where s.organisation_id = p_organisation and s.form_id = p_form
               and (s.created_at, s.submission_id) < (v_created, v_id)
             order by s.created_at desc, s.submission_id desc
             limit p_limit) n) z
     where z.earlier < p_bytes
     order by z.created_at desc, z.submission_id desc;
end
$$;
grant execute on function formwork.submissions_before(uuid, uuid, timestamptz, uuid, integer, bigint) to formwork_api;
