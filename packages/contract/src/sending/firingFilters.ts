/** Laws of FiringStore about filters and summaries: a list and a retry take the same firings, and a summary counts them. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import * as fc from "fast-check"
import { FiringState } from "@formwork/domain/sending/FiringRecord"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import type { FiringFilter } from "@formwork/domain/sending/FiringStore"
import * as FiringFixture from "../FiringFixture.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const all = { limit: 10_000 }

/** An organisation with firings of each kind, to three destinations; those to `far.example` and all mail are dead. */
const setting = Effect.gen(function* () {
  const { form, owner, version } = yield* FiringFixture.setting
  const far = FiringFixture.delivery("https://far.example/hook")
  const crm = FiringFixture.ofEachKind.integration
  yield* FiringFixture.file(owner, version, [FiringFixture.note, FiringFixture.ofEachKind.document, crm, far])
  yield* FiringFixture.file(owner, version, [FiringFixture.note, crm, far, far])
  for (const claim of yield* FiringFixture.claim([owner], { perDestination: 10 })) {
    const { kind } = claim
    if (kind === "notification" || kind === "delivery") yield* FiringFixture.settle(claim, "dead", { reason: "No." })
    else if (kind === "document") yield* FiringFixture.settle(claim, "delivered")
    else yield* FiringFixture.settle(claim, "retry", { delayMillis: 3_600_000 })
  }
  const store = yield* FiringStore
  return { form, owner, store, everything: yield* store.list(owner, {}, all) }
})

const filters = (it: It): void => {
  it.effect("firings are listed by kind, destination and time, alone and together", () =>
    Effect.gen(function* () {
      const { everything, form, owner, store } = yield* setting
      assert.lengthOf(everything, 8)
      const times = everything.flatMap(({ createdAt }) => [createdAt, DateTime.add(createdAt, { milliseconds: 1 })])
      const filter = fc.record(
        {
          formId: fc.constant(form.id),
          state: fc.constantFrom(...FiringState.literals),
          kind: fc.constantFrom(
            "notification" as const,
            "document" as const,
            "integration" as const,
            "delivery" as const
          ),
          destination: fc.constantFrom("far.example", "crm.example:8443", "mail", "documents", "none", "FAR.example"),
          from: fc.constantFrom(...times),
          to: fc.constantFrom(...times)
        },
        { requiredKeys: [] }
      )
      for (const one of fc.sample(filter, { numRuns: 80, seed: 7 })) {
        const wanted = everything.filter(
          (firing) =>
            (one.state === undefined || firing.state === one.state) &&
            (one.kind === undefined || firing.kind === one.kind) &&
            (one.destination === undefined || firing.destination === one.destination) &&
            (one.from === undefined || DateTime.isGreaterThanOrEqualTo(firing.createdAt, one.from)) &&
            (one.to === undefined || DateTime.isLessThan(firing.createdAt, one.to))
        )
        assert.deepStrictEqual(yield* store.list(owner, one, all), wanted, JSON.stringify(one))
      }
    })
  )

  it.effect("one call retries what its filter lists of the dead and stopped firings, and no other", () =>
    Effect.gen(function* () {
      const { everything, owner, store } = yield* setting
      const last = everything[0]?.createdAt ?? assert.fail("no firing")
      const stateOf = Effect.map(
        store.list(owner, {}, all),
        (firings) => new Map(firings.map((one) => [one.id, one.state]))
      )
      const retried = (filter: FiringFilter) => store.retryMany(owner, { filter }, 100)
      assert.strictEqual(yield* retried({ to: DateTime.subtract(last, { days: 1 }) }), 0)
      assert.strictEqual(yield* retried({ from: DateTime.add(last, { days: 1 }) }), 0)
      assert.strictEqual(yield* retried({ kind: "document" }), 0)
      assert.strictEqual(yield* retried({ destination: "crm.example:8443" }), 0)
      assert.strictEqual(yield* retried({ kind: "delivery", destination: "mail" }), 0)
      assert.strictEqual(yield* retried({ kind: "delivery", destination: "far.example" }), 3)
      const states = yield* stateOf
      for (const { id, kind, state } of everything)
        assert.strictEqual(states.get(id), kind === "delivery" ? "pending" : state)
      assert.strictEqual(yield* retried({ destination: "mail", to: DateTime.add(last, { days: 1 }) }), 2)
    })
  )
}

const summaries = (it: It): void => {
  it.effect("a summary counts the firings in each state, of the organisation or of a form, up to a bound", () =>
    Effect.gen(function* () {
      const { everything, form, owner, store } = yield* setting
      const other = yield* Fixture.liveForm(owner, "TWO")
      const counted = (most: number) =>
        FiringState.literals.map((state) => {
          const count = everything.filter((firing) => firing.state === state).length
          return { state, count: Math.min(count, most), hasMore: count > most }
        })
      const summary = (formId: typeof form.id | undefined, most: number) => store.summary(owner, { formId, most })
      for (const most of [1, 4, 5, 100]) {
        assert.deepStrictEqual(yield* summary(undefined, most), counted(most))
        assert.deepStrictEqual(yield* summary(form.id, most), counted(most))
      }
      const none = FiringState.literals.map((state) => ({ state, count: 0, hasMore: false }))
      assert.deepStrictEqual(yield* summary(other.form.id, 100), none)
      const stranger = yield* Fixture.owner
      assert.deepStrictEqual(yield* store.summary(stranger, { formId: form.id, most: 100 }), none)
      const { caller } = yield* Fixture.machine(owner, ["effect:read"], { forms: [other.form.id] })
      assert.deepStrictEqual(yield* store.summary(caller, { formId: undefined, most: 100 }), none)
    })
  )
}

export const contract = suite("filters of firings", (it) => {
  filters(it)
  summaries(it)
})
