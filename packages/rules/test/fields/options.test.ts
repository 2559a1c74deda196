/** What rules read of options, and options that are offered on a condition. */
import { describe, expect, it } from "vitest"
import type { CompiledForm } from "../../src/CompiledForm.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { checked, codes, faultsOf, formOf, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }

const attributes = [
  { name: "score", type: "integer" },
  { name: "price", type: "number", decimals: 2 },
  { name: "group", type: "text" },
  { name: "until", type: "date" },
  { name: "refundable", type: "boolean" }
]

const tiers = [
  { value: "gold", label: "Gold tier", score: 3, price: "12.50", group: "a", until: "2027-01-01", refundable: true },
  { value: "silver", label: "Silver tier", score: 2, price: 7.5, group: "a" },
  { value: "none" }
]

const tier: JsonObject = { slug: "tier", type: "choice", attributes, options: tiers }
const extras: JsonObject = { ...tier, slug: "extras", type: "choices" }
const people: JsonObject = {
  slug: "people",
  type: "list",
  maxItems: 5,
  fields: [tier, extras, { slug: "age", type: "integer" }]
}

const fields = [tier, extras, people]

const given: JsonObject = {
  tier: "gold",
  extras: ["silver", "gold"],
  people: [{ tier: "silver", extras: ["none"], age: 3 }, { tier: "none" }, { age: 9 }]
}

/** What a formula gives in both back ends and in a page. */
const gives = (
  formula: string,
  field: JsonObject = { type: "number", decimals: 6 },
  data: JsonObject = given
): Json => {
  const form = checked(formOf({ fields: [...fields, { slug: "result", ...field, formula }] }))
  const [one, other] = [compileGenerated, compileClosures].map((make) => make(form).evaluate(data, options))
  expect(one).toEqual(other)
  expect(runPortable(toPortable(form)).evaluate(data, options).calculatedData).toEqual(one?.calculatedData)
  return one?.calculatedData["result"] ?? null
}

const text = { type: "text" }
const boolean = { type: "boolean" }

describe("attributes of options", () => {
  it("are read of a choice, as exact values of their types", () => {
    expect(gives("tier.score * 2")).toBe(6)
    expect(gives("tier.price + 0.005")).toBe(12.505)
    expect(gives("tier.group + '!'", text)).toBe("a!")
    expect(gives("addDays(tier.until, 1)", { type: "date" })).toBe("2027-01-02")
    expect(gives("tier.refundable", boolean)).toBe(true)
  })

  it("are missing where the option leaves one out, and where nothing is chosen", () => {
    expect(gives("tier.score", undefined, { tier: "none" })).toBe(null)
    expect(gives("coalesce(tier.score, 0)", undefined, { tier: "none" })).toBe(0)
    expect(gives("tier.score", undefined, {})).toBe(null)
    expect(gives("tier.score", undefined, { tier: "bronze" })).toBe(null)
  })

  it("are read of rows, from outside and inside of them", () => {
    expect(gives("sum(people, p, p.tier.score)")).toBe(2)
    expect(gives("count(people, p, label(p.tier) == 'Silver tier')")).toBe(1)
    const form = checked(
      formOf({ fields: [{ ...people, fields: [tier, { slug: "cost", type: "number", formula: "tier.price" }] }] })
    )
    expect(compileGenerated(form).evaluate({ people: [{ tier: "gold" }, {}] }, options).calculatedData).toEqual({
      people: [{ cost: 12.5 }, { cost: null }]
    })
  })

  it("of several chosen options are gone through by the functions of lists", () => {
    expect(gives("sum(extras, e, e.price)")).toBe(20)
    expect(gives("max(extras, e, e.score)")).toBe(3)
    expect(gives("min(extras, e, e.until)", { type: "date" })).toBe("2027-01-01")
    expect(gives("round(avg(extras, e, e.score), 1)")).toBe(2.5)
    expect(gives("count(extras, e, e.group == 'a' && e != 'gold')")).toBe(1)
    expect(gives("any(extras, e, e.refundable)", boolean)).toBe(true)
    expect(gives("all(extras, e, label(e) == 'Gold tier')", boolean)).toBe(false)
    expect(gives("sum(filter(extras, e, e.score > 2), e, e.price)")).toBe(12.5)
    expect(gives("size(filter(extras, e, e == 'gold'))")).toBe(1)
    expect(gives("sum(map(extras, e, e.score))")).toBe(5)
    expect(gives("sum(extras, e, e.price)", undefined, {})).toBe(0)
    expect(gives("max(extras, e, e.price)", undefined, { extras: ["none"] })).toBe(null)
  })

  it("of several options of a row are summed in the row", () => {
    const row = { slug: "cost", type: "number", formula: "sum(extras, e, e.price) + age" }
    const form = checked(formOf({ fields: [{ ...people, fields: [extras, { slug: "age", type: "integer" }, row] }] }))
    const data = { people: [{ extras: ["gold", "silver"], age: 1 }, { age: 2 }] }
    const both = [compileGenerated, compileClosures].map((make) => make(form).evaluate(data, options))
    expect(both[0]).toEqual(both[1])
    expect(both[0]?.calculatedData).toEqual({ people: [{ cost: 21 }, { cost: 2 }] })
  })

  it("the label is a text", () => {
    expect(gives("label(tier) + ' for you'", text)).toBe("Gold tier for you")
    expect(gives("label(tier)", text, {})).toBe(null)
    expect(gives("label(tier)", text, { tier: "none" })).toBe("none")
  })
})

