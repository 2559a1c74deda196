/** Refuses a database whose organisations are divided among nodes. */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Address } from "../Address.ts"
import { refusalOf, StartRefused } from "../StartRefused.ts"
import * as ShardMap from "./ShardMap.ts"

/** Effects are claimed among the rows of all organisations, which one statement does not reach where they are divided. */
export const check = Effect.fnUntraced(function* ({ shown }: Address, sql: SqlClient.SqlClient) {
  const map = yield* ShardMap.read(sql).pipe(
    Effect.catchTag("SqlError", (error) => Effect.fail(refusalOf(shown, error)))
  )
  if (map === undefined) return
  return yield* new StartRefused({
    reason: "divided",
    message: `The database at ${shown} is divided among nodes, from which effects are not sent yet; set WORKERS=0.`
  })
})
