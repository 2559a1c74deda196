/** The only way to an organisation's rows. The SQL clients stay inside: a store cannot send a statement any other way. */
import { Context, Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { measured } from "./metrics.ts"
import * as MillisApart from "./millisApart.ts"
import { asDefectAt, asDefectUntimedAt, type Conflict } from "./SqlFailure.ts"
import { onOne, toItsEnd } from "./toItsEnd.ts"

/** Runs one statement. Each value in `${}` is sent as a parameter, never as text. */
export type Sql = (
  strings: TemplateStringsArray,
  ...parameters: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** Runs work when it is its turn. */
export type Turn = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

const atOnce: Turn = (work) => work

/** Whose rows a statement sees: a caller's organisation, and of that what the caller's limits leave. A `Caller` is one. */
export interface Tenancy {
  readonly organisationId: OrganisationId
  readonly limits: KeyLimits.Limits
}

/** For work that no caller's key limits. */
export const whole = (organisationId: OrganisationId): Tenancy => ({ organisationId, limits: null })

/** Statements that are for no organisation, or for several. */
export interface Common {
  /**
   * One statement without an organisation: it reads a table that belongs to none, or calls a SQL function that gets several
   * organisations and sets each before it reads a row of it. From any other statement row security hides every row.
   */
  readonly common: (
    lane: "read" | "write",
    statement: (sql: Sql) => ReturnType<Sql>
  ) => Effect.Effect<ReadonlyArray<unknown>, Conflict>
  /** The same in the read lane without a time limit: for a caller that interrupts it when it has waited long enough. */
  readonly commonUntimed: (statement: (sql: Sql) => ReturnType<Sql>) => Effect.Effect<ReadonlyArray<unknown>, Conflict>
}

/** The ways to the rows, as a store gets them. */
export interface Database extends Common {
  /**
   * One statement in one round trip. It calls a SQL function that gets the organisation as an argument, and sets it for this
   * call alone before it reads a row. For a tenancy whose limits name forms or folders it is a transaction of the `write` lane.
   * @param lane `read` shares connections with others and must be quick; `write` has one to itself, and so has `list`, which stores
   * nothing and is cancelled when its caller is gone.
   * @param turn waits before a connection is taken; the wait is part of the time that a caller waits for the database.
   */
  readonly call: (
    lane: "read" | "write" | "list",
    tenancy: Tenancy,
    statement: (sql: Sql, organisationId: OrganisationId) => ReturnType<Sql>,
    turn?: Turn
  ) => Effect.Effect<ReadonlyArray<unknown>, Conflict>
  /**
   * For lists, exports and reports, which store nothing: `use` gets a database that has all that was stored when `lately` began. That may be
   * a standby, and `use` runs a second time, with the primary, if the standby fails.
   */
  readonly lately: <A, E>(use: (database: Database) => Effect.Effect<A, E>) => Effect.Effect<A, E>
  /** Whether its rows are divided among nodes, where some statements for several rows cannot run. */
  readonly isDistributed: boolean
  /** The node that has the rows of an organisation. A database that is not distributed is one node. */
  readonly nodeOf: (organisationId: OrganisationId) => string
  /** The nodes that have organisations. */
  readonly nodes: () => ReadonlyArray<string>
  /** `common` on one node, for a function that gets organisations of that node alone. */
  readonly on: (node: string) => Common
  /**
   * Statements in one transaction that sees and changes the rows of the tenancy and no other. A failure undoes it. Each is planned for its
   * values: a plan for all values takes an organisation for one of the usual size (docs/decisions/0331).
   */
  readonly transaction: <A, E>(
    tenancy: Tenancy,
    body: (sql: Sql, organisationId: OrganisationId) => Effect.Effect<A, E | SqlError.SqlError>
  ) => Effect.Effect<A, Exclude<E, SqlError.SqlError> | Conflict>
}

export class TenantDatabase extends Context.Service<TenantDatabase, Database>()(
  "@formwork/postgres/database/TenantDatabase"
) {}

/** The connections of a database adapter. On the embedded database both are the same. */
export interface Clients {
  /** Many statements at once over few connections. */
  readonly reads: SqlClient.SqlClient
  /** One statement or transaction a connection. */
  readonly writes: SqlClient.SqlClient
}

/** The texts of templates, each put together at its first use: JavaScript gives a template as the same array each time. */
const texts = new WeakMap<TemplateStringsArray, string>()

/** A statement with `$1`, `$2` and so on for its parameters. */
const textOf = (strings: TemplateStringsArray): string => {
  const known = texts.get(strings)
  if (known !== undefined) return known
  const text = strings.reduce((start, next, place) => `${start}$${place}${next}`)
  texts.set(strings, text)
  return text
}

/** How many statements and transactions write at a time, each over a connection of its own. */
export const writers = 8

/** The name of the node of a database that is not distributed. */
const only = ""

/** @param doubt is run where the server refuses to write. */
export const make = ({ reads, writes }: Clients, doubt: Effect.Effect<void> = Effect.void): Database => {
  const asDefect = asDefectAt(doubt)
  const asDefectUntimed = asDefectUntimedAt(doubt)
  const sqlOf =
    (client: SqlClient.SqlClient): Sql =>
    (strings, ...parameters) =>
      client.unsafe<object>(textOf(strings), parameters)
  const lanes = { read: sqlOf(reads), write: sqlOf(writes), list: sqlOf(writes) }
  const isEmbedded = reads === writes
  const writing = isEmbedded ? MillisApart.make() : atOnce
  /** A statement that is a transaction by itself. The embedded database has no standby that a commit waits for. */
  const single = (lane: keyof typeof lanes, statement: (sql: Sql) => ReturnType<Sql>, turn: Turn = atOnce) =>
    lane !== "write" || isEmbedded
      ? measured(lane === "read" ? lane : "write", turn(statement(lanes[lane])))
      : toItsEnd((sent) =>
          measured(
            lane,
            turn(statement((strings, ...parameters) => onOne(writes, lanes.write(strings, ...parameters), sent)))
          )
        )
  // INVARIANT: each setting is local (true). Otherwise it outlives the transaction, and the next caller of the connection has it.
  const within = ({ limits, organisationId }: Tenancy) => {
    const reach = KeyLimits.reach(limits)
    return reach === undefined
      ? lanes.write`select set_config('app.organisation_id', ${organisationId}, true)`
      : lanes.write`
          select formwork.limit_to(${organisationId}::uuid, ${reach.forms}::uuid[], ${reach.folders}::uuid[])`
  }
  const withinAndPlanned = ({ limits, organisationId }: Tenancy) => {
    const reach = KeyLimits.reach(limits)
    return reach === undefined
      ? lanes.write`
          select set_config('app.organisation_id', ${organisationId}, true), set_config('plan_cache_mode', 'force_custom_plan', true)`
      : lanes.write`
          select formwork.limit_to(${organisationId}::uuid, ${reach.forms}::uuid[], ${reach.folders}::uuid[]),
                 set_config('plan_cache_mode', 'force_custom_plan', true)`
  }
  const inTransaction = <A, E>(
    tenancy: Tenancy,
    begin: ReturnType<Sql>,
    body: (sql: Sql, organisationId: OrganisationId) => Effect.Effect<A, E | SqlError.SqlError>
  ) => writing(writes.withTransaction(Effect.andThen(begin, body(lanes.write, tenancy.organisationId))))
  const common: Common = {
    common: (lane, statement) => asDefect(single(lane, statement)),
    commonUntimed: (statement) => asDefectUntimed(measured("read", statement(lanes.read)))
  }
  const database: Database = TenantDatabase.of({
    ...common,
    lately: (use) => use(database),
    isDistributed: false,
    nodeOf: () => only,
    nodes: () => [only],
    on: () => common,
    call: (lane, tenancy, statement, turn = atOnce) =>
      KeyLimits.reach(tenancy.limits) === undefined
        ? asDefect(
            single(
              lane,
              (sql) => statement(sql, tenancy.organisationId),
              lane === "write" ? (work) => writing(turn(work)) : turn
            )
          )
        : asDefect(measured("write", turn(inTransaction(tenancy, within(tenancy), statement)))),
    transaction: (tenancy, body) => asDefect(measured("write", inTransaction(tenancy, withinAndPlanned(tenancy), body)))
  })
  return database
}

/** Decodes every row by `schema`. A row that does not fit is a defect. */
export const rows = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(schema))
  return <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
    Effect.flatMap(self, (found) => Effect.orDie(decode(found)))
}

/** The same where most rows need no decoding. @param fits whether a row is what the schema would give for it. */
export const rowsAs = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  fits: (row: unknown) => row is S["Type"]
) => {
  const decoded = rows(schema)
  return <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>): Effect.Effect<ReadonlyArray<S["Type"]>, E, R> =>
    Effect.flatMap(self, (found) => (found.every(fits) ? Effect.succeed(found) : decoded(Effect.succeed(found))))
}

/** Decodes the row of a statement that gives one row or none. */
export const row = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const all = rows(schema)
  return <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>) => Effect.map(all(self), ([first]) => first)
}
