/** Rules about the form, about a field, or about a field of each row: checks and outcomes. */
import type { About } from "../../tree/CheckedForm.ts"
import { fieldInRow, type Location, locationOf, rowLocation } from "../payload/Location.ts"
import type { EvaluationState } from "./EvaluationState.ts"
import { isList, type ListPlan, type ScalarPlan } from "./FieldPlan.ts"

/** Adds to `found` what a rule gives. */
export type Find<Found> = (state: EvaluationState, found: Array<Found>) => void

/** @param find is run at each place, with the row in the frame; not where the field is hidden. Of the form there is no location. */
export const atPlaces = <Found>(
  plans: ReadonlyArray<ScalarPlan | ListPlan>,
  about: About | undefined,
  find: (state: EvaluationState, found: Array<Found>, location?: Location) => void
): Find<Found> => {
  const plan = about && plans[about.slot]
  if (plan === undefined) return find
  const location = locationOf(plan.field.slug)
  const field = isList(plan) && about?.row !== undefined ? plan.rows[about.row] : undefined
  return (state, found) => {
    if (state.fields[plan.slot]?.hidden === true) return
    if (field === undefined) return find(state, found, location)
    for (const [index, row] of (state.rows[plan.slot] ?? []).entries()) {
      state.frame.row = row.values
      if (row.fields[field.slot]?.hidden !== true)
        find(state, found, fieldInRow(rowLocation(location, index), field.field.slug))
    }
  }
}
