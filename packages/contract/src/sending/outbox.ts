/** Laws of Outbox: a due firing is leased to one worker for a time, its result is recorded once, and destinations take turns. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Destination from "@formwork/domain/sending/Destination"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { Outbox } from "@formwork/domain/sending/Outbox"
import type { Claim } from "@formwork/domain/sending/Outbox"
import { at, only } from "../assertions.ts"
import * as FiringFixture from "../FiringFixture.ts"
import { StorableString } from "../Storable.ts"
import { suite } from "../suite.ts"
import { backlog } from "./backlog.ts"
import { settling } from "./settling.ts"
import type { It, Time } from "../suite.ts"

const ids = (claims: ReadonlyArray<Claim>) => claims.map(({ id }) => id).sort()
const far = "https://far.example/hook"
const near = "https://near.example/hook"

const Url = Schema.Union([
  StorableString,
  Schema.String.check(Schema.isPattern(/^(?:https|HTTP|ftp):\/\/[A-Za-z0-9.:@\\?#/_%-]{0,40}$/u))
])

export const example = (it: It): void => {
  it.effect("a due effect is claimed, and not again once it is delivered", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const outbox = yield* Outbox
      const { ids: filed } = yield* FiringFixture.file(owner, version, [FiringFixture.delivery(far)])

      const claim = yield* FiringFixture.claimOne(owner)
      const settlement = { result: "delivered", status: 200, excerpt: null, reason: null, delayMillis: 0 } as const
      assert.deepStrictEqual(yield* outbox.settle([{ claim, settlement }]), [true])

      assert.deepInclude(claim, { id: only(filed), attempt: 1, destination: "far.example" })
      assert.deepStrictEqual(yield* FiringFixture.claim([owner]), [])
    })
  )
}

const claiming = (it: It): void => {
  it.effect.prop(
    "a firing is claimed with its content as filed, and the destination of that content",
    [Schema.Array(Url).check(Schema.isMaxLength(5))],
    ([urls]) =>
      Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const contents = [...urls.map(FiringFixture.delivery), ...Object.values(FiringFixture.ofEachKind), undefined]
        const { firings, submission } = yield* FiringFixture.file(owner, version, contents)
        const claims = new Map((yield* FiringFixture.claim([owner])).map((claim) => [claim.id, claim]))
        assert.strictEqual(claims.size, firings.length)
        for (const { content, effectId, id, kind } of firings) {
          const { claimedAtMillis: _, leaseId, ...claim } = claims.get(id) ?? assert.fail(id)
          assert.isNotEmpty(leaseId)
          assert.deepStrictEqual(claim, {
            id,
            organisationId: owner.organisationId,
            submissionId: submission.id,
            effectId,
            kind,
            destination: Destination.of(content),
            attempt: 1,
            failures: 0,
            content: content ?? null,
            referenceNumber: submission.referenceNumber,
            secrets: []
          })
        }
      }),
    { arbitrary: { runs: 25 } }
  )
}

const leasing = (it: It, { pass }: Time): void => {
  it.effect(
    "a firing of a worker that stops while sending is claimed by another after the lease, under the same id",
    () =>
      Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const store = yield* FiringStore
        const id = only((yield* FiringFixture.file(owner, version, [FiringFixture.note])).ids)
        // Long enough for the next statement of a machine under load.
        const dead = yield* FiringFixture.claimOne(owner, { leaseMillis: 2_000 })
        assert.deepStrictEqual(yield* FiringFixture.claim([owner]), [])
        yield* pass("2100 millis")
        const next = yield* FiringFixture.claimOne(owner)
        assert.deepStrictEqual([next.id, next.attempt, next.failures], [id, 2, 0])
        assert.isFalse(yield* FiringFixture.settle(dead, "delivered"))
        const { attempts, state } = yield* store.get(owner, id)
        assert.deepStrictEqual(
          [state, attempts.map(({ number, result }) => [number, result])],
          [
            "pending",
            [
              [1, "lost"],
              [2, null]
            ]
          ]
        )
        assert.isTrue(yield* FiringFixture.settle(next, "delivered", { status: 250, excerpt: "ok" }))
        assert.isFalse(yield* FiringFixture.settle(next, "dead"))
        assert.strictEqual((yield* store.get(owner, id)).state, "delivered")
        yield* pass("250 millis")
        assert.deepStrictEqual(yield* FiringFixture.claim([owner]), [])
      })
  )

  it.effect("workers that claim at once share the due firings, and each firing is claimed by one", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { ids: filed } = yield* FiringFixture.file(
        owner,
        version,
        Array.from({ length: 40 }, () => FiringFixture.note)
      )
      const claims = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => FiringFixture.claim([owner], { limit: 5 }),
        {
          concurrency: "unbounded"
        }
      )
      const rest = yield* FiringFixture.claim([owner])
      assert.deepStrictEqual(ids([...claims.flat(), ...rest]), [...filed].sort())
    })
  )
}

const retrying = (it: It, { pass }: Time): void => {
  it.effect("a firing that failed is due again after its delay, and its failures are counted", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const { firings } = yield* FiringFixture.file(owner, version, [FiringFixture.note])
      for (const failures of [0, 1, 2]) {
        const claim = yield* FiringFixture.claimOne(owner)
        assert.deepStrictEqual([claim.id, claim.failures, claim.attempt], [only(firings).id, failures, failures + 1])
        yield* FiringFixture.settle(claim, "retry", {
          delayMillis: 2_000,
          reason: "The receiver answered 503.",
          status: 503
        })
        assert.deepStrictEqual(yield* FiringFixture.claim([owner]), [])
        yield* pass("2100 millis")
      }
      yield* FiringFixture.settle(yield* FiringFixture.claimOne(owner), "lost")
      const again = yield* FiringFixture.claimOne(owner)
      assert.deepStrictEqual([again.attempt, again.failures], [5, 3])
    })
  )
}

const turns = (it: It, { pass }: Time): void => {
  it.effect("claims at once keep the limits of a destination and of an organisation", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const stranger = yield* FiringFixture.setting
      yield* FiringFixture.file(
        owner,
        version,
        Array.from({ length: 9 }, () => FiringFixture.delivery(far))
      )
      yield* FiringFixture.file(
        owner,
        version,
        Array.from({ length: 9 }, () => FiringFixture.delivery(near))
      )
      yield* FiringFixture.file(stranger.owner, stranger.version, [FiringFixture.delivery(far)])
      const limits = { perDestination: 3, perOrganisation: 5 }
      const both = [owner, stranger.owner]
      const first = yield* FiringFixture.claim(both, limits)
      const mine = first.filter(({ organisationId }) => organisationId === owner.organisationId)
      assert.strictEqual(mine.length, 5)
      assert.strictEqual(first.length, 6, "another organisation's are not held up, also to the same destination")
      for (const host of ["far.example", "near.example"])
        assert.isAtMost(mine.filter(({ destination }) => destination === host).length, 3)
      assert.deepStrictEqual(yield* FiringFixture.claim(both, limits), [])
      yield* FiringFixture.settle(at(mine, 0), "delivered")
      assert.strictEqual((yield* FiringFixture.claim(both, limits)).length, 1)
      assert.strictEqual((yield* FiringFixture.claim(both, { perDestination: 5, perOrganisation: 10 })).length, 5)
    })
  )

  it.effect("a destination with fewer claims comes before one with a thousand waiting firings", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      yield* FiringFixture.file(
        owner,
        version,
        Array.from({ length: 1_000 }, () => FiringFixture.delivery(far))
      )
      yield* pass("5 millis")
      const { ids: late } = yield* FiringFixture.file(owner, version, [
        FiringFixture.delivery(near),
        FiringFixture.note
      ])
      const limits = { perDestination: 2, perOrganisation: 4 }
      assert.includeMembers(ids(yield* FiringFixture.claim([owner], limits)), late)
      yield* pass("5 millis")
      const { ids: later } = yield* FiringFixture.file(owner, version, [
        FiringFixture.delivery("https://third.example/")
      ])
      assert.deepStrictEqual(ids(yield* FiringFixture.claim([owner], { perDestination: 4, perOrganisation: 5 })), later)
    })
  )

  it.effect("of one destination the firing that has waited longest comes first", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const filed: Array<string> = []
      for (let count = 0; count < 5; count++) {
        filed.push(...(yield* FiringFixture.file(owner, version, [FiringFixture.delivery(far)])).ids)
        yield* pass("5 millis")
      }
      for (const id of filed)
        assert.deepStrictEqual(ids(yield* FiringFixture.claim([owner], { perDestination: filed.indexOf(id) + 1 })), [
          id
        ])
    })
  )
}

const stopping = (it: It): void => {
  it.effect("a 410 stops the present and later deliveries to that URL alone, until a retry", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const stranger = yield* FiringFixture.setting
      const store = yield* FiringStore
      const other = `${far}/2`
      const mine = yield* FiringFixture.file(owner, version, [
        FiringFixture.delivery(far),
        FiringFixture.delivery(far),
        FiringFixture.delivery(other)
      ])
      const [first, second, third] = [at(mine.ids, 0), at(mine.ids, 1), at(mine.ids, 2)]
      yield* FiringFixture.file(stranger.owner, stranger.version, [FiringFixture.delivery(far)])
      const stateOf = (id: typeof first) => Effect.map(store.get(owner, id), ({ state }) => state)

      const gone = at(yield* FiringFixture.claim([owner], { perDestination: 1 }), 0)
      assert.strictEqual(gone.id, first)
      assert.isTrue(yield* FiringFixture.settle(gone, "stopped", { status: 410 }))
      assert.deepStrictEqual([yield* stateOf(first), yield* stateOf(second)], ["stopped", "stopped"])
      const later = yield* FiringFixture.file(owner, version, [FiringFixture.delivery(far)])
      assert.deepStrictEqual(ids(yield* FiringFixture.claim([owner])), [third])
      const { attempts, nextAttemptAt, state } = yield* store.get(owner, only(later.ids))
      assert.deepStrictEqual([state, attempts, nextAttemptAt], ["stopped", [], null])

      assert.strictEqual((yield* store.retry(owner, second)).state, "pending")
      const fresh = yield* FiringFixture.file(owner, version, [FiringFixture.delivery(far)])
      assert.deepStrictEqual(ids(yield* FiringFixture.claim([owner])), [second, ...fresh.ids].sort())
      assert.strictEqual(yield* stateOf(first), "stopped")
    })
  )

  it.effect("a 410 to one organisation leaves another's deliveries to the same URL alone", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const stranger = yield* FiringFixture.setting
      yield* FiringFixture.file(owner, version, [FiringFixture.delivery(far)])
      yield* FiringFixture.settle(yield* FiringFixture.claimOne(owner), "stopped", { status: 410 })
      yield* FiringFixture.file(stranger.owner, stranger.version, [FiringFixture.delivery(far)])
      assert.strictEqual((yield* FiringFixture.claim([stranger.owner])).length, 1)
    })
  )
}

export const contract = suite("outbox", (it, time) => {
  example(it)
  claiming(it)
  backlog(it, time)
  leasing(it, time)
  retrying(it, time)
  settling(it, time)
  turns(it, time)
  stopping(it)
})
