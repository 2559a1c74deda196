/** Laws of FiringStore: an organisation sees the attempts of its own firings, and can retry them. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { FiringId } from "@formwork/domain/filing/Firing"
import type { FiringRecord } from "@formwork/domain/sending/FiringRecord"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { only, refuses } from "../assertions.ts"
import * as FiringFixture from "../FiringFixture.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const url = "https://far.example/hook"
const all = { limit: 10_000 }
const idsOf = (firings: ReadonlyArray<FiringRecord>) => firings.map(({ id }) => id)
const newestFirst = (ids: ReadonlyArray<string>) => [...ids].sort().reverse()

/** Makes every due firing dead. */
const kill = Effect.fnUntraced(function* (owner: Caller) {
  for (const claim of yield* FiringFixture.claim([owner])) yield* FiringFixture.settle(claim, "dead", { reason: "No." })
})

export const example = (it: It): void => {
  it.effect("an organisation sees why an effect was not sent, and retries it", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const firings = yield* FiringStore
      const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url)])
      yield* FiringFixture.settle(yield* FiringFixture.claimOne(owner), "dead", {
        reason: "The receiver answered 404."
      })
      const dead = yield* firings.get(owner, only(ids))
      assert.strictEqual(dead.lastAttempt?.reason, "The receiver answered 404.")

      yield* firings.retry(owner, dead.id)

      assert.strictEqual((yield* FiringFixture.claimOne(owner)).id, dead.id)
    })
  )
}

const seeing = (it: It): void => {
  it.effect("a firing has every attempt with its number, result, status, excerpt and reason", () =>
    Effect.gen(function* () {
      const { form, owner, version } = yield* FiringFixture.setting
      const store = yield* FiringStore
      const { ids, submission } = yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url)])
      const id = only(ids)
      const fresh = yield* store.get(owner, id)
      assert.deepStrictEqual(
        [fresh.state, fresh.formId, fresh.submissionId, fresh.destination, fresh.effectId, fresh.kind, fresh.on],
        ["pending", form.id, submission.id, "far.example", "tell", "delivery", "filed"]
      )
      assert.deepStrictEqual([fresh.attempts, fresh.attemptCount, fresh.lastAttempt], [[], 0, null])
      const told = { status: 503, excerpt: "away\nback at “noon” \u{1F600}", reason: "The receiver answered 503." }
      yield* FiringFixture.settle(yield* FiringFixture.claimOne(owner), "retry", told)
      yield* FiringFixture.settle(yield* FiringFixture.claimOne(owner), "dead", { reason: "No." })
      const { attempts, ...record } = yield* store.get(owner, id)
      const nobody = { status: null, excerpt: null }
      assert.deepStrictEqual(
        attempts.map(({ durationMillis, startedAt, ...rest }) => {
          assert.isAtLeast(durationMillis ?? -1, 0)
          assert.isAtLeast(DateTime.toEpochMillis(startedAt), DateTime.toEpochMillis(record.createdAt) - 1)
          return rest
        }),
        [
          { number: 1, result: "retry", ...told },
          { number: 2, result: "dead", ...nobody, reason: "No." }
        ]
      )
      assert.deepStrictEqual([record.state, record.attemptCount, record.nextAttemptAt], ["dead", 2, null])
      assert.deepStrictEqual(record.lastAttempt, attempts[1])
      assert.deepStrictEqual(yield* store.list(owner, {}, all), [record])
    })
  )

  it.effect("firings are listed by form, submission and state, and pages have each firing once, newest first", () =>
    Effect.gen(function* () {
      const { form, owner, version } = yield* FiringFixture.setting
      const second = yield* Fixture.liveForm(owner, "TWO")
      const store = yield* FiringStore
      const one = yield* FiringFixture.file(owner, version, [
        FiringFixture.note,
        FiringFixture.note,
        FiringFixture.note
      ])
      yield* kill(owner)
      const two = yield* FiringFixture.file(owner, version, [FiringFixture.note, FiringFixture.delivery(url)])
      const everything = newestFirst([...one.ids, ...two.ids])
      const listed = (filter: Parameters<typeof store.list>[1]) => Effect.map(store.list(owner, filter, all), idsOf)
      assert.deepStrictEqual(yield* listed({}), everything)
      assert.deepStrictEqual(yield* listed({ formId: form.id }), everything)
      assert.deepStrictEqual(yield* listed({ formId: second.form.id }), [])
      assert.deepStrictEqual(yield* listed({ submissionId: two.submission.id }), newestFirst(two.ids))
      assert.deepStrictEqual(yield* listed({ state: "dead" }), newestFirst(one.ids))
      assert.deepStrictEqual(yield* listed({ state: "pending", submissionId: one.submission.id }), [])
      const seen: Array<FiringId> = []
      for (let last: FiringId | undefined; ; last = seen.at(-1)) {
        const page = yield* store.list(owner, {}, { limit: 2, ...(last === undefined ? {} : { before: last }) })
        if (page.length === 0) break
        seen.push(...idsOf(page))
      }
      assert.deepStrictEqual(seen, everything)
    })
  )
}

