/** The law of what the engine says itself: another language changes the words of an answer, and nothing else. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { toJson } from "../../src/Evaluation.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { checkedIn, tags } from "../words/tags.ts"

const tag = fc.constantFrom(...tags)
const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })

it("the same payload has the same values, codes and pointers in every language, in both back ends, in a page and explained", () => {
  let translated = 0
  fc.assert(
    fc.property(seed, tag, (number, language) => {
      const { definition } = formAt(number, 0)
      const [own, first] = [checkedIn(definition), checkedIn(definition, [language])]
      const read = checkedIn(definition, ["en", language], [language])
      expect([first.steps, read.steps]).toEqual([own.steps, own.steps])
      const english = compileGenerated(own)
      const [closures, generated] = [compileClosures(first), compileGenerated(first)]
      const page = runPortable(toPortable(first, { internal: true }))
      for (const pair of [0, 1, 2]) {
        const { data, options: run } = inputAt(number, pair, definition)
        const [one, two] = [english.evaluate(data, run), generated.evaluate(data, run)]
        const bytes = JSON.stringify(two)
        expect(JSON.stringify(closures.evaluate(data, run))).toBe(bytes)
        expect(JSON.stringify(compileGenerated(read).evaluate(data, run))).toBe(bytes)
        expect(toJson(page.evaluate(data, run))).toBe(toJson(two))
        const { trace: _, ...explained } = generated.explain(data, run)
        expect(JSON.stringify(explained)).toBe(bytes)
        const same = ({ outcomes, problems, ...rest }: typeof one) => ({
          ...rest,
          outcomes: outcomes.map(({ id, severity }) => [id, severity]),
          problems: problems.map(({ code, field, pointer }) => [code, field, pointer])
        })
        expect(same(two)).toEqual(same(one))
        translated += one.problems.filter(({ message }, index) => message !== two.problems[index]?.message).length
      }
    }),
    { numRuns: 60 }
  )
  expect(translated).toBeGreaterThan(100)
})

it("a form in English, and one in a language that the engine has no words in, answers with the bytes of a form without languages", () => {
  fc.assert(
    fc.property(seed, fc.constantFrom("en", "en-GB", "it", "zh-Hant"), (number, language) => {
      const { definition } = formAt(number, 0)
      const [plain, form] = [checkedIn(definition), checkedIn(definition, [language])]
      const { data, options: run } = inputAt(number, 0, definition)
      for (const make of [compileClosures, compileGenerated])
        expect(JSON.stringify(make(form).evaluate(data, run))).toBe(JSON.stringify(make(plain).evaluate(data, run)))
      expect(toPortable(form, { internal: true })).toBe(toPortable(plain, { internal: true }))
    }),
    { numRuns: 40 }
  )
})
