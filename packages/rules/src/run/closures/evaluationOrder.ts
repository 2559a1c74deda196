/** Runs one field of an evaluation. The plan puts the fields in order. */
import type { OrderedField } from "../../tree/CheckedForm.ts"
import type { Json, JsonObject } from "../../Json.ts"
import { isObject } from "../../LongNumber.ts"
import { notOffered } from "../payload/notOffered.ts"
import type { Value } from "../../values/Value.ts"
import { unplaced } from "../../words/UnplacedProblem.ts"
import { type FieldPlan, isList, type ListPlan, type ReadValue, type ScalarPlan } from "./FieldPlan.ts"
import type { Frame } from "./Frame.ts"
import { type FieldState, type RowState, startRow, type EvaluationState } from "./EvaluationState.ts"

export type RunField = (state: EvaluationState) => void

/** Own members only: `toString` has a value only if it was sent. */
export const sentOf = (object: JsonObject | undefined, name: string): Json | undefined =>
  object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined

const at = (states: ReadonlyArray<FieldState>, { slot }: FieldPlan): FieldState =>
  states[slot] ?? { hidden: false, hiddenOptions: [], problems: [] }

/** The value as rules see it, once it is read. An option that is not offered is missing, and a problem. */
const settled = (plan: ScalarPlan, known: FieldState, frame: Frame, { problems, value }: ReadValue): Value => {
  known.problems.push(...problems)
  if (plan.hiddenOptions === undefined) return value
  known.hiddenOptions = plan.hiddenOptions(frame)
  const problem = notOffered(plan.field, known.hiddenOptions, value)
  if (problem === undefined) return value
  known.problems.push(problem)
  return null
}

const scalarRun =
  (plan: ScalarPlan): RunField =>
  (state) => {
    const known = at(state.fields, plan)
    known.hidden = !plan.isVisible(state.frame)
    if (known.hidden) return
    const found = plan.read(state.frame, sentOf(state.data, plan.field.slug))
    state.frame.form[plan.slot] = settled(plan, known, state.frame, found)
  }

const rowsOf = (plan: ListPlan, sent: ReadonlyArray<Json>): ReadonlyArray<RowState> =>
  sent.map((entry, index) => {
    if (isObject(entry)) return startRow(plan, entry, index + 1)
    const row = startRow(plan, undefined, index + 1)
    row.problems.push(unplaced("type/row", { label: plan.field.label }))
    return row
  })

const listRun =
  (plan: ListPlan): RunField =>
  (state) => {
    const known = at(state.fields, plan)
    const { label, maxItems, minItems = 0 } = plan.field
    known.hidden = !plan.isVisible(state.frame)
    if (known.hidden) return
    const sent = sentOf(state.data, plan.field.slug)
    if (sent === undefined || sent === null) return
    if (!Array.isArray(sent)) {
      known.problems.push(unplaced("type/list", { label }))
      return
    }
    const entries: ReadonlyArray<Json> = sent
    if (entries.length > maxItems) {
      known.problems.push(unplaced("max_items/rows", { label, limit: maxItems }))
      return
    }
    if (entries.length < minItems) known.problems.push(unplaced("min_items/rows", { label, limit: minItems }))
    const rows = rowsOf(plan, entries)
    state.rows[plan.slot] = rows
    state.frame.lists[plan.slot] = rows.map((row) => row.values)
  }

const rowFieldRun =
  (list: ListPlan, plan: ScalarPlan): RunField =>
  (state) => {
    const { frame } = state
    for (const row of state.rows[list.slot] ?? []) {
      frame.row = row.values
      const known = at(row.fields, plan)
      known.hidden = !plan.isVisible(frame)
      if (known.hidden) continue
      const found = plan.read(frame, sentOf(row.sent, plan.field.slug))
      row.values[plan.slot] = settled(plan, known, frame, found)
    }
  }

const nothing: RunField = () => undefined

/** One place of the evaluation order as a closure. */
export const orderedRun = (plans: ReadonlyArray<ScalarPlan | ListPlan>, { row, slot }: OrderedField): RunField => {
  const plan = plans[slot]
  if (plan === undefined) return nothing
  if (!isList(plan)) return scalarRun(plan)
  if (row === undefined) return listRun(plan)
  const field = plan.rows[row]
  return field === undefined ? nothing : rowFieldRun(plan, field)
}