const contents = (it: It): void => {
  it.effect("a firing's content is what was rendered, whatever its kind and whatever became of it", () =>
    Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const store = yield* FiringStore
      const rendered = [...Object.values(FiringFixture.ofEachKind), undefined]
      const { ids } = yield* FiringFixture.file(owner, version, rendered)
      const read = Effect.forEach(ids, (id) => store.content(owner, id))
      const expected = rendered.map((content) => content ?? null)
      assert.deepStrictEqual(yield* read, expected)
      for (const claim of yield* FiringFixture.claim([owner])) yield* FiringFixture.settle(claim, "delivered")
      assert.deepStrictEqual(yield* read, expected)
    })
  )
}

const organisations = (it: It): void => {
  it.effect("firings of another organisation are missing in lists, reads and retries", () =>
    Effect.gen(function* () {
      const { form, owner, version } = yield* FiringFixture.setting
      const { owner: stranger } = yield* FiringFixture.setting
      const store = yield* FiringStore
      const { ids, submission } = yield* FiringFixture.file(owner, version, [FiringFixture.note])
      const id = only(ids)
      yield* kill(owner)
      for (const filter of [{}, { formId: form.id }, { submissionId: submission.id }, { state: "dead" as const }]) {
        assert.deepStrictEqual(yield* store.list(stranger, filter, all), [])
        assert.strictEqual(yield* store.retryMany(stranger, { filter }, 100), 0)
      }
      assert.strictEqual(yield* store.retryMany(stranger, { ids }, 100), 0)
      yield* refuses(store.get(stranger, id), "FiringNotFound")
      yield* refuses(store.content(stranger, id), "FiringNotFound")
      yield* refuses(store.retry(stranger, id), "FiringNotFound")
      const nowhere = FiringId.make(yield* Fixture.uuid)
      yield* refuses(store.get(owner, nowhere), "FiringNotFound")
      yield* refuses(store.content(owner, nowhere), "FiringNotFound")
      assert.strictEqual((yield* store.get(owner, id)).state, "dead")
    })
  )
}

const retrying = (it: It): void => {
  it.effect(
    "a retry is due at once and starts the schedule anew; a delivered firing is refused, and each retry adds a line",
    () =>
      Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const store = yield* FiringStore
        const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.note])
        const id = only(ids)
        yield* FiringFixture.settle(yield* FiringFixture.claimOne(owner), "retry", { delayMillis: 3_600_000 })
        yield* store.retry(owner, id) // is due at once
        yield* FiringFixture.settle(yield* FiringFixture.claimOne(owner), "dead")
        assert.deepStrictEqual(yield* FiringFixture.claim([owner]), [])
        const again = yield* store.retry(owner, id)
        assert.deepStrictEqual([again.state, again.attemptCount], ["pending", 2])
        const third = yield* FiringFixture.claimOne(owner)
        assert.deepStrictEqual([third.id, third.attempt, third.failures], [id, 3, 0])
        yield* FiringFixture.settle(third, "delivered")
        yield* refuses(store.retry(owner, id), "FiringDelivered")
        const lines = (yield* Fixture.log(owner)).filter(({ action }) => action === "effect.retried")
        assert.deepStrictEqual(
          lines.map(({ subject, times, userId }) => [subject, times, userId]),
          [
            [id, 1, owner.userId],
            [id, 1, owner.userId]
          ]
        )
      })
  )
}

const retryingMany = (it: It): void => {
  it.effect(
    "one call retries the dead and stopped firings of a selection, oldest first, and adds one line to the log",
    () =>
      Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const store = yield* FiringStore
        const one = yield* FiringFixture.file(owner, version, [
          FiringFixture.note,
          FiringFixture.note,
          FiringFixture.note
        ])
        yield* kill(owner)
        const two = yield* FiringFixture.file(owner, version, [
          FiringFixture.delivery(url),
          FiringFixture.delivery(url)
        ])
        const gone = only(yield* FiringFixture.claim([owner], { perDestination: 1 }))
        yield* FiringFixture.settle(gone, "stopped", { status: 410 })
        const waiting = yield* FiringFixture.file(owner, version, [FiringFixture.note])
        const oldest = [...one.ids].sort()
        const due = Effect.map(FiringFixture.claim([owner]), (claims) => claims.map(({ id }) => id).sort())
        assert.deepStrictEqual(yield* due, waiting.ids)

        assert.strictEqual(yield* store.retryMany(owner, { filter: { state: "pending" } }, 100), 0)
        assert.strictEqual(yield* store.retryMany(owner, { ids: waiting.ids }, 100), 0)
        assert.strictEqual(yield* store.retryMany(owner, { filter: { state: "dead" } }, 2), 2)
        assert.deepStrictEqual(yield* due, oldest.slice(0, 2))
        assert.strictEqual(yield* store.retryMany(owner, { ids: two.ids }, 100), 2)
        assert.deepStrictEqual(yield* due, [...two.ids].sort())
        assert.strictEqual(yield* store.retryMany(owner, { filter: {} }, 100), 1)
        assert.deepStrictEqual(yield* due, oldest.slice(2))
        const lines = (yield* Fixture.log(owner)).filter(({ action }) => action === "effect.retried")
        assert.deepStrictEqual(
          lines.map(({ subject, times }) => [subject, times]),
          [
            [null, 1],
            [null, 2],
            [null, 2]
          ]
        )
      })
  )
}

export const contract = suite("firings", (it) => {
  example(it)
  seeing(it)
  contents(it)
  organisations(it)
  retrying(it)
  retryingMany(it)
})
