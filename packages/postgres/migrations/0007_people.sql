-- People who sign in: their passwords, sessions and failed attempts; keys that are replaced; an audit log that also has what was
-- refused; and which organisation was founded first.
set local role formwork_owner;

alter table formwork.users add column password_hash text;

create table formwork.sessions (
  organisation_id uuid not null,
  session_id uuid not null,
  user_id uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  pepper_id text not null,
  foreign key (organisation_id, user_id) references formwork.users (organisation_id, user_id)
);
create index sessions_open_idx on formwork.sessions (organisation_id, user_id) where ended_at is null;
alter table formwork.sessions add primary key (organisation_id, session_id);

-- Sign-ins of an address that have not succeeded, in a row, whether somebody has the address or not; of the address only a
-- digest, for it may be nobody's business here. Unlogged: a crash forgets the failures of a few minutes.
create unlogged table formwork_auth.sign_in_failures (
  organisation_id uuid not null,
  address_hash bytea not null check (octet_length(address_hash) = 32),
  failures integer not null,
  last_at timestamptz not null
) with (fillfactor = 50);
create index sign_in_failures_last_idx on formwork_auth.sign_in_failures (organisation_id, last_at);
alter table formwork_auth.sign_in_failures add primary key (organisation_id, address_hash);

do $$
declare
  tenant_table regclass;
begin
  foreach tenant_table in array array['formwork.sessions', 'formwork_auth.sign_in_failures']::regclass[] loop
    execute format('alter table %s enable row level security', tenant_table);
    execute format('alter table %s force row level security', tenant_table);
    execute format(
      'create policy tenant on %s
         using (organisation_id = (select nullif(current_setting(''app.organisation_id'', true), '''')::uuid))
         with check (organisation_id = (select nullif(current_setting(''app.organisation_id'', true), '''')::uuid))',
      tenant_table);
  end loop;
end
$$;
create policy ended_stays_ended on formwork.sessions as restrictive for update
  using (ended_at is null) with check (true);

-- A rotated key goes on until revoked_at. No other reason puts that date ahead, and none but this is held against the clock:
-- a clock that is set back, or a standby's that lags, brings no key back.
alter table formwork.api_keys
  add column replaced_by uuid,
  add foreign key (organisation_id, replaced_by) references formwork.api_keys (organisation_id, key_id),
  drop constraint api_keys_check,
  add constraint api_keys_ended_check check ((revoked_at is null) = (revoked_reason is null)
    and (revoked_by is null) = (revoked_reason is null or revoked_reason = 'reported')
    and (replaced_by is null or revoked_at is not null));
drop policy ended_stays_ended on formwork.api_keys;
create policy ended_stays_ended on formwork.api_keys as restrictive for update
  using (revoked_at is null or (revoked_reason = 'rotated' and revoked_at > clock_timestamp())) with check (true);

alter table formwork.audit_events
  alter column user_id drop not null,
  alter column credential_kind drop not null,
  alter column credential_id drop not null,
  alter column subject_id drop not null,
  add column detail text,
  add column address text,
  add column times integer not null default 1 check (times >= 1);

-- Row security is forced on its owner too, who would find no organisation here.
alter table formwork.installation add column first_organisation_id uuid;
alter table formwork.organisations no force row level security;
update formwork.installation
   set first_organisation_id = (select organisation_id from formwork.organisations order by created_at, organisation_id limit 1);
alter table formwork.organisations force row level security;

-- A server reads no password's hash, as it reads no token's; it may replace one.
revoke select on formwork.users from formwork_api;
grant select (organisation_id, user_id, email, name, role, deactivated_at, created_at), update (deactivated_at, password_hash)
  on formwork.users to formwork_api;
grant select (organisation_id, session_id, user_id, created_at, expires_at, ended_at), insert, update (ended_at)
  on formwork.sessions to formwork_api;
grant select (replaced_by), update (replaced_by) on formwork.api_keys to formwork_api;
grant update (first_organisation_id) on formwork.installation to formwork_api;

grant select, update (ended_at) on formwork.sessions to formwork_auth;
grant select, insert, update, delete on formwork_auth.sign_in_failures to formwork_auth;
