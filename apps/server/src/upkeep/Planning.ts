/** Says what migrating the database of `DATABASE_URL` would do, without changing it. */
import { Console, Effect, Option } from "effect"
import * as Server from "@formwork/postgres/database/Server"
import { sentenceOf } from "@formwork/postgres/database/LongTransactions"
import type { Locked, Plan, Step } from "@formwork/postgres/database/MigrationPlan"
import * as Pglite from "@formwork/postgres/embedded/Pglite"
import * as Logs from "../logs/Logs.ts"
import { databaseUrl } from "../settings/databaseUrl.ts"
import type { Settings } from "../settings/Settings.ts"
import { asStartupFailure, Faulty, StartupFailure } from "../StartupFailure.ts"

const count = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 })

const mebibytes = (bytes: number): string => `${count.format(Math.ceil(bytes / 2 ** 20))} MiB`

const effects: Readonly<Record<Locked["work"], string>> = {
  kept: "for a moment",
  read: "while all of it is read",
  written: "while all of it is written anew"
}

/** Who waits for a table that is locked so. */
const waiting = (lock: string): string => (lock === "AccessExclusiveLock" ? "readers and writers wait" : "writers wait")

const lockedLine = ({ bytes, lock, rows, seconds, table, work }: Locked): string => {
  const takes =
    seconds === null ? ", for an unknown time" : seconds < 1 ? "" : `, about ${count.format(Math.ceil(seconds))} s`
  return `  ${table} (${count.format(rows)} rows, ${mebibytes(bytes)}): ${waiting(lock)} ${effects[work]}${takes}`
}

const stepLines = ({ isServed, locked, migration }: Step): ReadonlyArray<string> => [
  `${migration}: ${isServed ? "servers and workers run on" : "stop servers and workers before"}`,
  ...locked.map(lockedLine)
]

/** Words for a plan, a line each. */
export const lines = ({ isWithoutPause, newest, open, steps }: Plan): ReadonlyArray<string> => {
  if (steps.length === 0) return ["The database is up to date."]
  if (newest === undefined)
    return ["The database has no schema of Formwork: there is nothing to wait for. Run `formwork migrate`."]
  const held = open.map(
    (transaction) => `Open now: ${sentenceOf(transaction)}. A migration that needs its tables waits for it.`
  )
  const outcome = isWithoutPause
    ? "Run `formwork migrate` while servers and workers run, and replace them afterwards, one by one."
    : steps.every(({ isServed }) => isServed)
      ? "Servers and workers may run meanwhile, and requests to these tables wait for so long."
      : "Stop servers and workers, run `formwork migrate`, and start the new ones."
  return [`The database has ${newest}, and lacks:`, "", ...steps.flatMap(stepLines), "", ...held, outcome]
}

/** Prints the plan. The exit code is 1 if servers have to be stopped, or if a request would wait for longer than a second. */
export const check = Effect.fn("check")(function* (settings: Settings, asJson: boolean) {
  const url = yield* databaseUrl(settings)
  if (Option.isNone(url)) {
    return yield* new StartupFailure({
      message: "Set DATABASE_URL to the database to look at; `formwork serve` migrates the embedded one itself."
    })
  }
  const plan = yield* Server.plan(url.value, Pglite.empty).pipe(
    Effect.provide(Logs.layer(settings.logLevel)),
    asStartupFailure
  )
  yield* Console.log(asJson ? JSON.stringify(plan, null, 2) : lines(plan).join("\n"))
  if (!plan.isWithoutPause && plan.newest !== undefined) return yield* new Faulty()
})
