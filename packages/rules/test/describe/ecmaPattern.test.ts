import * as fc from "fast-check"
import { RE2JS } from "re2js"
import { describe, expect, it } from "vitest"
import { ecmaPattern } from "../../src/patterns/ecmaPattern.ts"
import { patterns, texts } from "../patterns/patternArbitraries.ts"

const compiled = (source: string): RE2JS | undefined => {
  try {
    return RE2JS.compile(source)
  } catch {
    return undefined
  }
}

describe("a pattern for a JSON Schema", () => {
  it("a pattern for a JSON Schema matches the same texts as the form's pattern", () => {
    let same = 0
    let found = 0
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 8, maxLength: 8 }), (source, all) => {
        const re2 = compiled(source)
        const pattern = re2 && ecmaPattern(source)
        if (re2 === undefined || pattern === undefined) return
        same += 1
        const ecma = new RegExp(pattern, "u")
        for (const text of all) {
          const expected = re2.testExact(text)
          if (expected) found += 1
          expect([source, pattern, text, ecma.test(text)]).toEqual([source, pattern, text, expected])
        }
      }),
      { numRuns: 5_000 }
    )
    expect(same).toBeGreaterThan(1_000)
    expect(found).toBeGreaterThan(300)
  })

  it.each([
    ["[A-Z]{2}\\d+", "^([A-Z]{2}[0-9]+)$"],
    ["a|b", "^(a|b)$"],
    ["\\s*.", "^([\\t\\n\\f\\r ]*[^\\n])$"],
    ["[\\w.-]+@\\w+", "^([A-Za-z0-9_.\\-]+@[A-Za-z0-9_]+)$"],
    ["[]a]", "^([\\]a])$"],
    ["a{,2}", undefined],
    ["x{2,}-\\-\\x41", "^(x{2,}--A)$"],
    ["(?P<n>a)(?:b)", "^((a)(b))$"],
    ["(?i)a", undefined],
    ["\\bword\\b", undefined],
    ["\\pL+", undefined],
    ["[[:alpha:]]", undefined],
    ["\\Qa.b\\E", undefined]
  ])("of %s is %s", (source, pattern) => {
    expect(ecmaPattern(source)).toBe(pattern)
  })
})
