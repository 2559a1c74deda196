/** Examples of a form, which people call cases: payloads that its authors keep with what they expect of them (docs/decisions/0255). */
import { DateTime, Option, Schema } from "effect"
import { problemCodes } from "@formwork/rules/Evaluation"
import { LongNumber } from "@formwork/rules/LongNumber"
import { ExampleFailure } from "../callers/Refusal.ts"
import { flags } from "../request/flags.ts"
import { openObject } from "../request/openObject.ts"

/** Examples of one form. */
export const mostExamples = 2_000
/** UTF-16 units of the JSON of all examples of a form: they are read and answered in one piece (docs/decisions/0255). */
export const mostCharacters = 786_432
/** UTF-16 units of the JSON of all differences that one answer tells. */
export const mostDifferenceCharacters = 262_144

const name = Schema.String.check(
  Schema.isPattern(/^(?=.*\S)[^\p{Cc}\p{Cs}]{1,100}$/u, {
    expected: "1 to 100 characters, not spaces alone, and none of them a control character"
  })
)

const isDate = (text: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/u.test(text) &&
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (day) => DateTime.formatIsoDateUtc(day) === text)

/** What an evaluation has to give; a member that is left out is not compared. */
const Expectation = Schema.Struct({
  valid: Schema.optionalKey(Schema.Boolean.annotate({ description: "Whether the payload has no problems." })),
  outcomes: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: "The ids of exactly the outcomes that are raised, in any order."
    })
  ),
  calculatedData: Schema.optionalKey(
    openObject(
      "Computed values by slug, as an evaluation answers them; of a list its rows, each with what is compared. Other computed values are not compared."
    )
  ),
  visible: Schema.optionalKey(
    flags("Whether fields are visible, by name: `pitch`, or `drivers[1].licenceNumber`. Other fields are not compared.")
  ),
  problems: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        pointer: Schema.String.annotate({
          description: "JSON Pointer into the request, e.g. `/data/drivers/1/birthDate`."
        }),
        code: Schema.Literals(problemCodes)
      })
    ).annotate({ description: "Exactly the problems, in any order. Their messages are not compared." })
  )
})

export const Example = Schema.Struct({
  name,
  data: openObject("The payload, as callers send it."),
  today: Schema.optionalKey(
    Schema.String.check(Schema.makeFilter(isDate, { expected: "a day, such as 2026-12-31" })).annotate({
      description: "The date that rules see; today in the form's time zone if left out."
    })
  ),
  expect: Expectation
}).annotate({ identifier: "FormExample", description: "A payload, and what an evaluation of it has to give." })
export type Example = typeof Example.Type

const hasLongNumber = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false
  if (value instanceof LongNumber) return true
  return (Array.isArray(value) ? value : Object.values(value)).some(hasLongNumber)
}

/** All examples of a form, in the order of their author. Names differ, and no number in them would be rounded. */
export const ExampleList = Schema.Array(Example)
  .check(
    Schema.isMaxLength(mostExamples, { expected: `a list of at most ${mostExamples} examples` }),
    Schema.makeFilter((examples) => new Set(examples.map(({ name }) => name)).size === examples.length, {
      expected: "examples with different names"
    }),
    Schema.makeFilter((examples) => !hasLongNumber(examples), {
      expected: "examples whose numbers have at most 15 digits: others would be rounded"
    }),
    Schema.makeFilter((examples) => JSON.stringify(examples).length <= mostCharacters, {
      expected: `examples of at most ${mostCharacters} characters in all`
    })
  )
  .annotate({ identifier: "FormExampleList" })

/** The examples of a form, and the revision that a change of them is based on. */
export interface KeptExamples {
  /** 1 for the empty list that a form begins with, and 1 more at each change. */
  readonly revision: number
  readonly examples: ReadonlyArray<Example>
}

const Unreached = Schema.Struct({
  pointer: Schema.String.annotate({ description: "In the definition: `/fields/3/formula`." }),
  never: Schema.Literals(["given", "true", "false", "chosen"]).annotate({
    description:
      "A formula that never gave a value, a condition that was never true or never false, a branch that was never chosen."
  }),
  range: Schema.optionalKey(Schema.Struct({ start: Schema.Int, end: Schema.Int })),
  text: Schema.optionalKey(Schema.String.annotate({ description: "Of a branch, as its author wrote it." }))
})

const TableReach = Schema.Struct({
  table: Schema.String.annotate({ description: "As the definition names it." }),
  rows: Schema.Int,
  found: Schema.Int.annotate({ description: "How many of its rows were found." }),
  unfound: Schema.Array(
    Schema.Struct({
      row: Schema.Int.annotate({ description: "From 1, as a trace counts rows." }),
      keys: Schema.Array(Schema.String).annotate({
        description: 'Its cells in the keys of the table, as texts: `["10115", "18"]`; `"*"` where any value meets it.'
      })
    })
  ).annotate({ description: "Rows that were never found, in the order of the table; at most 20." })
})

/** What the payloads of all examples come to, whatever is expected of them. */
export const ExampleCoverage = Schema.Struct({
  parts: Schema.Int.annotate({
    description: "How many parts the form's rules have that a payload may come to. Rows of tables are in `tables`."
  }),
  reached: Schema.Int,
  unreached: Schema.Array(Unreached).annotate({ description: "In the order of the rules; at most 1,000." }),
  tables: Schema.Array(TableReach).annotate({ description: "Each table that the rules look up in." }),
  ran: Schema.Int.annotate({
    description: "How many examples were run for this. Those that a slow form leaves no time for are not counted."
  })
}).annotate({ identifier: "ExampleCoverage", description: "Which parts of the form's rules no example reaches." })
export type ExampleCoverage = typeof ExampleCoverage.Type

export const ExampleReport = Schema.Struct({
  /** How many examples were run. */
  count: Schema.Int,
  failed: Schema.Array(ExampleFailure)
})
export type ExampleReport = typeof ExampleReport.Type
