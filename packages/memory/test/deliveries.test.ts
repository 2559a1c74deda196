/** Laws of the delivery engine, in virtual time: over the in-memory outbox, and receivers that are well, away, stuck or gone. */
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Clock, Deferred, Duration, Effect, Fiber, Layer, Logger, Redacted, Ref, Schema } from "effect"
import type { Context, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Content } from "@formwork/domain/effects/Content"
import { Deliveries, DeliveryLimits } from "@formwork/domain/effects/Deliveries"
import type { FiringId } from "@formwork/domain/effects/Firing"
import { FiringStore } from "@formwork/domain/effects/FiringStore"
import { Firings } from "@formwork/domain/effects/Firings"
import { Outbox } from "@formwork/domain/effects/Outbox"
import * as ReferenceMarker from "@formwork/domain/effects/ReferenceMarker"
import * as RetrySchedule from "@formwork/domain/effects/RetrySchedule"
import { SecretValue } from "@formwork/domain/effects/Secret"
import { SecretVault } from "@formwork/domain/effects/SecretVault"
import { Secrets } from "@formwork/domain/effects/Secrets"
import { Sender, SendFailed } from "@formwork/domain/effects/Sender"
import type { Dispatch, Receipt } from "@formwork/domain/effects/Sender"
import * as Fired from "../src/contract/Fired.ts"
import * as Memory from "../src/Memory.ts"

const second = 1_000
const hour = 3_600 * second
const url = (host: string) => `https://${host}.example/hook`
const limits = {
  atOnce: 8,
  perDestination: 2,
  perOrganisation: 8,
  leaseMillis: 60 * second,
  poll: "10 seconds"
} as const

type Answer = (dispatch: Dispatch, content: Content) => Effect.Effect<Receipt, SendFailed>

const yes: Receipt = { status: 200, excerpt: "thank you" }
const away = new SendFailed({ reason: "The receiver answered 503.", verdict: "retry", status: 503 })
const well: Answer = () => Effect.succeed(yes)

/** What arrived, in order. */
interface Arrival {
  readonly id: FiringId
  readonly attempt: number
  readonly atMillis: number
  readonly content: Content
}

/** A receiver whose answer can be changed, and that keeps what it said yes to. */
const receiver = Effect.gen(function* () {
  const answer = yield* Ref.make<Answer>(well)
  const arrivals: Array<Arrival> = []
  const asked: Array<Arrival> = []
  const sender = Sender.of({
    send: Effect.fnUntraced(function* (dispatch, content) {
      const arrival = { id: dispatch.id, attempt: dispatch.attempt, atMillis: yield* Clock.currentTimeMillis, content }
      asked.push(arrival)
      const receipt = yield* (yield* Ref.get(answer))(dispatch, content)
      arrivals.push(arrival)
      return receipt
    })
  })
  return { answers: (next: Answer) => Ref.set(answer, next), arrivals, asked, sender }
})

/** An engine over the outbox in the context, until the scope ends. */
const engine = Effect.fnUntraced(function* (
  sender: Sender["Service"],
  change: Partial<Context.Service.Shape<typeof DeliveryLimits>> = {}
) {
  const deliveries = yield* Layer.build(
    Deliveries.layer.pipe(
      Layer.provide(SecretVault.layer),
      Layer.provide(Layer.succeed(Sender, sender)),
      Layer.provide(Layer.succeed(DeliveryLimits, { ...limits, ...change })),
      Layer.fresh
    )
  )
  // Detached: what a test leaves is never ended gracefully, which would wait for time to pass.
  return yield* Effect.forkDetach(Effect.flatMap(Deliveries, ({ run }) => run).pipe(Effect.provideContext(deliveries)))
})

const passing = (millis: number) => TestClock.adjust(Duration.millis(millis))
const uniqueIds = (arrivals: ReadonlyArray<Arrival>) => [...new Set(arrivals.map(({ id }) => id))].sort()

const silent = Layer.mergeAll(Firings.layer, Secrets.layer).pipe(
  Layer.provideMerge(Memory.layer()),
  Layer.provideMerge(Logger.layer([]))
)

/** A test over an outbox of its own. */
const alone = <A, E>(self: Effect.Effect<A, E, Layer.Success<typeof silent> | Scope.Scope>) =>
  self.pipe(Effect.scoped, Effect.provide(Layer.fresh(silent)))

const outages = [
  { name: "an hour", millis: hour },
  { name: "a day", millis: 24 * hour }
]

