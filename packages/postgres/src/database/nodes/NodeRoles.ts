/** Roles and grants on the nodes of Citus: as the migrations make them on the coordinator. */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import * as Guards from "../Guards.ts"
import { sessionSettings } from "../SessionSettings.ts"
import { rows } from "../TenantDatabase.ts"

const fingerprints = rows(Schema.Struct({ fingerprint: Schema.String }))
const statements = rows(Schema.Struct({ text: Schema.String }))
const results = rows(
  Schema.Struct({ node: Schema.String, isDone: Schema.Boolean, result: Schema.NullOr(Schema.String) })
)

/** Runs one statement on every node but the coordinator, which has to run on all. */
const onNodes = (sql: SqlClient.SqlClient, statement: string) =>
  sql`
    select nodename || ':' || nodeport as node, success as "isDone", result
      from run_command_on_workers(${statement})`.pipe(
    results,
    Effect.tap((found) => {
      const failed = found.find(({ isDone }) => !isDone)
      return failed === undefined
        ? Effect.void
        : Effect.die(new Error(`the node ${failed.node} does not run a statement: ${failed.result}`))
    })
  )

const servers = ["formwork_api", "formwork_operator", "formwork_worker"]
const owners = ["formwork_owner", "formwork_auth", "formwork_filing"]

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** How many roles and settings a node has of those that it should have. */
const counted = `
  select (select count(*) from pg_roles where rolname in (${[...servers, ...owners].map(literal).join(", ")}))
       + (select count(*) from pg_db_role_setting d join pg_roles r on r.oid = d.setrole, unnest(d.setconfig) c (setting)
           where d.setdatabase = 0 and r.rolname in (${servers.map(literal).join(", ")})
             and split_part(c.setting, '=', 1) in (${Object.keys(sessionSettings).map(literal).join(", ")}))`

const wanted = servers.length + owners.length + servers.length * Object.keys(sessionSettings).length

/** The nodes that lack a role, or a setting of one. */
export const lacking = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<ReadonlyArray<string>, SqlError.SqlError> {
  const found = yield* onNodes(sql, counted)
  return found.filter(({ result }) => Number(result) !== wanted).map(({ node }) => node)
})

/** Makes the roles that a node lacks. Each is committed before any table belongs to it there. */
export const make = Effect.fnUntraced(function* (sql: SqlClient.SqlClient): Effect.fn.Return<void, SqlError.SqlError> {
  const own = "perform set_config('citus.enable_ddl_propagation', 'off', true);"
  const roles = [...owners.map((name) => [name, "nologin"]), ...servers.map((name) => [name, "login"])] as const
  for (const [name, login] of roles) {
    yield* onNodes(
      sql,
      `do $do$ begin ${own} if not exists (select from pg_roles where rolname = '${name}') then
         create role ${name} ${login} nosuperuser nobypassrls nocreatedb nocreaterole; end if; end $do$`
    )
  }
  for (const name of servers) {
    const settings = Object.entries(sessionSettings).map(
      ([setting, value]) => `alter role ${name} set ${setting} = ${literal(value)};`
    )
    yield* onNodes(sql, `do $do$ begin ${own} ${settings.join(" ")} end $do$`)
  }
})

/** The nodes on which owners, row security or grants are not as on the coordinator. */
export const differing = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<ReadonlyArray<string>, SqlError.SqlError> {
  // Asked in the same way: an expression is shown as the settings of its connection want it.
  const own = yield* sql`select result as fingerprint from run_command_on_coordinator(${Guards.fingerprint})`.pipe(
    fingerprints
  )
  const found = yield* onNodes(sql, Guards.fingerprint)
  return found.filter(({ result }) => result !== own[0]?.fingerprint).map(({ node }) => node)
})

/**
 * Citus makes a function and a table on a node with the rights that Postgres gives by itself, and then adds grants. What the migrations
 * have taken back is taken back there.
 */
export const guard = Effect.fnUntraced(function* (sql: SqlClient.SqlClient): Effect.fn.Return<void, SqlError.SqlError> {
  const revoked = yield* sql`
    select format('revoke execute on function %s from public', p.oid::regprocedure) as text
      from pg_proc p
     where p.pronamespace in ('formwork'::regnamespace, 'formwork_auth'::regnamespace)
       and not exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0)
    union all
    select format('revoke %s on %s from %s', string_agg(d.privilege_type, ', '), c.oid::regclass, c.relowner::regrole)
      from pg_class c cross join aclexplode(acldefault('r', c.relowner)) d
     where c.relkind in ('r', 'p') and c.relacl is not null
       and c.relnamespace in ('formwork'::regnamespace, 'formwork_auth'::regnamespace)
       and d.grantee = c.relowner
       and not exists (
         select from aclexplode(c.relacl) a where a.grantee = c.relowner and a.privilege_type = d.privilege_type)
     group by c.oid, c.relowner`.pipe(statements)
  yield* sql.withTransaction(Effect.forEach(revoked, ({ text }) => sql.unsafe(text).unprepared, { discard: true }))
  const defaults = owners.map(
    (name) => `alter default privileges for role ${name} revoke execute on functions from public;`
  )
  yield* onNodes(sql, `do $do$ begin ${defaults.join(" ")} end $do$`)
})
