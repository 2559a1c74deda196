/** Lists, exports and reports from a standby (docs/decisions/0315): each has everything that any process was answered before it began. */
import { assert, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Logger, Redacted } from "effect"
import { PrometheusMetrics } from "effect/observability"
import type { SqlClient } from "effect/sql"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import * as Fixture from "@formwork/contract/Fixture"
import * as Server from "../src/database/Server.ts"
import * as Worker from "../src/database/Worker.ts"
import * as Cluster from "../src/testing/Cluster.ts"
import * as Standby from "../src/testing/Standby.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports, unoperated } from "./Subject.ts"

const secret = ({ url }: Cluster.Cluster) => Redacted.make(url)

const end = (server: Cluster.Cluster): void => {
  try {
    Cluster.signal(server, "SIGKILL")
  } catch {
    // The test has ended it.
  }
}

/** A server with the schema, its standby, and a connection as the superuser to each. */
const pairOf = Effect.fnUntraced(function* (options: Cluster.Options) {
  const { primary, standby } = yield* Effect.acquireRelease(
    Effect.gen(function* () {
      const made = yield* Effect.promise(() => Cluster.start(["synchronous_commit=on"], options))
      yield* Server.migrate(secret(made))
      yield* Effect.scoped(
        Effect.flatMap(TestServer.connect(secret(made)), (sql) =>
          Effect.andThen(sql`alter system set track_functions = 'all'`.unprepared, sql`select pg_reload_conf()`)
        )
      )
      const copy = yield* Standby.start(made)
      yield* Standby.caughtUp(made, copy)
      return { primary: made, standby: copy }
    }),
    (both) =>
      Effect.sync(() => {
        for (const one of Object.values(both)) end(one)
      })
  )
  const connected = (server: Cluster.Cluster) => TestServer.connect(secret(server))
  return { primary, standby, there: yield* connected(standby), here: yield* connected(primary) }
})

const pair = pairOf({})

const quiet = Logger.layer([])

/** A process that reads from `reading`. */
const process = (
  primary: Cluster.Cluster,
  reading: Redacted.Redacted<string>,
  lag: Duration.Input,
  log: Layer.Layer<never> = quiet
) =>
  Layer.build(
    Layer.fresh(
      ports(
        Layer.mergeAll(
          Server.layer(secret(primary), "none", { url: reading, lag: Duration.fromInputUnsafe(lag) }).pipe(
            Layer.provide(log)
          ),
          Layer.succeed(Worker.Worker, Worker.none),
          unoperated
        )
      )
    )
  )

type Process = Effect.Success<ReturnType<typeof process>>

const everything = { limit: 1_000, bytes: 1_000_000 }

/** An organisation with a form, and what was filed against it. */
const organisation = Effect.gen(function* () {
  const caller = yield* Fixture.owner
  return { caller, form: yield* Fixture.liveForm(caller, "ENQ"), filed: new Set<string>() }
})
type Organisation = Effect.Success<typeof organisation>

const file = Effect.fnUntraced(function* (through: Process, { caller, filed, form }: Organisation) {
  const filing = yield* Fixture.filing(form.version).pipe(Effect.provideContext(through))
  yield* Context.get(through, SubmissionStore).file(caller, filing)
  filed.add(filing.submission.id)
})

/** A list and a report have all that was filed, and nothing of another organisation. */
const reads = Effect.fnUntraced(function* (through: Process, { caller, filed, form }: Organisation, after: string) {
  const { items } = yield* Context.get(through, SubmissionListStore).byTime(caller, {}, undefined, everything)
  assert.deepStrictEqual(new Set(items.map(({ id }) => id as string)), filed, after)
  const count = yield* Context.get(through, SubmissionListStore).count(caller, {}, 1_000)
  assert.strictEqual(count, filed.size, after)
  const about = { formId: form.form.id, timeZone: "UTC", from: undefined, to: undefined, fields: [] }
  const tallies = yield* Context.get(through, ReportStore).tally(caller, about)
  const days = tallies.filter((tally) => tally.what === "day")
  assert.strictEqual(
    days.reduce((sum, tally) => sum + tally.count, 0),
    filed.size,
    after
  )
})

