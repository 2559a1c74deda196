/** The outcomes of an evaluation: those of the form, and those at fields and at each row of a list. */
import type { Definition } from "../../Definition.ts"
import type { Outcome } from "../../Evaluation.ts"
import type { CheckedOutcome } from "../../tree/CheckedForm.ts"
import { mapEach, type Slices } from "../../values/Slices.ts"
import type { Words } from "../../words/Words.ts"
import { atPlaces, type Find } from "./atPlaces.ts"
import { compiler, messageRun } from "./backEnd.ts"
import type { EvaluationState } from "./EvaluationState.ts"
import type { ListPlan, ScalarPlan } from "./FieldPlan.ts"

interface Outcomes {
  readonly definition: { readonly outcomes: ReadonlyArray<Pick<Definition["outcomes"][number], "severity">> }
  readonly outcomes: ReadonlyArray<CheckedOutcome>
  readonly words: Words
}

const raising = (
  plans: ReadonlyArray<ScalarPlan | ListPlan>,
  { about, id, message, when }: CheckedOutcome,
  severity: Outcome["severity"],
  { signs }: Words
): Find<Outcome> => {
  const holds = compiler.boolean(when)
  const say = messageRun(message, signs)
  return atPlaces(plans, about, ({ frame }, outcomes, location) => {
    if (holds(frame) === true) outcomes.push({ id, message: say(frame), severity, ...location })
  })
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
