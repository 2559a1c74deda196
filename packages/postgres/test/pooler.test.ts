/** Starting and working through pgbouncer, by session and by transaction. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Logger, Redacted } from "effect"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import * as Fixture from "@formwork/contract/Fixture"
import { Outbox } from "@formwork/domain/sending/Outbox"
import * as Server from "../src/database/Server.ts"
import type { Pooler } from "../src/database/SessionSettings.ts"
import type { StartRefused } from "../src/database/StartRefused.ts"
import * as TenantDatabase from "../src/database/TenantDatabase.ts"
import * as PgBouncer from "../src/testing/PgBouncer.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { proxy } from "./Proxy.ts"
import { ports, unoperated } from "./Subject.ts"

if (!PgBouncer.isInstalled) console.warn(PgBouncer.absence)

/** A migrated database, whose server's roles have the superuser's password. */
const database = Effect.gen(function* () {
  const { admin } = yield* TestServer.migrated
  const sql = yield* TestServer.connect(admin)
  const { password } = new URL(Redacted.value(admin))
  for (const role of ["formwork_api", "formwork_worker"]) yield* sql.unsafe(`alter role ${role} password '${password}'`)
  return { admin, sql }
})

const logins = ["formwork_api", "formwork_worker", "postgres"]

const pooled = Effect.fnUntraced(function* (options: PgBouncer.Options) {
  const { admin, sql } = yield* database
  return { admin, sql, ...(yield* PgBouncer.make(admin, logins, options)) }
})

const whole = (at: (login: string) => Redacted.Redacted<string>, pooler: Pooler) =>
  Layer.mergeAll(
    Server.layer(at("formwork_api"), pooler),
    Server.layerWorker(at("formwork_worker"), pooler),
    unoperated
  )

const refusal = <A>(layer: Layer.Layer<A, StartRefused>) => Effect.flip(Effect.scoped(Layer.build(layer)))

/** Files 40 submissions with an effect each, claims all, with each one's reference number, and settles them. */
const worked = Effect.gen(function* () {
  const { owner, version } = yield* FiringFixture.setting
  const filed = yield* Effect.all(
    Array.from({ length: 40 }, () => FiringFixture.file(owner, version, [FiringFixture.note])),
    { concurrency: 8 }
  )
  const claims = yield* FiringFixture.claim([owner])
  yield* Effect.forEach(claims, (claim) => FiringFixture.settle(claim, "delivered"), { concurrency: 8 })
  const { token } = yield* Fixture.newKey(owner, ["submission:read"])
  const verdicts = yield* Effect.all(
    Array.from({ length: 100 }, () => Fixture.verdict(token)),
    { concurrency: "unbounded" }
  )
  return {
    filed: filed.map(({ submission }) => submission.referenceNumber).sort(),
    numbers: claims.map(({ referenceNumber }) => referenceNumber).sort(),
    verdicts: [...new Set(verdicts)]
  }
})

const settings = (layer: ReturnType<typeof whole>) =>
  Effect.map(Layer.build(ports(layer)), (context) => Effect.provideContext(worked, context)).pipe(Effect.flatten)