describe("faults of attributes", () => {
  const faults = (formula: string, more: JsonObject = {}): string =>
    faultsOf(formOf({ ...more, fields: [...fields, { slug: "result", type: "number", formula }] }))

  it("name what an option has", () => {
    expect(faults("tier.scores")).toContain("The options of `tier` have no attribute `scores`. Did you mean `score`?")
    expect(faults("tier.label")).toContain("The label of an option is written `label(tier)`.")
    expect(faults("extras.price")).toContain("Ask with a list function, such as `sum(extras, option, option.price)`.")
    expect(faults("label(extras)")).toContain("`label` takes one option")
    expect(faults("label(people)")).toContain("`label` takes a field of type `choice`; `people` is a list.")
    expect(faults("sum(extras, e, e.cost)")).toContain("The options of `extras` have no attribute `cost`.")
    expect(faults("(tier == 'gold' ? 1 : 2).score")).toContain("Only a row has fields, and an option attributes")
    expect(faults("tier.group + 1")).toContain("`tier.group`")
    expect(faults("count(extras, e, e == 'bronze')")).toContain("`extras` has no option `'bronze'`.")
  })

  const option = (members: JsonObject, more: JsonObject = {}): string =>
    faultsOf(formOf({ fields: [{ ...tier, ...more, options: [{ value: "gold", ...members }] }] }))

  it("tell a wrong member from an attribute", () => {
    expect(option({ lable: "Gold" })).toContain("Did you mean `label`?")
    expect(option({ weight: 3 })).toContain('`"attributes": [{ "name": "weight", "type": "number" }]`')
    expect(option({ score: 1.5 })).toContain("more decimals than the attribute `score`, which has none")
    expect(option({ score: "many" })).toContain("has to be a whole number")
    expect(option({ price: null })).toContain("Leave the attribute out")
    expect(option({}, { attributes: [{ name: "label", type: "text" }] })).toContain("Every option has a `label`.")
    expect(option({}, { attributes: [] })).toContain("Here are no attributes.")
    expect(option({}, { attributes: [attributes[0] ?? {}, attributes[0] ?? {}] })).toContain("is there twice")
  })
})

describe("attributes of options of a table", () => {
  const table = (keys: ReadonlyArray<JsonObject>, rows: ReadonlyArray<ReadonlyArray<Json>>): JsonObject => ({
    zones: {
      keys,
      values: [
        { name: "name", type: "text" },
        { name: "fee", type: "number", decimals: 2 }
      ],
      rows
    }
  })
  const code = { name: "code", type: "text" }
  const zone = { slug: "zone", type: "choice", optionsFrom: { table: "zones", value: "code", label: "name" } }
  const rows = [
    ["de", "Germany", "4.90"],
    ["at", "Austria", "7.50"]
  ]
  const form = (tables: JsonObject, formula: string, type = "number") =>
    formOf({ tables, fields: [zone, { slug: "result", type, formula }] })
  const run = (definition: JsonObject, data: JsonObject): Json =>
    compileGenerated(checked(definition)).evaluate(data, options).calculatedData["result"] ?? null

  it("are its columns, where the option is its key", () => {
    expect(run(form(table([code], rows), "zone.fee * 2"), { zone: "at" })).toBe(15)
    expect(run(form(table([code], rows), "label(zone)", "text"), { zone: "at" })).toBe("Austria")
    expect(run(form(table([code], [...rows, ["ch", null, 1]]), "label(zone)", "text"), { zone: "ch" })).toBe("ch")
  })

  it("are looked up where the table has other keys", () => {
    const keys = [code, { name: "since", type: "integer", match: "from" }]
    const two = rows.map(([first = null, ...rest]) => [first, 1900, ...rest])
    expect(faultsOf(form(table(keys, two), "zone.fee"))).toContain("Say them all: `lookup(zones, 'fee', …)`.")
    expect(run(form(table(keys, two), "label(zone)", "text"), { zone: "de" })).toBe("Germany")
    expect(
      runPortable(toPortable(checked(form(table(keys, two), "label(zone)", "text")))).evaluate({ zone: "de" }, options)
        .calculatedData
    ).toEqual({ result: "Germany" })
    expect(faultsOf(formOf({ tables: table([code], rows), fields: [{ ...zone, attributes }] }))).toContain(
      "Options of a table have its columns as attributes."
    )
  })
})

