/**
 * What keeps organisations apart, as the migrations make it: owners, row security, policies, grants, and how functions run. A
 * restore can leave all rows and lose these. A database is compared with migrations/guards.txt, which `pnpm schema` writes.
 */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { rows } from "./TenantDatabase.ts"

const file = fileURLToPath(new URL("../../migrations/guards.txt", import.meta.url))

/** One property of one object. */
interface Guard {
  readonly subject: string
  readonly aspect: string
  readonly value: string
}

const ours = "n.nspname in ('formwork', 'formwork_auth')"
const roles =
  "('formwork_owner', 'formwork_auth', 'formwork_filing', 'formwork_api', 'formwork_operator', 'formwork_worker')"

const roleOf = (oid: string) => `(select r.rolname::text from pg_roles r where r.oid = ${oid})`

/** Rows of `aspect` and `value`: what each of our roles and PUBLIC is granted. A grant to another role is the operator's own matter. */
const grants = (acl: string, kind: string, owner: string) => `
  select 'what is granted to ' || coalesce(r.rolname::text, 'PUBLIC') as aspect,
         string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as value
    from aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) a left join pg_roles r on r.oid = a.grantee
   where a.grantee <> ${owner} and (a.grantee = 0 or r.rolname in ${roles})
   group by r.rolname`

// MAINTAIN came with version 17, so a database that was made before has it in no list.
const renounced = (acl: string, kind: string, owner: string) => `
  select 'what its owner may not do', string_agg(lower(d.privilege_type), ', ' order by d.privilege_type)
    from aclexplode(acldefault('${kind}', ${owner})) d
   where d.grantee = ${owner} and d.privilege_type <> 'MAINTAIN' and ${acl} is not null
     and not exists (select from aclexplode(${acl}) a where a.grantee = ${owner} and a.privilege_type = d.privilege_type)
  having count(*) > 0`

const flat = (text: string) => `regexp_replace(${text}, '\\s+', ' ', 'g')`

const statement = `
  with relation as (
    select c.*, format('table %I.%I', n.nspname, c.relname) as subject
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and ${ours}
  ), routine as (
    select f.*, format('function %I.%I(%s)', n.nspname, f.proname, oidvectortypes(f.proargtypes)) as subject
      from pg_proc f join pg_namespace n on n.oid = f.pronamespace where ${ours}
  )
  select 'role ' || rolname as subject, 'row security' as aspect,
         case when rolsuper or rolbypassrls then 'does not apply' else 'applies' end as value
    from pg_roles where rolname in ${roles}
  union all
  select format('schema %I', n.nspname), g.aspect, g.value from pg_namespace n, lateral (
    select 'the owner' as aspect, ${roleOf("n.nspowner")} as value
    union all ${grants("n.nspacl", "n", "n.nspowner")}) g where ${ours}
  union all
  select c.subject, g.aspect, g.value from relation c, lateral (
    select 'the owner' as aspect, ${roleOf("c.relowner")} as value
    union all
    select 'row security', case when c.relrowsecurity and c.relforcerowsecurity then 'forced' when c.relrowsecurity then 'enabled' else 'off' end
    union all ${grants("c.relacl", "r", "c.relowner")}
    union all ${renounced("c.relacl", "r", "c.relowner")}
    union all
    select 'what is granted to ' || coalesce(r.rolname::text, 'PUBLIC') || ' by column',
           string_agg(lower(a.privilege_type) || ' ' || t.attname, ', ' order by a.privilege_type, t.attname)
      from pg_attribute t, aclexplode(t.attacl) a left join pg_roles r on r.oid = a.grantee
     where t.attrelid = c.oid and not t.attisdropped and (a.grantee = 0 or r.rolname in ${roles})
     group by r.rolname
    union all
    select 'the constraint ' || k.conname, case when k.convalidated then 'checked' else 'not checked' end
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'x', 'f')
       and k.conname <> 'months_end' -- while it is divided (months/Division.ts)
    union all
    select 'the trigger ' || t.tgname, case t.tgenabled when 'O' then 'enabled' else 'not enabled' end
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal
    union all
    select 'the policy ' || p.polname, ${flat(`concat_ws(' ',
             case when p.polpermissive then 'permissive' else 'restrictive' end,
             'for', case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
             'to', (select string_agg(coalesce(r.rolname::text, 'PUBLIC'), ', ' order by r.rolname) from unnest(p.polroles) o left join pg_roles r on r.oid = o),
             'using ' || pg_get_expr(p.polqual, p.polrelid), 'with check ' || pg_get_expr(p.polwithcheck, p.polrelid))`)}
      from pg_policy p where p.polrelid = c.oid) g
  union all
  select p.subject, g.aspect, g.value from routine p, lateral (
    select 'the owner' as aspect, ${roleOf("p.proowner")} as value
    union all
    select 'its rights', case when p.prosecdef then 'its owner''s' else 'its caller''s' end
    union all
    select 'its settings', array_to_string(p.proconfig, ', ') where p.proconfig is not null
    union all ${grants("p.proacl", "f", "p.proowner")}) g
  union all
  select 'functions that ' || r.rolname || ' makes', 'execute for PUBLIC', 'not granted'
    from pg_default_acl d join pg_roles r on r.oid = d.defaclrole
   where d.defaclnamespace = 0 and d.defaclobjtype = 'f' and r.rolname in ${roles}
     and not exists (select from aclexplode(d.defaclacl) a where a.grantee = 0)`

