-- The effects of submissions: the outbox, the result of every attempt, the secrets that sending needs and the documents that it
-- makes. formwork_worker takes what is due in every organisation, and works for each under that organisation's own setting: the
-- policies `drain` show it the three tables of the outbox, of all organisations, and no others.
set local role formwork_owner;

-- A firing is changed two or three times within seconds and then never again.
create table formwork.firings (
  organisation_id uuid not null,
  firing_id uuid not null,
  submission_id uuid not null,
  effect_id text not null,
  kind text not null,
  fires_on text not null,
  content json,
  -- `Destination` of the domain says the same.
  destination text not null generated always as (
    case
      when content is null then 'none'
      when kind = 'notification' then 'mail'
      when kind = 'document' then 'documents'
      else left(lower(coalesce(substring(content ->> 'url' from '^[A-Za-z][A-Za-z0-9+.-]*://([^/?#\\]*)'), '') collate "C"), 255)
    end) stored,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'dead', 'stopped')),
  attempts integer not null default 0,
  failures integer not null default 0,
  next_attempt_at timestamptz(3) default clock_timestamp(),
  lease_id uuid, -- the attempt that is under way
  leased_until timestamptz,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- A firing is stored before its submission, so that the counter's lock is taken last.
  foreign key (organisation_id, submission_id) references formwork.submissions (organisation_id, submission_id)
    deferrable initially deferred,
  check ((state = 'pending') = (next_attempt_at is not null)),
  check ((lease_id is null) = (leased_until is null))
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create index firings_waiting on formwork.firings (organisation_id, destination, next_attempt_at) where state = 'pending';
create index firings_leased on formwork.firings (organisation_id, destination) where lease_id is not null;
create index firings_submission on formwork.firings (organisation_id, submission_id);
create index firings_state on formwork.firings (organisation_id, state, firing_id);
alter table formwork.firings add primary key (organisation_id, firing_id);
alter table formwork.firings enable row level security, force row level security;
create policy tenant on formwork.firings
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy drain on formwork.firings to formwork_worker using (true) with check (true);
revoke delete, truncate on formwork.firings from formwork_owner; -- as with submissions
grant select, insert, delete, update (state) on formwork.firings to formwork_filing; -- FOR UPDATE asks for the right to update
grant select, update (state, failures, next_attempt_at) on formwork.firings to formwork_api;
grant select, update (state, attempts, failures, next_attempt_at, lease_id, leased_until) on formwork.firings to formwork_worker;

create table formwork.firing_attempts (
  organisation_id uuid not null,
  firing_id uuid not null,
  attempt integer not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  duration_millis integer,
  result text check (result in ('delivered', 'retry', 'dead', 'stopped', 'lost')),
  status integer,
  excerpt text check (octet_length(excerpt) <= 8192),
  reason text,
  primary key (organisation_id, firing_id, attempt),
  foreign key (organisation_id, firing_id) references formwork.firings (organisation_id, firing_id),
  check ((result is null) = (duration_millis is null))
);
alter table formwork.firing_attempts enable row level security, force row level security;
create policy tenant on formwork.firing_attempts
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy drain on formwork.firing_attempts to formwork_worker using (true) with check (true);
revoke delete, truncate on formwork.firing_attempts from formwork_owner;
grant select, delete on formwork.firing_attempts to formwork_filing;
grant select on formwork.firing_attempts to formwork_api;
grant select, insert, update (duration_millis, result, status, excerpt, reason) on formwork.firing_attempts to formwork_worker;

-- URLs that answered 410 (Gone): they get nothing more until a person tries again.
create table formwork.stopped_urls (
  organisation_id uuid not null,
  url text not null,
  stopped_at timestamptz(3) not null default clock_timestamp(),
  primary key (organisation_id, url),
  foreign key (organisation_id) references formwork.organisations (organisation_id)
);
alter table formwork.stopped_urls enable row level security, force row level security;
create policy tenant on formwork.stopped_urls
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
create policy drain on formwork.stopped_urls to formwork_worker using (true) with check (true);
grant select, delete on formwork.stopped_urls to formwork_api;
grant select, insert on formwork.stopped_urls to formwork_worker;

