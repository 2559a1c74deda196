/** The schema of a database as SQL for people, read from the catalogs: the same text from every version of Postgres. */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import * as Guards from "../database/Guards.ts"
import * as Pglite from "../embedded/Pglite.ts"
import { below, columns, constraints, grants } from "../database/tableText.ts"
import { rows } from "../database/TenantDatabase.ts"

const header = `-- The schema that the files in migrations/ make, for reading. \`pnpm schema\` writes this page; no database is made from it.
-- Tables come in the order in which they are made, each with its row security and its grants; functions are last.
-- A role can do only what is granted here. Every table belongs to formwork_owner, which can do everything to it that is not
-- revoked here, within row security where that is forced.
`

/** Every schema that is not the system's own, nor an extension's. */
const ours = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')
  and not exists (
    select from pg_depend e where e.classid = 'pg_namespace'::regclass and e.objid = n.oid and e.deptype = 'e')`

const Lines = Schema.Struct({ text: Schema.String })
const lines = rows(Lines)

const rolesText = `
  select format('create role %I %s%s;', rolname, case when rolcanlogin then 'login' else 'nologin' end,
           case when rolsuper then ' superuser' else '' end || case when rolbypassrls then ' bypassrls' else '' end)
         || coalesce((
           select string_agg(format(E'\\nalter role %I set %s = %L;', rolname, split_part(c.setting, '=', 1),
                    substring(c.setting from position('=' in c.setting) + 1)), '' order by c.setting)
             from pg_db_role_setting d, unnest(d.setconfig) c (setting) where d.setrole = pg_roles.oid and d.setdatabase = 0), '') as text
    from pg_roles where rolname ~ '^formwork_' and rolname !~ '^formwork_test_' order by rolname`

const schemasText = `
  select format(E'create schema %I authorization %s;\\n%s', n.nspname, n.nspowner::regrole, (
           select string_agg(g.text, E'\\n' order by g.text) from (${grants("n.nspacl", "n", "n.nspowner", "format('schema %I', n.nspname)")}) g)) as text
    from pg_namespace n where ${ours} order by n.oid`

const defaultsText = `
  select format('alter default privileges for role %s revoke execute on functions from public;', d.defaclrole::regrole) as text
    from pg_default_acl d
   where d.defaclnamespace = 0 and d.defaclobjtype = 'f'
     and not exists (select from aclexplode(d.defaclacl) a where a.grantee = 0)
   order by d.defaclrole::regrole::text`

const tablesText = `
  select format(E'create %stable %s (\\n%s%s\\n)%s;%s%s',
           case when c.relpersistence = 'u' then 'unlogged ' else '' end, c.name, (${columns}), (${constraints}),
           coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', ''),
           case when c.relowner <> 'formwork_owner'::regrole then format(E'\\nalter table %s owner to %s;', c.name, c.relowner::regrole) else '' end,
           (select string_agg(E'\\n' || b.text, '' order by b.place, b.turn) from (${below}) b)) as text
    from (select t.*, format('%I.%I', n.nspname, t.relname) as name from pg_class t join pg_namespace n on n.oid = t.relnamespace
           where t.relkind = 'r' and ${ours}) c
   order by c.oid`

const functionsText = `
  select format(E'%s;\\nalter function %s owner to %s;%s', rtrim(pg_get_functiondef(p.oid), E'\\n'), p.name, p.proowner::regrole, (
           select string_agg(E'\\n' || g.text, '' order by g.text) from (${grants("p.proacl", "f", "p.proowner", "'function ' || p.name")}) g)) as text
    from (select f.*, format('%I.%I(%s)', n.nspname, f.proname, pg_get_function_identity_arguments(f.oid)) as name
            from pg_proc f join pg_namespace n on n.oid = f.pronamespace where f.prokind = 'f' and ${ours}) p
   order by p.oid`

/** Objects that the page would leave out. */
const othersText = `
  select format('%I.%I, a relation of kind %s', n.nspname, c.relname, c.relkind) as text
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind not in ('r', 'i') and ${ours}
  union all
  select format('%I.%I, a type', n.nspname, t.typname) from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.typtype in ('d', 'e', 'r') and ${ours}
  union all
  select format('%I.%I, a function of kind %s', n.nspname, p.proname, p.prokind) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prokind <> 'f' and ${ours}
  union all
  select format('a rule of %s', r.ev_class::regclass) from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace where ${ours}
  union all
  select format('statistics of %s', s.stxrelid::regclass) from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace where ${ours}`

/**
 * Describes the schema of a database that has been migrated. Dies where the database has something that it cannot describe.
 * @param sql any role's connection: the catalogs are open to all.
 */
export const describe = Effect.fn("SchemaText.describe")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<string, SqlError.SqlError> {
  const texts = (statement: string) =>
    Effect.map(lines(sql.unsafe<object>(statement)), (found) => found.map(({ text }) => text))
  const others = yield* texts(othersText)
  if (others.length > 0)
    return yield* Effect.die(new Error(`SchemaText does not know how to describe ${others.join("; ")}`))
  const roles = yield* texts(rolesText)
  const schemas = yield* texts(schemasText)
  const defaults = yield* texts(defaultsText)
  const tables = yield* texts(tablesText)
  const functions = yield* texts(functionsText)
  return (
    [header + "\n" + roles.join("\n"), ...schemas, defaults.join("\n"), ...tables, ...functions].join("\n\n") + "\n"
  )
})

/** The page, and migrations/guards.txt, as the migrations of this program make them, on the embedded database. */
export const ofMigrations = (): Promise<{ readonly schema: string; readonly guards: string }> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* Pglite.prepared(yield* Pglite.openMemory)
        return { schema: yield* describe(sql), guards: yield* Guards.describe(sql) }
      })
    )
  )
