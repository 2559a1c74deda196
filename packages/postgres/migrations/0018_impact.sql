-- What publishing a draft would change: a run over the latest submissions of a form, told of by any node. One at a time for an
-- organisation; one whose lease is over without an end was interrupted.
set local role formwork_owner;

create table formwork.impact_runs (
  organisation_id uuid not null,
  run_id uuid not null,
  form_id uuid not null,
  started_by uuid not null,
  total integer not null check (total between 0 and 100000),
  done integer not null default 0 check (done between 0 and total),
  state text not null default 'running' check (state in ('running', 'finished', 'interrupted', 'failed')),
  summary json not null,
  started_at timestamptz(3) not null default clock_timestamp(),
  finished_at timestamptz(3),
  lease_until timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  foreign key (organisation_id, form_id) references formwork.forms (organisation_id, form_id)
);
create unique index impact_runs_running on formwork.impact_runs (organisation_id) where state = 'running';
alter table formwork.impact_runs add primary key (organisation_id, run_id);

-- They show computed values, and so go with the submission as with the run.
create table formwork.impact_changes (
  organisation_id uuid not null,
  run_id uuid not null,
  position integer not null check (position >= 1),
  submission_id uuid not null,
  change json not null,
  foreign key (organisation_id, run_id) references formwork.impact_runs (organisation_id, run_id) on delete cascade,
  foreign key (organisation_id, submission_id) references formwork.submissions (organisation_id, submission_id)
    on delete cascade
);
create index impact_changes_submission on formwork.impact_changes (organisation_id, submission_id);
alter table formwork.impact_changes add primary key (organisation_id, run_id, position);

do $$
declare
  tenant_table regclass;
begin
  foreach tenant_table in array array['formwork.impact_runs', 'formwork.impact_changes']::regclass[] loop
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

grant select, insert, delete, update (done, state, summary, finished_at, lease_until) on formwork.impact_runs to formwork_api;
grant select, insert on formwork.impact_changes to formwork_api;
