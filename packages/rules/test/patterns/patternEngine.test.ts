import * as fc from "fast-check"
import * as Result from "effect/Result"
import { RE2JS } from "re2js"
import { describe, expect, it } from "vitest"
import { extracted } from "../../src/patterns/extract.ts"
import { read } from "../../src/patterns/pattern.ts"
import { useReader } from "../../src/patterns/PatternReader.ts"
import { re2 } from "../../src/patterns/re2.ts"
import { patternSize } from "../../src/patterns/patternSize.ts"
import { programOf } from "../../src/patterns/program.ts"
import { fits, tableOf } from "../../src/patterns/table.ts"
import { matches } from "../../src/patterns/threads.ts"
import { patterns, texts } from "./patternArbitraries.ts"

useReader(re2)

const compiled = (source: string): RE2JS | undefined => {
  try {
    return RE2JS.compile(source)
  } catch {
    return undefined
  }
}

describe("a pattern that runs", () => {
  it("a pattern matches what RE2 matches, by its table and by its instructions", () => {
    let tables = 0
    let found = 0
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 8, maxLength: 8 }), (source, all) => {
        const re2 = compiled(source)
        const program = re2 && programOf(re2)
        if (re2 === undefined || program === undefined) return
        const table = tableOf(program)
        if (table !== undefined) tables += 1
        for (const text of all) {
          const expected = re2.testExact(text)
          if (expected) found += 1
          expect(matches(program, text)).toBe(expected)
          if (table !== undefined) expect(fits(table, text)).toBe(expected)
        }
      }),
      { numRuns: 3_000 }
    )
    expect(tables).toBeGreaterThan(500)
    expect(found).toBeGreaterThan(500)
  })

  it("a pattern's group gives what RE2 gives, in the match that RE2 finds first", () => {
    let found = 0
    let empty = 0
    let without = 0
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 8, maxLength: 8 }), (source, all) => {
        const re2 = compiled(`(?:${source})`)
        if (re2 === undefined) return
        expect(patternSize(source).groups).toBe(re2.groupCount())
        const program = programOf(re2)
        if (program === undefined || re2.groupCount() === 0) return
        for (const text of all) {
          const matcher = re2.matcher(text)
          const isFound = matcher.find()
          const expected = isFound ? (matcher.group(1) ?? undefined) : undefined
          if (expected === "") empty += 1
          else if (expected !== undefined) found += 1
          else if (isFound) without += 1
          expect(extracted(program, text)).toBe(expected)
        }
      }),
      { numRuns: 6_000 }
    )
    expect(found).toBeGreaterThan(500)
    expect(empty).toBeGreaterThan(100)
    expect(without).toBeGreaterThan(100)
  })

  it("groups are counted as RE2 counts them", () => {
    for (const source of [
      "a",
      "(a)",
      "(?:a)",
      "(?P<n>a)",
      "(?<n>a)(b)",
      "\\(a\\)",
      "[(](a)",
      "\\Q(a)\\E(b)",
      "[]()](a)",
      "(?i)(a)",
      "(?i:a)",
      "(a){0}b",
      "[[:alpha:](](b)",
      "\\x{28}(a)",
      "((a)|(b))*",
      "[^]()](a)"
    ])
      expect([source, patternSize(source).groups]).toEqual([source, RE2JS.compile(source).groupCount()])
  })

  it("a pattern folds case as RE2 does, for every character that has a case", () => {
    for (const source of ["(?i)k", "(?i)s", "(?i)ß", "(?i)θ", "(?i)µ", "(?i)i", "(?i)ǆ", "(?i)𐐀"]) {
      const re2 = RE2JS.compile(source)
      const program = programOf(re2)
      const table = program && tableOf(program)
      if (table === undefined) throw new Error(`no table for ${source}`)
      for (let rune = 0; rune < 0x1f000; rune += 1) {
        const text = String.fromCodePoint(rune)
        if (fits(table, text) !== re2.testExact(text)) expect.fail(`${source} and U+${rune.toString(16)}`)
      }
    }
  })

  it.each([
    "(https?://)?[a-z0-9.-]+(/.*)?",
    "(?:\\+?\\d{1,3}[ -]?)?(?:\\(?\\d{1,4}\\)?[ -]?)*\\d{3,}",
    "[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}",
    "(\\d{1,3}\\.){3}\\d{1,3}",
    "[\\pL\\pM '.-]+"
  ])("is weighed as a table where it has few states: %s", (source) => {
    expect(Result.getOrThrow(read(source)).nanos).toBeLessThanOrEqual(16)
  })

  it("a pattern with too many states costs its instructions", () => {
    expect(Result.getOrThrow(read("(a|b)*a(a|b){14}")).nanos).toBeGreaterThan(400)
  })
})
