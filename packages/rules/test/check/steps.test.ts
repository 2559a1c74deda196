import { describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../../src/Json.ts"
import { checked, faultsOf, formOf } from "../support.ts"

describe("the steps of a form", () => {
  const stepsOf = (fields: ReadonlyArray<Json>, more: JsonObject = {}) => checked(formOf({ fields, ...more })).steps
  const patterned = (count: number, pattern: string, more: JsonObject = {}) =>
    Array.from({ length: count }, (_, index) => ({ slug: `t${index}`, type: "longText", pattern, ...more }))

  it("500 texts of 20,000 characters may have a simple pattern, because no payload fills them all", () => {
    const simple = "[A-Za-z0-9 .,-]+"
    expect(stepsOf(patterned(52, simple))).toBe(52 * 800)
    // 1,048,576 characters of a payload, at four nanoseconds each
    expect(stepsOf(patterned(500, simple))).toBeLessThan(52.5 * 800 + 500)
    expect(stepsOf(patterned(500, simple))).toBeGreaterThan(52.4 * 800)
  })

  it("a pattern costs what it runs on: a table, or its instructions if it has too many states", () => {
    const pattern = (source: string, more: JsonObject = {}) => stepsOf(patterned(1, source, more))
    expect(pattern("a*a{30}")).toBe(pattern("a*"))
    for (const ordinary of ["(https?://)?[a-z0-9.-]+(/.*)?", "(?:\\+?\\d{1,3}[ -]?)?(?:\\(?\\d{1,4}\\)?[ -]?)*\\d{3,}"])
      expect(pattern(ordinary)).toBe(pattern("a*"))
    expect(pattern("(?:a|b)*a(?:a|b){20}c", { maxLength: 200 })).toBeGreaterThan(
      10 * pattern("(?:a|b)*a(?:a|b){3}c", { maxLength: 200 })
    )
    // Without a loop it matches no longer text than it has instructions, and a longer one is not tried.
    expect(pattern("(?:GIR ?0AA|[A-Z]{1,2}[0-9][A-Z0-9]? ?[0-9][A-Z]{2})")).toBeLessThan(2000)
    const refused = faultsOf(formOf({ fields: patterned(1, "(?:a|b)*a(?:a|b){60}c") }))
    expect(refused).toContain("The heaviest: the pattern of `t0` (166,400)")
    expect(refused).toContain("texts a lower `maxLength`")
  })

  it("a message costs each label of the chosen options that it shows", () => {
    const options = Array.from({ length: 1000 }, (_, index) => ({ value: `v${index}`, label: "a label".padEnd(16) }))
    const says = (message: string) =>
      stepsOf([{ slug: "c", type: "choices", options }], {
        outcomes: [{ id: "o", severity: "info", when: "true", message }]
      })
    expect(says("{c}{c}") - says("{c}")).toBe(1 + 1 + 1000 + 1000)
    expect(
      faultsOf(
        formOf({
          fields: [{ slug: "c", type: "choices", options }],
          outcomes: [{ id: "o", severity: "info", when: "true", message: "{c}".repeat(80) }]
        })
      )
    ).toContain("The heaviest: the message of the outcome `o`")
  })

  it("the check of a computed value against its field's constraints costs steps", () => {
    const copies = (count: number) =>
      stepsOf([
        { slug: "t", type: "longText" },
        ...Array.from({ length: count }, (_, index) => ({ slug: `f${index}`, type: "longText", formula: "t" }))
      ])
    expect(copies(2) - copies(1)).toBe(1 + 8 + 20_000 / 32)
  })
})
