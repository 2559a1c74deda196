/** An author's own sentences for `required`, `pattern`, `min`, `max`, `type` and the other constraints of a field. */
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import type { Json, JsonObject } from "../../src/Json.ts"

const options = { today: "2026-11-26", draft: false }

const form = (fields: ReadonlyArray<Json>, others: JsonObject = {}): JsonObject => ({
  title: "A form",
  code: "A",
  fields,
  ...others
})

const checkedOf = (definition: JsonObject) => Result.getOrThrow(check(definition))

/** Message of each problem by its field and code, the same in every back end. */
const said = (definition: JsonObject, data: JsonObject): Readonly<Record<string, string>> => {
  const checked = checkedOf(definition)
  const all = [
    compileClosures(checked).evaluate(data, options),
    compileGenerated(checked).evaluate(data, options),
    runPortable(toPortable(checked)).evaluate(data, options)
  ].map(({ problems }) => problems)
  expect(all[1]).toEqual(all[0])
  expect(all[2]).toEqual(all[0])
  return Object.fromEntries((all[0] ?? []).map(({ code, field, message }) => [`${field} ${code}`, message]))
}

const faultsOf = (definition: JsonObject) =>
  Result.match(check(definition), { onFailure: (faults) => faults, onSuccess: () => [] })

describe("a sentence of the author's", () => {
  const policy = form([
    {
      slug: "name",
      label: "Your name",
      type: "text",
      required: true,
      minLength: 2,
      maxLength: 5,
      pattern: "[a-z]*",
      messages: {
        required: "Please tell us who you are",
        type: "A name is letters",
        minLength: "That is too short, {age} year old",
        maxLength: "Use at most five letters",
        pattern: "Small letters, please"
      }
    },
    {
      slug: "age",
      type: "integer",
      min: 18,
      max: 99,
      messages: {
        type: "Write your age in digits",
        decimals: "Years only",
        min: "{name}, come back when you are 18 ({today})",
        max: "At {cover} nobody over 99 is insured"
      }
    },
    {
      slug: "cover",
      type: "choice",
      options: [{ value: "comp", label: "Comprehensive" }],
      messages: { options: "Choose one of ours {{really}}" }
    }
  ])

  it("stands in the place of the built-in one, and nothing else of the problem changes", () => {
    expect(said(policy, {})).toEqual({ "name required": "Please tell us who you are" })
    expect(said(policy, { name: 3 })).toEqual({ "name type": "A name is letters" })
    expect(said(policy, { name: "abcdefg", age: 17.5 })).toEqual({
      "name max_length": "Use at most five letters",
      "age decimals": "Years only"
    })
    const [problem] = compileGenerated(checkedOf(policy)).evaluate({ name: "ab", age: "x" }, options).problems
    expect(problem).toEqual({
      field: "age",
      message: "Write your age in digits",
      code: "type",
      pointer: "/data/age"
    })
  })

  it("shows values of the whole payload, those of later fields too", () => {
    expect(said(policy, { name: "A", age: 40 })).toEqual({
      "name min_length": "That is too short, 40 year old",
      "name pattern": "Small letters, please"
    })
    expect(said(policy, { name: "bob", age: 5, cover: "comp" })).toEqual({
      "age min": "bob, come back when you are 18 (2026-11-26)"
    })
    expect(said(policy, { name: "bob", age: 100, cover: "comp" })).toEqual({
      "age max": "At Comprehensive nobody over 99 is insured"
    })
    expect(said(policy, { name: "bob", cover: "none" })).toEqual({ "cover choice": "Choose one of ours {really}" })
  })

  it("sees the other fields of its row by their names", () => {
    const fleet = form([
      { slug: "fleet", type: "text" },
      {
        slug: "vans",
        type: "list",
        minItems: 1,
        maxItems: 3,
        unique: true,
        messages: {
          required: "Send a van",
          minItems: "One van at least",
          maxItems: "Three at most",
          unique: "{fleet} has this van"
        },
        fields: [
          {
            slug: "plate",
            type: "text",
            required: true,
            unique: true,
            messages: { required: "The {make} has no plate", unique: "{plate} is in {fleet} already" }
          },
          { slug: "make", type: "text" }
        ]
      }
    ])
    expect(said(fleet, {})).toEqual({ "vans required": "Send a van" })
    expect(said(fleet, { vans: [] })).toEqual({ "vans min_items": "One van at least" })
    expect(said(fleet, { vans: [{}, {}, {}, {}] })).toEqual({ "vans max_items": "Three at most" })
    expect(
      said(fleet, { fleet: "Us", vans: [{ make: "Ford" }, { make: "Fiat", plate: "A" }, 3, { plate: "A" }] })
    ).toEqual({
      "vans max_items": "Three at most"
    })
    expect(said(fleet, { fleet: "Us", vans: [{ make: "Ford" }, 3, { make: "Seat" }] })).toEqual({
      "vans[0].plate required": "The Ford has no plate",
      "vans[1] type": "A row of vans has to be an object.",
      "vans[2].plate required": "The Seat has no plate"
    })
    expect(said(fleet, { fleet: "Us", vans: [{ plate: "A" }, { plate: "A" }] })).toEqual({
      "vans[1] unique": "Us has this van",
      "vans[1].plate unique": "A is in Us already"
    })
  })

  it("is said of a computed value that breaks its own constraints", () => {
    const quote = form([
      { slug: "value", type: "integer" },
      { slug: "premium", type: "integer", formula: "value * 2", max: 100, messages: { max: "{value} is too dear" } }
    ])
    expect(said(quote, { value: 51 })).toEqual({ "premium max": "51 is too dear" })
  })
})

