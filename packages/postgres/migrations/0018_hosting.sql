-- The operator founds organisations, lists them, and suspends and resumes them (docs/decisions/0180). Nothing that a suspended one has
-- is changed: its credentials are refused, and its effects wait.
set local role formwork_owner;

-- Of other organisations than the one that is set, the operator sees what stands here, and of their rows in other tables none.
grant usage on schema formwork to formwork_operator;
grant select on formwork.migrations to formwork_operator;
grant execute on function formwork.uuidv7(), formwork.current_organisation() to formwork_operator;
grant select (organisation_id, name, created_at, suspended_at), insert (organisation_id, name), update (suspended_at)
  on formwork.organisations to formwork_operator;
create policy operator_reads on formwork.organisations for select to formwork_operator using (true);
grant select (organisation_id, user_id, email, name, role, deactivated_at),
  insert (organisation_id, user_id, email, name, role, password_hash) on formwork.users to formwork_operator;
grant select (organisation_id, invitation_id, user_id, created_at, expires_at, ended_at),
  insert (organisation_id, invitation_id, user_id, created_at, expires_at, token_hash, pepper_id, invited_by, invited_by_credential),
  update (ended_at) on formwork.invitations to formwork_operator;
grant insert (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, times, request_id, address)
  on formwork.audit_events to formwork_operator;
grant select, update (first_organisation_id) on formwork.installation to formwork_operator;

-- Who sends has to know which organisations wait.
grant select (organisation_id, suspended_at) on formwork.organisations to formwork_worker;
create policy suspended on formwork.organisations for select to formwork_worker using (suspended_at is not null);
