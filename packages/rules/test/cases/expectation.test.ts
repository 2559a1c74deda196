/** What an author expects of a payload, beside what an evaluation gives. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { expectationOf, findingsOf, type Expectation } from "../../src/cases/Expectation.ts"
import type { JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { checked, formOf, TODAY } from "../support.ts"

const form = formOf({
  fields: [
    { slug: "area", type: "number", decimals: 1, required: true, min: "1" },
    { slug: "flat", type: "boolean" },
    { slug: "pitch", type: "integer", visibleWhen: "flat == false", requiredWhen: "flat == false" },
    { slug: "price", type: "money", currency: "EUR", formula: "round(area * 38.5, 2)" },
    {
      slug: "rooms",
      type: "list",
      fields: [
        { slug: "width", type: "integer" },
        { slug: "note", type: "text", maxLength: 9, visibleWhen: "width > 2" },
        { slug: "double", type: "integer", formula: "width * 2" },
        { slug: "half", type: "number", decimals: 1, formula: "width * 0.5" }
      ]
    }
  ],
  outcomes: [{ id: "survey", severity: "warning", when: "area > 150", message: "Survey" }]
})

const unmet = (expectation: Expectation, data: JsonObject) => {
  const checkedForm = checked(form)
  const result = compileClosures(checkedForm).evaluate(data, { today: TODAY, draft: false })
  return findingsOf(expectation, result, { fields: checkedForm.definition.fields, data })
    .filter(({ isMet }) => !isMet)
    .map(({ expected, found, pointer }) => [pointer, expected, found])
}

describe("what a case expects", () => {
  it("is compared member by member, and what is not named is not compared", () => {
    const data = { area: 200, flat: true, rooms: [{ width: 2 }, { width: 3 }] }
    expect(unmet({}, data)).toEqual([])
    expect(unmet({ calculatedData: { rooms: [{ double: 4 }, {}] } }, data)).toEqual([])
    expect(unmet({ calculatedData: { rooms: [{ double: 4 }, { double: 7 }] } }, data)).toEqual([
      ["/calculatedData/rooms/1/double", 7, 6]
    ])
    expect(unmet({ calculatedData: { rooms: [{ double: 4 }] } }, data)).toEqual([
      [
        "/calculatedData/rooms",
        [{ double: 4 }],
        [
          { double: 4, half: 1 },
          { double: 6, half: 1.5 }
        ]
      ]
    ])
  })

  it("is a number with exactly its decimals", () => {
    expect(unmet({ calculatedData: { price: "7700.00" } }, { area: 200 })).toEqual([])
    for (const price of ["7700", "7700.0", 7700])
      expect(unmet({ calculatedData: { price } }, { area: 200 })).toEqual([["/calculatedData/price", price, "7700.00"]])
  })

  it("says of a field whether it is visible, and of one that is not there that nothing is", () => {
    const data = { area: 1, flat: true, rooms: [{ width: 2 }, { width: 3 }] }
    const visible = { area: true, pitch: false, "rooms[0].note": false, "rooms[1].note": true }
    expect(unmet({ visible }, data)).toEqual([])
    const missing = { roof: false, "rooms[2].note": false, "rooms[0].roof": true, "area[0].note": true }
    expect(unmet({ visible: missing }, data)).toEqual(
      Object.entries(missing).map(([name, wanted]) => [`/visible/${name}`, wanted, null])
    )
  })

  it("names problems by their place and kind, and outcomes by their ids, all of them", () => {
    const data = { flat: false, rooms: [{ width: "x" }] }
    const problems = [
      { pointer: "/data/rooms/0/width", code: "type" },
      { pointer: "/data/area", code: "required" },
      { pointer: "/data/pitch", code: "required" }
    ] as const
    expect(unmet({ problems, outcomes: [], valid: false }, data)).toEqual([])
    expect(unmet({ problems: problems.slice(1) }, data)).toEqual([["/data/rooms/0/width", [], ["type"]]])
    expect(unmet({ problems: [] }, { area: 200 })).toEqual([])
    expect(unmet({ outcomes: [] }, { area: 200 })).toEqual([["/outcomes", [], ["survey"]]])
  })

  it("made from a result is met by it, and by no result that differs in what it names", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const { definition } = formAt(seed, 0)
        const checkedForm = checked(definition)
        const { definition: form } = checkedForm
        const compiled = compileClosures(checkedForm)
        const [one, other] = [0, 1].map((pair) => {
          const { data, options } = inputAt(seed, pair, definition)
          const result = compiled.evaluate(data, { ...options, draft: false })
          return { data, result, wanted: expectationOf(result, form) }
        })
        if (one === undefined || other === undefined) throw new Error("two inputs")
        const isMet = (wanted: Expectation, { data, result }: typeof one) =>
          findingsOf(wanted, result, { fields: form.fields, data }).every((finding) => finding.isMet)
        expect(isMet(one.wanted, one)).toBe(true)
        const named = ({ wanted }: typeof one) =>
          JSON.stringify([wanted.valid, wanted.outcomes?.toSorted(), wanted.calculatedData])
        if (named(one) !== named(other) && JSON.stringify(one.result.calculatedData).length > 0)
          expect(isMet(one.wanted, other)).toBe(false)
      }),
      { numRuns: 200 }
    )
  })
})
