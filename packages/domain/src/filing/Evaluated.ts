/** Values with their evaluation by a version of their form. */
import { Effect } from "effect"
import type { Evaluation } from "@formwork/rules/Evaluation"
import type { JsonObject } from "@formwork/rules/Json"
import type { LiveForm } from "../forms/LiveForms.ts"
import { today } from "../forms/Today.ts"
import { draft as draftState } from "./Submission.ts"
import type { EvaluatedData } from "./Submission.ts"

export interface Values {
  /** Values keyed by field slug, as parsed from JSON; untrusted. */
  readonly data: JsonObject
  /** True evaluates a partial record that `required` does not bind. */
  readonly draft: boolean
}

export interface Evaluated extends Pick<Values, "draft"> {
  readonly form: LiveForm
  /** The date of the evaluation, in the form's time zone. */
  readonly today: string
  readonly evaluation: Evaluation
}

/** Runs values through one version of a form. */
export const evaluate = (form: LiveForm, { data, draft }: Values): Effect.Effect<Evaluated> =>
  Effect.map(today(form.compiled.definition.timeZone), (date) => ({
    form,
    draft,
    today: date,
    evaluation: form.compiled.evaluate(data, { today: date, draft })
  }))

/** The part of an evaluation that is stored with the submission. */
export const dataOf = ({ evaluation, form }: Evaluated): EvaluatedData => ({
  formVersionId: form.versionId,
  data: evaluation.data,
  calculatedData: evaluation.calculatedData,
  hiddenFields: evaluation.hiddenFields,
  outcomes: evaluation.outcomes
})

/** The state of a submission that is stored with these values, and the event that its effects wait for. */
export const entryOf = ({ draft, form }: Evaluated): { readonly state: string; readonly on: string } =>
  draft ? { state: draftState, on: "draft_saved" } : { state: form.compiled.definition.workflow.initial, on: "filed" }
