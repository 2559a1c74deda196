import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compare } from "../../src/compare.ts"
import { compile } from "../../src/compile.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { Random } from "../fuzz/Random.ts"
import { checked, formOf, TODAY } from "../support.ts"
import { edited } from "./edits.ts"

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 })
const PAYLOADS = 30

const of = (before: JsonObject, after: JsonObject) => compare(checked(formOf(before)), checked(formOf(after)))

describe("comparing two versions", () => {
  it("a version and itself, or the same version in another order, have no changes", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { checked: form, definition } = formAt(number, 0)
        expect(compare(form, form)).toEqual({ breaking: false, changes: [] })
        const turned = (name: string): Json => {
          const members = definition[name]
          if (!Array.isArray(members)) throw new Error(`the form has no ${name}`)
          return members.toReversed()
        }
        const shuffled = {
          ...definition,
          fields: turned("fields"),
          checks: turned("checks"),
          outcomes: turned("outcomes")
        }
        expect(compare(form, checked(shuffled)).changes).toEqual([])
      }),
      { numRuns: 200 }
    )
  })

  it("if no change is breaking, every payload that was valid is still valid", () => {
    let harmless = 0
    let valid = 0
    fc.assert(
      fc.property(seed, (number) => {
        const { checked: before, definition } = formAt(number, 0)
        const [changed, after] = edited(new Random(number, 9), definition)
        const { breaking, changes } = compare(before, after)
        if (JSON.stringify(changed) === JSON.stringify(definition)) return
        if (breaking) return
        harmless += 1
        const [was, is] = [compile(before), compile(after)]
        for (let pair = 0; pair < PAYLOADS; pair += 1) {
          const { data } = inputAt(number, pair, definition)
          const options = { today: TODAY, draft: false }
          if (!was.evaluate(data, options).valid) continue
          valid += 1
          const { problems } = is.evaluate(data, options)
          expect(problems, JSON.stringify([changes, definition, changed, data])).toEqual([])
        }
      }),
      { numRuns: 3_000 }
    )
    expect(harmless).toBeGreaterThan(600)
    expect(valid).toBeGreaterThan(600)
  })

  it("every difference of meaning is a change", () => {
    fc.assert(
      fc.property(seed, (number) => {
        const { checked: before, definition } = formAt(number, 0)
        const [changed, after] = edited(new Random(number, 10), definition)
        if (compare(before, after).changes.length > 0) return
        const [was, is] = [compile(before), compile(after)]
        for (let pair = 0; pair < PAYLOADS; pair += 1) {
          const { data, options } = inputAt(number, pair, definition)
          const [one, other] = [was.evaluate(data, options), is.evaluate(data, options)]
          expect([one.valid, one.data], JSON.stringify([definition, changed])).toEqual([other.valid, other.data])
        }
      }),
      { numRuns: 1_000 }
    )
  })
})

const base: ReadonlyArray<JsonObject> = [
  { slug: "name", type: "text", maxLength: 50 },
  { slug: "age", type: "integer", min: 0, max: 120 },
  { slug: "cover", type: "choice", options: [{ value: "comp", label: "Comprehensive" }, { value: "tpo" }] },
  { slug: "drivers", type: "list", maxItems: 4, fields: [{ slug: "born", type: "date", visibleWhen: "age > 17" }] },
  { slug: "next", type: "integer", formula: "age + 1" }
]
const field = (slug: string, members: JsonObject) => ({
  fields: base.map((one) => (one["slug"] === slug ? { ...one, ...members } : one))
})

