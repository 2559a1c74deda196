/** Checks, descriptions and comparisons of definitions, and forms that are made ready: bounded, in slices, organisations in turn. */
import { assert, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Layer } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { analyse } from "@formwork/domain/forms/Analysis"
import { Analyses } from "@formwork/domain/forms/Analyses"
import { AnalysisThread } from "@formwork/domain/forms/AnalysisThread"
import type { AnalysisThreads } from "@formwork/domain/forms/AnalysisThread"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { FormCompiler } from "@formwork/domain/forms/FormCompiler"
import { TableStore } from "@formwork/domain/tables/TableStore"
import { defaultLimits } from "@formwork/rules/Limits"

/** No definition here names a table. */
const noTables = Layer.mock(TableStore, {})

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const callerOf = (number: number) =>
  Caller.operator(
    OrganisationId.make(`0190a5b0-0000-7000-8000-00000000000${number}`),
    UserId.make(`0190a5b0-0000-7000-8000-00000000001${number}`)
  )

const large = {
  title: "Large",
  code: "L",
  fields: [
    { slug: "a", type: "integer" },
    ...times(200, (index) => ({ slug: `f${index}`, type: "integer", formula: times(149, () => "a").join("+") }))
  ]
}

/** Publishes without a fault, and the search finds no example. */
const unlikely = {
  title: "Lists",
  code: "L",
  fields: times(25, (list) => ({
    slug: `l${list}`,
    type: "list",
    minItems: 40,
    maxItems: 40,
    unique: true,
    fields: times(9, (field) => ({ slug: `c${field}`, type: "integer", min: 1, max: 39, required: true, unique: true }))
  }))
}

const versionOf = (definition: object) => ({
  id: FormVersionId.make("0190a5b0-0000-7000-8000-0000000000ff"),
  definition: { ...definition }
})

/** A clock of which each look takes a millisecond. */
const hurrying = Effect.map(Clock.Clock, (clock): Clock.Clock => {
  let nanos = 0n
  return Object.assign(Object.create(clock), {
    monotonicTimeNanosUnsafe: () => (nanos += 1_000_000n)
  })
})

it.effect("the search for an example ends after 200 ms, with the description and without an example", () =>
  Effect.sync(() => {
    let looked = 0
    const work = analyse(
      { kind: "description", limits: defaultLimits, version: versionOf(unlikely), now: 0 },
      () => (looked += 1)
    )
    for (;;) {
      const step = work.next()
      if (step.done !== true) continue
      assert.isNull(step.value.example)
      assert.strictEqual(step.value.definition.fields.length, 25)
      break
    }
    // One look for each slice of the search, which would go on.
    assert.isAbove(looked, 200)
    assert.isBelow(looked, 210)
  })
)

it.effect("while a form is made ready, other fibers have their turn every few milliseconds", () =>
  Effect.gen(function* () {
    const compiler = yield* FormCompiler
    let turns = 0
    const other = yield* Effect.forkChild(
      Effect.forever(
        Effect.andThen(
          Effect.yieldNow,
          Effect.sync(() => (turns += 1))
        )
      )
    )
    const form = yield* compiler.compile(callerOf(1), versionOf(large), () => undefined)
    yield* Fiber.interrupt(other)
    assert.isTrue(form.evaluate({ a: 1 }, { today: "2026-03-09", draft: false }).valid)
    // A turn for others comes after each fourth field or rule at the latest: there are two hundred.
    assert.isAbove(turns, 50)
  }).pipe(
    Effect.provide(Layer.provide(FormCompiler.layer, noTables)),
    Effect.provideServiceEffect(Clock.Clock, hurrying)
  )
)

it.effect("requests for one form that meet compile it once", () =>
  Effect.gen(function* () {
    const compiler = yield* FormCompiler
    let kept: { readonly bytes: number } | undefined
    let asked = 0
    const get = compiler
      .compile(callerOf(1), versionOf(large), () => {
        asked += 1
        return undefined
      })
      .pipe(Effect.tap((form) => Effect.sync(() => (kept = form))))
    const form = yield* get
    assert.strictEqual(kept, form)
    const again = yield* compiler.compile(callerOf(1), versionOf(large), () => form)
    assert.strictEqual(again, form)
    assert.strictEqual(asked, 1)
  }).pipe(Effect.provide(Layer.provide(FormCompiler.layer, noTables)))
)

it.effect("one analysis of an organisation runs at a time, and another organisation's does not wait for it", () => {
  const begun: Array<string> = []
  const gate = Deferred.makeUnsafe<void>()
  const threads: AnalysisThreads = {
    atOnce: 2,
    run: (job) =>
      Effect.suspend(() => {
        const code = "code" in job ? (job.code ?? "") : ""
        begun.push(code)
        return Effect.andThen(
          code.startsWith("A") ? Deferred.await(gate) : Effect.void,
          Effect.sync(() => {
            const work = analyse(job, () => 0)
            for (;;) {
              const step = work.next()
              if (step.done === true) return step.value
            }
          })
        )
      })
  }
  return Effect.gen(function* () {
    const analyses = yield* Analyses
    const run = (number: number, code: string) => analyses.run(callerOf(number), "draft", { definition: {}, code })
    const first = yield* Effect.forkChild(run(1, "A1"))
    const second = yield* Effect.forkChild(run(1, "A2"))
    const other = yield* Effect.forkChild(run(2, "B1"))
    assert.isTrue("faults" in (yield* Fiber.join(other)))
    assert.deepStrictEqual(begun, ["A1", "B1"])
    yield* Deferred.succeed(gate, undefined)
    yield* Fiber.join(first)
    yield* Fiber.join(second)
    assert.deepStrictEqual(begun, ["A1", "B1", "A2"])
  }).pipe(Effect.provide(Analyses.layer.pipe(Layer.provide([Layer.succeed(AnalysisThread, threads), noTables]))))
})
