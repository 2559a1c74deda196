/** Reports are made in turns of organisations. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { Forms } from "@formwork/domain/forms/Forms"
import { Organisations } from "@formwork/domain/people/Organisations"
import { Reports } from "@formwork/domain/reports/Reports"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"

const definition = { title: "Roof enquiry", code: "ROOF", fields: [{ slug: "area", type: "integer" }] }

const settle = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })

it.effect(
  "an organisation that asks for many reports has one made at a time, and another one's is made meanwhile",
  () => {
    const begun: Array<string> = []
    const gate = Deferred.makeUnsafe<void>()
    // The first organisation's reports take until the gate opens.
    let slow = ""
    const store = ReportStore.of({
      tally: ({ organisationId }) =>
        Effect.suspend(() => {
          begun.push(organisationId)
          return organisationId === slow ? Effect.as(Deferred.await(gate), []) : Effect.succeed([])
        }),
      countAhead: () => Effect.void,
      overview: () => Effect.succeed({ forms: [], hasMoreEffects: false })
    })
    return Effect.gen(function* () {
      const found = Effect.fnUntraced(function* (name: string) {
        const founder = { email: `${name}@ashworth.example`, name: "Edith" }
        const { organisation, owner } = yield* (yield* Organisations).found(name, founder)
        const operator = Caller.operator(organisation.id, owner.id)
        const form = yield* (yield* Forms).create(operator, definition)
        yield* (yield* Forms).publish(operator, form.id)
        const reports = yield* Reports
        return { operator, report: reports.submissions(operator, form.id, { from: undefined, to: undefined }) }
      })
      const ashworth = yield* found("ashworth")
      const birch = yield* found("birch")
      slow = ashworth.operator.organisationId
      const three = yield* Effect.forEach([1, 2, 3], () => Effect.forkChild(ashworth.report))
      yield* settle
      assert.deepStrictEqual(begun, [slow])
      assert.strictEqual((yield* birch.report).total, 0)
      assert.strictEqual(begun.length, 2)
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(three, Fiber.join)
      assert.strictEqual(begun.length, 4)
    }).pipe(
      Effect.provide(
        Services.layer.pipe(Layer.provide(Layer.succeed(ReportStore, store)), Layer.provideMerge(Memory.layer()))
      )
    )
  }
)
