/**
 * Divides the tables of a database among the nodes of Citus, by organisation. What is done already is left as it is, so it may be run
 * again, and is after a node was added.
 */
import { Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { row, rows } from "../TenantDatabase.ts"
import * as NodeRoles from "./NodeRoles.ts"
import * as Owners from "./Owners.ts"

/** Something that is to be done. */
export interface Step {
  /** A sentence for the operator. */
  readonly says: string
  readonly run: Effect.Effect<void, SqlError.SqlError>
}

/** Tables without an organisation: each node has a copy. */
const common = ["formwork.migrations", "formwork.installation"]

const citus = row(
  Schema.Struct({
    /** Null: the extension is not in this database. */
    version: Schema.NullOr(Schema.String),
    isDivided: Schema.Boolean,
    isSuperuser: Schema.Boolean,
    workers: Schema.Int
  })
)

/** What the database knows of Citus. */
export interface State {
  readonly version: string
  /** Whether its organisations are divided among nodes. */
  readonly isDivided: boolean
  readonly isSuperuser: boolean
  /** How many nodes it has besides the coordinator. */
  readonly workers: number
}

/** Undefined where the extension is not in the database. @param sql a connection to the coordinator. */
export const state = Effect.fn("Distribution.state")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<State | undefined, SqlError.SqlError> {
  const [present] = yield* sql`select from pg_extension where extname = 'citus'`
  if (present === undefined) return undefined
  const found = yield* sql`
    select (select extversion from pg_extension where extname = 'citus') as version,
           exists (select from pg_dist_partition where logicalrelid = to_regclass('formwork.organisations')) as "isDivided",
           (select rolsuper from pg_roles where rolname = session_user) as "isSuperuser",
           (select count(*)::integer from pg_dist_node where noderole = 'primary' and isactive and groupid <> 0) as workers`.pipe(
    citus
  )
  return found?.version == null ? undefined : { ...found, version: found.version }
})

const named = rows(Schema.Struct({ name: Schema.String }))
const constraints = rows(Schema.Struct({ table: Schema.String, name: Schema.String, definition: Schema.String }))

/** Tables of ours that Citus does not know yet, those of one kind. */
const undivided = (sql: SqlClient.SqlClient, isCommon: boolean) =>
  sql`
    select c.oid::regclass::text as name
      from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace in ('formwork'::regnamespace, 'formwork_auth'::regnamespace)
       and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)
       and (c.oid::regclass::text = any (${common})) = ${isCommon}::boolean
     order by c.oid::regclass::text <> 'formwork.organisations', c.oid`.pipe(
    named,
    Effect.map((found) => found.map(({ name }) => name))
  )

/** A table can be divided only once all tables are that its foreign keys point at, and some point at each other. */
const keysOf = (sql: SqlClient.SqlClient, tables: ReadonlyArray<string>) =>
  sql`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
     where contype = 'f' and conparentid = 0 and (conrelid::regclass::text = any (${tables}) or confrelid::regclass::text = any (${tables}))
     order by oid`.pipe(constraints)

const divide = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  shared: ReadonlyArray<string>,
  divided: ReadonlyArray<string>
) {
  const run = (statement: string) => sql.unsafe(statement).unprepared
  // The tables are new to the nodes, and each has a foreign key to another.
  yield* run("set local citus.multi_shard_modify_mode = 'sequential'")
  const keys = yield* keysOf(sql, divided)
  for (const { name, table } of keys) yield* run(`alter table ${table} drop constraint ${name}`)
  for (const table of shared) yield* sql`select create_reference_table(${table}::regclass)::text`
  for (const table of divided) {
    yield* table === "formwork.organisations"
      ? sql`select create_distributed_table(${table}::regclass, 'organisation_id')::text`
      : sql`select create_distributed_table(${table}::regclass, 'organisation_id', colocate_with => 'formwork.organisations')::text`
  }
  for (const { definition, name, table } of keys)
    yield* run(`alter table ${table} add constraint ${name} ${definition}`)
})

/** What rows a table had before it was divided is on the coordinator still, where nothing sees it. */
const forget = (sql: SqlClient.SqlClient, tables: ReadonlyArray<string>) =>
  Effect.forEach(
    tables,
    (table) => sql`select truncate_local_data_after_distributing_table(${table}::regclass)::text`,
    {
      discard: true
    }
  )

