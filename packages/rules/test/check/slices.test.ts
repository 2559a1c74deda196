/** Checking and compiling in slices gives what they give at once, whatever is done between two slices. */
import * as fc from "fast-check"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { check, checkInSlices } from "../../src/check.ts"
import { compile, compileInSlices } from "../../src/compile.ts"
import { exampleInSlices, exampleOf } from "../../src/describe/exampleOf.ts"
import { finish, type Slices } from "../../src/values/Slices.ts"
import { formAt } from "../fuzz/pairs.ts"

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const largest = {
  title: "Large",
  code: "L",
  fields: [
    { slug: "a", type: "integer" },
    ...times(400, (index) => ({ slug: `f${index}`, type: "integer", formula: times(149, () => "a").join("+") }))
  ],
  checks: times(50, (index) => ({ id: `c${index}`, check: "a < 5", message: "No." }))
}

/** Unknown names beyond the budget for hints. */
const unknown = {
  title: "Unknown",
  code: "U",
  fields: times(300, (index) => ({
    slug: `field${index}`,
    type: "integer",
    formula: times(100, (name) => `feild${name}`).join("+")
  }))
}

/** How many slices there are; `between` is called between them. */
const counted = <A>(
  work: Slices<A>,
  between: () => void = () => {}
): { readonly value: A; readonly slices: number } => {
  for (let slices = 1; ; slices += 1) {
    const step = work.next()
    if (step.done === true) return { value: step.value, slices }
    between()
  }
}

describe("work in slices", () => {
  it("there are at least as many slices as fields and rules, to check and to compile", () => {
    const checked = counted(checkInSlices(largest))
    expect(checked.slices).toBeGreaterThan(2 * 400)
    expect(counted(compileInSlices(Result.getOrThrow(checked.value))).slices).toBeGreaterThan(400)
  })

  it("checks that run in turns give what each gives alone: the faults, and the hints within its own budget", () => {
    const alone = check(unknown)
    const other = checkInSlices({ ...unknown, code: "O" })
    const { value } = counted(checkInSlices(unknown), () => other.next())
    expect(value).toEqual(alone)
  })

  it("a form that was compiled in slices evaluates as one that was compiled at once", () => {
    const checked = Result.getOrThrow(check(largest))
    const [one, other] = [compile(checked), finish(compileInSlices(checked))]
    for (const a of [0, 7, "x", null])
      expect(other.evaluate({ a }, { today: "2026-03-09", draft: false })).toEqual(
        one.evaluate({ a }, { today: "2026-03-09", draft: false })
      )
  })

  it("an example that is searched for in slices is the same", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (seed) => {
        const { checked } = formAt(seed, 0)
        expect(finish(exampleInSlices(checked, "2026-03-09"))).toEqual(exampleOf(checked, "2026-03-09"))
      }),
      { numRuns: 5 }
    )
  })

  it("a search for an example pauses after each evaluation, so that its caller may end it", () => {
    const lists = times(25, (list) => ({
      slug: `l${list}`,
      type: "list",
      minItems: 40,
      maxItems: 40,
      unique: true,
      fields: times(9, (field) => ({
        slug: `c${field}`,
        type: "integer",
        min: 1,
        max: 39,
        required: true,
        unique: true
      }))
    }))
    const search = exampleInSlices(Result.getOrThrow(check({ title: "L", code: "L", fields: lists })), "2026-03-09")
    for (let slice = 0; slice < 300; slice += 1) expect(search.next().done).toBe(false)
  })
})

describe("a definition with tens of thousands of faults", () => {
  it("its check ends early: what is listed is the first thousand, and no more rules are looked at", () => {
    const names = times(400, (index) => ({
      slug: `f${index}`,
      type: "integer",
      formula: times(240, (name) => `u${index}x${name}`).join("+")
    }))
    const checked = check({ title: "N", code: "N", fields: names })
    const messages = Result.isFailure(checked) ? checked.failure.map(({ message }) => message) : []
    expect(messages).toHaveLength(1_000)
    expect(messages.at(-1)).toBe("There is no field `u4x39`.")
  })
})
