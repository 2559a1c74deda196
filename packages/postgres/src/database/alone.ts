/** One command at a time changes how the tables of a database are made. */
import { Effect, Schema } from "effect"
import type { Redacted } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { using } from "./asLogin.ts"
import { MigrationRefused } from "./MigrationRefused.ts"
import { row } from "./TenantDatabase.ts"

/** An arbitrary advisory lock, which a migration has too. */
export const lockId = 4_702_111_234

const lock = row(Schema.Struct({ isHeld: Schema.Boolean }))

/**
 * Work in several transactions, as the login itself. The lock is held by the transaction of another connection, so that it is kept through a
 * pooler and ends with the process.
 */
export const alone = <A, E>(
  url: Redacted.Redacted<string>,
  work: (sql: SqlClient.SqlClient, shown: string) => Effect.Effect<A, E | SqlError.SqlError>
) =>
  using(url, (guard, shown) =>
    guard.withTransaction(
      Effect.gen(function* () {
        yield* guard`select set_config('idle_in_transaction_session_timeout', '0', true)`
        const found = yield* guard`select pg_try_advisory_xact_lock(${lockId}) as "isHeld"`.pipe(lock)
        if (found?.isHeld === true) return yield* using(url, work)
        return yield* new MigrationRefused({
          message: `Another command changes the tables of the database at ${shown} just now, such as a migration; run this again once it has ended.`
        })
      })
    )
  )
