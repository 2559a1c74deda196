/**
 * Whether a connection leads to the process of Postgres that the server named when it was opened. A pooler names processes of its own,
 * because it puts a connection of the database behind it when it likes (docs/decisions/0220).
 */
import { PgConnection } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import type { Scope } from "effect"
import type { SqlError } from "effect/sql"
import { row } from "./TenantDatabase.ts"

const backend = row(Schema.Struct({ id: Schema.Int }))

/** @param config of a connection that is opened for this question alone. */
export const isDirect = Effect.fnUntraced(function* (
  config: PgConnection.Config
): Effect.fn.Return<boolean, SqlError.SqlError, Scope.Scope> {
  const { processId, query } = yield* PgConnection.make(config)
  const found = yield* query("select pg_backend_pid() as id", [], false).pipe(
    Effect.map(({ rows }) => rows),
    backend
  )
  return found?.id === processId
}, Effect.scoped)