describe("a change", () => {
  it.each<readonly [string, JsonObject, string, string | undefined]>([
    [
      "a field that is required",
      { fields: [...base, { slug: "x", type: "text", required: true }] },
      "added x ",
      "A payload without `x` is refused now."
    ],
    ["a field that is not", { fields: [...base, { slug: "x", type: "text" }] }, "added x ", undefined],
    [
      "a field gone",
      { fields: base.filter(({ slug }) => slug !== "name") },
      "removed name ",
      "A payload that sends `name` is refused now: there is no such field any longer."
    ],
    [
      "a result gone",
      { fields: base.filter(({ slug }) => slug !== "next") },
      "removed next ",
      "`next` is not computed any longer, so callers that read it find nothing."
    ],
    [
      "a shorter text",
      field("name", { maxLength: 20 }),
      "changed name maxLength",
      "Lengths of `name` above 20 are refused now."
    ],
    [
      "a pattern",
      field("name", { pattern: "[A-Z].*" }),
      "changed name pattern",
      "Texts of `name` that do not match the new pattern are refused now."
    ],
    ["a longer text", field("name", { maxLength: 80 }), "changed name maxLength", undefined],
    ["a narrower range", field("age", { min: 18 }), "changed age min", "Values of `age` below 18 are refused now."],
    [
      "an option gone",
      field("cover", { options: [{ value: "comp", label: "Comprehensive" }] }),
      "changed cover options",
      "`cover` has no option “tpo” any longer."
    ],
    [
      "an option more",
      field("cover", { options: [{ value: "comp", label: "Comprehensive" }, { value: "tpo" }, { value: "x" }] }),
      "changed cover options",
      undefined
    ],
    [
      "an option called otherwise",
      field("cover", { options: [{ value: "comp", label: "All" }, { value: "tpo" }] }),
      "changed cover options",
      undefined
    ],
    [
      "another formula",
      field("next", { formula: "age + 2" }),
      "changed next formula",
      "`next` is computed in another way: a rule that reads it, or its own constraints, may refuse what was valid."
    ],
    [
      "another type",
      field("name", { type: "email" }),
      "changed name type",
      "Values of `name` were of type text, and are of type email now."
    ],
    [
      "a row's field that hides one of the form's",
      field("drivers", {
        fields: [
          { slug: "born", type: "date", visibleWhen: "age > 17" },
          { slug: "age", type: "integer" }
        ]
      }),
      "changed drivers.born visibleWhen; added drivers.age ",
      "`drivers.born` is hidden in other cases now: what was not looked at is checked, or what was there is missing."
    ]
  ])("%s", (_, after, said, why) => {
    const { breaking, changes } = of({ fields: base }, { fields: base, ...after })
    expect(changes.map(({ change, member = "", name }) => `${change} ${name} ${member}`).join("; ")).toBe(said)
    expect([breaking, changes.find((one) => one.breaking)?.why]).toEqual([why !== undefined, why])
  })

  it("changes of checks, outcomes, effects, workflow and reference numbers are reported", () => {
    const rules = (members: JsonObject) => ({ fields: base, ...members })
    const transition = { name: "approve", from: "open", to: "done" }
    const { changes } = of(
      rules({
        checks: [{ id: "old", check: "age > 1", message: "no" }],
        outcomes: [{ id: "refer", severity: "info", when: "age > 1", message: "m" }],
        effects: [{ id: "e", kind: "delivery", url: "https://example.org", secret: "s" }],
        workflow: { states: ["open", "done", "lost"], transitions: [transition] },
        referencePattern: "{code}-{seq:4}"
      }),
      rules({
        checks: [{ id: "new", check: "age > 1", message: "no" }],
        outcomes: [{ id: "refer", severity: "error", when: "age > 2", message: "m" }],
        effects: [{ id: "e", kind: "delivery", url: "https://example.com", secret: "s" }],
        workflow: { states: ["open", "done"], transitions: [{ ...transition, privilege: "submission:delete" }] },
        referencePattern: "{code}-{seq:5}",
        timeZone: "Europe/London"
      })
    )
    expect(
      changes.map((one) => `${one.breaking ? "!" : " "} ${one.subject} ${one.name} ${one.change} ${one.member ?? ""}`)
    ).toMatchInlineSnapshot(`
      [
        "! form  changed timeZone",
        "  form  changed referencePattern",
        "! check new added ",
        "  check old removed ",
        "  outcome refer changed when",
        "! outcome refer changed severity",
        "  effect e changed settings",
        "! state lost removed ",
        "! transition open.approve changed privilege",
      ]
    `)
  })
})