describe("a sentence that would never be shown is a fault", () => {
  const faultOf = (field: JsonObject) => faultsOf(form([{ slug: "a", type: "integer", ...field }]))

  it.each([
    [{ messages: { max: "No" } }, "/fields/0/messages/max", "`a` has no `max`"],
    [{ messages: { required: "No" } }, "/fields/0/messages/required", "`a` is never required"],
    [{ required: false, messages: { required: "No" } }, "/fields/0/messages/required", "`a` is never required"],
    [{ type: "text", messages: { pattern: "No" } }, "/fields/0/messages/pattern", "`a` has no `pattern`"],
    [
      { type: "text", messages: { decimals: "No" } },
      "/fields/0/messages/decimals",
      "No field of type `text` has a problem of `decimals`"
    ],
    [{ type: "text", messages: { min: "No" } }, "/fields/0/messages/min", "No field of type `text`"],
    [{ formula: "1", messages: { type: "No" } }, "/fields/0/messages/type", "`a` is calculated, never asked for"],
    [{ max: 3, messages: { maximum: "No" } }, "/fields/0/messages/maximum", "nothing called `maximum`"],
    [{ messages: {} }, "/fields/0/messages", "`messages` is empty"],
    [{ max: 3, messages: { max: "" } }, "/fields/0/messages/max", "`max` is empty"],
    [{ max: 3, messages: { max: "{b}" } }, "/fields/0/messages/max", "There is no field `b` to show"],
    [{ max: 3, messages: { max: "{" } }, "/fields/0/messages/max", "This `{` has no `}`"]
  ])("%o", (field, pointer, message) => {
    const faults = faultOf(field)
    expect(faults).toHaveLength(1)
    expect(faults[0]?.pointer).toBe(pointer)
    expect(faults[0]?.message).toContain(message)
  })

  it("shows no internal field", () => {
    const faults = faultsOf(
      form([
        { slug: "a", type: "integer", max: 3, messages: { max: "{b}" } },
        { slug: "b", type: "integer", formula: "1", internal: true }
      ])
    )
    expect(faults.map(({ pointer }) => pointer)).toEqual(["/fields/0/messages/max"])
  })

  it("costs what other messages cost, for every row", () => {
    const steps = (messages: JsonObject) =>
      checkedOf(
        form([
          {
            slug: "r",
            type: "list",
            maxItems: 200,
            fields: [{ slug: "a", type: "integer", min: 1, max: 9, ...messages }]
          }
        ])
      ).steps
    expect(steps({ messages: { min: "No {a}", max: "No {a}" } }) - steps({})).toBeGreaterThanOrEqual(2 * 200 * 8)
  })
})
