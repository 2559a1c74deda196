/** A pgbouncer by transaction in front of the bench's Postgres server, for those who file over more connections than it wants. */
import { Effect, Exit, Redacted, Scope } from "effect"
import * as PgBouncer from "@formwork/postgres/testing/PgBouncer"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import type { Arena } from "./Arena.ts"
import type { Target } from "./pgbench.ts"

/** Connections that it has to the database. */
export const POOL = 16

export interface Pooler {
  readonly target: Target
  readonly stop: () => Promise<void>
}

/** Undefined where this machine has no pgbouncer. Servers log in as `formwork_api` through it (docs/running.md), and so does this. */
export const start = async ({ databaseUrl }: Arena): Promise<Pooler | undefined> => {
  if (!PgBouncer.isInstalled) return undefined
  const scope = Scope.makeUnsafe()
  const url = Redacted.make(databaseUrl)
  const { at } = await Effect.runPromise(
    Effect.gen(function* () {
      const sql = yield* TestServer.connect(url)
      const password = sql.literal(`'${new URL(databaseUrl).password}'`)
      yield* sql`alter role formwork_api login password ${password}`.unprepared
      return yield* PgBouncer.make(url, ["formwork_api"], { mode: "transaction", size: POOL })
    }).pipe(Scope.provide(scope))
  )
  return {
    target: { url: Redacted.value(at("formwork_api")), options: "", isPrepared: false },
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
