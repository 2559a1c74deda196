/** A form that is being filled, on the fuzzer's forms and payloads: docs/spec/rules.md §5.9. */
import { describe, expect, it } from "vitest"
import { lenient, missingIn, toJson } from "../../src/Evaluation.ts"
import { backEnds } from "../fuzz/compare.ts"
import { formAt, inputAt, PAYLOADS } from "../fuzz/pairs.ts"

const SEED = 20_261_123
const PAIRS = 5_000

for (const [name, compile] of backEnds) {
  describe(`lenient evaluations by ${name}, over ${PAIRS} random forms and payloads,`, () => {
    const pairs = Array.from({ length: PAIRS / PAYLOADS }, (_, index) => {
      const { checked, definition } = formAt(SEED, index)
      const form = compile(checked)
      return Array.from({ length: PAYLOADS }, (_, at) => {
        const { data, options } = inputAt(SEED, index * PAYLOADS + at, definition)
        const complete = form.evaluate(data, { ...options, draft: false })
        return { complete, draft: form.evaluate(data, { ...options, draft: true }), filled: lenient(complete) }
      })
    }).flat()

    it("the result is that of a draft, byte for byte", () => {
      for (const { draft, filled } of pairs) expect(toJson(filled)).toBe(toJson(draft))
    })

    it("no problem has the code required, and everything missing has", () => {
      let lacking = 0
      for (const { complete, filled } of pairs) {
        expect(filled.problems.filter(({ code }) => code === "required")).toEqual([])
        expect(new Set(filled.missing.map(({ code }) => code)).size).toBe(filled.missing.length === 0 ? 0 : 1)
        expect(filled.missing).toEqual(missingIn(complete))
        if (filled.missing.length > 0) lacking += 1
      }
      expect(lacking).toBeGreaterThan(PAIRS / 20)
    })

    it("the problems and what is missing are together those of the complete evaluation", () => {
      for (const { complete, filled } of pairs) {
        const together = [...filled.problems, ...filled.missing].map((problem) => JSON.stringify(problem))
        expect(together.toSorted()).toEqual(complete.problems.map((problem) => JSON.stringify(problem)).toSorted())
      }
    })

    it("nothing is missing exactly where both evaluations agree on all members", () => {
      for (const { complete, filled } of pairs)
        expect(filled.missing.length === 0).toBe(toJson(filled) === toJson(complete))
    })
  })
}
