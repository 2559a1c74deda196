/** A node whose clock is wrong: every date that the database judges is a date of the database. */
import { assert, it, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, Logger, Redacted } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { TestClock } from "effect/testing"
import * as Caller from "@formwork/domain/callers/Caller"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Invitations } from "@formwork/domain/people/Invitations"
import { Organisations } from "@formwork/domain/people/Organisations"
import { Sessions } from "@formwork/domain/people/Sessions"
import * as Services from "@formwork/domain/Services"
import * as ClockOffset from "../src/database/ClockOffset.ts"
import { TenantDatabase } from "../src/database/TenantDatabase.ts"
import { databases } from "./Databases.ts"
import { skewed } from "./Skew.ts"
import { passwords } from "./Subject.ts"

const password = Redacted.make("a long enough password")

const founded = Effect.gen(function* () {
  const { organisation, owner } = yield* Organisations.use((all) =>
    all.found("Ashworth & Daughters", { email: "edith@ashworth.example", name: "Edith", password })
  )
  return { organisationId: organisation.id, email: owner.email, operator: Caller.operator(organisation.id, owner.id) }
})

const lasting = ({ createdAt, expiresAt }: { readonly createdAt: DateTime.Utc; readonly expiresAt: DateTime.Utc }) =>
  Duration.toMinutes(DateTime.distance(createdAt, expiresAt))

/** What is logged as a warning while `self` runs. */
const warned = <A, E, R>(self: Effect.Effect<A, E, R>) => {
  const said: Array<string> = []
  const log = Logger.make(({ logLevel, message }) => {
    if (logLevel === "Warn") said.push(JSON.stringify(message))
  })
  return Effect.as(Effect.provide(self, Logger.layer([log])), said)
}

const shown = Effect.map(PrometheusMetrics.format(), (text) =>
  Number(/^formwork_clock_offset_seconds (\S+)$/mu.exec(text)?.[1])
)

layer(databases.server, { excludeTestServices: true })("a node's clock beside the database's", (it) => {
  for (const [offset, seconds] of [
    ["1 hour", 3_600],
    ["-13 hours", -46_800],
    ["6 seconds", 6]
  ] as const) {
    it.effect(`${offset} off: the metric shows it and the log warns`, () =>
      Effect.gen(function* () {
        const { common } = yield* TenantDatabase
        const measured = ClockOffset.measure((statement) => common("read", statement))
        const said = yield* warned(measured.pipe(skewed(offset)))
        assert.match(said.join(), new RegExp(`differs from the database's.*"offsetSeconds":${seconds}\\b`))
        assert.strictEqual(Math.round(yield* shown), seconds)
      })
    )
  }

  it.effect("a right clock is not warned about", () =>
    Effect.gen(function* () {
      const { common } = yield* TenantDatabase
      assert.deepStrictEqual(yield* warned(ClockOffset.measure((statement) => common("read", statement))), [])
      assert.strictEqual(Math.round(yield* shown), 0)
    })
  )
})

it.effect("the clocks are compared at the start and once a minute, also after a minute without an answer", () =>
  Effect.gen(function* () {
    let asked = 0
    const ask = () =>
      Effect.suspend(() => (++asked === 2 ? Effect.die(new Error("away")) : Effect.succeed([{ millis: 0 }])))
    yield* Effect.forkChild(ClockOffset.watch(ask), { startImmediately: true })
    const counts = [asked]
    for (let minute = 0; minute < 3; minute++) {
      yield* TestClock.adjust("1 minute")
      counts.push(asked)
    }
    assert.deepStrictEqual(counts, [1, 2, 3, 4])
  }).pipe(Effect.provide(Logger.layer([])))
)

for (const kind of ["embedded", "server"] as const) {
  const world = Services.layer.pipe(Layer.provideMerge(Layer.merge(passwords, databases[kind])))
  layer(world, { excludeTestServices: true })(`a node whose clock is wrong: ${kind}`, (it) => {
    for (const offset of ["1 hour", "-13 hours"] as const) {
      it.effect(`${offset} off: a session and an invitation last as long as they should`, () =>
        Effect.gen(function* () {
          const { email, operator, organisationId } = yield* founded
          const signIn = Sessions.use((all) => all.signIn({ email, organisationId, password }))
          const { session } = yield* signIn.pipe(skewed(offset))
          assert.strictEqual(lasting(session), 12 * 60)
          const person = { email: "olive@ashworth.example", name: "Olive", role: "viewer" } as const
          const { invitation } = yield* Invitations.use((all) => all.invite(operator, person)).pipe(skewed(offset))
          assert.strictEqual(lasting(invitation), 7 * 24 * 60)
        })
      )

      it.effect(`${offset} off: whether a key's end is in the future is judged by the database's clock`, () =>
        Effect.gen(function* () {
          const { operator } = yield* founded
          const keys = yield* ApiKeys
          const now = yield* DateTime.now
          const ending = (expiresAt: DateTime.Utc) =>
            keys.create(operator, { name: "Web", privileges: ["form:read"], expiresAt }).pipe(skewed(offset))
          const { key } = yield* ending(DateTime.addDuration(now, "30 minutes"))
          const past = yield* Effect.flip(ending(DateTime.addDuration(now, "-1 second")))
          const problem = { field: "expiresAt", message: '"expiresAt" must be in the future.', code: "min" } as const
          assert.deepInclude(past._tag === "RequestInvalid" && past.problems[0], problem)
          const rotated = yield* Effect.flip(
            keys
              .rotate(
                operator,
                key.id,
                Effect.succeed({
                  overlap: Duration.zero,
                  name: undefined,
                  expiresAt: DateTime.addDuration(now, "-1 second")
                })
              )
              .pipe(skewed(offset))
          )
          assert.strictEqual(rotated._tag, "RequestInvalid")
          assert.isNull((yield* keys.get(operator, key.id)).revokedAt)
        })
      )
    }
  })
}
