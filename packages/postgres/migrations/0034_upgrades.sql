-- Programs from 0033 on run beside it.
-- A program may run on a schema that is newer than it knows, where the migrations say so (docs/decisions/0321).
set local role formwork_owner;

-- serves_from: programs whose newest migration is that one or a later one run on; null, none of before.
-- guards: of the newest row, what all migrations make of owners, row security and grants, for programs that do not know it.
alter table formwork.migrations add column serves_from integer, add column guards text;