describe("deliveries", () => {
  it.effect("what is filed is sent at once where the engine is woken, and within a poll where it is not", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* Fired.setting
      const { arrivals, sender } = yield* receiver
      yield* engine(sender)
      yield* passing(1)
      const { ids } = yield* Fired.file(owner, version, [Fired.note, Fired.delivery(url("a"))])
      yield* passing(10 * second)
      assert.deepStrictEqual(uniqueIds(arrivals), [...ids].sort())
      assert.strictEqual(arrivals.length, 2)
    }).pipe(alone)
  )

  for (const { millis, name } of outages) {
    it.effect(`a receiver that is away for ${name}, then well: everything arrives, in bounded time, once by id`, () =>
      Effect.gen(function* () {
        const { owner, version } = yield* Fired.setting
        const { answers, arrivals, asked, sender } = yield* receiver
        yield* answers(() => Effect.fail(away))
        yield* engine(sender)
        const started = yield* Clock.currentTimeMillis
        const filed: Array<FiringId> = []
        for (let part = 0; part < 12; part++) {
          filed.push(...(yield* Fired.file(owner, version, [Fired.delivery(url("a")), Fired.delivery(url("a"))])).ids)
          yield* passing(millis / 12)
        }
        assert.deepStrictEqual(arrivals, [])
        assert.isAbove(asked.length, filed.length)
        yield* answers(well)
        // No wait of the schedule that an attempt during the outage can have begun is longer than this.
        const reached = RetrySchedule.waits.findIndex(
          (_, index) => RetrySchedule.waits.slice(0, index + 1).reduce((sum, wait) => sum + wait) > millis
        )
        const longest = (RetrySchedule.waits[reached] ?? assert.fail()) * (1 + RetrySchedule.jitter)
        yield* passing(longest + 60 * second)
        assert.deepStrictEqual(uniqueIds(arrivals), [...filed].sort())
        assert.strictEqual(arrivals.length, filed.length, "none arrived twice")
        assert.isAtMost(Math.max(...arrivals.map(({ atMillis }) => atMillis)) - started, millis + longest + 60 * second)
        const store = yield* FiringStore
        for (const { state } of yield* store.list(owner, {}, { limit: 1_000 })) assert.strictEqual(state, "delivered")
      }).pipe(alone)
    )
  }

  it.effect("after the last attempt of the schedule it is dead and visible; another try makes it due again", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* Fired.setting
      const { answers, arrivals, asked, sender } = yield* receiver
      const firings = yield* Firings
      yield* answers(() => Effect.fail(away))
      yield* engine(sender)
      const {
        ids: [id]
      } = yield* Fired.file(owner, version, [Fired.delivery(url("a"))])
      if (id === undefined) assert.fail()
      yield* passing(40 * hour)
      assert.strictEqual(asked.length, RetrySchedule.waits.length)
      for (const [index, { atMillis, attempt }] of asked.entries()) {
        assert.strictEqual(attempt, index + 1)
        if (index === 0) continue
        const waited = atMillis - (asked[index - 1]?.atMillis ?? 0)
        const wait = RetrySchedule.waits[index] ?? assert.fail()
        assert.isAtLeast(waited, wait)
        assert.isAtMost(waited, wait * (1 + RetrySchedule.jitter) + 10 * second)
      }
      const { attempts, state } = yield* firings.get(owner, id)
      assert.strictEqual(state, "dead")
      assert.deepStrictEqual(
        attempts.map(({ result, status }) => [result, status]),
        [...Array.from({ length: 7 }, () => ["retry" as const, 503]), ["dead", 503]]
      )
      yield* passing(100 * hour)
      assert.strictEqual(asked.length, RetrySchedule.waits.length)
      yield* answers(well)
      yield* firings.retry(owner, id)
      yield* passing(10 * second)
      assert.deepStrictEqual(
        arrivals.map((arrival) => [arrival.id, arrival.attempt]),
        [[id, 9]]
      )
      assert.strictEqual((yield* firings.get(owner, id)).state, "delivered")
    }).pipe(alone)
  )

  it.effect("a receiver's Retry-After is waited for where it is longer than the schedule's wait", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* Fired.setting
      const { answers, asked, sender } = yield* receiver
      yield* answers(() => Effect.fail(new SendFailed({ reason: "Busy.", verdict: "retry", retryAfterSeconds: 1_800 })))
      yield* engine(sender)
      yield* Fired.file(owner, version, [Fired.delivery(url("a"))])
      yield* passing(1_799 * second)
      assert.strictEqual(asked.length, 1)
      yield* passing(20 * second)
      assert.strictEqual(asked.length, 2)
    }).pipe(alone)
  )

  it.effect("never more than so many at once to a destination, and a stuck one delays no other", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* Fired.setting
      const { answers, arrivals, sender } = yield* receiver
      const now = new Map<string, number>()
      const most = new Map<string, number>()
      yield* answers((_, content) => {
        const host = content.kind === "delivery" ? new URL(content.url).hostname : content.kind
        const count = (change: number) =>
          Effect.sync(() => {
            now.set(host, (now.get(host) ?? 0) + change)
            most.set(host, Math.max(most.get(host) ?? 0, now.get(host) ?? 0))
          })
        const work = host === "stuck.example" ? Effect.never : Effect.as(Effect.sleep("50 millis"), yes)
        return Effect.andThen(count(1), work).pipe(Effect.ensuring(count(-1)))
      })
      yield* engine(sender)
      yield* Fired.file(
        owner,
        version,
        Array.from({ length: 50 }, () => Fired.delivery(url("stuck")))
      )
      yield* Fired.file(
        owner,
        version,
        Array.from({ length: 10 }, (_, index) => Fired.delivery(url(`s${index % 3}`)))
      )
      yield* passing(11 * second)
      assert.strictEqual(arrivals.length, 10)
      for (const [host, sends] of most) assert.isAtMost(sends, limits.perDestination, host)
      assert.strictEqual(most.get("stuck.example"), limits.perDestination)
    }).pipe(alone)
  )

  it.effect("a 410 stops the endpoint: nothing more goes there until somebody tries again", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* Fired.setting
      const { answers, arrivals, asked, sender } = yield* receiver
      const firings = yield* Firings
      yield* answers(() => Effect.fail(new SendFailed({ reason: "Gone.", verdict: "endpoint_gone", status: 410 })))
      yield* engine(sender, { perDestination: 1 })
      yield* Fired.file(owner, version, [Fired.delivery(url("a")), Fired.delivery(url("a"))])
      yield* passing(60 * second)
      yield* Fired.file(owner, version, [Fired.delivery(url("a"))])
      yield* passing(100 * hour)
      assert.strictEqual(asked.length, 1)
      yield* answers(well)
      assert.strictEqual(yield* firings.retryMany(owner, { filter: { state: "stopped" } }), 3)
      yield* passing(60 * second)
      assert.strictEqual(arrivals.length, 3)
      assert.strictEqual(uniqueIds(arrivals).length, 3)
    }).pipe(alone)
  )

  it.effect(
    "the reference number stands where the renderer left room for it, and the secret is the organisation's",
    () =>
      Effect.gen(function* () {
        const { owner, version } = yield* Fired.setting
        const { answers, arrivals, sender } = yield* receiver
        const secrets = yield* Secrets
        yield* answers(well)
        const seen: Array<string> = []
        const spying = Sender.of({
          send: (dispatch, content, resolve) =>
            Effect.gen(function* () {
              const [value] = yield* Effect.orDie(resolve("signing"))
              seen.push(Redacted.value(value))
              return yield* sender.send(dispatch, content, resolve)
            })
        })
        const value = Redacted.make(SecretValue.make("whsec_one"))
        yield* secrets.put(owner, "signing", value, Duration.zero)
        const { submission } = yield* Fired.file(owner, version, [])
        const marker = ReferenceMarker.of(submission.id)
        // As the store has it after a filing whose content was rendered before its number was known.
        const content = ReferenceMarker.fill(
          { ...Fired.note, subject: `Your ${marker}: ${marker}`, text: "$& {{reference}}" },
          submission.id,
          submission.referenceNumber
        )
        assert.deepStrictEqual(content, {
          ...Fired.note,
          subject: `Your ${submission.referenceNumber}: ${submission.referenceNumber}`,
          text: "$& {{reference}}"
        })
        yield* engine(spying)
        const { ids } = yield* Fired.file(owner, version, [Fired.note, undefined])
        yield* passing(second * 11)
        assert.deepStrictEqual(seen, ["whsec_one"])
        assert.deepStrictEqual(uniqueIds(arrivals), ids.slice(0, 1))
        const firings = yield* FiringStore
        const [, without] = ids
        if (without === undefined) assert.fail()
        const { lastAttempt, state } = yield* firings.get(owner, without)
        assert.deepStrictEqual(
          [state, lastAttempt?.reason],
          ["dead", "There is nothing to send: it was stored without content."]
        )
      }).pipe(alone)
  )

  it.effect("ending the engine lets what is being sent finish, and takes nothing more", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* Fired.setting
      const { answers, arrivals, asked, sender } = yield* receiver
      const open = yield* Deferred.make<void>()
      yield* answers(() => Effect.as(Deferred.await(open), yes))
      const fiber = yield* engine(sender)
      const { ids } = yield* Fired.file(
        owner,
        version,
        Array.from({ length: 5 }, () => Fired.note)
      )
      yield* passing(10 * second)
      assert.strictEqual(asked.length, 2)
      const ending = yield* Effect.forkChild(Fiber.interrupt(fiber))
      yield* passing(second)
      assert.isUndefined(ending.pollUnsafe())
      yield* Deferred.succeed(open, undefined)
      yield* Fiber.join(ending)
      assert.strictEqual(arrivals.length, 2)
      const store = yield* FiringStore
      const states = (yield* store.list(owner, {}, { limit: 10 })).map(({ state }) => state)
      assert.strictEqual(states.filter((state) => state === "delivered").length, 2)
      assert.strictEqual(states.filter((state) => state === "pending").length, ids.length - 2)
    }).pipe(alone)
  )

  it.effect("a send that takes longer than its lease allows is given up before anybody else may take it", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* Fired.setting
      const { answers, asked, sender } = yield* receiver
      let running = 0
      yield* answers(() =>
        Effect.never.pipe(
          Effect.onInterrupt(() => Effect.sync(() => running--)),
          (never) => {
            running++
            return never
          }
        )
      )
      yield* engine(sender)
      yield* Fired.file(owner, version, [Fired.note])
      yield* passing(limits.leaseMillis * 3)
      assert.isAtLeast(asked.length, 2)
      assert.isAtMost(running, 1)
    }).pipe(alone)
  )
})

