/** The one door to an organisation's rows. The clients stay behind it: no store can send a statement any other way. */
import { Context, Effect, Schema } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import { measured } from "./metrics.ts"
import { asDefect, type Conflict } from "./SqlFailure.ts"

/** Writes one statement; what stands in `${}` is sent as a parameter, never as text. */
export type Sql = (
  strings: TemplateStringsArray,
  ...parameters: ReadonlyArray<unknown>
) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

export class TenantDatabase extends Context.Service<
  TenantDatabase,
  {
    /**
     * One statement and one round trip: a call of a function that is given the organisation and sets it, for itself alone,
     * before it looks at a row.
     * @param lane `read` shares connections with others and must be quick; `write` has one to itself.
     */
    readonly call: (
      lane: "read" | "write",
      organisationId: OrganisationId,
      statement: (sql: Sql, organisationId: OrganisationId) => ReturnType<Sql>
    ) => Effect.Effect<ReadonlyArray<unknown>, Conflict>
    /**
     * The same for no organisation in particular: what belongs to none, or a call of a function that is given several and sets
     * each before it looks at a row of it. To anything else row security shows nothing.
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

/** What a store is given of it. */
export type Database = TenantDatabase["Service"]

/** What a database adapter opens. Embedded, both are the same connection. */
export interface Clients {
  /** Many statements at once over few connections. */
  readonly reads: SqlClient.SqlClient
  /** One statement or transaction a connection. */
  readonly writes: SqlClient.SqlClient
}

export const make = ({ reads, writes }: Clients): Database => {
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
              // INVARIANT: local (true). Otherwise it outlives the transaction on a connection that others use next.
              lanes.write`select set_config('app.organisation_id', ${organisationId}, true)`,
              body(lanes.write, organisationId)
            )
          )
        )
      )
  })
}

/** Reads every row as `schema` says; one that is otherwise is a defect. */
export const rows = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(schema))
  return <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
    Effect.flatMap(self, (found) => Effect.orDie(decode(found)))
}

/** The same, of a statement that gives one row or none. */
export const row = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const all = rows(schema)
  return <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>) => Effect.map(all(self), ([first]) => first)
}