/** How many pages of lists a server has made. */
const calls = (sql: SqlClient.SqlClient) =>
  sql<{ calls: number }>`
    select coalesce(sum(calls), 0)::integer as calls from pg_stat_user_functions where funcname = 'submission_page'`.pipe(
    Effect.map(([row]) => row?.calls ?? 0)
  )

/** How many reads each server has answered, as the page of metrics says. */
const counted = Effect.map(PrometheusMetrics.format(), (text) => {
  const of = (from: string) =>
    Number(new RegExp(`^formwork_database_reads_total\\{from="${from}"\\} (\\d+)$`, "mu").exec(text)?.[1] ?? 0)
  return { standby: of("standby"), primary: of("primary") }
})

/** A log of `level sentence`. */
const kept = (lines: Array<string>) =>
  Logger.layer([Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))])

const pick = <A>(all: readonly [A, ...Array<A>]): A => all[Math.floor(Math.random() * all.length)] ?? all[0]

it.live(
  "a read has all that was stored before it began, by any process, whether replay runs or is paused",
  () =>
    Effect.gen(function* () {
      const { here, primary, standby, there } = yield* pair
      const processes = [
        yield* process(primary, secret(standby), "100 millis"),
        yield* process(primary, secret(standby), "100 millis")
      ] as const
      const organisations = yield* Effect.all([organisation, organisation]).pipe(Effect.provideContext(processes[0]))
      // What is shown of a server's functions is some moments old.
      const answers = (sql: typeof here, through: Process) =>
        Effect.gen(function* () {
          const before = yield* calls(sql)
          yield* Effect.repeat(Effect.andThen(reads(through, organisations[0], "who answers"), calls(sql)), {
            until: (n) => n > before
          })
        })
      const [before, lines] = [yield* counted, new Array<string>()]
      yield* Effect.provide(answers(there, processes[0]), kept(lines))
      yield* answers(there, processes[1])
      // Once the standby was left, as a slow machine may leave it, that it is read again is a warning too.
      const isHealthy = !lines.some((line) => line.includes("reads go to the primary"))
      assert.include(lines, `${isHealthy ? "Info" : "Warn"} reads go to the standby`)
      assert.isAbove((yield* counted).standby, before.standby)
      const steps: Array<string> = []
      for (let step = 0; step < 80; step++) {
        const [who, whose] = [pick([0, 1] as const), pick([0, 1] as const)]
        const what = pick(["files", "files", "reads", "reads", "pauses", "resumes"] as const)
        steps.push(`process ${who} ${what} for ${whose}`)
        if (what === "files") yield* file(processes[who], organisations[whose])
        else if (what === "reads") yield* reads(processes[who], organisations[whose], steps.join(", "))
        else if (what === "pauses") yield* there`select pg_wal_replay_pause()`
        else yield* there`select pg_wal_replay_resume()`
      }
      // Each of the two has answered: the standby where it could, the primary where it was behind.
      yield* there`select pg_wal_replay_resume()`
      yield* answers(there, processes[0])
      yield* there`select pg_wal_replay_pause()`
      yield* file(processes[1], organisations[0])
      const paused = yield* counted
      yield* answers(here, processes[0])
      assert.isAbove((yield* counted).primary, paused.primary)
      const [{ caller }] = organisations
      const period = { from: "2020-01-01", to: "2100-01-01" }
      const overview = yield* Context.get(processes[0], ReportStore).overview(caller, {
        ...period,
        before: undefined,
        limit: 10,
        mostEffects: 10
      })
      assert.strictEqual(overview.forms.length, 1)
      assert.deepStrictEqual(yield* Context.get(processes[0], UsageStore).list(caller, period), [])
    }).pipe(Effect.scoped, Effect.provide(quiet)),
  120_000
)

