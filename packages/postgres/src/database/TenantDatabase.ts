/** The only way to an organisation's rows. The SQL clients stay inside: a store cannot send a statement any other way. */
import { Context, Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import { measured } from "./metrics.ts"
import { asDefectAt, type Conflict } from "./SqlFailure.ts"

/** Runs one statement. Each value in `${}` is sent as a parameter, never as text. */
export type Sql = (
  strings: TemplateStringsArray,
  ...parameters: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

export class TenantDatabase extends Context.Service<
  TenantDatabase,
  {
    /**
     * One statement in one round trip. It calls a SQL function that gets the organisation as an argument, and sets it for this
     * call alone before it reads a row.
     * @param lane `read` shares connections with others and must be quick; `write` has one to itself.
     */
    readonly call: (
      lane: "read" | "write",
      organisationId: OrganisationId,
      statement: (sql: Sql, organisationId: OrganisationId) => ReturnType<Sql>
    ) => Effect.Effect<ReadonlyArray<unknown>, Conflict>
    /**
     * One statement without an organisation: it reads a table that belongs to none, or calls a SQL function that gets several
     * organisations and sets each before it reads a row of it. From any other statement row security hides every row.
     */
    readonly common: (
      lane: "read" | "write",
      statement: (sql: Sql) => ReturnType<Sql>
    ) => Effect.Effect<ReadonlyArray<unknown>, Conflict>
    /** Statements in one transaction that sees and changes the rows of `organisationId` and no other. A failure undoes it. */
    readonly transaction: <A, E>(
      organisationId: OrganisationId,
      body: (sql: Sql, organisationId: OrganisationId) => Effect.Effect<A, E | SqlError.SqlError>
    ) => Effect.Effect<A, Exclude<E, SqlError.SqlError> | Conflict>
  }
>()("@formwork/postgres/database/TenantDatabase") {}

/** The service, as a store gets it. */
export type Database = TenantDatabase["Service"]

/** The connections of a database adapter. On the embedded database both are the same. */
export interface Clients {
  /** Many statements at once over few connections. */
  readonly reads: SqlClient.SqlClient
  /** One statement or transaction a connection. */
  readonly writes: SqlClient.SqlClient
}

/** How many statements and transactions write at a time, each over a connection of its own. */
export const writers = 8

/** @param doubt is run where the server refuses to write. */
export const make = ({ reads, writes }: Clients, doubt: Effect.Effect<void> = Effect.void): Database => {
  const asDefect = asDefectAt(doubt)
  const sqlOf =
    (client: SqlClient.SqlClient): Sql =>
    (strings, ...parameters) =>
      client<object>(strings, ...parameters)
  const lanes = { read: sqlOf(reads), write: sqlOf(writes) }
  return TenantDatabase.of({
    call: (lane, organisationId, statement) => asDefect(measured(lane, statement(lanes[lane], organisationId))),
    common: (lane, statement) => asDefect(measured(lane, statement(lanes[lane]))),
    transaction: (organisationId, body) =>
      asDefect(
        measured(
          "write",
          writes.withTransaction(
            Effect.andThen(
              // INVARIANT: local (true). Otherwise the setting outlives the transaction, and the next caller of the connection has it.
              lanes.write`select set_config('app.organisation_id', ${organisationId}, true)`,
              body(lanes.write, organisationId)
            )
          )
        )
      )
  })
}

/** Decodes every row by `schema`. A row that does not fit is a defect. */
export const rows = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(schema))
  return <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
    Effect.flatMap(self, (found) => Effect.orDie(decode(found)))
}

/** Decodes the row of a statement that gives one row or none. */
export const row = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const all = rows(schema)
  return <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>) => Effect.map(all(self), ([first]) => first)
}
