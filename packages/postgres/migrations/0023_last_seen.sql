-- When a person was last here, and what became of their invitation (docs/decisions/0251).
set local role formwork_owner;

-- Kept beside the sessions: they are deleted some day, and a list of people reads none of them.
alter table formwork.users add column last_seen_at timestamptz(3);
grant select (last_seen_at) on formwork.users to formwork_api;
grant update (last_seen_at) on formwork.users to formwork_auth;

-- Null: not accepted, or accepted before this column and no line of the audit log says when.
alter table formwork.invitations add column accepted_at timestamptz(3);
grant select (accepted_at), update (accepted_at) on formwork.invitations to formwork_api;
-- The primary key is made again behind the index: in an empty table the planner takes the last of equals.
alter table formwork.invitations drop constraint invitations_pkey;
create index invitations_person_idx on formwork.invitations (organisation_id, user_id);
alter table formwork.invitations add primary key (organisation_id, invitation_id);

alter table formwork.users no force row level security;
alter table formwork.sessions no force row level security;
alter table formwork.invitations no force row level security;
alter table formwork.audit_events no force row level security;
update formwork.users u
   set last_seen_at = s.at
  from (select organisation_id, user_id, max(last_used_at) as at from formwork.sessions group by 1, 2) s
 where s.organisation_id = u.organisation_id and s.user_id = u.user_id and s.at is not null;
-- The line is of the same transaction, and written after the end.
update formwork.invitations i
   set accepted_at = i.ended_at
  from formwork.audit_events e
 where e.organisation_id = i.organisation_id and e.subject_id = i.user_id and e.action = 'user.invitation_accepted'
   and i.ended_at between e.occurred_at - interval '10 seconds' and e.occurred_at
   and not exists (
     select from formwork.invitations l
      where l.organisation_id = i.organisation_id and l.user_id = i.user_id
        and l.ended_at > i.ended_at and l.ended_at <= e.occurred_at);
alter table formwork.users force row level security;
alter table formwork.sessions force row level security;
alter table formwork.invitations force row level security;
alter table formwork.audit_events force row level security;

grant create on schema formwork_auth to formwork_auth;
set local role formwork_auth;

-- Notes that a session was used, and its person seen, as `touch` does of a key: at most once a minute, and no request waits for it.
create or replace function formwork_auth.touch_session(p_organisation uuid, p_session uuid) returns void
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_user uuid;
begin
  perform set_config('app.organisation_id', p_organisation::text, true);
  perform set_config('synchronous_commit', 'off', true);
  select s.user_id into v_user
    from formwork.sessions s
   where s.organisation_id = p_organisation
     and s.session_id = p_session
     and (s.last_used_at is null or s.last_used_at <= v_now - interval '1 minute');
  if not found then
    return;
  end if;
  -- INVARIANT: the person's row before the session's, as wherever both are locked: a change of a password ends sessions.
  update formwork.users u
     set last_seen_at = v_now
   where u.organisation_id = p_organisation and u.user_id = v_user and (u.last_seen_at is null or u.last_seen_at < v_now);
  update formwork.sessions s
     set last_used_at = v_now
   where s.organisation_id = p_organisation
     and s.session_id = p_session
     and s.ended_at is null
     and (s.last_used_at is null or s.last_used_at <= v_now - interval '1 minute');
end
$$;

set local role formwork_owner;
revoke create on schema formwork_auth from formwork_auth;
