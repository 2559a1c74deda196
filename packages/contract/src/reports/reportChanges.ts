/** Laws of ReportStore while submissions come, change and go: what an adapter keeps from one report to the next is never seen. */
import { assert } from "@effect/vitest"
import { Array as Arr, Effect, Schema } from "effect"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import type { Submission } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { none } from "@formwork/domain/callers/KeyLimits"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import type { Tallied } from "@formwork/domain/reports/ReportStore"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"
import { fields, file, naive, plain, Sample, told, valuesOf } from "./reports.ts"

const Step = Schema.Union([
  Schema.Struct({ does: Schema.Literal("file"), sample: Sample }),
  Schema.Struct({ does: Schema.Literal("move"), which: Schema.Int, state: Schema.Literals(["approved", "rejected"]) }),
  Schema.Struct({ does: Schema.Literal("correct"), which: Schema.Int, sample: Sample }),
  Schema.Struct({ does: Schema.Literal("delete"), which: Schema.Int }),
  Schema.Struct({ does: Schema.Literal("count"), zone: Schema.Literals(["UTC", "Asia/Kathmandu"]) }),
  Schema.Struct({ does: Schema.Literal("report"), zone: Schema.Literals(["UTC", "Asia/Kathmandu"]) })
])
type Step = typeof Step.Type

const zones = ["UTC", "Pacific/Auckland"] as const

const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const { form, version } = yield* Fixture.liveForm(owner)
  const store = yield* SubmissionStore
  const reports = yield* ReportStore
  const about: Tallied = { formId: form.id, timeZone: "UTC", from: undefined, to: undefined, fields }
  const assertExact = Effect.fnUntraced(function* (ids: ReadonlyArray<Submission["id"]>, asked: Partial<Tallied> = {}) {
    const stored = yield* Effect.all(ids.map((id) => store.get(owner, id)))
    const which = { ...about, ...asked }
    const expected = naive(stored, which.timeZone).filter((line) =>
      which.fields.some(({ slug }) => line.startsWith(`number ${slug} `) || line.startsWith(`choice ${slug} `))
        ? true
        : /^(?:day|outcome) /u.test(line)
    )
    assert.deepStrictEqual((yield* reports.tally(owner, which)).map(told).sort(), [...expected].sort())
  })
  return { owner, version, store, reports, about, assertExact }
})

const laws = (it: It): void => {
  it.effect.prop(
    "after every filing, transition, correction, deletion and count ahead a report is a naive pass over what is stored",
    [Schema.Array(Step).check(Schema.isMinLength(8), Schema.isMaxLength(24))],
    ([steps]) =>
      Effect.gen(function* () {
        const { about, assertExact, owner, reports, store, version } = yield* setting
        const deletions = yield* SubmissionDeletionStore
        let ids: ReadonlyArray<Submission["id"]> = []
        for (let number = 0; number < 7; number++)
          ids = [...ids, (yield* file(owner, version, { ...plain, age: number })).id]
        const take = Effect.fnUntraced(function* (step: Step) {
          if (step.does === "file") return (ids = [...ids, (yield* file(owner, version, step.sample)).id])
          if (step.does === "report") return yield* assertExact(ids, { timeZone: step.zone })
          if (step.does === "count") return yield* reports.countAhead(owner, { ...about, timeZone: step.zone })
          const id = ids[Math.abs(step.which) % Math.max(1, ids.length)]
          if (id === undefined) return
          if (step.does === "delete") {
            yield* deletions.remove(owner, id, "Asked for.")
            ids = ids.filter((other) => other !== id)
            return
          }
          const content =
            step.does === "move" ? {} : { content: { ...Fixture.content(version), data: valuesOf(step.sample) } }
          const state = step.does === "move" ? step.state : step.sample.state
          const change = yield* Fixture.change(yield* store.get(owner, id), {
            ...content,
            workflowState: state,
            firings: []
          })
          yield* store.change(owner, change)
        })
        for (const step of steps) {
          yield* take(step)
          yield* assertExact(ids)
        }
      }),
    { arbitrary: { runs: 12 } }
  )
}

const kept = (it: It): void => {
  it.effect("submissions filed while reports are made and counted ahead are each in the next report, once", () =>
    Effect.gen(function* () {
      const { about, assertExact, owner, reports, version } = yield* setting
      const filing = Effect.forEach(
        Arr.range(1, 24),
        (age) => Effect.map(file(owner, version, { ...plain, age }), ({ id }) => id),
        { concurrency: 6 }
      )
      const reporting = Effect.forEach(Arr.range(1, 8), () => reports.tally(owner, about), { concurrency: 2 })
      const counting = Effect.forEach(Arr.range(1, 8), () => reports.countAhead(owner, about))
      const [ids] = yield* Effect.all([filing, reporting, counting], { concurrency: "unbounded" })
      yield* assertExact(ids)
      yield* assertExact(ids)
    })
  )

  it.effect("reports over other fields, other options and other time zones are each exact, in any order", () =>
    Effect.gen(function* () {
      const { assertExact, owner, version } = yield* setting
      let ids: ReadonlyArray<Submission["id"]> = []
      for (let age = 0; age < 8; age++) ids = [...ids, (yield* file(owner, version, { ...plain, age })).id]
      for (const timeZone of [...zones, ...zones])
        for (const some of [fields, fields.slice(0, 2), []]) yield* assertExact(ids, { timeZone, fields: some })
    })
  )

  it.effect("a key that does not reach a form counts nothing of it, also after the report of a caller who does", () =>
    Effect.gen(function* () {
      const { about, assertExact, owner, reports, version } = yield* setting
      let ids: ReadonlyArray<Submission["id"]> = []
      for (let age = 0; age < 8; age++) ids = [...ids, (yield* file(owner, version, { ...plain, age })).id]
      const limited = { ...owner, limits: { ...none, forms: [(yield* Fixture.liveForm(owner, "TWO")).form.id] } }
      assert.deepStrictEqual(yield* reports.tally(limited, about), [])
      yield* assertExact(ids)
      assert.deepStrictEqual(yield* reports.tally(limited, about), [])
      const reaching = { ...owner, limits: { ...none, forms: [about.formId] } }
      const all = (yield* reports.tally(owner, about)).map(told).sort()
      assert.deepStrictEqual((yield* reports.tally(reaching, about)).map(told).sort(), all)
    })
  )
}

export const contract = suite("reports of what changes", (it) => {
  laws(it)
  kept(it)
})
