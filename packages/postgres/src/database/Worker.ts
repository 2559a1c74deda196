/**
 * The dispatcher's way to the database: as formwork_worker, which sees the outbox of every organisation. It reads and writes all other
 * rows under the setting of their organisation, as formwork_api does.
 */
import { Context, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import * as RoleDatabase from "./RoleDatabase.ts"

export class Worker extends Context.Service<Worker, RoleDatabase.RoleDatabase>()(
  "@formwork/postgres/database/Worker"
) {}

/**
 * @param client a connection that runs as formwork_worker or may become it.
 * @param becoming whether it becomes formwork_worker for each transaction.
 * @param doubt is run where the server refuses to write.
 */
export const make = (
  client: SqlClient.SqlClient,
  becoming = false,
  doubt: Effect.Effect<void> = Effect.void
): Worker["Service"] => Worker.of(RoleDatabase.make(client, becoming ? "formwork_worker" : undefined, doubt))

/** For a process that sends nothing. */
export const none: Worker["Service"] = Worker.of({
  across: () => Effect.die(new Error("this process sends nothing")),
  within: () => Effect.die(new Error("this process sends nothing")),
  nodes: undefined
})
