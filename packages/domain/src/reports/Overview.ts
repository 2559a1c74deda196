/** What happened with each form in a period: calls, submissions, and effects that wait for a person. */
import { Schema } from "effect"
import { FormId } from "../forms/Form.ts"
import type { MeteredOperation } from "../usage/Usage.ts"

const StateCount = Schema.Struct({ state: Schema.String, count: Schema.Int })
type StateCount = typeof StateCount.Type

const counts = {
  /** Calls, valid or not, as in reports of usage. */
  evaluate: Schema.Int,
  create: Schema.Int,
  /** Submissions that were created then, by their present state; drafts too. */
  states: Schema.Array(StateCount)
}

export const FormOverview = Schema.Struct({
  formId: FormId,
  ...counts,
  /** The form's dead effects, whenever they fired. */
  deadEffects: Schema.Int,
  /** The days with a call or a new submission, in order. A day is a civil date in UTC. */
  days: Schema.Array(Schema.Struct({ day: Schema.String, ...counts }))
})
export type FormOverview = typeof FormOverview.Type

/** What a store counts of one form, in any order. */
export interface FormCounts {
  readonly formId: FormId
  readonly calls: ReadonlyArray<{
    readonly day: string
    readonly operation: MeteredOperation
    readonly calls: number
  }>
  readonly submissions: ReadonlyArray<{ readonly day: string; readonly state: string; readonly count: number }>
  readonly deadEffects: number
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

const countsOf = ({ calls, submissions }: Pick<FormCounts, "calls" | "submissions">) => {
  const of = (wanted: MeteredOperation) =>
    sum(calls.filter(({ operation }) => operation === wanted).map(({ calls }) => calls))
  const states = [...new Set(submissions.map(({ state }) => state))].sort()
  return {
    evaluate: of("evaluate"),
    create: of("create"),
    states: states.map((wanted) => ({
      state: wanted,
      count: sum(submissions.filter(({ state }) => state === wanted).map(({ count }) => count))
    }))
  }
}

/** Adds up what a store has counted, in all and day by day. */
export const overviewOf = ({ calls, deadEffects, formId, submissions }: FormCounts): FormOverview => {
  const days = [...new Set([...calls, ...submissions].map(({ day }) => day))].sort()
  return {
    formId,
    ...countsOf({ calls, submissions }),
    deadEffects,
    days: days.map((wanted) => ({
      day: wanted,
      ...countsOf({
        calls: calls.filter(({ day }) => day === wanted),
        submissions: submissions.filter(({ day }) => day === wanted)
      })
    }))
  }
}
