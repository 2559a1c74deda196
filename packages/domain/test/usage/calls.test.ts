/** Counting calls by credential and operation. Counts are stored every few seconds, and only a killed process loses some. */
import { assert, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { FormId } from "@formwork/domain/forms/Form"
import { Reports } from "@formwork/domain/reports/Reports"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import * as Services from "@formwork/domain/Services"
import * as Fixture from "@formwork/contract/Fixture"
import * as Memory from "@formwork/memory/Memory"
import { Tables } from "@formwork/memory/Tables"

const days = { from: "1970-01-01", to: "1970-01-02" }

const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const { form } = yield* Fixture.liveForm(owner)
  const reports = yield* Reports
  const calls = Effect.map(reports.usage(owner, days), (all) =>
    all.map(({ calls, day, operation }) => `${day} ${operation} ${calls}`)
  )
  const evaluations = yield* Evaluations
  return { owner, form, calls, evaluate: (data = {}) => evaluations.evaluate(owner, form.id, data) }
})

const services = Services.layer.pipe(Layer.provideMerge(Memory.layer()))

it.effect("calls that reach a form are counted by operation and day, valid or not; other calls are not counted", () =>
  Effect.gen(function* () {
    const { calls, evaluate, form, owner } = yield* setting
    const [evaluations, submissions] = [yield* Evaluations, yield* Submissions]
    yield* evaluate()
    yield* evaluate({ nothing: "known" })
    yield* evaluations.explain(owner, form.id, {})
    const request = { draft: false, idempotencyKey: undefined }
    yield* submissions.create(owner, form.id, { ...request, data: {} })
    yield* Effect.flip(submissions.create(owner, form.id, { ...request, data: { nothing: "known" } }))
    yield* Effect.flip(evaluations.evaluate(owner, FormId.make(yield* Fixture.uuid), {}))
    yield* Effect.flip(evaluations.evaluate({ ...owner, privileges: [] }, form.id, {}))
    yield* TestClock.adjust("4 seconds")
    assert.deepStrictEqual(yield* calls, [])
    yield* TestClock.adjust("1 seconds")
    assert.deepStrictEqual(yield* calls, ["1970-01-01 create 2", "1970-01-01 evaluate 3"])
    yield* TestClock.adjust("1 days")
    yield* evaluate()
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(yield* calls, ["1970-01-01 create 2", "1970-01-01 evaluate 3", "1970-01-02 evaluate 1"])
  }).pipe(Effect.provide(services))
)

it.effect("counts that one of several stores could not take are added to the next ones, and stored once", () =>
  Effect.gen(function* () {
    const taken: Array<number> = []
    let away = true
    const partly = Layer.effect(
      UsageStore,
      Effect.map(UsageStore, (store) =>
        UsageStore.of({
          ...store,
          add: (calls) =>
            Effect.sync(() => {
              if (away) return calls
              taken.push(...calls.map((one) => one.calls))
              return []
            })
        })
      )
    )
    const memory = yield* Layer.build(Memory.layer())
    const over = Services.layer.pipe(Layer.provideMerge(partly), Layer.provideMerge(Layer.succeedContext(memory)))
    yield* Effect.gen(function* () {
      const { evaluate } = yield* setting
      yield* evaluate()
      yield* TestClock.adjust("11 seconds")
      assert.deepStrictEqual(taken, [])
      away = false
      // Without another call.
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(taken, [1])
      away = true
      yield* evaluate()
      yield* TestClock.adjust("5 seconds")
      yield* evaluate()
      yield* TestClock.adjust("5 seconds")
      away = false
    }).pipe(Effect.provide(over))
    assert.deepStrictEqual(taken, [1, 2])
  })
)

it.effect("counts that cannot be stored are kept for the next time, and the rest is stored when the process ends", () =>
  Effect.gen(function* () {
    let away = true
    const flaky = Layer.effect(
      UsageStore,
      Effect.map(UsageStore, (store) =>
        UsageStore.of({
          ...store,
          add: (calls) => (away ? Effect.die(new Error("out of reach")) : store.add(calls))
        })
      )
    )
    const memory = yield* Layer.build(Memory.layer())
    const over = Services.layer.pipe(Layer.provideMerge(flaky), Layer.provideMerge(Layer.succeedContext(memory)))
    yield* Effect.gen(function* () {
      const { calls, evaluate } = yield* setting
      yield* evaluate()
      yield* TestClock.adjust("11 seconds")
      assert.deepStrictEqual(yield* calls, [])
      yield* evaluate()
      away = false
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* calls, ["1970-01-01 evaluate 2"])
      yield* evaluate()
    }).pipe(Effect.provide(over))
    const tenants = [...Context.get(memory, Tables).tenants.values()]
    assert.deepStrictEqual(
      tenants.flatMap(({ calls }) => [...calls.values()].map((one) => one.calls)),
      [3]
    )
  })
)