it.live(
  "a standby that is away, hangs, or has become a primary costs no read, and one that is away at the start is used when it comes",
  () =>
    Effect.gen(function* () {
      const { primary, standby, there } = yield* pair
      const nowhere = new URL(standby.url)
      nowhere.port = "1"
      const without = yield* process(primary, Redacted.make(nowhere.href), "100 millis")
      const own = yield* organisation.pipe(Effect.provideContext(without))
      yield* file(without, own)
      yield* reads(without, own, "away at the start")

      yield* Effect.sync(() => Cluster.signal(standby, "SIGSTOP"))
      const through = yield* process(primary, secret(standby), "100 millis")
      for (const signal of ["SIGSTOP", "SIGCONT", "SIGSTOP", "SIGCONT"] as const) {
        yield* Effect.sync(() => Cluster.signal(standby, signal))
        yield* file(through, own)
        yield* reads(through, own, signal)
        if (signal === "SIGSTOP") continue
        const before = yield* calls(there)
        yield* Effect.repeat(Effect.andThen(reads(through, own, "back"), calls(there)), { until: (n) => n > before })
      }
      yield* Standby.promote(standby)
      yield* file(through, own)
      yield* reads(through, own, "promoted")
      yield* Effect.sync(() => Cluster.signal(standby, "SIGKILL"))
      yield* file(through, own)
      yield* reads(through, own, "killed")
    }).pipe(Effect.scoped, Effect.provide(quiet)),
  120_000
)

/** Another database of the same servers, with the schema. */
const besides = Effect.fnUntraced(function* ({ primary, standby }: Record<"primary" | "standby", Cluster.Cluster>) {
  const [there, copied] = [primary, standby].map(({ url }) => new URL("/besides", url).href)
  yield* Effect.scoped(
    Effect.flatMap(TestServer.connect(secret(primary)), (sql) => sql`create database besides`.unprepared)
  )
  yield* Server.migrate(Redacted.make(there ?? ""))
  yield* Standby.caughtUp(primary, standby)
  return Redacted.make(copied ?? "")
})

/** The standby of another server, whose log is further on. */
const elsewhere = Effect.gen(function* () {
  const { here, primary, standby } = yield* pairOf({ isOwnSystem: true })
  for (let segment = 0; segment < 4; segment++) {
    yield* here`create table ${here.literal(`further_${segment}`)} (one integer)`.unprepared
    yield* here`select pg_switch_wal()::text as at`
  }
  yield* Standby.caughtUp(primary, standby)
  return secret(standby)
})

it.live(
  "a standby of another server, and another database of the right one, answer no read, and the log says why",
  () =>
    Effect.gen(function* () {
      const own = yield* Effect.provide(pair, quiet)
      for (const [what, reading] of [
        ["another database", yield* Effect.provide(besides(own), quiet)],
        ["another server", yield* Effect.provide(elsewhere, quiet)]
      ] as const) {
        const logged: Array<string> = []
        const log = kept(logged)
        yield* Effect.gen(function* () {
          const through = yield* process(own.primary, reading, "100 millis", log)
          const some = yield* organisation.pipe(Effect.provideContext(through))
          yield* file(through, some)
          const decided = Effect.sync(() => logged.some((line) => /no standby is read|reads go to the/u.test(line)))
          yield* Effect.repeat(Effect.andThen(reads(through, some, what), decided), { until: (is) => is })
          yield* reads(through, some, what)
        }).pipe(Effect.scoped, Effect.provide(log))
        assert.match(
          logged.join("\n"),
          /^Warn no standby is read: The database at 127\.0\.0\.1:\d+\/\w+ is not a standby of the database at 127\.0\.0\.1:\d+\/postgres\.$/u
        )
      }
    }).pipe(Effect.scoped),
  240_000
)
