-- Programs from 0033 on run beside it.
-- A file that waits belongs to the chain of keys of the one that sent it, as a repeat of its filing does: a key that replaced another takes
-- its files back, and has no more room than it. Rows from before have the key itself, which may take them back too.
set local role formwork_owner;
grant create on schema formwork to formwork_filing;
set local role formwork_filing;

CREATE OR REPLACE FUNCTION formwork.add_upload(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_upload uuid, p_form uuid, p_name text, p_media_type text, p_bytes bytea, p_waiting integer, p_waiting_bytes bigint, p_kept bigint, p_wait_millis double precision, p_sure_millis double precision, OUT status text, OUT created_at timestamp with time zone, OUT retry_millis double precision)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_chain uuid;
  v_size integer := octet_length(p_bytes);
  v_sure interval := make_interval(secs => p_sure_millis / 1000);
  v_now timestamptz;
  v_files bigint;
  v_bytes bigint;
  v_going uuid[] := '{}';
  v_others uuid[] := '{}';
begin
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_seqscan', 'off', true);

  perform from formwork_auth.effective_privileges(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  v_chain := formwork.idempotency_scope(p_organisation, p_credential);

  -- INVARIANT: uploads of an organisation take turns at this row, so that the limits are exact.
  insert into formwork.upload_totals as t (organisation_id, bytes) values (p_organisation, 0)
  on conflict (organisation_id) do update set bytes = t.bytes;
  perform formwork.forget_uploads(p_organisation);

  v_now := clock_timestamp();
  select count(*) + 1 - p_waiting, coalesce(sum(u.size), 0) + v_size - p_waiting_bytes into v_files, v_bytes
    from formwork.uploads u
   where u.organisation_id = p_organisation and u.credential_id = v_chain and u.submission_id is null
     and u.expires_at > v_now;
  if v_files > 0 or v_bytes > 0 then
    v_going := formwork.oldest_uploads(p_organisation, v_chain, '{}', v_now - v_sure, v_files, v_bytes);
  end if;
  if v_going is null then
    status := 'waiting';
    select extract(epoch from min(u.created_at) + v_sure - v_now) * 1000 into retry_millis
      from formwork.uploads u
     where u.organisation_id = p_organisation and u.credential_id = v_chain and u.submission_id is null
       and u.created_at > v_now - v_sure and u.expires_at > v_now;
    return;
  end if;

  select t.bytes + v_size - p_kept - (
           select coalesce(sum(u.size), 0)
             from formwork.uploads u where u.organisation_id = p_organisation and u.upload_id = any (v_going)) into v_bytes
    from formwork.upload_totals t
   where t.organisation_id = p_organisation;
  if v_bytes > 0 then
    v_others := formwork.oldest_uploads(p_organisation, null, v_going, v_now - v_sure, 0, v_bytes);
  end if;
  if v_others is null then
    status := 'kept';
    return;
  end if;
  if cardinality(v_going || v_others) > 0 then
    perform formwork.drop_uploads(p_organisation, v_going || v_others);
  end if;

  status := 'added';
  created_at := date_trunc('milliseconds', v_now);
  insert into formwork.uploads
    (organisation_id, upload_id, form_id, expires_at, name, media_type, size, bytes, created_at, created_by, credential_kind, credential_id)
  values
    (p_organisation, p_upload, p_form, v_now + make_interval(secs => p_wait_millis / 1000), p_name, p_media_type, v_size, p_bytes,
     created_at, p_user, p_credential_kind, v_chain);
  update formwork.upload_totals t set bytes = t.bytes + v_size where t.organisation_id = p_organisation;
  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
  values
    (p_organisation, 'file.uploaded', p_user, p_credential_kind, p_credential, p_upload, p_name, p_request_id, p_address);
end
$function$;

CREATE OR REPLACE FUNCTION formwork.remove_upload(p_organisation uuid, p_user uuid, p_credential_kind text, p_credential uuid, p_request_id text, p_address text, p_upload uuid, p_form uuid, OUT status text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  v_chain uuid;
  v_name text;
begin
  perform set_config('app.organisation_id', p_organisation::text, true), set_config('enable_seqscan', 'off', true);

  perform from formwork_auth.effective_privileges(p_organisation, p_credential_kind, p_credential, p_user);
  if not found then
    status := 'unauthenticated';
    return;
  end if;

  v_chain := formwork.idempotency_scope(p_organisation, p_credential);
  perform from formwork.upload_totals t where t.organisation_id = p_organisation for update;
  select u.name into v_name
    from formwork.uploads u
   where u.organisation_id = p_organisation and u.upload_id = p_upload and u.form_id = p_form and u.credential_id in (v_chain, p_credential)
     and u.submission_id is null and u.expires_at > clock_timestamp()
     for update;
  if not found then
    status := 'not_found';
    return;
  end if;
  perform formwork.drop_uploads(p_organisation, array[p_upload]), formwork.forget_uploads(p_organisation);
  insert into formwork.audit_events
    (organisation_id, action, user_id, credential_kind, credential_id, subject_id, detail, request_id, address)
  values
    (p_organisation, 'file.removed', p_user, p_credential_kind, p_credential, p_upload, v_name, p_request_id, p_address);
  status := 'removed';
end
$function$;

set local role formwork_owner;
revoke create on schema formwork from formwork_filing;
