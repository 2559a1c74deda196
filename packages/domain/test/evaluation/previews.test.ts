/** Trying forms in a program: what is counted, what is read, and whose time it takes. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Fixture from "@formwork/contract/Fixture"
import type { Preview, PreviewRequest } from "@formwork/domain/evaluation/Previews"
import { Previews } from "@formwork/domain/evaluation/Previews"
import { AnalysisThread } from "@formwork/domain/forms/AnalysisThread"
import type { Job } from "@formwork/domain/forms/Analysis"
import { Reports } from "@formwork/domain/reports/Reports"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import type { JsonObject } from "@formwork/rules/Json"

const services = Services.layer.pipe(Layer.provideMerge(Memory.layer()))

const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const { form, version } = yield* Fixture.liveForm(owner)
  const previews = yield* Previews
  return { owner, form, version, evaluate: (request: PreviewRequest) => previews.evaluate(owner, form.id, request) }
})

const large: JsonObject = {
  title: "Large",
  code: "L",
  fields: [
    { slug: "a", type: "integer" },
    ...Array.from({ length: 200 }, (_, index) => ({
      slug: `f${index}`,
      type: "integer",
      formula: Array.from({ length: 149 }, () => "a").join("+")
    }))
  ]
}

it.effect("a preview is in no report of usage", () =>
  Effect.gen(function* () {
    const { evaluate, owner } = yield* setting
    for (const version of ["live", "draft", 1] as const) yield* evaluate({ data: {}, version, complete: true })
    yield* TestClock.adjust("1 minutes")
    const reports = yield* Reports
    assert.deepStrictEqual(yield* reports.usage(owner, { from: "1970-01-01", to: "1970-01-02" }), [])
  }).pipe(Effect.provide(services))
)

it.effect("a payload that a program hands over is read as HTTP reads one", () =>
  Effect.gen(function* () {
    const { evaluate } = yield* setting
    for (const data of [null, [], new Map(), "text"]) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a program without types may hand over anything
      const refusal = yield* Effect.flip(evaluate({ data: data as never }))
      assert.strictEqual(refusal._tag, "RequestInvalid")
    }
  }).pipe(Effect.provide(services))
)

it.effect("while an unsaved definition is tried, other fibers have their turn every few milliseconds", () =>
  Effect.gen(function* () {
    let nanos = 0n
    const hurrying: Clock.Clock = Object.assign(Object.create(yield* Clock.Clock), {
      monotonicTimeNanosUnsafe: () => (nanos += 1_000_000n)
    })
    const { evaluate } = yield* setting
    let turns = 0
    const other = yield* Effect.forkChild(
      Effect.forever(Effect.tap(Effect.yieldNow, () => Effect.sync(() => (turns += 1))))
    )
    const preview: Preview = yield* evaluate({ data: { a: 1 }, definition: large }).pipe(
      Effect.provideService(Clock.Clock, hurrying)
    )
    yield* Fiber.interrupt(other)
    assert.strictEqual(preview.calculatedData["f0"], 149)
    // A turn comes after each fourth field or rule at the latest, of two hundred that are checked.
    assert.isAbove(turns, 50)
  }).pipe(Effect.provide(services))
)

it.effect(
  "what is published runs where requests are answered, and everything else where definitions are analysed",
  () => {
    const jobs: Array<Job> = []
    const here = AnalysisThread.defaultValue()
    const noted = Layer.succeed(AnalysisThread, {
      ...here,
      run: (job) => Effect.suspend(() => (jobs.push(job), here.run(job)))
    })
    return Effect.gen(function* () {
      const { evaluate, version } = yield* setting
      jobs.length = 0
      for (const chosen of ["live", 1, version.id] as const) yield* evaluate({ data: {}, version: chosen })
      assert.deepStrictEqual(jobs, [])
      yield* evaluate({ data: {}, version: "draft" })
      yield* evaluate({ data: {}, definition: large })
      assert.deepStrictEqual(
        jobs.map(({ kind }) => kind),
        ["evaluation", "evaluation"]
      )
    }).pipe(Effect.provide(services.pipe(Layer.provide(noted))))
  }
)
