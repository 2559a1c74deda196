/** Examples of a form: payloads that its authors keep with what they expect of them (docs/decisions/0239). */
import { DateTime, Equal, Option, Schema } from "effect"
import type { EvaluationResult } from "@formwork/rules/Evaluation"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { LongNumber } from "@formwork/rules/LongNumber"
import { openObject } from "../request/openObject.ts"

/** Examples of one form. */
export const mostExamples = 50
/** UTF-16 units of the JSON of all examples of a form. */
export const mostCharacters = 262_144

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
    openObject("Computed values by slug, as an evaluation answers them. Other computed values are not compared.")
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

const hasLongNumber = (value: unknown): boolean =>
  value instanceof LongNumber ||
  (typeof value === "object" && value !== null && Object.values(value).some(hasLongNumber))

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

/** What an evaluation gave in the place of what was expected. */
const Difference = Schema.Struct({
  member: Schema.Literals(["valid", "outcomes", "calculatedData"]),
  /** The computed field, for `calculatedData`. */
  field: Schema.optionalKey(Schema.String),
  expected: Schema.Json,
  /** Null where there is no such value. */
  found: Schema.Json
})
type Difference = typeof Difference.Type

export const ExampleFailure = Schema.Struct({ name: Schema.String, differences: Schema.Array(Difference) })
export type ExampleFailure = typeof ExampleFailure.Type

export const ExampleReport = Schema.Struct({
  /** How many examples were run. */
  count: Schema.Int,
  failed: Schema.Array(ExampleFailure)
})
export type ExampleReport = typeof ExampleReport.Type

const valueOf = (values: JsonObject, slug: string): Json =>
  Object.hasOwn(values, slug) ? (values[slug] ?? null) : null

/** Where an evaluation is not what its example expects. */
export const differencesOf = (
  { expect }: Pick<Example, "expect">,
  { calculatedData, outcomes, valid }: Pick<EvaluationResult, "calculatedData" | "outcomes" | "valid">
): ReadonlyArray<Difference> => {
  const raised = outcomes.map(({ id }) => id).sort()
  const wanted = [...new Set(expect.outcomes)].sort()
  return [
    ...(expect.valid === undefined || expect.valid === valid
      ? []
      : [{ member: "valid" as const, expected: expect.valid, found: valid }]),
    ...(expect.outcomes === undefined || Equal.equals(wanted, raised)
      ? []
      : [{ member: "outcomes" as const, expected: wanted, found: raised }]),
    ...Object.entries(expect.calculatedData ?? {}).flatMap(([field, expected]) => {
      const found = valueOf(calculatedData, field)
      return Equal.equals(expected, found) ? [] : [{ member: "calculatedData" as const, field, expected, found }]
    })
  ]
}

/** A failure in one sentence. */
export const sentenceOf = ({ differences, name }: ExampleFailure): string => {
  const parts = differences.map(({ expected, field, found, member }) => {
    const what = field === undefined ? member : `${member}.${field}`
    return `${what} is ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`
  })
  return `The example ${JSON.stringify(name)} does not give what it expects: ${parts.join("; ")}.`
}
