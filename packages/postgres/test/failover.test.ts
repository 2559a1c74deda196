/** A primary and its standby: which one is used, and what happens when the primary hangs, dies or takes no more writes. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { SqlError } from "effect/sql"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import type { Token } from "@formwork/domain/credentials/Token"
import * as Fixture from "@formwork/contract/Fixture"
import * as Counting from "../src/stores/Admissions.ts"
import * as Installation from "../src/database/Installation.ts"
import * as Server from "../src/database/Server.ts"
import { StartRefused } from "../src/database/StartRefused.ts"
import * as TenantDatabase from "../src/database/TenantDatabase.ts"
import * as Cluster from "../src/testing/Cluster.ts"
import * as Standby from "../src/testing/Standby.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { plenty, ports } from "./Subject.ts"

/** A server with the schema, and its standby. */
const pair = Effect.acquireRelease(
  Effect.gen(function* () {
    const primary = yield* Effect.promise(() => Cluster.start())
    yield* Server.migrate(Redacted.make(primary.url)).pipe(Effect.provide(Logger.layer([])))
    const standby = yield* Standby.start(primary)
    return { primary, standby }
  }),
  ({ primary, standby }) =>
    Effect.sync(() => {
      for (const one of [primary, standby]) Cluster.signal(one, "SIGKILL")
    })
)

const both = (first: Cluster.Cluster, second: Cluster.Cluster, query = "") => {
  const [one, other] = [new URL(first.url), new URL(second.url)]
  return Redacted.make(`postgres://postgres:${one.password}@${one.host},${other.host}/postgres${query}`)
}

const isUnavailable = (error: unknown) => error instanceof Unavailable

/** How an admission ends. */
const admitted = Effect.fnUntraced(function* (token: Token) {
  const { admit } = yield* Admissions
  return yield* Effect.matchCause(admit(token), {
    onSuccess: () => "Success",
    onFailure: ({ reasons }) =>
      reasons.every((reason) => "defect" in reason && isUnavailable(reason.defect))
        ? "Unavailable"
        : JSON.stringify(reasons)
  })
})

const start = (url: Redacted.Redacted<string>) => Effect.scoped(Layer.build(Server.layer(url)))

describe("a primary and its standby", () => {
  it.live(
    "a start on a standby is refused with a sentence; of several hosts the one that takes writes is used",
    () =>
      Effect.gen(function* () {
        const { primary, standby } = yield* pair
        const alone = yield* Effect.flip(start(Redacted.make(standby.url)))
        assert.instanceOf(alone, StartRefused)
        assert.strictEqual(alone.reason, "standby")
        assert.match(
          alone.message,
          /^The database at 127\.0\.0\.1:\d+\/postgres is a standby, and Formwork writes; give the address of the primary, or of all servers with commas between\.$/u
        )
        for (const query of ["", "?target_session_attrs=primary", "?target_session_attrs=read-write"]) {
          yield* start(both(standby, primary, query))
        }
        // `any` takes the first that answers, as libpq does.
        const any = yield* Effect.flip(start(both(standby, primary, "?target_session_attrs=any")))
        assert.strictEqual(any.reason, "standby")
        const none = yield* Effect.flip(start(both(standby, standby)))
        assert.strictEqual(none.reason, "standby")
        assert.match(
          none.message,
          /^No server at .+ takes writes: .+ is a standby, .+ is a standby; name the primary too\.$/u
        )
      }),
    60_000
  )

  it.live(
    "what a standby refuses is Unavailable, and the connections to it are doubted",
    () =>
      Effect.gen(function* () {
        const { primary, standby } = yield* pair
        const token = yield* Effect.gen(function* () {
          return (yield* Fixture.newKey(yield* Fixture.owner, [])).token
        }).pipe(Effect.provide(ports(TestServer.whole(Redacted.make(primary.url)))))
        const sql = yield* TestServer.connect(Redacted.make(standby.url))
        yield* sql`select 1 as one from formwork.api_keys`.pipe(Effect.repeat({ until: (rows) => rows.length > 0 }))
        let doubts = 0
        const doubt = Effect.sync(() => {
          doubts += 1
        })
        const database = TenantDatabase.make({ reads: sql, writes: sql }, doubt)
        const hasher = Layer.effect(TokenHasher, TokenHasher).pipe(
          Layer.provide(ports(TestServer.whole(Redacted.make(primary.url))))
        )
        const admissions = Counting.layer(plenty).pipe(
          Layer.provide(Layer.succeed(TenantDatabase.TenantDatabase, database)),
          Layer.provide(hasher)
        )
        // Its tables of counts are not logged, so it has none.
        assert.strictEqual(yield* admitted(token).pipe(Effect.provide(admissions)), "Unavailable")
        assert.isAbove(doubts, 0)
        const written = database.common("write", (run) => run`delete from formwork.installation`)
        const cause = yield* Effect.flip(Effect.sandbox(written))
        assert.isTrue(cause.reasons.every((reason) => "defect" in reason && isUnavailable(reason.defect)))
        const before = doubts
        assert.isFalse(yield* Installation.make(sql, doubt).answers)
        assert.isAbove(doubts, before)
        assert.isFalse(SqlError.isSqlError(cause))
      }),
    60_000
  )

  it.live(
    "a frozen primary is left for the standby that was promoted, and one that takes no writes for the next",
    () =>
      Effect.gen(function* () {
        const { primary, standby } = yield* pair
        yield* Effect.gen(function* () {
          const installation = yield* Installation.Installation
          const owner = yield* Fixture.owner
          const { token } = yield* Fixture.newKey(owner, [])
          assert.strictEqual(yield* admitted(token), "Success")
          yield* Standby.caughtUp(primary, standby)
          yield* Effect.sync(() => Cluster.signal(primary, "SIGSTOP"))
          assert.strictEqual(yield* admitted(token), "Unavailable")
          yield* Standby.promote(standby)
          const ends = yield* Effect.repeat(admitted(token), { until: (end) => end !== "Unavailable" })
          assert.strictEqual(ends, "Success")
          assert.isTrue(yield* installation.answers)
          assert.strictEqual((yield* Fixture.newKey(owner, [])).key.privileges.length, 0)

          // The old primary comes back, and the new one is made read-only.
          yield* Effect.sync(() => Cluster.signal(primary, "SIGCONT"))
          yield* Effect.scoped(
            Effect.gen(function* () {
              const sql = yield* TestServer.connect(Redacted.make(standby.url))
              yield* sql`alter system set default_transaction_read_only = on`.unprepared
              yield* sql`select pg_reload_conf()`
            })
          )
          yield* Effect.repeat(installation.answers, { until: (answers) => !answers })
          yield* Effect.repeat(installation.answers, { until: (answers) => answers })
          const back = yield* Effect.repeat(admitted(token), { until: (end) => end !== "Unavailable" })
          assert.strictEqual(back, "Success")
        }).pipe(Effect.provide(ports(TestServer.whole(both(primary, standby)))))
      }),
    120_000
  )
})
