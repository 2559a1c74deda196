/** A submission as an example of its form, over the in-memory adapter. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Examples } from "@formwork/domain/forms/Examples"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import type { JsonObject } from "@formwork/rules/Json"
import * as Memory from "@formwork/memory/Memory"

const services = Services.layer.pipe(Layer.provideMerge(Memory.layer()))

const definition = (area: string): JsonObject => ({
  title: "Roof enquiry",
  code: "ROOF",
  timeZone: "Pacific/Auckland",
  fields: [
    { slug: "area", type: "integer", required: true },
    { slug: "flat", type: "boolean" },
    { slug: "pitch", type: "integer", visibleWhen: "!flat" },
    { slug: "price", type: "integer", formula: area },
    { slug: "asked", type: "date", formula: "today" },
    { slug: "margin", type: "integer", internal: true, formula: "area" }
  ],
  outcomes: [{ id: "large", severity: "info", when: "area > 100", message: "Large" }],
  workflow: {
    initial: "new",
    states: ["new", "priced"],
    transitions: [{ name: "price", from: "new", to: "priced" }]
  }
})

const setting = Effect.gen(function* () {
  const organisations = yield* Organisations
  const forms = yield* Forms
  const submissions = yield* Submissions
  const { organisation, owner } = yield* organisations.found("Ashworth", {
    email: "edith@ashworth.example",
    name: "Edith"
  })
  const operator = Caller.operator(organisation.id, owner.id)
  const form = yield* forms.create(operator, definition("area * 2"))
  yield* forms.publish(operator, form.id)
  const saved = (data: JsonObject) =>
    submissions.create(operator, form.id, { data, draft: true, idempotencyKey: undefined })
  return { operator, forms, form, submissions, saved }
})

layer(services)("a submission as an example of its form", (it) => {
  it.effect("has all that its own version gave on the day on which it was filed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 1, 12, 30))
      const { form, forms, operator, saved, submissions } = yield* setting
      const { submission } = yield* saved({ area: 1 })
      const { id, referenceNumber } = submission
      yield* TestClock.adjust("2 days")
      const data = { area: 120, flat: true, pitch: 30 }
      yield* submissions.file(operator, id, { revision: 1, data })
      yield* TestClock.adjust("2 days")
      yield* submissions.transition(operator, id, { revision: 2, name: "price", comment: undefined })
      // Another version is live by now.
      yield* forms.saveDraft(operator, form.id, definition("area * 3"))
      yield* forms.publish(operator, form.id)
      const example = yield* submissions.example(operator, id)
      assert.deepStrictEqual(example, {
        name: referenceNumber,
        data: { area: 120, flat: true },
        // It is already the 4th in Auckland.
        today: "2026-03-04",
        expect: {
          valid: true,
          outcomes: ["large"],
          calculatedData: { price: 240, asked: "2026-03-04", margin: 120 },
          visible: { pitch: false },
          problems: []
        }
      })
      const examples = yield* Examples
      yield* examples.save(operator, form.id, [example], 1)
      const failed = Effect.map(examples.run(operator, form.id, undefined), (ran) =>
        ran?.failed.flatMap(({ differences }) => differences.map(({ pointer }) => pointer))
      )
      assert.deepStrictEqual(yield* failed, ["/calculatedData/price"])
      yield* forms.saveDraft(operator, form.id, definition("area * 2"))
      assert.deepStrictEqual(yield* failed, [])
    })
  )

  it.effect("of a draft expects the problems that filing it would have", () =>
    Effect.gen(function* () {
      const { operator, saved, submissions } = yield* setting
      const { submission } = yield* saved({})
      const { expect } = yield* submissions.example(operator, submission.id)
      assert.deepStrictEqual([expect.valid, expect.problems], [false, [{ pointer: "/data/area", code: "required" }]])
    })
  )

  it.effect("is missing for another organisation, and for a deleted submission", () =>
    Effect.gen(function* () {
      const { operator, saved, submissions } = yield* setting
      const { submission } = yield* saved({ area: 1 })
      const organisations = yield* Organisations
      const other = yield* organisations.found("Beside", { email: "ada@beside.example", name: "Ada" })
      const refusal = (caller: Caller.Caller) =>
        Effect.map(Effect.flip(submissions.example(caller, submission.id)), ({ _tag }) => _tag)
      const stranger = Caller.operator(other.organisation.id, other.owner.id)
      assert.strictEqual(yield* refusal(stranger), "SubmissionNotFound")
      const limited = { ...operator, privileges: ["submission:read"] as const }
      assert.strictEqual(yield* refusal(limited), "PrivilegeMissing")
      yield* submissions.remove(operator, submission.id, "Asked for.")
      assert.strictEqual(yield* refusal(operator), "SubmissionNotFound")
      // Who may not read forms is not told that there was one.
      assert.strictEqual(yield* refusal(limited), "SubmissionNotFound")
    })
  )
})
