/** What a role may do, read from the catalogs. */
import { Effect } from "effect"
import { superuser } from "./Databases.ts"

/** Every schema that is not the system's own, of a namespace `n`. */
export const ours = "n.nspname !~ '^pg_' and n.nspname <> 'information_schema'"

/** What `role` may do, a line a table. */
export const privilegesOf = Effect.fnUntraced(function* (role: string) {
  const found = yield* superuser(
    `
    select format('%s.%s: %s', n.nspname, c.relname, (
      select string_agg(case when has_table_privilege($1::name, c.oid, p) then p
          when exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and p in ('select', 'insert', 'update', 'references')
            and has_column_privilege($1::name, c.oid, a.attnum, case when p in ('delete', 'truncate', 'trigger') then 'select' else p end))
          then p || '(' || (select string_agg(a.attname, ' ' order by a.attname) from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and has_column_privilege($1::name, c.oid, a.attnum,
              case when p in ('delete', 'truncate', 'trigger') then 'select' else p end)) || ')' end, ', ' order by p)
        from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p)) as privileges
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'S') and ${ours} order by 1`,
    [role]
  )
  return found.map((row) => row["privileges"])
})
