/** The state of one evaluation while its fields run. */
import type { JsonObject } from "../../Json.ts"
import { newSuggestionBudget, type SuggestionBudget } from "../payload/unknownNames.ts"
import type { UnplacedProblem } from "../../words/UnplacedProblem.ts"
import type { Frame, Row } from "./Frame.ts"
import type { ListPlan, ScalarPlan } from "./FieldPlan.ts"

/** The state of one field. */
export interface FieldState {
  hidden: boolean
  /** Values of the options that are not offered. */
  hiddenOptions: ReadonlyArray<string>
  /** Problems of its value; of a list, those of the list as a whole. */
  problems: Array<UnplacedProblem>
}

export interface RowState {
  /** As sent; undefined if it is not an object. */
  readonly sent: JsonObject | undefined
  readonly values: Row
  readonly fields: ReadonlyArray<FieldState>
  /** Problems of the row as a whole. */
  readonly problems: Array<UnplacedProblem>
}

export interface EvaluationState {
  readonly data: JsonObject
  readonly frame: Frame
  readonly fields: ReadonlyArray<FieldState>
  /** By the slot of their list; empty where it is missing. */
  readonly rows: Array<ReadonlyArray<RowState>>
  readonly budget: SuggestionBudget
}

const fresh = (plans: ReadonlyArray<unknown>): ReadonlyArray<FieldState> =>
  plans.map(() => ({ hidden: false, hiddenOptions: [], problems: [] }))

export const newEvaluationState = (
  plans: ReadonlyArray<ScalarPlan | ListPlan>,
  data: JsonObject,
  today: number | null
): EvaluationState => ({
  data,
  frame: { today, form: plans.map(() => null), lists: plans.map(() => null), row: [], each: [] },
  fields: fresh(plans),
  rows: plans.map(() => []),
  budget: newSuggestionBudget()
})

/** @param number the row's in its list. */
export const startRow = (plan: ListPlan, sent: JsonObject | undefined, number: number): RowState => {
  const values: Array<RowState["values"][number]> = plan.rows.map(() => null)
  values.push(BigInt(number))
  return { sent, values, fields: fresh(plan.rows), problems: [] }
}
