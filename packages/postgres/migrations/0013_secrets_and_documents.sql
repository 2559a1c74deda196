-- Secrets, sealed by the service: the database has no key to them. Whoever sets one cannot read it; sending can, and does no more.
-- Documents: finished files, written by sending, read by people.
set local role formwork_owner;

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

do $$
declare
  tenant_table regclass;
begin
  foreach tenant_table in array array['formwork.secrets', 'formwork.documents']::regclass[] loop
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

grant insert, delete, select (organisation_id, secret_id, name, set_at, ends_at), update (ends_at) on formwork.secrets to formwork_api;
grant select on formwork.secrets to formwork_worker;
grant select on formwork.documents to formwork_api;
grant select, insert, update (file_name, media_type, bytes) on formwork.documents to formwork_worker;
grant execute on function formwork.uuidv7() to formwork_worker;
