/** How large a pattern becomes is known from its source, and what it costs is counted before RE2 reads it. */
import { RE2JS } from "re2js"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { afterEach, describe, expect, it, vi } from "vitest"
import { check } from "../../src/check.ts"
import { compileCondition } from "../../src/compileCondition.ts"
import { defaultLimits } from "../../src/Limits.ts"
import { read } from "../../src/patterns/pattern.ts"
import { useReader } from "../../src/patterns/PatternReader.ts"
import { re2 } from "../../src/patterns/re2.ts"
import { patternSize } from "../../src/patterns/patternSize.ts"

useReader(re2)

const piece = fc.constantFrom(
  ..."a \\d \\w [A-Z] [^a\\]] [[:alpha:]] . ^ $ \\pL [^\\p{Greek}a] é 👍 \\x41 \\x{1F600} \\Qa+b\\E (?i)k (?:a|b|c) (?:a|) (?P<name>x)".split(
    " "
  )
)
const repeat = fc.constantFrom("", "", "", "{2}", "{0,2}", "{3,}", "{20}", "?", "*", "+", "*?", "{0,100}?")
const sourceOf: fc.Memo<string> = fc.memo((depth) => {
  const item = depth <= 1 ? piece : fc.oneof(piece, group(depth - 1))
  return fc.array(fc.tuple(item, repeat), { maxLength: 4 }).map((all) => all.map(([a, b]) => a + b).join(""))
})
const group: fc.Memo<string> = fc.memo((depth) =>
  fc
    .tuple(fc.constantFrom("(", "(?:", "(?i:"), sourceOf(depth), fc.constantFrom("", "|"), sourceOf(depth))
    .map(([open, one, or, other]) => `${open}${one}${or === "" ? "" : or + other})`)
)

/** RE2's own count; undefined for what it refuses. */
const counted = (source: string): number | undefined => {
  try {
    return RE2JS.compile(source).programSize()
  } catch {
    return undefined
  }
}

const formOf = (patterns: ReadonlyArray<string>) => ({
  title: "Patterns",
  code: "P",
  fields: patterns.map((pattern, index) => ({ slug: `t${index}`, type: "text", maxLength: 10, pattern }))
})

const messagesOf = (definition: Parameters<typeof check>[0], limits = {}): ReadonlyArray<string> =>
  Result.match(check(definition, limits), {
    onSuccess: () => [],
    onFailure: (faults) => faults.map(({ message }) => message)
  })

afterEach(() => vi.restoreAllMocks())

describe("the size of a pattern", () => {
  it("the size that is counted in the source is at most twice RE2's own, and at least a quarter of it", () => {
    fc.assert(
      fc.property(sourceOf(3), (source) => {
        const { instructions } = patternSize(source)
        fc.pre(instructions < 20_000)
        const size = counted(source)
        fc.pre(size !== undefined)
        expect(instructions, source).toBeLessThanOrEqual(2 * size)
        expect(instructions, source).toBeGreaterThanOrEqual(size / 4 - 8)
      }),
      { numRuns: 3_000, seed: 13 }
    )
  })

  it("any text has a size, even if it is no pattern", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("a\\QE[](){}|*+?^$:<P>p0,9-é")) }), (source) => {
        expect(patternSize(source).instructions).toBeGreaterThanOrEqual(0)
      })
    )
  })

  it("a pattern that its repetitions make too large is refused before RE2 sees it", () => {
    const compile = vi.spyOn(RE2JS, "compile")
    for (const source of [".{0,1000}".repeat(110), "((a{0,99}){0,99}){0,99}", `(?:${"a?".repeat(400)}){1000}`])
      expect(read(source)).toEqual(Result.fail("its repetitions multiply to a pattern that is too large"))
    expect(compile).not.toHaveBeenCalled()
  })

  it("a refusal is remembered: RE2 reads a wrong pattern once", () => {
    const compile = vi.spyOn(RE2JS, "compile")
    const all = [1, 2, 3].map(() => read("wrong(remembered"))
    expect(all).toEqual(all.map(() => Result.fail("at `wrong(remembered`, a `(` is not closed")))
    expect(compile).toHaveBeenCalledOnce()
  })
})

describe("making the patterns of a form", () => {
  const many = Array.from({ length: 400 }, (_, index) => `\\pL{900}${index}`)
  const sentence =
    /^This pattern cannot be used: it and the patterns before it take [\d,]+ steps to make ready, and 2,500,000 are allowed for a form; repeat less, or use fewer patterns\.$/

  it("patterns that together take too many steps to make are faults, and RE2 reads none of those", () => {
    const compile = vi.spyOn(RE2JS, "compile")
    const messages = messagesOf(formOf(many))
    expect(messages.length).toBeGreaterThan(300)
    for (const message of messages) expect(message).toMatch(sentence)
    expect(compile.mock.calls.length).toBe(many.length - messages.length)
  })

  it("the same pattern in many fields is made, and counted, once", () => {
    expect(messagesOf(formOf(Array.from({ length: 400 }, () => "\\pL{1000}")))).toEqual([])
  })

  it("a form of 400 ordinary patterns is within the limit", () => {
    const ordinary = Array.from({ length: 400 }, (_, index) => `[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2}|R${index}`)
    expect(messagesOf(formOf(ordinary))).toEqual([])
  })

  it("what a check answers does not depend on what was checked before it", () => {
    const before = messagesOf(formOf(many))
    for (const source of many.slice(0, 100)) read(source)
    expect(messagesOf(formOf(many))).toEqual(before)
  })

  it("the limit is configurable", () => {
    expect(messagesOf(formOf(["[a-z]{40}"]), { patterns: 100 })).toHaveLength(1)
    expect(messagesOf(formOf(["[a-z]{40}"]), { patterns: Infinity })).toEqual([])
  })

  it("the patterns of one expression have a twentieth of it, in a rule and in a condition over stored values", () => {
    const source = many
      .slice(0, 5)
      .map((pattern) => `matches(t, r'${pattern}')`)
      .join(" || ")
    const field = { slug: "t", type: "text" }
    const definition = { title: "T", code: "T", fields: [field, { slug: "b", type: "boolean", formula: source }] }
    expect(messagesOf(definition)[0]).toContain("125,000 are allowed for one expression")
    const form = Result.getOrThrow(check({ title: "T", code: "T", fields: [field] }))
    const condition = compileCondition(form, source)
    expect(Result.isFailure(condition) && condition.failure[0]?.message).toContain("allowed for one expression")
    expect(Result.isSuccess(compileCondition(form, source, { patterns: 20 * defaultLimits.patterns }))).toBe(true)
  })
})
