/** The outcomes of an evaluation: those of the form, and those at fields and at each row of a list. */
import type { Definition } from "../../Definition.ts"
import type { Outcome } from "../../Evaluation.ts"
import { fieldInRow, type Location, locationOf, rowLocation } from "../payload/Location.ts"
import type { CheckedOutcome } from "../../tree/CheckedForm.ts"
import { mapEach, type Slices } from "../../values/Slices.ts"
import type { Words } from "../../words/Words.ts"
import { compiler, messageRun } from "./backEnd.ts"
import type { EvaluationState } from "./EvaluationState.ts"
import { isList, type ListPlan, type ScalarPlan } from "./FieldPlan.ts"

interface Outcomes {
  readonly definition: { readonly outcomes: ReadonlyArray<Pick<Definition["outcomes"][number], "severity">> }
  readonly outcomes: ReadonlyArray<CheckedOutcome>
  readonly words: Words
}

type Raise = (state: EvaluationState, outcomes: Array<Outcome>) => void

const raising = (
  plans: ReadonlyArray<ScalarPlan | ListPlan>,
  { about, id, message, when }: CheckedOutcome,
  severity: Outcome["severity"],
  { signs }: Words
): Raise => {
  const holds = compiler.boolean(when)
  const say = messageRun(message, signs)
  const raise = ({ frame }: EvaluationState, outcomes: Array<Outcome>, location?: Location): void => {
    if (holds(frame) === true) outcomes.push({ id, message: say(frame), severity, ...location })
  }
  const plan = about && plans[about.slot]
  if (plan === undefined) return raise
  const location = locationOf(plan.field.slug)
  const field = isList(plan) && about?.row !== undefined ? plan.rows[about.row] : undefined
  return (state, outcomes) => {
    if (state.fields[plan.slot]?.hidden === true) return
    if (field === undefined) return raise(state, outcomes, location)
    for (const [index, row] of (state.rows[plan.slot] ?? []).entries()) {
      state.frame.row = row.values
      if (row.fields[field.slot]?.hidden !== true)
        raise(state, outcomes, fieldInRow(rowLocation(location, index), field.field.slug))
    }
  }
}

/** Makes what raises the outcomes of a form; pauses after each. */
export function* outcomesOf(
  plans: ReadonlyArray<ScalarPlan | ListPlan>,
  { definition, outcomes, words }: Outcomes
): Slices<(state: EvaluationState) => ReadonlyArray<Outcome>> {
  const rules = yield* mapEach(outcomes, (outcome, index) =>
    raising(plans, outcome, definition.outcomes[index]?.severity ?? "info", words)
  )
  return (state) => {
    const raised: Array<Outcome> = []
    for (const raise of rules) raise(state, raised)
    return raised
  }
}
