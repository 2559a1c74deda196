/**
 * The operator's way to the database: as formwork_operator, which sees the names of all organisations, and of one organisation at a time
 * what founding it takes.
 */
import { Context, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import * as RoleDatabase from "./RoleDatabase.ts"

export class Operator extends Context.Service<Operator, RoleDatabase.RoleDatabase>()(
  "@formwork/postgres/database/Operator"
) {}

/**
 * @param client a connection that runs as formwork_operator or may become it.
 * @param becoming whether it becomes formwork_operator for each transaction.
 * @param doubt is run where the server refuses to write.
 */
export const make = (client: SqlClient.SqlClient, becoming = false, doubt: Effect.Effect<void> = Effect.void) =>
  Operator.of(RoleDatabase.make(client, becoming ? "formwork_operator" : undefined, doubt))

/** For a process that does not work for the operator. */
export const none: Operator["Service"] = Operator.of({
  across: () => Effect.die(new Error("this process does not work for the operator")),
  within: () => Effect.die(new Error("this process does not work for the operator")),
  nodes: undefined
})
