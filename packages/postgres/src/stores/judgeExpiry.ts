/** Judges the end of a key by the database's clock. */
import { DateTime, Effect, Schema } from "effect"
import { expiryPassed } from "@formwork/domain/keys/expiryPassed"
import { row } from "../database/TenantDatabase.ts"
import type { Sql } from "../database/TenantDatabase.ts"

const past = row(Schema.Struct({ past: Schema.Boolean }))

/** Refuses an end that is not in the future, by the database's clock. */
export const judgeExpiry = Effect.fnUntraced(function* (sql: Sql, expiresAt: DateTime.Utc | null | undefined) {
  if (expiresAt === null || expiresAt === undefined) return
  const judged = yield* sql`select ${DateTime.toDate(expiresAt)}::timestamptz <= clock_timestamp() as past`.pipe(past)
  if (judged?.past !== false) return yield* expiryPassed()
})