describe.skipIf(!PgBouncer.isInstalled)("through pgbouncer", () => {
  for (const [mode, pooler] of [
    ["transaction", "transaction"],
    ["session", "none"],
    ["session", "transaction"]
  ] as const) {
    it.live(`by ${mode}, with DATABASE_POOLER=${pooler}: filings, effects and admissions go well`, () =>
      Effect.gen(function* () {
        const { at, sql } = yield* pooled({ mode, size: 30 })
        const { filed, numbers, verdicts } = yield* settings(whole(at, pooler))
        assert.strictEqual(filed.length, 40)
        assert.deepStrictEqual(numbers, filed)
        assert.deepStrictEqual(verdicts, ["good"])
        const sessions = yield* sql`
          select distinct usename::text as login from pg_stat_activity
           where datname = current_database() and application_name = 'formwork' order by 1`
        assert.deepStrictEqual(
          sessions.map((row) => row),
          [{ login: "formwork_api" }, { login: "formwork_worker" }]
        )
      }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
    )
  }

  it.live("every session has its role's timeouts, though the pooler drops start-up parameters", () =>
    Effect.gen(function* () {
      const { at } = yield* pooled({ mode: "transaction", ignores: ["statement_timeout", "role"] })
      const context = yield* Layer.build(ports(whole(at, "transaction")))
      const slow = yield* TestServer.connect(at("formwork_api"), { prepare: false })
      const [row] =
        yield* slow`select current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone`
      assert.deepStrictEqual(row, { statement: "5s", zone: "UTC" })
      assert.isDefined(Context.get(context, Outbox))
    }).pipe(Effect.scoped)
  )

  it.live("a pooler by transaction that DATABASE_POOLER does not name is refused", () =>
    Effect.gen(function* () {
      const { at } = yield* pooled({ mode: "transaction" })
      const refusals = [
        yield* refusal(Server.layer(at("formwork_api"))),
        yield* refusal(Server.layerWorker(at("formwork_worker")))
      ]
      for (const { message, reason } of refusals) {
        assert.strictEqual(reason, "pooled")
        assert.include(message, "set DATABASE_POOLER=transaction")
      }
    }).pipe(Effect.scoped)
  )

  it.live("a login without the role's settings is refused: a pooler takes no start-up parameters", () =>
    Effect.gen(function* () {
      for (const [mode, pooler, sentence] of [
        ["transaction", "transaction", "log in as formwork_api, whose role has them."],
        ["session", "none", "takes no start-up parameters (unsupported startup parameter: role)"]
      ] as const) {
        const { at } = yield* pooled({ mode })
        const { message, reason } = yield* refusal(Server.layer(at("postgres"), pooler))
        assert.strictEqual(reason, "pooled")
        assert.include(message, sentence)
      }
    }).pipe(Effect.scoped)
  )

  it.live(
    "a pooler that drops start-up parameters is refused where the role lacks a setting, with what has to be run",
    () =>
      Effect.gen(function* () {
        const { admin, at, sql } = yield* pooled({ mode: "session", ignores: ["statement_timeout"] })
        const name = new URL(Redacted.value(admin)).pathname.slice(1)
        // For this database alone: other tests use the same roles.
        yield* sql.unsafe(`alter role formwork_api in database ${name} set statement_timeout = 0`)
        const { message, reason } = yield* refusal(Server.layer(at("formwork_api")))
        assert.strictEqual(reason, "pooled")
        assert.include(message, "The setting statement_timeout of this connection is 0 and not 5s")
        assert.include(message, `let an administrator run: alter role "formwork_api" set statement_timeout = '5s';`)
        yield* sql.unsafe(`alter role formwork_api in database ${name} reset statement_timeout`)
      }).pipe(Effect.scoped)
  )

  for (const [mode, pooler, size] of [
    ["transaction", "transaction", 1],
    ["session", "none", 30]
  ] as const) {
    it.live(`by ${mode}, no process gets an answer that another, which lost its connection, was due`, () =>
      Effect.gen(function* () {
        const { at } = yield* pooled({ mode, size })
        const opened = (url: Redacted.Redacted<string>) =>
          Effect.map(Layer.build(Server.layer(url, pooler)), Context.get(TenantDatabase.TenantDatabase))
        const ask = ({ common }: TenantDatabase.Database, who: string) =>
          common("read", (sql) => sql`select ${who} as who from (select pg_sleep(0.005)) as waited`)
        let isCut = false
        const cuttable = yield* proxy(at("formwork_api"), () => () => (isCut ? "cut" : undefined))
        const all = Array.from({ length: 40 })
        const round = Effect.gen(function* () {
          isCut = false
          const leaving = yield* opened(cuttable)
          const left = yield* Effect.forkChild(
            Effect.forEach(all, () => Effect.exit(ask(leaving, "leaving")), { concurrency: "unbounded" })
          )
          yield* Effect.sleep("40 millis")
          isCut = true
          yield* Effect.exit(ask(leaving, "leaving"))
          const staying = yield* opened(at("formwork_api"))
          const answers = yield* Effect.forEach(all, () => ask(staying, "staying"), { concurrency: 8 })
          assert.deepStrictEqual([...new Set(answers.map((rows) => JSON.stringify(rows)))], ['[{"who":"staying"}]'])
          yield* Fiber.interrupt(left)
        }).pipe(Effect.scoped)
        yield* Effect.repeat(round, { times: 3 })
      }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
    )
  }

  it.live("`formwork migrate` works through a pooler by transaction", () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.empty
      const { at } = yield* PgBouncer.make(admin, logins, { mode: "transaction" })
      assert.isNotEmpty(yield* Server.migrate(at("postgres")))
      assert.deepStrictEqual(yield* Server.migrate(at("postgres")), [])
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
  )
})
