-- Examples of forms: payloads that authors keep with what they expect of them (docs/decisions/0239).
set local role formwork_owner;

-- json, like drafts: they come back as they were written.
alter table formwork.forms
  add column examples json not null default '[]',
  add column examples_revision integer not null default 1 check (examples_revision >= 1);
grant update (examples, examples_revision) on formwork.forms to formwork_api;
