/**
 * The dispatcher's way to the database: as formwork_worker, which sees the outbox of every organisation. It reads and writes all other
 * rows under the setting of their organisation, as formwork_api does.
 */
import { Context, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import type { Sql } from "./TenantDatabase.ts"
import { asDefectAt, type Conflict } from "./SqlFailure.ts"

export class Worker extends Context.Service<
  Worker,
  {
    /** One statement over the outbox of all organisations. */
    readonly across: (statement: (sql: Sql) => ReturnType<Sql>) => Effect.Effect<ReadonlyArray<unknown>, Conflict>
    /** Statements in one transaction for `organisationId`. Of other organisations it sees the outbox alone. */
    readonly within: <A, E>(
      organisationId: OrganisationId,
      body: (sql: Sql, organisationId: OrganisationId) => Effect.Effect<A, E | SqlError.SqlError>
    ) => Effect.Effect<A, Exclude<E, SqlError.SqlError> | Conflict>
  }
>()("@formwork/postgres/database/Worker") {}

/**
 * @param client a connection that runs as formwork_worker or may become it.
 * @param becoming whether it becomes formwork_worker for each transaction: the embedded database has only one session, the server's.
 * @param doubt is run where the server refuses to write.
 */
export const make = (
  client: SqlClient.SqlClient,
  becoming = false,
  doubt: Effect.Effect<void> = Effect.void
): Worker["Service"] => {
  const asDefect = asDefectAt(doubt)
  const sql: Sql = (strings, ...parameters) => client<object>(strings, ...parameters)
  const become = becoming ? sql`set local role formwork_worker` : Effect.void
  return Worker.of({
    across: (statement) =>
      asDefect(becoming ? client.withTransaction(Effect.andThen(become, statement(sql))) : statement(sql)),
    within: (organisationId, body) =>
      asDefect(
        client.withTransaction(
          Effect.andThen(
            // INVARIANT: local (true), as in TenantDatabase.
            Effect.andThen(become, sql`select set_config('app.organisation_id', ${organisationId}, true)`),
            body(sql, organisationId)
          )
        )
      )
  })
}

/** For a process that sends nothing. */
export const none: Worker["Service"] = Worker.of({
  across: () => Effect.die(new Error("this process sends nothing")),
  within: () => Effect.die(new Error("this process sends nothing"))
})
