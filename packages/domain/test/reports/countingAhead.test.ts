/** Submissions are counted for reports while they are filed. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Forms } from "@formwork/domain/forms/Forms"
import { Organisations } from "@formwork/domain/people/Organisations"
import { CountedAt } from "@formwork/domain/reports/CountingAhead"
import { ReportStore } from "@formwork/domain/reports/ReportStore"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"

const definition = (field: string) => ({ title: "Roof", code: "ROOF", fields: [{ slug: field, type: "integer" }] })

const settle = Effect.forEach(Array.from({ length: 50 }), () => Effect.yieldNow, { discard: true })

/** What is asked of the store: forms and fields. Its second count fails. */
const asked: Array<string> = []
const store = ReportStore.of({
  tally: () => Effect.succeed([]),
  overview: () => Effect.succeed({ forms: [], hasMoreEffects: false }),
  countAhead: (_caller, { fields, formId }) =>
    Effect.suspend(() => {
      asked.push([formId, ...fields.map(({ slug }) => slug)].join(" "))
      return asked.length === 2 ? Effect.die(new Error("the database is away")) : Effect.void
    })
})

it.effect("after so many submissions of a form they are counted, by its live version, and again after as many", () =>
  Effect.gen(function* () {
    const forms = yield* Forms
    const submissions = yield* Submissions
    const { organisation, owner } = yield* (yield* Organisations).found("Ashworth", {
      email: "edith@ashworth.example",
      name: "Edith"
    })
    const operator = Caller.operator(organisation.id, owner.id)
    const { id } = yield* forms.create(operator, definition("area"))
    yield* forms.publish(operator, id)
    const file = (field: string) =>
      Effect.andThen(
        submissions.create(operator, id, { data: { [field]: 1 }, draft: false, idempotencyKey: undefined }),
        settle
      )
    yield* file("area")
    yield* file("area")
    assert.deepStrictEqual(asked, [])
    yield* file("area")
    assert.deepStrictEqual(asked, [`${id} area`])
    yield* forms.saveDraft(operator, id, definition("pitch"))
    yield* forms.publish(operator, id)
    for (let number = 0; number < 6; number++) yield* file("pitch")
    assert.deepStrictEqual(asked, [`${id} area`, `${id} pitch`, `${id} pitch`])
  }).pipe(
    Effect.provide(
      Services.layer.pipe(
        Layer.provide(Layer.succeed(ReportStore, store)),
        Layer.provide(Layer.succeed(CountedAt, 3)),
        Layer.provideMerge(Memory.layer())
      )
    )
  )
)
