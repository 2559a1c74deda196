/** Laws of ReportStore.overview: its counts are those of a naive pass over calls, submissions and effects. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FiringId } from "@formwork/domain/filing/Firing"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Filing } from "@formwork/domain/filing/SubmissionStore"
import type { FormId, FormVersion } from "@formwork/domain/forms/Form"
import { overviewOf } from "@formwork/domain/reports/Overview"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Overviewed } from "@formwork/domain/reports/ReportStore"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import * as FiringFixture from "../FiringFixture.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"
import { file, plain } from "./reports.ts"

const Called = Schema.Struct({
  form: Schema.Literals([0, 1]),
  operation: Schema.Literals(["evaluate", "create"]),
  day: Schema.Literals(["2026-02-28", "2026-03-01", "2026-03-02"]),
  calls: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))
})

/** Files a submission of a second form, whose reference numbers differ. */
const fileOther = Effect.fnUntraced(function* (caller: Caller, version: FormVersion, change: Partial<Filing> = {}) {
  const reference = { prefix: "TWO-", suffix: "", sequenceWidth: 4 }
  const filed = yield* SubmissionStore.use((store) =>
    Effect.flatMap(Fixture.filing(version, { firings: [], ...change, reference }), (filing) =>
      store.file(caller, filing)
    )
  )
  return filed._tag === "Filed" ? filed.submission : assert.fail(filed._tag)
})

const overview = (caller: Caller, about: Partial<Overviewed> = {}) =>
  ReportStore.use((store) =>
    store.overview(caller, {
      from: "2026-03-01",
      to: "2026-03-02",
      before: undefined,
      limit: 100,
      mostEffects: 100,
      ...about
    })
  )

const calls = (it: It): void => {
  it.effect.prop(
    "calls are counted by form, operation and day, for the days that are asked for",
    [Schema.Array(Called).check(Schema.isMaxLength(12))],
    ([samples]) =>
      Effect.gen(function* () {
        const usage = yield* UsageStore
        const owner = yield* Fixture.owner
        const { credential, organisationId } = owner
        const forms = [yield* Fixture.newForm(owner, "ONE"), yield* Fixture.newForm(owner, "TWO")]
        const { caller } = yield* Fixture.machine(owner)
        const idOf = (index: number) => forms[index]?.id ?? assert.fail("no form")
        const added = samples.map(({ form, ...sample }, index) => ({
          organisationId,
          credential: index % 2 === 0 ? credential : caller.credential,
          formId: idOf(form),
          ...sample
        }))
        yield* usage.add(added)
        const found = (yield* overview(owner)).forms.map(overviewOf)
        assert.deepStrictEqual(
          found.map(({ formId }) => formId),
          forms
            .map(({ id }) => id)
            .sort()
            .reverse()
        )
        for (const { create, days, evaluate, formId } of found) {
          const expected = (operation: string, day?: string) =>
            added
              .filter((one) => one.formId === formId && one.operation === operation && one.day >= "2026-03-01")
              .filter((one) => day === undefined || one.day === day)
              .reduce((sum, one) => sum + one.calls, 0)
          assert.deepStrictEqual([evaluate, create], [expected("evaluate"), expected("create")])
          for (const day of ["2026-03-01", "2026-03-02"]) {
            const { create = 0, evaluate = 0 } = days.find((one) => one.day === day) ?? {}
            assert.deepStrictEqual([evaluate, create], [expected("evaluate", day), expected("create", day)])
          }
        }
      }),
    { arbitrary: { runs: 10 } }
  )
}

