/** Work as the login of an address itself, whichever role of ours it may become. */
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect } from "effect"
import type { Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlError } from "effect/sql"
import type { SqlClient } from "effect/sql"
import * as Address from "./Address.ts"
import * as Primary from "./Primary.ts"
import { whenThereIsRoom } from "./SqlFailure.ts"
import { refusalOf } from "./StartRefused.ts"

/** One connection as the login itself, to the server that takes writes. A migration may be silent for long. */
export const using = <A, E>(
  url: Redacted.Redacted<string>,
  work: (sql: SqlClient.SqlClient, shown: string) => Effect.Effect<A, E | SqlError.SqlError>
) =>
  Effect.gen(function* () {
    const address = yield* Address.parse(url)
    const { options } = yield* Primary.make(address, Duration.infinity)
    return yield* connect(options).pipe(
      Effect.flatMap((sql) => work(sql, address.shown)),
      Effect.catchIf(SqlError.isSqlError, (error) => Effect.fail(refusalOf(address.shown, error)))
    )
  }).pipe(Effect.scoped)

export type Options = Primary.Primary["options"]

/** One connection as the login itself. It prepares nothing, so it works through any pooler. */
export const connect = (options: Options) =>
  whenThereIsRoom(Effect.provide(PgClient.makeClient(options({ prepare: false })), Reactivity.layer))
