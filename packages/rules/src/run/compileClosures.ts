/** The closures back end: a checked form made ready to run, as plain functions. The readable reference, and what runs where code cannot be generated. */
import { bytesOfClosures } from "./lazy/memoryEstimate.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { compiler, messageRun } from "./closures/backEnd.ts"
import type { Frame } from "./closures/Frame.ts"
import { planOf } from "./closures/FieldPlan.ts"
import { problemsOf } from "./closures/problems.ts"
import { calculatedDataOf, dataOf, hiddenFieldsOf } from "./closures/results.ts"
import { newEvaluationState, type EvaluationState } from "./closures/EvaluationState.ts"
import { orderedRun } from "./closures/evaluationOrder.ts"
import type { CompiledForm, EvaluateOptions } from "../CompiledForm.ts"
import type { Evaluation, Outcome, Problem } from "../Evaluation.ts"
import { explainer } from "./explain/explain.ts"
import type { JsonObject } from "../Json.ts"
import { LazyForm } from "./lazy/LazyForm.ts"
import { renderer } from "./render/renderer.ts"
import { parseDate } from "../values/civil.ts"
import { finish, mapEach, mapInSlices, type Slices } from "../values/Slices.ts"

function* outcomesOf({ definition, outcomes }: CheckedForm): Slices<(frame: Frame) => ReadonlyArray<Outcome>> {
  const rules = yield* mapEach(outcomes, ({ id, message, when }, index) => ({
    id,
    severity: definition.outcomes[index]?.severity ?? "info",
    holds: compiler.boolean(when),
    say: messageRun(message)
  }))
  return (frame) =>
    rules
      .filter(({ holds }) => holds(frame) === true)
      .map(({ id, say, severity }) => ({ id, message: say(frame), severity }))
}

function* effectsOf({ effects }: CheckedForm): Slices<(frame: Frame) => ReadonlyArray<string>> {
  const rules = yield* mapEach(effects, ({ id, when }) => ({
    id,
    holds: when === undefined ? () => true : compiler.boolean(when)
  }))
  return (frame) => rules.filter(({ holds }) => holds(frame) === true).map(({ id }) => id)
}

/** A form's closures: the fields alone, and the whole evaluation with its state. */
export interface Closures {
  readonly run: (
    data: JsonObject,
    options: EvaluateOptions
  ) => { readonly evaluation: Evaluation; readonly state: EvaluationState }
}

/** Makes the closures of a checked form; pauses after each field and rule. */
export function* closuresOf(checked: CheckedForm): Slices<Closures> {
  const plans = yield* mapInSlices(checked.fields, planOf)
  const runs = checked.order.map((ordered) => orderedRun(plans, ordered))
  const findProblems = yield* problemsOf(plans, checked.checks)
  const calculatedData = calculatedDataOf(plans)
  const hiddenFields = hiddenFieldsOf(plans)
  const stored = dataOf(plans)
  const outcomes = yield* outcomesOf(checked)
  const effects = yield* effectsOf(checked)
  return {
    run: (data, { draft, today }) => {
      const state = newEvaluationState(plans, data, parseDate(today))
      for (const run of runs) run(state)
      const problems: Array<Problem> = []
      findProblems(state, draft, problems)
      const evaluation = {
        valid: problems.length === 0,
        calculatedData: calculatedData(state),
        hiddenFields: hiddenFields(state),
        outcomes: outcomes(state.frame),
        problems,
        data: stored(state),
        effects: effects(state.frame)
      }
      return { evaluation, state }
    }
  }
}

/** Compiles a checked form to closures. Never fails: `check` has refused every definition that could. */
export const compileClosures = (checked: CheckedForm): CompiledForm => finish(closuresInSlices(checked))

/** The same in slices. */
export function* closuresInSlices(checked: CheckedForm): Slices<CompiledForm> {
  const { run } = yield* closuresOf(checked)
  const form = new LazyForm(checked)
  return {
    definition: form.head,
    bytes: bytesOfClosures(form.bytes, form.isText),
    evaluate: (data, options) => run(data, options).evaluation,
    ...explainer(form.checked, () => run),
    render: renderer(form.checked)
  }
}