/**
 * A statement that gives one text, which two databases have in common if their guards are the same. On a node of Citus the parts of a
 * table, and what belongs to them, have its name with a number behind: they count as the table. Constraints are left out, because Citus
 * shortens long names of theirs.
 */
export const fingerprint = `
  select md5(string_agg(g.line, '|' order by g.line)) as fingerprint
    from (select distinct regexp_replace(w::text, '_[0-9]{6,}(?![0-9a-z_])', '', 'g') as line from (${statement}) w
           where w.aspect not like 'the constraint %') g`

const guards = rows(Schema.Struct({ subject: Schema.String, aspect: Schema.String, value: Schema.String }))

const lineOf = ({ aspect, subject, value }: Guard) => `${subject} | ${aspect} | ${value}`

const guardOf = (line: string): Guard => {
  const [subject = "", aspect = "", ...rest] = line.split(" | ")
  return { subject, aspect, value: rest.join(" | ") }
}

const read = (sql: SqlClient.SqlClient): Effect.Effect<ReadonlyArray<Guard>, SqlError.SqlError> =>
  sql.withTransaction(
    // Names in expressions are shown with their schema only where the search path does not have it.
    Effect.andThen(
      sql`select set_config('search_path', 'pg_catalog', true)`,
      guards(sql.unsafe<object>(statement).unprepared)
    )
  )

/** The guards of a database, one a line, sorted: the text of migrations/guards.txt. */
export const describe = Effect.fn("Guards.describe")((sql: SqlClient.SqlClient) =>
  Effect.map(read(sql), (found) => `${found.map(lineOf).sort().join("\n")}\n`)
)

const keyOf = ({ aspect, subject }: Guard) => `${subject} | ${aspect}`
const keyed = (all: ReadonlyArray<Guard>) => new Map(all.map((guard) => [keyOf(guard), guard]))

const difference = (made: Guard | undefined, found: Guard | undefined): string => {
  const { aspect, subject } = made ?? found ?? { aspect: "", subject: "" }
  const has = found === undefined ? "is missing" : `is “${found.value}”`
  const wants = made === undefined ? "should not be there" : `should be “${made.value}”`
  return `${aspect} of ${subject} ${has} and ${wants}`
}

/** Tables come first in a sentence: they hold what is kept apart. */
const kinds = ["role ", "table ", "schema ", "function"]
const rank = (key: string): number => kinds.findIndex((kind) => key.startsWith(kind))

/** How many differences a sentence names. */
const named = 3

/** The guards that the migrations of this program make: the text of migrations/guards.txt. */
export const expected: Effect.Effect<string> = Effect.promise(() => readFile(file, "utf8"))

/**
 * Compares a database with what its migrations make.
 * @param sql a connection of any role: the catalogs are open to all.
 * @param wanted the guards that they make, one a line.
 * @returns the end of a sentence that names what differs; undefined where nothing does.
 */
export const differing = Effect.fn("Guards.differing")(function* (
  sql: SqlClient.SqlClient,
  wanted: string
): Effect.fn.Return<string | undefined, SqlError.SqlError> {
  const made = keyed(wanted.trimEnd().split("\n").map(guardOf))
  const found = keyed(yield* read(sql))
  const differences = [...new Set([...made.keys(), ...found.keys()])]
    .filter((key) => made.get(key)?.value !== found.get(key)?.value)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((key) => difference(made.get(key), found.get(key)))
  if (differences.length === 0) return undefined
  const more = differences.length > named ? `; and ${differences.length - named} more` : ""
  return (
    `is not as the migrations make it: ${differences.slice(0, named).join("; ")}${more}. ` +
    "Restore it as docs/backup.md says: the roles first."
  )
})
