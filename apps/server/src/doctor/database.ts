/** What `formwork doctor` asks the database server: the checks that `serve` and `worker` start with, one line each. */
import { Context, Effect, Layer, Logger, Option, Schema } from "effect"
import type { Redacted } from "effect"
import * as ClockOffset from "@formwork/postgres/database/ClockOffset"
import * as Parts from "@formwork/postgres/database/months/Parts"
import * as Server from "@formwork/postgres/database/Server"
import type { StartRefused } from "@formwork/postgres/database/StartRefused"
import { row, rows, TenantDatabase } from "@formwork/postgres/database/TenantDatabase"
import { Worker } from "@formwork/postgres/database/Worker"
import * as Destination from "@formwork/outbound/http/Destination"
import { HostResolver } from "@formwork/outbound/http/HostResolver"
import type { Settings } from "../settings/Settings.ts"
import * as Wiring from "../Wiring.ts"
import { fail, ok, warn } from "./Finding.ts"
import type { Finding } from "./Finding.ts"
import { listening, standby } from "./standby.ts"

/** The line that a refusal of the start belongs to. */
const checkOf = (reason: StartRefused["reason"]): string => {
  switch (reason) {
    case "denied":
    case "privileged":
    case "misrestored":
      return "roles and row security"
    case "pooled":
      return "pooler"
    case "not_migrated":
    case "newer":
    case "unreleased":
      return "migrations"
    default:
      return "database"
  }
}

const refused = ({ message, reason }: StartRefused): ReadonlyArray<Finding> => {
  const check = checkOf(reason)
  const reached = check === "database" ? [] : [ok("database", "It answers and takes writes.")]
  return [...reached, fail(check, message)]
}

const states = row(
  Schema.Struct({ version: Schema.String, isFounded: Schema.Boolean, undivided: Schema.Array(Schema.String) })
)

const organisations = (isFounded: boolean): Finding =>
  isFounded
    ? ok("organisations", "There is at least one.")
    : warn("organisations", "There is none, so no person can sign in: `formwork organisation create` founds one.")

const retention = (tables: ReadonlyArray<string>): ReadonlyArray<Finding> =>
  tables.map((table) =>
    warn(
      "retention",
      `${table} is being divided by months, or that was cut short and it will refuse rows: if no \`formwork retention\` runs now, run it again.`
    )
  )

const tolerated = 5

const clock = (seconds: number): Finding => {
  const away = Math.abs(seconds).toFixed(1)
  const where = seconds < 0 ? "behind" : "ahead of"
  if (Math.abs(seconds) <= tolerated) return ok("clock", `This machine's clock is ${away} s ${where} the database's.`)
  return warn(
    "clock",
    `This machine's clock is ${away} s ${where} the database's: set it by NTP, or the day of today() is wrong.`
  )
}

const serving = (url: Redacted.Redacted, settings: Settings) => {
  const { databasePooler } = settings
  const { layer: logs, said } = listening()
  const reading = Wiring.readingOn(settings)
  return Effect.gen(function* () {
    const database = Context.get(yield* Layer.build(Server.layer(url, databasePooler, reading)), TenantDatabase)
    const { common } = database
    const found = yield* common(
      "read",
      (sql) => sql`
        select current_setting('server_version') as version,
               exists (select from formwork.installation where first_organisation_id is not null) as "isFounded",
               array(select k.conrelid::regclass::text from pg_constraint k where k.conname = ${Parts.unfinished}) as undivided`
    ).pipe(states)
    const pooled =
      databasePooler === "transaction" ? "Connections are given out by transaction." : "No pooler by transaction."
    return [
      ok("database", `Postgres ${found?.version ?? ""} answers and takes writes.`),
      ok("pooler", pooled),
      ok("roles and row security", "Owners, roles, policies and grants are as the migrations make them."),
      ok("migrations", "The database has what this program needs."),
      organisations(found?.isFounded === true),
      ...retention(found?.undivided ?? []),
      clock(yield* ClockOffset.seconds((statement) => common("read", statement))),
      ...(reading === undefined ? [] : [yield* standby(database, said)])
    ]
  }).pipe(Effect.provide(logs))
}

const Waiting = Schema.Struct({ destination: Schema.String })

/** Whether the hosts of effects that wait have addresses, and such that effects may go to. */
const receivers = Effect.fnUntraced(function* (hosts: ReadonlyArray<string>, settings: Settings) {
  const policy = Wiring.outboundPolicy(settings)
  const resolve = yield* HostResolver
  const look = (host: string) =>
    Effect.fromResult(Destination.read(`https://${host}/`, policy)).pipe(
      Effect.flatMap((destination) => Destination.addresses(destination, resolve, policy)),
      Effect.match({
        onFailure: ({ reason }) => [warn("receivers", `${host}: ${reason} Effects to it wait or are dead.`)],
        onSuccess: (): ReadonlyArray<Finding> => []
      })
    )
  const found = (yield* Effect.forEach(hosts, look, { concurrency: 8 })).flat()
  if (found.length > 0) return found
  return [
    ok(
      "receivers",
      hosts.length === 0
        ? "No effect waits for a receiver."
        : `Effects wait for ${hosts.length} hosts, and all have addresses.`
    )
  ]
})

/** Not hosts: where effects of other kinds go. */
const others = new Set(["mail", "documents", "none", ""])

const sending = (url: Redacted.Redacted, settings: Settings) =>
  Effect.gen(function* () {
    const { across } = Context.get(yield* Layer.build(Server.layerWorker(url, settings.databasePooler)), Worker)
    const waiting = yield* across(
      (sql) => sql`
        select distinct destination from (select destination from formwork.firings where state = 'pending' limit 10000) as f
         order by destination limit 50`
    ).pipe(rows(Waiting))
    const hosts = waiting.map(({ destination }) => destination).filter((destination) => !others.has(destination))
    return [ok("sending", "The outbox can be read as formwork_worker."), ...(yield* receivers(hosts, settings))]
  })

const quiet = <A, E>(self: Effect.Effect<A, E>) => Effect.provide(self, Logger.layer([]))

/** With the embedded database: nothing; it is opened by one process alone. */
export const database = Effect.fnUntraced(function* (settings: Settings): Effect.fn.Return<ReadonlyArray<Finding>> {
  if (Option.isNone(settings.databaseUrl))
    return [
      ok("database", "The embedded one, which the server opens itself. For records that matter, set DATABASE_URL.")
    ]
  const url = settings.databaseUrl.value
  const served = yield* serving(url, settings).pipe(
    Effect.scoped,
    Effect.catch((refusal) =>
      Effect.succeed("reason" in refusal ? refused(refusal) : [fail("database", String(refusal))])
    ),
    Effect.catchCause(() =>
      Effect.succeed([fail("database", "It stopped answering while it was looked at. Try again.")])
    ),
    quiet
  )
  if (settings.workers === 0 || served.some(({ check, status }) => status === "fail" && check === "database"))
    return served
  const sent = yield* sending(
    Option.getOrElse(settings.workerDatabaseUrl, () => url),
    settings
  ).pipe(
    Effect.scoped,
    Effect.catch((refusal) =>
      Effect.succeed([fail("sending", "message" in refusal ? refusal.message : "The outbox cannot be read.")])
    ),
    Effect.catchCause(() => Effect.succeed([fail("sending", "The outbox cannot be read.")])),
    quiet
  )
  return [...served, ...sent]
})