-- Sealed by the service: the database has no key to them. A server that sets one cannot read it; sending reads it and cannot
-- set one.
create table formwork.secrets (
  organisation_id uuid not null references formwork.organisations (organisation_id),
  secret_id uuid not null default formwork.uuidv7(),
  name text not null,
  cipher_key_id text not null,
  nonce bytea not null check (octet_length(nonce) = 12),
  ciphertext bytea not null check (octet_length(ciphertext) between 17 and 8192),
  set_at timestamptz(3) not null default clock_timestamp(),
  ends_at timestamptz(3) -- null: the current value of its name
);
create unique index secrets_current on formwork.secrets (organisation_id, name) where ends_at is null;
create index secrets_name on formwork.secrets (organisation_id, name);
alter table formwork.secrets add primary key (organisation_id, secret_id);
alter table formwork.secrets enable row level security, force row level security;
create policy tenant on formwork.secrets
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
grant select (organisation_id, secret_id, name, set_at, ends_at), insert, delete, update (ends_at) on formwork.secrets
  to formwork_api;
grant select on formwork.secrets to formwork_worker;

-- Finished files, written by sending, read by people.
create table formwork.documents (
  organisation_id uuid not null,
  firing_id uuid not null,
  submission_id uuid not null,
  file_name text not null,
  media_type text not null,
  bytes bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  foreign key (organisation_id, firing_id) references formwork.firings (organisation_id, firing_id),
  foreign key (organisation_id, submission_id) references formwork.submissions (organisation_id, submission_id)
);
create index documents_submission on formwork.documents (organisation_id, submission_id);
alter table formwork.documents add primary key (organisation_id, firing_id);
alter table formwork.documents enable row level security, force row level security;
create policy tenant on formwork.documents
  using (organisation_id = formwork.current_organisation())
  with check (organisation_id = formwork.current_organisation());
revoke delete, truncate on formwork.documents from formwork_owner;
grant select, delete on formwork.documents to formwork_filing;
grant select on formwork.documents to formwork_api;
grant select, insert, update (file_name, media_type, bytes) on formwork.documents to formwork_worker;

-- Takes due firings, as `Outbox.claim` says. One call at a time: so the counts of firings that are being sent are exact.
-- It goes by the index from one destination that has something waiting to the next: a destination costs the same, however much
-- is waiting there.
create function formwork.claim_firings(p_limit integer, p_per_destination integer, p_per_organisation integer, p_lease_millis integer)
returns table (
  organisation_id uuid, firing_id uuid, submission_id uuid, effect_id text, kind text, destination text, attempt integer,
  failures integer, lease_id uuid, content json)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  v_now timestamptz;
