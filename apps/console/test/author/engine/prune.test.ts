/** What can run of a definition with faults. */
import * as fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import { loadParts } from "@formwork/rules/loading"
import { check } from "@formwork/rules/check"
import type { Json } from "@formwork/rules/Json"
import { valueIn, without } from "../../../src/screens/author/engine/Kept.ts"
import { prune } from "../../../src/screens/author/engine/prune.ts"
import { damagedForm, soundForm } from "./damaged.ts"

const seeds = fc.integer({ min: 0, max: 1_000_000 })
const damages = fc.integer({ min: 1, max: 12 })

const sound = (definition: Json): boolean => check(definition)._tag === "Success"

const fieldsIn = (definition: Json): number => {
  const fields = valueIn(definition, "/fields")
  return Array.isArray(fields) ? fields.length : 0
}

beforeAll(loadParts)

describe("what can run of a definition", () => {
  it("what is left of any definition has no fault", () => {
    fc.assert(
      fc.property(seeds, damages, (seed, places) => {
        const pruned = prune(damagedForm(seed, places))
        if (pruned !== undefined) expect(sound(pruned.kept.definition)).toBe(true)
      }),
      { numRuns: 120 }
    )
  })

  it("a form with faults keeps running, unless no field of it is sound", () => {
    fc.assert(
      fc.property(seeds, damages, (seed, places) => {
        const definition = damagedForm(seed, places)
        if (prune(definition) !== undefined) return
        const fields = valueIn(definition, "/fields")
        const each = Array.isArray(fields) ? fields : []
        const alone = each.filter((field: Json) => prune({ title: "A", code: "A", fields: [field] }) !== undefined)
        expect(alone).toEqual([])
      }),
      { numRuns: 120 }
    )
  })

  it("anything that is JSON ends", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (whole, fields) => {
        for (const definition of [whole, { title: "A", code: "A", fields }]) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fast-check's type of JSON has mutable members
          const pruned = prune(definition as Json)
          if (pruned !== undefined) expect(fieldsIn(pruned.kept.definition)).toBeGreaterThan(0)
        }
      })
    )
  })

  it("of a section goes what is at fault: a name, a condition, or all of it once no field is left", () => {
    const fields = [
      { slug: "a", type: "text" },
      { slug: "b", type: "text" }
    ]
    const sections = (...given: ReadonlyArray<Json>): Json | undefined => {
      const pruned = prune({ title: "A", code: "A", fields, sections: given })
      return pruned && valueIn(pruned.kept.definition, "/sections")
    }
    const good = { id: "good", title: "Good", fields: ["b"] }
    expect(sections({ id: "s", title: "S", fields: ["a", "gone"], visibleWhen: "nobody" }, good)).toEqual([
      { id: "s", title: "S", fields: ["a"] },
      good
    ])
    expect(sections({ id: "s", title: "S", fields: ["gone"] }, good)).toEqual([good])
    expect(sections({ id: "s", fields: ["a"] }, good)).toEqual([good])
  })

  it("what was left out is named, and nothing else is gone", () => {
    fc.assert(
      fc.property(seeds, damages, (seed, places) => {
        const definition = damagedForm(seed, places)
        const pruned = prune(definition)
        if (pruned === undefined) return
        const heads = pruned.leftOut.filter(({ pointer }) => pointer === "/title" || pointer === "/code")
        const removed = pruned.leftOut.filter((one) => !heads.includes(one)).map(({ pointer }) => pointer)
        const left = without(definition, new Set(removed)).definition
        for (const name of [
          "formatVersion",
          "timeZone",
          "referencePattern",
          "fields",
          "checks",
          "outcomes",
          "effects",
          "workflow"
        ])
          expect(valueIn(pruned.kept.definition, `/${name}`)).toEqual(valueIn(left, `/${name}`))
        for (const { name, why } of pruned.leftOut) expect([name === "", why === ""]).toEqual([false, false])
      }),
      { numRuns: 120 }
    )
  })

  it("nothing is left out of a definition without faults", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const definition = soundForm(seed)
        if (!sound(definition)) return
        const pruned = prune(definition)
        expect(pruned?.leftOut).toEqual([])
        expect(pruned?.kept.definition).toEqual(definition)
      })
    )
  })

  it("a pointer leads to the same member in the whole definition and in what is left", () => {
    fc.assert(
      fc.property(seeds, damages, (seed, places) => {
        const definition = damagedForm(seed, places)
        const pruned = prune(definition)
        if (pruned === undefined) return
        const { kept } = pruned
        const fields = valueIn(kept.definition, "/fields")
        for (const [index, field] of (Array.isArray(fields) ? fields : []).entries()) {
          const whole = kept.toWhole(`/fields/${index}/slug`)
          expect(valueIn(definition, whole)).toEqual(valueIn(field, "/slug"))
          expect(kept.toKept(whole)).toBe(`/fields/${index}/slug`)
        }
        for (const { pointer } of pruned.leftOut)
          if (pointer !== "/title" && pointer !== "/code") expect(kept.toKept(`${pointer}/x`)).toBeUndefined()
      })
    )
  })

  it("a rule that has a fault goes alone, and a field without a type goes whole", () => {
    const definition = {
      title: "A",
      code: "A",
      fields: [
        { slug: "one", type: "integer" },
        { slug: "two", type: "integer", formula: "one +" },
        { slug: "three", type: "intger" },
        { slug: "four", type: "integer", formula: "three + one" }
      ],
      checks: [{ id: "small", check: "nobody < 3", message: "Too large." }]
    }
    const pruned = prune(definition)
    expect(pruned?.leftOut.map(({ member, name, pointer }) => [pointer, name, member])).toEqual([
      ["/fields/1/formula", "two", "formula"],
      ["/fields/2", "three", undefined],
      ["/checks/0", "small", undefined],
      ["/fields/3/formula", "four", "formula"]
    ])
    expect(pruned?.kept.toWhole("/fields/2/slug")).toBe("/fields/3/slug")
  })

  it("pruning that takes too long is ended between two checks", () => {
    let asked = 0
    const definition = {
      title: "A",
      code: "A",
      fields: [
        { slug: "one", type: "integer", formula: "2 +" },
        { slug: "two", type: "intger" },
        { slug: "three", type: "integer", formula: "two" }
      ]
    }
    expect(prune(definition, undefined, () => (asked += 1) > 1)).toBeUndefined()
    expect(asked).toBe(2)
  })

  it("what takes one check of what is left is done, however late it is", () => {
    const definition = { title: "A", code: "A", fields: [{ slug: "one", type: "integer", formula: "2 +" }] }
    const checked = check(definition)
    const faults = checked._tag === "Failure" ? checked.failure : []
    expect(prune(definition, faults, () => true)?.leftOut.map(({ name }) => name)).toEqual(["one"])
  })

  it("faults that are known already change nothing but the number of checks", () => {
    fc.assert(
      fc.property(seeds, damages, (seed, places) => {
        const definition = damagedForm(seed, places)
        const checked = check(definition)
        const known = prune(definition, checked._tag === "Failure" ? checked.failure : undefined)
        const found = prune(definition)
        expect(known?.leftOut).toEqual(found?.leftOut)
        expect(known?.kept.definition).toEqual(found?.kept.definition)
      }),
      { numRuns: 60 }
    )
  })
})
