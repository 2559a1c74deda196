/** A pattern means what RE2 says. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { RE2JS } from "re2js"
import { expect, it } from "vitest"
import { read } from "../../src/patterns/pattern.ts"
import { useReader } from "../../src/patterns/PatternReader.ts"
import { re2 } from "../../src/patterns/re2.ts"

useReader(re2)

const item = fc.constantFrom(
  "a",
  "B",
  "7",
  " ",
  "-",
  "\\d",
  "\\w",
  "\\.",
  "\\+",
  "[A-Z]",
  "[a-c0-2]",
  "[ _.-]",
  "[a]",
  ".",
  "^",
  "$",
  "(a|b)",
  "[^a]",
  "\\b",
  "é"
)
const quantifier = fc.constantFrom("", "", "", "{2}", "{0,2}", "{1,3}", "?", "*", "+", "*?", "{2,}")
const pattern = fc
  .array(fc.tuple(item, quantifier), { maxLength: 6 })
  .map((parts) => parts.map(([a, b]) => a + b).join(""))
const text = fc
  .array(fc.constantFrom("a", "b", "B", "C", "7", "1", " ", "-", ".", "+", "_", "é", "\n", "👍", "\ud800"), {
    maxLength: 8
  })
  .map((parts) => parts.join(""))

it("a pattern matches what RE2 matches, for every pattern and every text", () => {
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 10 }), (source, texts) => {
      const result = read(source)
      if (Result.isFailure(result)) return
      const outside = RE2JS.compile(source)
      for (const one of texts)
        expect(result.success.test(one), `${source} on ${JSON.stringify(one)}`).toBe(outside.testExact(one))
    }),
    { numRuns: 4_000, seed: 11 }
  )
})

it("a text that nearly matches takes no longer than any other", () => {
  const hostile = ["(a+)+b", "(a|a)*b", "a*a*a*a*a*a*b", "(a?){30}a{30}", "\\w*\\w*\\w*!", "[a-z]+[a-z]+[a-z]+[a-z]+1"]
  for (const source of hostile) {
    const { test } = Result.getOrThrow(read(source))
    // Exponential or cubic work on this would not come back.
    expect(test("a".repeat(5_000))).toBe(false)
  }
})