begin
  perform pg_advisory_xact_lock(4702111235);
  v_now := clock_timestamp();
  return query
  with recursive waiting as (
    (select f.organisation_id, f.destination from formwork.firings f
      where f.state = 'pending' order by f.organisation_id, f.destination limit 1)
    union all
    select n.organisation_id, n.destination
      from waiting w cross join lateral (
        select f.organisation_id, f.destination from formwork.firings f
         where f.state = 'pending' and (f.organisation_id, f.destination) > (w.organisation_id, w.destination)
         order by f.organisation_id, f.destination limit 1) n
  ), leased as (
    select f.organisation_id, f.destination, count(*)::integer as sends from formwork.firings f
     where f.lease_id is not null and f.leased_until > v_now
     group by f.organisation_id, f.destination
  ), candidates as (
    select w.organisation_id, due.firing_id, due.next_attempt_at,
           coalesce(l.sends, 0) + row_number() over (partition by w.organisation_id, w.destination order by due.next_attempt_at) as turn
      from waiting w
      left join leased l on l.organisation_id = w.organisation_id and l.destination = w.destination
      cross join lateral (
        select f.firing_id, f.next_attempt_at from formwork.firings f
         where f.organisation_id = w.organisation_id and f.destination = w.destination and f.state = 'pending'
           and f.next_attempt_at <= v_now and (f.leased_until is null or f.leased_until <= v_now)
         order by f.next_attempt_at
         limit greatest(p_per_destination - coalesce(l.sends, 0), 0)) due
  ), shared as (
    select c.*, row_number() over (partition by c.organisation_id order by c.turn, c.next_attempt_at) as share from candidates c
  ), chosen as (
    select s.organisation_id, s.firing_id from shared s
     where s.share <= p_per_organisation
           - coalesce((select sum(l.sends) from leased l where l.organisation_id = s.organisation_id), 0)
     order by s.turn, s.next_attempt_at
     limit p_limit
  ), judged as (
    select f.organisation_id, f.firing_id, exists (
             select from formwork.stopped_urls u
              where f.kind = 'delivery' and u.organisation_id = f.organisation_id and u.url = f.content ->> 'url') as is_stopped
      from chosen c join formwork.firings f on f.organisation_id = c.organisation_id and f.firing_id = c.firing_id
       for update of f skip locked
  ), taken as (
    update formwork.firings f
       set state = case when j.is_stopped then 'stopped' else 'pending' end,
           next_attempt_at = case when j.is_stopped then null else f.next_attempt_at end,
           attempts = f.attempts + (not j.is_stopped)::integer,
           lease_id = case when j.is_stopped then null else gen_random_uuid() end,
           leased_until = case when j.is_stopped then null else v_now + p_lease_millis * interval '1 millisecond' end
      from judged j
     where f.organisation_id = j.organisation_id and f.firing_id = j.firing_id and f.state = 'pending'
    returning f.*
  ), abandoned as (
    update formwork.firing_attempts a
       set result = 'lost', reason = 'The worker ended while it was sending.',
           duration_millis = floor(extract(epoch from v_now - a.started_at) * 1000)
      from taken t
     where a.organisation_id = t.organisation_id and a.firing_id = t.firing_id and a.result is null
  ), begun as (
    insert into formwork.firing_attempts (organisation_id, firing_id, attempt, started_at)
    select t.organisation_id, t.firing_id, t.attempts, v_now from taken t where t.state = 'pending'
  )
  select t.organisation_id, t.firing_id, t.submission_id, t.effect_id, t.kind, t.destination, t.attempts, t.failures, t.lease_id,
         t.content
    from taken t where t.state = 'pending';
end
$$;

-- Ends an attempt, as `Outbox.settle` says; false if another worker has the lease by now.
create function formwork.settle_firing(
  p_organisation uuid, p_firing uuid, p_lease uuid, p_result text, p_status integer, p_excerpt text, p_reason text,
  p_delay_millis bigint) returns boolean
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz;
  v_next timestamptz;
  v_attempt integer;
  v_url text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  v_now := clock_timestamp();
  if p_result in ('retry', 'lost') then
    v_next := v_now + p_delay_millis * interval '1 millisecond';
  end if;

  update formwork.firings f
     set state = case when p_result in ('retry', 'lost') then 'pending' else p_result end,
         failures = f.failures + (p_result = 'retry')::integer,
         next_attempt_at = v_next,
         lease_id = null, leased_until = null
   where f.organisation_id = p_organisation and f.firing_id = p_firing and f.lease_id = p_lease
  returning f.attempts, case when f.kind = 'delivery' then f.content ->> 'url' end into v_attempt, v_url;
  if not found then
    return false;
  end if;

  update formwork.firing_attempts a
     set result = p_result, status = p_status, excerpt = p_excerpt, reason = p_reason,
         duration_millis = floor(extract(epoch from v_now - a.started_at) * 1000)
   where a.organisation_id = p_organisation and a.firing_id = p_firing and a.attempt = v_attempt;

  if p_result = 'stopped' and v_url is not null then
    insert into formwork.stopped_urls (organisation_id, url) values (p_organisation, v_url) on conflict do nothing;
    update formwork.firings f
       set state = 'stopped', next_attempt_at = null, lease_id = null, leased_until = null
     where f.organisation_id = p_organisation and f.state = 'pending' and f.kind = 'delivery' and f.content ->> 'url' = v_url
       and (f.leased_until is null or f.leased_until <= v_now);
  end if;
  return true;
end
$$;

grant execute on function
  formwork.claim_firings(integer, integer, integer, integer),
  formwork.settle_firing(uuid, uuid, uuid, text, integer, text, text, bigint)
to formwork_worker;
