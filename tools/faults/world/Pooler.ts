/** A pooler by transaction between some processes and the database. */
import { Effect, Redacted, Result } from "effect"
import * as PgBouncer from "@formwork/postgres/testing/PgBouncer"
import * as TestServer from "@formwork/postgres/testing/TestServer"

export interface Pooler {
  readonly settings: (login: "formwork_api" | "formwork_worker") => Readonly<Record<string, string>>
  /** kill -9; resolves when another has taken its place. */
  readonly kill: () => Promise<void>
}

/** A failure with the reason where this machine has none. */
export const make = Effect.fnUntraced(function* (url: string) {
  if (!PgBouncer.isInstalled) return Result.fail("there is no pgbouncer on the PATH")
  const admin = Redacted.make(url)
  const { password } = new URL(url)
  const logins = ["formwork_api", "formwork_worker"]
  yield* Effect.scoped(
    Effect.flatMap(TestServer.connect(admin), (sql) =>
      Effect.forEach(logins, (login) => sql.unsafe(`alter role ${login} password '${password}'`).unprepared)
    )
  ).pipe(Effect.orDie)
  const { at, kill } = yield* PgBouncer.make(admin, logins, { mode: "transaction", size: 30 })
  return Result.succeed<Pooler>({
    settings: (login) => ({ DATABASE_URL: Redacted.value(at(login)), DATABASE_POOLER: "transaction" }),
    kill
  })
})