const submissions = (it: It): void => {
  it.effect("submissions of the period are counted by form, state and day, and dead effects whenever they fired", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const [one, two] = [yield* Fixture.liveForm(owner, "ONE"), yield* Fixture.liveForm(owner, "TWO")]
      for (const state of ["submitted", "draft", "submitted", "approved"] as const)
        yield* file(owner, one.version, { ...plain, state })
      const { createdAt } = yield* fileOther(owner, two.version)
      const day = DateTime.formatIsoDateUtc(createdAt)
      const yesterday = DateTime.formatIsoDateUtc(DateTime.subtract(createdAt, { days: 1 }))
      const tomorrow = DateTime.formatIsoDateUtc(DateTime.add(createdAt, { days: 1 }))
      const states = [
        { state: "approved", count: 1 },
        { state: "draft", count: 1 },
        { state: "submitted", count: 2 }
      ]
      const none = { evaluate: 0, create: 0 }
      const shown = (about: Partial<Overviewed>) =>
        Effect.map(
          overview(owner, about),
          ({ forms }) => new Map(forms.map(overviewOf).map((form) => [form.formId, form]))
        )
      const now = yield* shown({ from: yesterday, to: tomorrow })
      assert.deepStrictEqual(now.get(one.form.id), {
        formId: one.form.id,
        ...none,
        states,
        deadEffects: 0,
        days: [{ day, ...none, states }]
      })
      assert.deepStrictEqual(now.get(two.form.id)?.states, [{ state: "submitted", count: 1 }])
      for (const away of [
        { from: tomorrow, to: tomorrow },
        { from: "2020-01-01", to: yesterday }
      ]) {
        const found = yield* shown(away)
        assert.deepStrictEqual(
          [...found.values()].map(({ days, states }) => [days, states]),
          [
            [[], []],
            [[], []]
          ]
        )
      }
    })
  )
}

const pages = (it: It): void => {
  it.effect("forms come in pages, newest first; a key sees those that it reaches, and no organisation another's", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const ids: Array<FormId> = []
      for (let index = 0; index < 5; index++) ids.push((yield* Fixture.newForm(owner, `F${index}`)).id)
      yield* Fixture.newForm(yield* Fixture.owner, "ENQ")
      const wanted = ids.toSorted().toReversed()
      for (const limit of [1, 2, 5, 9]) {
        const seen: Array<FormId> = []
        for (let before: FormId | undefined; seen.length < 9;) {
          const { forms } = yield* overview(owner, { limit, before })
          seen.push(...forms.map(({ formId }) => formId))
          before = forms.at(-1)?.formId
          if (forms.length < limit) break
        }
        assert.deepStrictEqual(seen, wanted)
      }
      const own = ids.slice(1, 2)
      const { caller } = yield* Fixture.machine(owner, ["report:read"], { forms: own })
      assert.deepStrictEqual(
        (yield* overview(caller)).forms.map(({ formId }) => formId),
        own
      )
    })
  )
}

const dead = (it: It): void => {
  it.effect(
    "dead effects are counted by form, the newest of the organisation, and the others are known to be there",
    () =>
      Effect.gen(function* () {
        const { form, owner, version } = yield* FiringFixture.setting
        const other = yield* Fixture.liveForm(owner, "TWO")
        const url = "https://far.example/hook"
        yield* FiringFixture.file(owner, version, [FiringFixture.delivery(url), FiringFixture.delivery(url)])
        const content = FiringFixture.delivery(url)
        const id = FiringId.make(yield* Fixture.uuid)
        yield* fileOther(owner, other.version, {
          firings: [{ id, effectId: "tell", kind: "delivery", on: "filed", content }]
        })
        const before = yield* overview(owner)
        assert.isTrue(before.forms.every(({ deadEffects }) => deadEffects === 0))
        for (const claim of yield* FiringFixture.claim([owner]))
          yield* FiringFixture.settle(claim, "dead", { reason: "No." })
        const shown = (mostEffects: number) =>
          Effect.map(overview(owner, { mostEffects }), ({ forms, hasMoreEffects }) => {
            const counts = new Map(forms.map(({ deadEffects, formId }) => [formId, deadEffects]))
            return [counts.get(form.id), counts.get(other.form.id), hasMoreEffects]
          })
        assert.deepStrictEqual(yield* shown(3), [2, 1, false])
        assert.deepStrictEqual(yield* shown(1), [0, 1, true])
        assert.deepStrictEqual((yield* overview(yield* Fixture.owner)).hasMoreEffects, false)
      })
  )
}

export const contract = suite("overview of forms", (it) => {
  calls(it)
  submissions(it)
  pages(it)
  dead(it)
})
