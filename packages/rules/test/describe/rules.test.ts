/** A form's rules as sentences. */
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { check } from "../../src/check.ts"
import { rulesOf } from "../../src/describe/rulesOf.ts"

it("every rule is described by one sentence, in the form's order, with conditions as the author wrote them", () => {
  const checked = check({
    title: "Quote",
    code: "QT",
    fields: [
      { slug: "age", type: "integer" },
      { slug: "guardian", type: "text", visibleWhen: "age < 18", requiredWhen: "age < 16" },
      { slug: "premium", type: "integer", formula: "age * 2" },
      {
        slug: "drivers",
        type: "list",
        fields: [
          { slug: "years", type: "integer" },
          { slug: "twice", type: "integer", formula: "years * 2" }
        ]
      }
    ],
    checks: [
      { id: "adult", check: "age < 120", message: "Nobody is that old." },
      { id: "years", field: "drivers.years", check: "years < age", message: "Longer than a life." }
    ],
    outcomes: [{ id: "senior", severity: "info", when: "age >= 65", message: "Senior rate" }]
  })
  expect(rulesOf(Result.getOrThrow(checked).definition)).toEqual([
    "guardian is shown only when age < 18; otherwise it is not to be sent.",
    "guardian is required when age < 16.",
    "premium is computed, as age * 2; it is not to be sent.",
    "drivers[].twice is computed, as years * 2; it is not to be sent.",
    'It is a problem, "Nobody is that old.", unless age < 120.',
    'It is a problem of drivers[].years, "Longer than a life.", unless years < age.',
    'The outcome senior (info), "Senior rate", is raised when age >= 65.'
  ])
})