/** An outbox whose process may end before or after any of its steps: what it was to do then has happened, or has not. */
const cut = (outbox: Outbox["Service"], cuts: ReadonlyArray<number>, crash: Effect.Effect<void>) => {
  let step = 0
  const around = <A>(work: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.suspend(() => {
      const before = cuts.includes(step++)
      const after = cuts.includes(step++)
      const end = Effect.andThen(crash, Effect.never)
      if (before) return end
      return after ? Effect.andThen(work, end) : work
    })
  return Outbox.of({
    claim: (claiming) => around(outbox.claim(claiming)),
    settle: (claim, settlement) => around(outbox.settle(claim, settlement)),
    referenceNumber: outbox.referenceNumber
  })
}

describe("deliveries under crashes", () => {
  it.effect("a process that ends between any two steps loses nothing: everything arrives, each under its one id", () =>
    Effect.gen(function* () {
      const Cuts = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 }))).check(
        Schema.isMaxLength(6)
      )
      const law = (cuts: ReadonlyArray<number>) =>
        Effect.gen(function* () {
          const { owner, version } = yield* Fired.setting
          const outbox = yield* Outbox
          const { arrivals, sender } = yield* receiver
          const { ids } = yield* Fired.file(
            owner,
            version,
            Array.from({ length: 4 }, () => Fired.delivery(url("a")))
          )
          // Each crash leaves an engine that does nothing more, as a killed process does, and another one starts.
          const restart = yield* Ref.make(0)
          const start = Effect.fnUntraced(function* (rest: ReadonlyArray<number>) {
            yield* engine(sender).pipe(
              Effect.provideService(
                Outbox,
                cut(
                  outbox,
                  rest,
                  Ref.update(restart, (count) => count + 1)
                )
              )
            )
          })
          yield* start(cuts)
          for (let round = 0; round < 12; round++) {
            yield* passing(limits.leaseMillis / 2)
            if ((yield* Ref.getAndSet(restart, 0)) > 0)
              yield* start(cuts.map((at) => Math.floor(at / 2)).slice(round + 1))
          }
          yield* engine(sender)
          yield* passing(limits.leaseMillis * 2)
          assert.deepStrictEqual(uniqueIds(arrivals), [...ids].sort())
          const store = yield* FiringStore
          for (const { state } of yield* store.list(owner, {}, { limit: 10 })) assert.strictEqual(state, "delivered")
          return true
        }).pipe(alone)
      const result = yield* Arbitrary.checkEffect(Arbitrary.schema(Cuts), law, { runs: 60 })
      assert.strictEqual(result._tag, "Passed", JSON.stringify(result))
    })
  )
})
