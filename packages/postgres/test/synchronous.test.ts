/**
 * A primary whose commits wait for a standby: while the standby is away, no caller is answered what it does not have yet, because a
 * failover would lose it (docs/decisions/0314).
 */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Logger, Redacted } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import * as Fixture from "@formwork/contract/Fixture"
import * as Server from "../src/database/Server.ts"
import * as Cluster from "../src/testing/Cluster.ts"
import * as Standby from "../src/testing/Standby.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports } from "./Subject.ts"

/** A server with the schema whose commits wait for its standby. */
const pair = Effect.acquireRelease(
  Effect.gen(function* () {
    const primary = yield* Effect.promise(() => Cluster.start(["synchronous_commit=on"]))
    yield* Server.migrate(Redacted.make(primary.url)).pipe(Effect.provide(Logger.layer([])))
    const standby = yield* Standby.start(primary)
    const sql = yield* TestServer.connect(Redacted.make(primary.url))
    yield* sql`select from pg_stat_replication where state = 'streaming'`.pipe(
      Effect.repeat({ until: (rows) => rows.length > 0 })
    )
    yield* sql`alter system set synchronous_standby_names = '*'`.unprepared
    yield* sql`select pg_reload_conf()`
    return { primary, standby, sql }
  }),
  ({ primary, standby }) =>
    Effect.sync(() => {
      for (const one of [primary, standby]) Cluster.signal(one, "SIGKILL")
    })
)

const names = Array.from({ length: 24 }, (_, place) => `filing ${place}`)

const bodyHash = new Uint8Array(32).fill(1)

it.live(
  "a filing that waits for a standby that is away is answered as filed by no repeat, until the standby has it",
  () =>
    Effect.gen(function* () {
      const { primary, sql, standby } = yield* pair
      yield* Effect.gen(function* () {
        const store = yield* SubmissionStore
        const owner = yield* Fixture.owner
        const { form, version } = yield* Fixture.liveForm(owner, "ENQ")
        const file = Effect.fnUntraced(function* (key: string) {
          return yield* store.file(owner, yield* Fixture.filing(version, { idempotency: { key, bodyHash } }))
        })
        const ending = (key: string) =>
          Effect.matchCause(file(key), {
            onSuccess: ({ _tag }) => _tag as string,
            onFailure: ({ reasons: [reason] }) =>
              reason !== undefined && "defect" in reason && reason.defect instanceof Unavailable
                ? "Unavailable"
                : JSON.stringify(reason)
          })
        const replayed = (key: string) => store.replay(owner, form.id, { key, bodyHash })
        assert.strictEqual(yield* ending("before"), "Filed")
        yield* Effect.sync(() => Cluster.signal(standby, "SIGSTOP"))

        // A client that goes away while its filing waits.
        const leaving = yield* Effect.forkChild(file("left"))
        yield* sql`select from pg_stat_activity where wait_event = 'SyncRep'`.pipe(
          Effect.repeat({ until: (rows) => rows.length > 0 })
        )
        yield* Fiber.interrupt(leaving)
        assert.isUndefined(yield* replayed("left"))

        // More filings than connections: some begin late, and their callers are answered before the server ends a connection.
        const ends = yield* Effect.forEach(names, ending, { concurrency: "unbounded" })
        assert.deepStrictEqual(new Set(ends), new Set(["Unavailable"]))
        for (const name of names) assert.isUndefined(yield* replayed(name), name)

        yield* Effect.sync(() => Cluster.signal(standby, "SIGCONT"))
        for (const name of ["left", ...names]) {
          const end = yield* Effect.repeat(ending(name), { until: (one) => one !== "Unavailable" })
          assert.include(["Filed", "Replayed"], end)
        }
        yield* Standby.caughtUp(primary, standby)
        const there = yield* TestServer.connect(Redacted.make(standby.url))
        const [row] = yield* there<{ n: number }>`select count(*)::integer as n from formwork.submissions`
        assert.strictEqual(row?.n, names.length + 2)
      }).pipe(Effect.provide(ports(TestServer.whole(Redacted.make(primary.url)))))
    }).pipe(Effect.scoped),
  120_000
)
