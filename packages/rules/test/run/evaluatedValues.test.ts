/** Effects read an evaluation: they see the values that its rules saw, and no rule runs again. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { CompiledForm } from "../../src/CompiledForm.ts"
import { closuresOf } from "../../src/run/closures/closuresOf.ts"
import { finish } from "../../src/values/Slices.ts"
import { evaluatedFrame } from "../../src/run/render/evaluatedFrame.ts"
import { formAt, inputAt, PAYLOADS } from "../fuzz/pairs.ts"
import { context } from "./effectsSupport.ts"
import { compiled, formOf } from "../support.ts"

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

describe("the values that effects read", () => {
  it("effects read the values that the rules saw, on random forms and payloads, valid or not", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { checked, definition } = formAt(number, 0)
        const { run } = finish(closuresOf(checked))
        const frameOf = evaluatedFrame(checked.definition.fields)
        for (let pair = 0; pair < PAYLOADS; pair += 1) {
          const { data, options } = inputAt(number, pair, definition)
          const { evaluation, state } = run(data, options)
          const { form, lists, today } = frameOf(evaluation, state.frame.today)
          expect({ today, form, lists }).toEqual({
            today: state.frame.today,
            form: state.frame.form,
            lists: state.frame.lists
          })
        }
      }),
      { numRuns: 150 }
    )
  })

  it("effects read the same values after the evaluation was stored as JSON", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { checked, definition } = formAt(number, 0)
        const { run } = finish(closuresOf(checked))
        const frameOf = evaluatedFrame(checked.definition.fields)
        const { data, options } = inputAt(number, 0, definition)
        const { evaluation } = run(data, options)
        if (!evaluation.valid) return
        expect(frameOf(JSON.parse(JSON.stringify(evaluation)), 0)).toEqual(frameOf(evaluation, 0))
      }),
      { numRuns: 150 }
    )
  })
})

describe("rendering", () => {
  const form = compiled(
    formOf({
      fields: [
        { slug: "area", type: "integer" },
        { slug: "price", type: "integer", formula: "area * 2" },
        { slug: "note", type: "text", visibleWhen: "price > 100" }
      ],
      effects: [
        { id: "mail", kind: "notification", to: "a@b.example", subject: "{area}", text: "{price} {note}" },
        { id: "event", kind: "delivery", url: "https://hooks.example", secret: "signing" }
      ]
    })
  )

  /** What is sent for values that no evaluation of the form would give: rules that ran would put them right. */
  const sent = (one: CompiledForm) =>
    one.render(
      {
        valid: true,
        data: { area: 1, note: "hidden by the rules" },
        calculatedData: { price: 7 },
        hiddenFields: [],
        outcomes: [],
        problems: [],
        effects: ["mail", "event"]
      },
      ["mail", "event"],
      context
    )

  it("rendering shows the computed and hidden values of the evaluation that it gets, and runs no rule", () => {
    expect(sent(form).get("mail")).toMatchObject({ subject: "1", text: "7 hidden by the rules" })
    expect(sent(form).get("event")).toMatchObject({
      event: { data: { data: { area: 1 }, calculatedData: { price: 7 } } }
    })
  })
})