describe("options on a condition", () => {
  const age = { slug: "age", type: "integer" }
  const offers = [
    { value: "basic" },
    { value: "junior", label: "Junior plan", when: "age < 18" },
    { value: "senior", label: "Senior plan", when: "age >= 65" }
  ]
  const plan = { slug: "plan", type: "choice", label: "The plan", options: offers, required: true }
  const both = (definition: JsonObject): ReadonlyArray<CompiledForm> =>
    [compileGenerated, compileClosures].map((make) => make(checked(definition)))
  const run = (definition: JsonObject, data: JsonObject) => {
    const [one, other] = both(definition).map((form) => form.evaluate(data, options))
    expect(one).toEqual(other)
    expect(JSON.stringify(one)).toBe(JSON.stringify(other))
    if (one === undefined) throw new Error("no result")
    return one
  }

  it("is no option where the condition is not true, and missing for rules", () => {
    const form = formOf({ fields: [plan, age, { slug: "chosen", type: "text", formula: "coalesce(plan, 'no')" }] })
    expect(run(form, { plan: "junior", age: 17 })).toMatchObject({
      valid: true,
      hiddenOptions: { plan: ["senior"] },
      calculatedData: { chosen: "junior" }
    })
    const wrong = run(form, { plan: "junior", age: 18 })
    expect(wrong.problems).toEqual([
      {
        field: "plan",
        code: "choice",
        pointer: "/data/plan",
        message: "The plan does not offer “Junior plan” with the other answers as they are."
      }
    ])
    expect(wrong.hiddenOptions).toEqual({ plan: ["junior", "senior"] })
    expect(wrong.calculatedData).toEqual({ chosen: "no" })
    expect(codes(run(form, { plan: "senior" }))).toEqual(["choice plan"])
    expect(run(form, { plan: "basic" }).valid).toBe(true)
  })

  it("a form without such options says nothing of them", () => {
    expect(Object.keys(run(formOf({ fields: [age] }), {}))).not.toContain("hiddenOptions")
  })

  it("of several choices, and of rows, which read their row", () => {
    const form = formOf({
      fields: [
        { ...plan, slug: "plans", type: "choices", required: false, minItems: 1 },
        age,
        { slug: "people", type: "list", maxItems: 9, unique: true, fields: [{ ...plan, required: false }, age] }
      ]
    })
    const found = run(form, {
      plans: ["basic", "junior"],
      age: 70,
      people: [{ plan: "junior", age: 3 }, { plan: "senior", age: 3 }, 7]
    })
    expect(codes(found)).toEqual(["choice plans", "choice people[1].plan", "type people[2]"])
    expect(found.hiddenOptions).toEqual({
      plans: ["junior"],
      "people[0].plan": ["senior"],
      "people[1].plan": ["senior"],
      "people[2].plan": ["junior", "senior"]
    })
  })

  it("of a hidden field do not matter", () => {
    const form = formOf({ fields: [{ ...plan, visibleWhen: "age > 20" }, age] })
    expect(run(form, { age: 1 })).toMatchObject({ valid: true, hiddenFields: ["plan"], hiddenOptions: {} })
  })

  it("of a computed field hold too", () => {
    const form = formOf({
      fields: [age, { slug: "plan", type: "choice", options: offers, formula: "age == 20 ? 'junior' : 'basic'" }]
    })
    expect(codes(run(form, { age: 20 }))).toEqual(["choice plan"])
    expect(run(form, { age: 21 }).valid).toBe(true)
  })

  it("cannot read their own field", () => {
    const own = formOf({ fields: [{ ...plan, options: [{ value: "a", when: "plan == 'a'" }] }] })
    expect(faultsOf(own)).toContain("`plan` depends on itself: plan → plan.")
    expect(faultsOf(own)).toContain("/fields/0/options/0/when")
    const circle = formOf({
      fields: [
        { ...plan, options: [{ value: "a", when: "twice" }] },
        { slug: "twice", type: "boolean", formula: "plan == 'a'" }
      ]
    })
    expect(faultsOf(circle)).toContain("plan → twice → plan")
  })

  it("are conditions, and count as rules", () => {
    expect(faultsOf(formOf({ fields: [{ ...plan, options: [{ value: "a", when: "age + 1" }] }, age] }))).toContain(
      "`when` is a condition"
    )
    expect(faultsOf(formOf({ fields: [plan, age] }), { rules: 1 })).toContain("The form has 2 rules")
  })
})
