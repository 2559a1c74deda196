/** Tables are divided by months while servers file and workers send, by one command at a time, and by a login that is no superuser. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Logger, Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import * as Month from "../src/database/months/Month.ts"
import * as Retention from "../src/database/months/Retention.ts"
import * as Server from "../src/database/Server.ts"
import { lockId } from "../src/database/alone.ts"
import { row } from "../src/database/TenantDatabase.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports } from "./Subject.ts"

const today = Month.of(new Date())
const all = { audit: 1, attempts: 1, usage: 1 }

const retain = (url: Redacted.Redacted<string>, now: Month.Month) =>
  Effect.provide(Retention.retain(url, all, now, false), Logger.layer([]))

const stored = row(
  Schema.Struct({ submissions: Schema.Int, lines: Schema.Int, delivered: Schema.Int, attempts: Schema.Int })
)

it.live(
  "every filing is answered and every effect sent once, while the tables are divided, get more months, and give old ones up",
  () =>
    Effect.gen(function* () {
      const { admin: url } = yield* TestServer.migrated
      yield* Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const isOver = yield* Deferred.make<void>()
        const untilOver = <A, E, R>(work: Effect.Effect<A, E, R>) =>
          Effect.gen(function* () {
            let times = 0
            while (!(yield* Deferred.isDone(isOver))) {
              yield* work
              times++
            }
            return times
          })
        const file = FiringFixture.file(owner, version, [FiringFixture.delivery("https://far.example/hook")])
        // As a worker does. @returns how many it sent.
        const send = Effect.flatMap(
          FiringFixture.claim([owner], { limit: 64, perDestination: 32, perOrganisation: 64 }),
          (claims) =>
            Effect.as(
              Effect.forEach(claims, (claim) => FiringFixture.settle(claim, "delivered")),
              claims.length
            )
        )
        const filing = yield* Effect.forEach([1, 2, 3, 4], () => Effect.forkChild(untilOver(file)))
        const sending = yield* Effect.forEach([1, 2], () => Effect.forkChild(untilOver(send)))
        yield* retain(url, today - 1)
        yield* retain(url, today)
        // Five months are left then: more are made. What is written now is in the first part, and kept.
        yield* Effect.provide(
          Retention.retain(url, { audit: 12, attempts: 12, usage: 12 }, today + 6, false),
          Logger.layer([])
        )
        yield* Deferred.succeed(isOver, undefined)
        const filed = (yield* Effect.forEach(filing, (fiber) => Fiber.join(fiber))).reduce((sum, one) => sum + one, 0)
        yield* Effect.forEach(sending, (fiber) => Fiber.join(fiber))
        yield* Effect.repeat(send, { until: (sent) => sent === 0 })
        const sql = yield* TestServer.connect(url)
        const found = yield* sql`
          select (select count(*)::integer from formwork.submissions) as submissions,
                 (select count(*)::integer from formwork.audit_events where action = 'submission.created') as lines,
                 (select count(*)::integer from formwork.firings where state = 'delivered') as delivered,
                 (select count(*)::integer from formwork.firing_attempts) as attempts`.pipe(stored)
        assert.isAbove(filed, 20)
        assert.deepStrictEqual(found, { submissions: filed, lines: filed, delivered: filed, attempts: filed })
      }).pipe(Effect.provide(ports(TestServer.whole(url))))
    }).pipe(Effect.scoped),
  180_000
)

it.live("one command at a time: another one is refused, and a migration waits", () =>
  Effect.gen(function* () {
    const { admin: url } = yield* TestServer.migrated
    const other = yield* TestServer.connect(url)
    const refused = yield* other.withTransaction(
      Effect.andThen(other`select pg_advisory_xact_lock(${lockId})::text`, Effect.flip(retain(url, today)))
    )
    assert.match(
      refused.message,
      /^Another command changes the tables of the database at .* run this again once it has ended\.$/u
    )
    const both = yield* Effect.forEach([1, 2], () => Effect.exit(retain(url, today)), { concurrency: 2 })
    assert.include(
      both.map(({ _tag }) => _tag),
      "Success"
    )
    const kept = yield* Retention.retain(url, {}, today, true)
    assert.deepStrictEqual(
      kept.map(({ isDivided, isUnfinished }) => [isDivided, isUnfinished]),
      kept.map(() => [true, false])
    )
    assert.deepStrictEqual(yield* Effect.provide(Server.migrate(url), Logger.layer([])), [])
  }).pipe(Effect.scoped)
)

it.live.skipIf(process.env["TEST_DATABASE_URL"] !== undefined)(
  "a login that may migrate may do it, and others are told why not",
  () =>
    Effect.gen(function* () {
      const { admin: url } = yield* TestServer.migrated
      const sql = yield* TestServer.connect(url)
      const name = `formwork_test_${randomBytes(6).toString("hex")}`
      const run = (statement: string) => sql.unsafe(statement).unprepared
      yield* Effect.acquireRelease(run(`create role ${name} login password 'right'`), () =>
        Effect.ignore(Effect.andThen(run(`drop owned by ${name}`), run(`drop role ${name}`)))
      )
      const own = Redacted.make(Object.assign(new URL(Redacted.value(url)), { username: name, password: "right" }).href)
      const refused = yield* Effect.flip(retain(own, today))
      assert.match(refused.message, /may not prepare this database for Formwork\. Let an administrator run: /u)
      const [, remedy = ""] = /administrator run: (.*)$/u.exec(refused.message) ?? []
      for (const statement of remedy.split(/(?<=;) /u)) yield* run(statement)
      const kept = yield* retain(own, today)
      assert.deepStrictEqual(
        kept.map(({ isDivided }) => isDivided),
        kept.map(() => true)
      )
      yield* retain(own, today + 9)
      const api = Redacted.make(Object.assign(new URL(Redacted.value(url)), { username: "formwork_api" }).href)
      yield* run("alter role formwork_api password 'own'")
      const served = yield* Effect.flip(
        retain(Redacted.make(Object.assign(new URL(Redacted.value(api)), { password: "own" }).href), today)
      ).pipe(Effect.ensuring(Effect.orDie(run("alter role formwork_api password null"))))
      assert.match(served.message, /^formwork_api is the login of the service/u)
    }).pipe(Effect.scoped)
)
