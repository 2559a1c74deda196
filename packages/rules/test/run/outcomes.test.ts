/** Outcomes about a field, and about a field of each row. */
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openForm } from "../../src/authoring/openForm.ts"
import { references } from "../../src/authoring/references.ts"
import { expectationOf } from "../../src/cases/Expectation.ts"
import { coveringOf } from "../../src/cases/coverage.ts"
import { compare } from "../../src/compare.ts"
import { resultSchemaOf } from "../../src/describe/resultSchemaOf.ts"
import { rulesOf } from "../../src/describe/rulesOf.ts"
import { check } from "../../src/check.ts"
import { toJson } from "../../src/Evaluation.ts"
import type { JsonObject } from "../../src/Json.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { toPortable } from "../../src/toPortable.ts"
import { backEnds } from "../fuzz/compare.ts"
import { formAt, inputAt } from "../fuzz/pairs.ts"
import { checked, compiled, faultsOf, formOf, TODAY } from "../support.ts"

const options = { today: TODAY, draft: false }

const drivers = (members: JsonObject = {}): JsonObject =>
  formOf({
    fields: [
      { slug: "most", type: "integer" },
      { slug: "limit", type: "integer", visibleWhen: "most > 0" },
      {
        slug: "drivers",
        type: "list",
        maxItems: 20,
        fields: [
          { slug: "named", type: "boolean" },
          { slug: "age", type: "integer", visibleWhen: "named" }
        ]
      }
    ],
    outcomes: [
      { id: "refer", severity: "info", when: "any(drivers, d, d.age < 20)", message: "To an underwriter" },
      { id: "high", severity: "warning", field: "limit", when: "limit > most", message: "{limit} is high" },
      { id: "young", severity: "error", field: "drivers.age", when: "age < 20", message: "{age} is young" }
    ],
    ...members
  })

const data = {
  most: 5,
  limit: 6,
  drivers: [{ named: true, age: 18 }, { named: false }, { named: true, age: 40 }, { named: true, age: 19 }]
}

const raised = [
  { id: "refer", severity: "info", message: "To an underwriter" },
  { id: "high", severity: "warning", message: "6 is high", field: "limit", pointer: "/data/limit" },
  { id: "young", severity: "error", message: "18 is young", field: "drivers[0].age", pointer: "/data/drivers/0/age" },
  { id: "young", severity: "error", message: "19 is young", field: "drivers[3].age", pointer: "/data/drivers/3/age" }
]

describe.each(backEnds)("an outcome about a field: %s", (_, compile) => {
  it("says where it is raised, and is not where the field is hidden", () => {
    const form = compile(checked(drivers()))
    expect(form.evaluate(data, options).outcomes).toEqual(raised)
    expect(form.evaluate({ ...data, most: 0 }, options).outcomes.map(({ id }) => id)).toEqual([
      "refer",
      "young",
      "young"
    ])
    expect(form.evaluate({}, options).outcomes).toEqual([])
  })

  it("is raised exactly where a check that asks for the opposite has its problem", () => {
    let seen = 0
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        const { definition } = formAt(seed, 0)
        const read = checked(definition).definition
        const outcomes = read.checks.map(({ check: holds, field, id, message }) => ({
          id,
          severity: "info",
          ...(field === undefined ? {} : { field }),
          when: `!(${holds})`,
          message
        }))
        const both = check({ ...definition, outcomes })
        // The opposite may be one part too many.
        if (Result.isFailure(both)) return
        const input = inputAt(seed, 0, definition)
        const { outcomes: found, problems } = compile(both.success).evaluate(input.data, input.options)
        const broken = problems.filter(({ code }) => code === "rule")
        seen += broken.length
        expect(found.map(({ message, pointer = "/data" }) => [message, pointer])).toEqual(
          broken.map(({ message, pointer }) => [message, pointer])
        )
      }),
      { numRuns: 150 }
    )
    expect(seen).toBeGreaterThan(10)
  })
})

describe("an outcome about a field", () => {
  const form = checked(drivers())

  it("is in what a page runs, in the schema of results, in a form's sentences and in a trace, row by row", () => {
    const { fill } = runPortable(toPortable(form))
    expect(fill(data, TODAY).outcomes).toEqual(raised)
    const { outcomes } = Object(resultSchemaOf(form)["properties"])
    expect(outcomes.maxItems).toBe(22)
    expect(outcomes.items.oneOf[2].required).toEqual(["id", "message", "severity", "field", "pointer"])
    expect(JSON.parse(toJson(compiled(drivers()).evaluate(data, options))).outcomes).toEqual(raised)
    expect(rulesOf(form.definition)).toContain(
      "The outcome young (error), “{age} is young”, is raised at drivers[].age when age < 20.".replaceAll(/[“”]/g, '"')
    )
    const trace = compiled(drivers())
      .explain(data, options)
      .trace.filter(({ pointer }) => pointer === "/outcomes/2/when")
    expect(trace.map(({ gave, row }) => [row, gave])).toEqual([
      [0, true],
      [2, false],
      [3, true]
    ])
  })

  it("counts once in a case, and its condition is reached where its field is shown", () => {
    expect(expectationOf(compiled(drivers()).evaluate(data, options), form.definition).outcomes).toEqual([
      "refer",
      "high",
      "young"
    ])
    const covering = Result.getOrThrow(coveringOf(drivers()))
    covering.run({ drivers: [{ named: false, age: 3 }] }, TODAY)
    const of = () => covering.coverage().unreached.filter(({ pointer }) => pointer === "/outcomes/2/when")
    expect(of().map(({ never }) => never)).toEqual(["true", "false"])
    covering.run(data, TODAY)
    expect(of()).toEqual([])
  })

  it("may break a caller where it moves, and its field is found", () => {
    const [, , third] = form.definition.outcomes
    const moved = checked(drivers({ outcomes: [{ ...third, field: "drivers", when: "most > 2", message: "Young" }] }))
    const before = checked(drivers({ outcomes: [{ ...third }] }))
    expect(
      compare(before, moved)
        .changes.filter(({ breaking }) => breaking)
        .map(({ member, name }) => `${name} ${member}`)
    ).toEqual(["young field"])
    expect(references(openForm(drivers()), "/fields/1").map(({ pointer }) => pointer)).toContain("/outcomes/1/field")
  })

  it("costs its steps once for each row", () => {
    const steps = (maxItems: number, outcomes: ReadonlyArray<JsonObject>) => {
      const fields = [{ slug: "drivers", type: "list", maxItems, fields: [{ slug: "age", type: "integer" }] }]
      return checked(formOf({ fields, outcomes })).steps
    }
    const young = { id: "young", severity: "error", field: "drivers.age", when: "age < 20", message: "{age} is young" }
    const of = (maxItems: number) => steps(maxItems, [young]) - steps(maxItems, [])
    expect(of(20)).toBe(2 * of(10))
  })

  it.each<readonly [JsonObject, string]>([
    [{ field: "limits" }, "There is no field `limits`. Did you mean `limit`?"],
    [{ field: "age" }, "It is a field of rows: `drivers.age`."],
    [{ field: "drivers.name" }, "named"],
    [{ field: "limit", when: "age > 3" }, "age"]
  ])("is a fault with %j", (members, said) => {
    const outcome = { id: "young", severity: "error", when: "most > 3", message: "Young", ...members }
    expect(faultsOf(drivers({ outcomes: [outcome] }))).toContain(said)
  })
})
