-- Links by which people set their passwords; changing what people are called and may do; and the organisation itself.
set local role formwork_owner;

create table formwork.invitations (
  organisation_id uuid not null,
  invitation_id uuid not null,
  user_id uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  pepper_id text not null,
  foreign key (organisation_id, user_id) references formwork.users (organisation_id, user_id)
);
-- Of a person at most one can be used.
create unique index invitations_open_key on formwork.invitations (organisation_id, user_id) where ended_at is null;
alter table formwork.invitations add primary key (organisation_id, invitation_id);

alter table formwork.invitations enable row level security;
alter table formwork.invitations force row level security;
create policy tenant on formwork.invitations
  using (organisation_id = (select nullif(current_setting('app.organisation_id', true), '')::uuid))
  with check (organisation_id = (select nullif(current_setting('app.organisation_id', true), '')::uuid));
create policy ended_stays_ended on formwork.invitations as restrictive for update
  using (ended_at is null) with check (true);

grant select (organisation_id, invitation_id, user_id, created_at, expires_at, ended_at), insert, update (ended_at)
  on formwork.invitations to formwork_api;
grant select on formwork.invitations to formwork_auth;
grant update (name, role) on formwork.users to formwork_api;

-- Raised at each change of the organisation itself; `revision` is that of what is published.
alter table formwork.organisations add column edition integer not null default 1;
grant update (name, edition) on formwork.organisations to formwork_api;

grant create on schema formwork_auth to formwork_auth;
set local role formwork_auth;

-- Nobody asks for it any more: a current password is proven as a sign-in is.
drop function formwork_auth.password(uuid, uuid);

-- Whether these are the hashes of a credential, or of an invitation, that there is or was.
create or replace function formwork_auth.proves(
  p_organisation uuid, p_kind text, p_credential uuid, p_pepper_ids text[], p_hashes bytea[]
)
returns boolean
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_salt bytea := uuid_send(gen_random_uuid());
  v_proven boolean := false;
  k record;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  if p_kind = 'api_key' then
    select a.token_hash, a.pepper_id into k
      from formwork.api_keys a where a.organisation_id = p_organisation and a.key_id = p_credential;
  elsif p_kind = 'session' then
    select s.token_hash, s.pepper_id into k
      from formwork.sessions s where s.organisation_id = p_organisation and s.session_id = p_credential;
  elsif p_kind = 'invitation' then
    select i.token_hash, i.pepper_id into k
      from formwork.invitations i where i.organisation_id = p_organisation and i.invitation_id = p_credential;
  else
    return false;
  end if;
  if found then
    for i in 1 .. cardinality(p_pepper_ids) loop
      if p_pepper_ids[i] = k.pepper_id and sha256(v_salt || p_hashes[i]) = sha256(v_salt || k.token_hash) then
        v_proven := true;
      end if;
    end loop;
  end if;
  return v_proven;
end
$$;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;