const functionsAbsent = (sql: SqlClient.SqlClient) =>
  sql`
    select p.oid::regprocedure::text as name
      from pg_proc p
     where p.pronamespace in ('formwork'::regnamespace, 'formwork_auth'::regnamespace)
       and not exists (
         select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
     order by p.oid`.pipe(
    named,
    Effect.map((found) => found.map(({ name }) => name))
  )

/**
 * What is to be done, in this order. Empty where nothing is.
 * @param sql a superuser's connection to the coordinator, where every migration has run.
 */
const plan = Effect.fn("Distribution.plan")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<ReadonlyArray<Step>, SqlError.SqlError> {
  const roles = yield* NodeRoles.lacking(sql)
  const shared = yield* undivided(sql, true)
  const divided = yield* undivided(sql, false)
  const functions = yield* functionsAbsent(sql)
  const steps: Array<Step> = []
  if (roles.length > 0) {
    steps.push({
      says: `Make the roles on ${roles.join(", ")}.`,
      run: NodeRoles.make(sql)
    })
  }
  if (shared.length + divided.length > 0) {
    const parts = [
      ...(divided.length > 0 ? [`divide ${divided.length} tables by organisation: ${divided.join(", ")}`] : []),
      ...(shared.length > 0 ? [`copy to each node: ${shared.join(", ")}`] : [])
    ]
    steps.push({
      says: `${capitalised(parts.join("; "))}. Each is locked until all are done, and its rows are copied.`,
      run: Effect.andThen(sql.withTransaction(divide(sql, shared, divided)), forget(sql, [...shared, ...divided]))
    })
  }
  if (functions.length > 0) {
    steps.push({
      says: `Make ${functions.length} functions on each node.`,
      run: Effect.forEach(functions, (name) => sql`select create_distributed_function(${name})::text`, {
        discard: true
      })
    })
  }
  const strays = yield* Owners.strays(sql)
  if (strays.length > 0) {
    steps.push({
      says: `Give tables back to their owners, after a move that was cut short: ${strays.join(", ")}.`,
      run: Owners.giveBack(sql)
    })
  }
  const guards = yield* NodeRoles.differing(sql)
  if (guards.length > 0 || steps.length > 0) {
    steps.push({
      says: "Take back on each node what Citus grants there and the migrations do not.",
      run: NodeRoles.guard(sql)
    })
  }
  return steps
})

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Why a database cannot be divided. `message` is one sentence that says what to do. */
export class DistributionRefused extends Schema.TaggedError<DistributionRefused>()("DistributionRefused", {
  message: Schema.String
}) {}

/** Does what is to be done, and says it first. @returns how many steps it took. */
export const run = Effect.fn("Distribution.run")(function* (
  sql: SqlClient.SqlClient,
  announce: (steps: ReadonlyArray<string>) => Effect.Effect<void>
): Effect.fn.Return<number, DistributionRefused | SqlError.SqlError> {
  const found = yield* state(sql)
  if (found === undefined) {
    return yield* new DistributionRefused({
      message: "The database has no extension citus: put Citus on every node first, as docs/scaling.md says."
    })
  }
  if (!found.isSuperuser) {
    return yield* new DistributionRefused({
      message:
        "Only a superuser may divide a database among nodes: give DATABASE_URL a superuser's login for this command."
    })
  }
  if (found.workers === 0) {
    return yield* new DistributionRefused({
      message:
        "The database knows no node besides the coordinator: add nodes with citus_add_node first, as docs/scaling.md says."
    })
  }
  const steps = yield* plan(sql)
  yield* announce(steps.map(({ says }) => says))
  for (const { run } of steps) yield* run
  const differing = yield* NodeRoles.differing(sql)
  if (differing.length > 0) {
    return yield* new DistributionRefused({
      message: `Owners, row security or grants on ${differing.join(", ")} are not as on the coordinator.`
    })
  }
  return steps.length
})

/** Divides what migrations have added to a database that is divided, also where an earlier call was cut short. Does nothing on others. */
export const complete = Effect.fn("Distribution.complete")(function* (
  sql: SqlClient.SqlClient
): Effect.fn.Return<void, DistributionRefused | SqlError.SqlError> {
  const found = yield* state(sql)
  if (found?.isDivided === true && found.isSuperuser)
    yield* run(sql, (steps) => Effect.forEach(steps, (step) => Effect.logInfo(step), { discard: true }))
})
