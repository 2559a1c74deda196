/** `toJson` of an evaluation, against the schema of the answer in the API's document. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { compileClosures } from "@formwork/rules/compileClosures"
import { compileGenerated } from "@formwork/rules/compileGenerated"
import { toJson } from "@formwork/rules/Evaluation"
import type { JsonObject } from "@formwork/rules/Json"
import { formAt, inputAt, PAYLOADS } from "../../../rules/test/fuzz/pairs.ts"
import { EvaluationResult } from "../../src/v1/schemas.ts"

const SEED = 20_261_122
const PAIRS = 5_000

const encode = Schema.encodeUnknownSync(Schema.toCodecJson(EvaluationResult))
const encoded = (value: unknown): string => JSON.stringify(encode(value))

const FORMS = PAIRS / PAYLOADS
const forms = Array.from({ length: FORMS }, (_, index) => formAt(SEED, index))

const backEnds = { generated: compileGenerated, closures: compileClosures }

for (const [name, compile] of Object.entries(backEnds)) {
  describe(`of ${name}, over ${PAIRS} random forms and payloads,`, () => {
    const pairs = forms.flatMap(({ checked, definition }, index) => {
      const form = compile(checked)
      return Array.from({ length: PAYLOADS }, (_, at) => ({
        form,
        ...inputAt(SEED, index * PAYLOADS + at, definition)
      }))
    })

    it("an evaluation's JSON is that of the schema, byte for byte", () => {
      for (const { data, form, options } of pairs) {
        const evaluation = form.evaluate(data, options)
        expect(toJson(evaluation)).toBe(encoded(evaluation))
      }
    })
  })
}

it("the random evaluations have hidden fields, outcomes, and problems", () => {
  const texts = forms.map(({ checked, definition }, index) => {
    const { data, options } = inputAt(SEED, index * PAYLOADS, definition)
    return toJson(compileGenerated(checked).evaluate(data, options))
  })
  for (const part of ['"hiddenFields":["', '"outcomes":[{', '"problems":[{'])
    expect(texts.filter((text) => text.includes(part)).length, part).toBeGreaterThan(FORMS / 20)
})

it("names of the payload's author that JSON escapes are escaped as the schema's encoder escapes them", () => {
  const [first] = forms
  if (first === undefined) throw new Error("there is no form")
  for (const name of ['"', "\\", "\n", "\u0000", "\u2028", "\ud800", "👍", "__proto__"]) {
    const data: JsonObject = JSON.parse(`{${JSON.stringify(name)}:1}`)
    const evaluation = compileGenerated(first.checked).evaluate(data, { today: "2026-11-22", draft: false })
    expect(toJson(evaluation)).toBe(encoded(evaluation))
    expect(evaluation.problems.map(({ field }) => field)).toContain(name)
  }
})
