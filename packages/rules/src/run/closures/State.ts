/** What one evaluation has worked out so far. */
import type { JsonObject } from "../../Json.ts"
import { freshPatience, type Patience } from "../payload/unknownNames.ts"
import type { Trouble } from "../../fields/FieldKind.ts"
import type { Frame, Row } from "./Frame.ts"
import type { ListPlan, ScalarPlan } from "./FieldPlan.ts"

/** What is known of a field. */
export interface FieldState {
  hidden: boolean
  /** What is wrong with its value; of a list, with the list itself. */
  troubles: Array<Trouble>
}

export interface RowState {
  /** As sent; undefined where it is no object. */
  readonly sent: JsonObject | undefined
  readonly values: Row
  readonly fields: ReadonlyArray<FieldState>
  /** What is wrong with the row as a whole. */
  readonly troubles: Array<Trouble>
}

export interface State {
  readonly data: JsonObject
  readonly frame: Frame
  readonly fields: ReadonlyArray<FieldState>
  /** By the slot of their list; empty where it is missing. */
  readonly rows: Array<ReadonlyArray<RowState>>
  readonly patience: Patience
}

const fresh = (plans: ReadonlyArray<unknown>): ReadonlyArray<FieldState> =>
  plans.map(() => ({ hidden: false, troubles: [] }))

export const startState = (
  plans: ReadonlyArray<ScalarPlan | ListPlan>,
  data: JsonObject,
  today: number | null
): State => ({
  data,
  frame: { today, form: plans.map(() => null), lists: plans.map(() => null), row: [], each: [] },
  fields: fresh(plans),
  rows: plans.map(() => []),
  patience: freshPatience()
})

export const startRow = (plan: ListPlan, sent: JsonObject | undefined): RowState => ({
  sent,
  values: plan.rows.map(() => null),
  fields: fresh(plan.rows),
  troubles: []
})
