/** Laws of the dispatcher, in virtual time: over the in-memory outbox, and receivers that are available, unavailable, stuck or gone. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Fiber, Redacted } from "effect"
import type { Content } from "@formwork/domain/filing/Content"
import type { FiringId } from "@formwork/domain/filing/Firing"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { Firings } from "@formwork/domain/sending/Firings"
import { referenceMarker } from "@formwork/rules/Content"
import * as RetrySchedule from "@formwork/domain/sending/RetrySchedule"
import { SecretValue } from "@formwork/domain/secrets/Secret"
import { Secrets } from "@formwork/domain/secrets/Secrets"
import { Outbox } from "@formwork/domain/sending/Outbox"
import { Sender, SendFailed } from "@formwork/domain/sending/Sender"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import {
  alone,
  away,
  dispatcher,
  hour,
  limits,
  passing,
  really,
  receiver,
  second,
  uniqueIds,
  url,
  well,
  yes
} from "./dispatcherFixture.ts"

const outages = [
  { name: "an hour", millis: hour },
  { name: "a day", millis: 24 * hour }
]

describe("the dispatcher", () => {
  it.effect("a firing is sent within one poll of its filing, also when nothing woke the dispatcher", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { arrivals, sender } = yield* receiver
      yield* dispatcher(sender)
      yield* passing(1)
      const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.note, FiringFixture.delivery(url("a"))])
      yield* passing(10 * second)
      assert.deepStrictEqual(uniqueIds(arrivals), [...ids].sort())
      assert.strictEqual(arrivals.length, 2)
    }).pipe(alone)
  )

  it.effect("a send is dated by the store's clock", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { answers, sender } = yield* receiver
      const dates: Array<number> = []
      yield* answers(({ sentAtMillis }) => Effect.sync(() => dates.push(sentAtMillis)).pipe(Effect.as(yes)))
      const outbox = yield* Outbox
      // A store an hour ahead.
      const ahead = Outbox.of({
        ...outbox,
        claim: (wanted) =>
          Effect.map(outbox.claim(wanted), (claims) =>
            claims.map((claim) => ({ ...claim, claimedAtMillis: claim.claimedAtMillis + hour }))
          )
      })
      const note = (id: SubmissionId): Content => ({ ...FiringFixture.note, subject: referenceMarker(id) })
      yield* FiringFixture.file(owner, version, [note])
      const now = yield* Clock.currentTimeMillis
      yield* dispatcher(sender).pipe(Effect.provideService(Outbox, ahead))
      yield* passing(4 * second)
      assert.deepStrictEqual(dates, [now + hour])
    }).pipe(alone)
  )

  for (const { millis, name } of outages) {
    it.effect(`every firing arrives once, in bounded time, after its receiver was away for ${name}`, () =>
      Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const { answers, arrivals, asked, sender } = yield* receiver
        yield* answers(() => Effect.fail(away))
        yield* dispatcher(sender)
        const started = yield* Clock.currentTimeMillis
        const filed: Array<FiringId> = []
        for (let part = 0; part < 12; part++) {
          filed.push(
            ...(yield* FiringFixture.file(owner, version, [
              FiringFixture.delivery(url("a")),
              FiringFixture.delivery(url("a"))
            ])).ids
          )
          yield* passing(millis / 12)
        }
        assert.deepStrictEqual(arrivals, [])
        assert.isAbove(asked.length, filed.length)
        yield* answers(well)
        // The longest wait that an attempt during the outage can have started.
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

  it.effect("a destination gets a limited number of sends at once, and a stuck one delays no other", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
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
      yield* dispatcher(sender)
      yield* FiringFixture.file(
        owner,
        version,
        Array.from({ length: 50 }, () => FiringFixture.delivery(url("stuck")))
      )
      yield* FiringFixture.file(
        owner,
        version,
        Array.from({ length: 10 }, (_, index) => FiringFixture.delivery(url(`s${index % 3}`)))
      )
      yield* passing(11 * second)
      assert.strictEqual(arrivals.length, 10)
      for (const [host, sends] of most) assert.isAtMost(sends, limits.perDestination, host)
      assert.strictEqual(most.get("stuck.example"), limits.perDestination)
    }).pipe(alone)
  )

  it.effect("a 410 stops the endpoint: it gets nothing more until a person retries", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { answers, arrivals, asked, sender } = yield* receiver
      const firings = yield* Firings
      yield* answers(() => Effect.fail(new SendFailed({ reason: "Gone.", verdict: "endpoint_gone", status: 410 })))
      yield* dispatcher(sender, { perDestination: 1 })
      yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url("a")), FiringFixture.delivery(url("a"))])
      yield* passing(60 * second)
      yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url("a"))])
      yield* passing(100 * hour)
      assert.strictEqual(asked.length, 1)
      yield* answers(well)
      assert.strictEqual(yield* firings.retryMany(owner, { filter: { state: "stopped" } }), 3)
      yield* passing(60 * second)
      assert.strictEqual(arrivals.length, 3)
      assert.strictEqual(uniqueIds(arrivals).length, 3)
    }).pipe(alone)
  )

  it.effect("content is sent with its reference number in place, and with the organisation's secret", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { answers, arrivals, sender } = yield* receiver
      const secrets = yield* Secrets
      yield* answers(well)
      const seen: Array<string> = []
      const spying = Sender.of({
        send: (dispatch, content, resolve) =>
          Effect.gen(function* () {
            if (content.kind === "delivery") {
              const { values } = yield* Effect.orDie(resolve("signing"))
              seen.push(Redacted.value(values[0]))
              return yes
            }
            return yield* sender.send(dispatch, content, resolve)
          })
      })
      const value = Redacted.make(SecretValue.make(`whsec_${"1".repeat(44)}`))
      yield* secrets.put(owner, "signing", value, Duration.zero)
      const note = (id: SubmissionId): Content => {
        const marker = referenceMarker(id)
        return { ...FiringFixture.note, subject: `Your ${marker}: ${marker}`, text: "$& {{reference}}" }
      }
      yield* dispatcher(spying)
      const { ids, submission } = yield* FiringFixture.file(owner, version, [
        note,
        undefined,
        FiringFixture.delivery(url("a"))
      ])
      yield* passing(second * 11)
      yield* really(() => arrivals.length > 0 && seen.length > 0)
      assert.deepStrictEqual(seen, [`whsec_${"1".repeat(44)}`])
      const { referenceNumber } = submission
      assert.deepStrictEqual(
        arrivals.map(({ content, id }): ReadonlyArray<unknown> => [id, content]),
        [
          [
            ids[0],
            {
              ...FiringFixture.note,
              subject: `Your ${referenceNumber}: ${referenceNumber}`,
              text: "$& {{reference}}"
            }
          ]
        ]
      )
      const firings = yield* FiringStore
      const [, without] = ids
      if (without === undefined) assert.fail()
      const { lastAttempt, state } = yield* firings.get(owner, without)
      assert.deepStrictEqual([state, lastAttempt?.reason], ["dead", "The firing was stored without content."])
    }).pipe(alone)
  )

  it.effect("a dispatcher that is ended finishes its running sends and claims nothing more", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { answers, arrivals, asked, sender } = yield* receiver
      const open = yield* Deferred.make<void>()
      yield* answers(() => Effect.as(Deferred.await(open), yes))
      const fiber = yield* dispatcher(sender)
      const { ids } = yield* FiringFixture.file(
        owner,
        version,
        Array.from({ length: 5 }, () => FiringFixture.note)
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

  it.effect("a send that takes too long is given up before another dispatcher may claim the firing", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
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
      yield* dispatcher(sender)
      yield* FiringFixture.file(owner, version, [FiringFixture.note])
      yield* passing(limits.leaseMillis * 3)
      assert.isAtLeast(asked.length, 2)
      assert.isAtMost(running, 1)
    }).pipe(alone)
  )
})
