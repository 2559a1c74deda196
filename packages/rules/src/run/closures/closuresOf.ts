/** A form's closures: each rule as a plain function, in the form's order. */
import type { Definition } from "../../Definition.ts"
import type { EvaluateOptions } from "../../CompiledForm.ts"
import { type Evaluation, type Problem, resultOf } from "../../Evaluation.ts"
import type { FillableField, FillableForm } from "../../FillableForm.ts"
import type { JsonObject } from "../../Json.ts"
import type { CheckedEffect, CheckedField, CheckedForm } from "../../tree/CheckedForm.ts"
import { flattened, groupOf, groupsSent, nested } from "../../values/groups.ts"
import { parseDate } from "../../values/civil.ts"
import { mapEach, mapInSlices, type Slices } from "../../values/Slices.ts"
import { fileSentences } from "../fileSentences.ts"
import { withAstray } from "../payload/astray.ts"
import { knownNames } from "../payload/unknownNames.ts"
import { compiler } from "./backEnd.ts"
import { newEvaluationState, type EvaluationState } from "./EvaluationState.ts"
import { orderedRun } from "./evaluationOrder.ts"
import { planOf } from "./FieldPlan.ts"
import type { Frame } from "./Frame.ts"
import { outcomesOf } from "./outcomes.ts"
import { problemsOf } from "./problems.ts"
import { calculatedDataOf, dataOf, hiddenFieldsOf, hiddenOptionsOf, requiredFieldsOf } from "./results.ts"

/** What of a checked form an evaluation needs. */
export interface RunnableForm extends Pick<CheckedForm, "checks" | "fields" | "order" | "outcomes" | "words"> {
  readonly definition: Pick<Definition, "extensions" | "sections"> & {
    readonly outcomes: ReadonlyArray<Pick<Definition["outcomes"][number], "severity">>
  }
  readonly effects: ReadonlyArray<Pick<CheckedEffect, "id" | "when">>
}

function* effectsOf({ effects }: RunnableForm): Slices<(frame: Frame) => ReadonlyArray<string>> {
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
  /** The fields that a complete payload has to have. */
  readonly requiredFields: (state: EvaluationState) => ReadonlyArray<string>
}

/** Makes the closures of a checked form; pauses after each field and rule. */
export function* closuresOf(checked: RunnableForm): Slices<Closures> {
  const { words } = checked
  const plans = yield* mapInSlices(checked.fields, (field) => planOf(field, words))
  const runs = checked.order.map((ordered) => orderedRun(plans, ordered))
  const findProblems = yield* problemsOf(plans, checked.checks, words)
  const calculatedData = calculatedDataOf(plans)
  const hiddenFields = hiddenFieldsOf(plans)
  const hiddenOptions = hiddenOptionsOf(plans)
  const stored = dataOf(plans)
  const outcomes = yield* outcomesOf(plans, checked)
  const effects = yield* effectsOf(checked)
  const all = checked.fields.map(({ field }) => field)
  const groups = groupsSent(all)
  const shaped = all.some(({ slug }) => groupOf(slug) !== undefined) ? nested : (flat: JsonObject) => flat
  return {
    run: (payload, { draft, today }) => {
      const { astray, data } = flattened(groups, payload)
      const state = newEvaluationState(plans, data, parseDate(today))
      for (const run of runs) run(state)
      const problems: Array<Problem> = []
      findProblems(state, draft, problems)
      const found = astray.length === 0 ? problems : withAstray(problems, groups, astray, knownNames(all), words)
      const evaluation = {
        valid: found.length === 0,
        calculatedData: shaped(calculatedData(state)),
        hiddenFields: hiddenFields(state),
        ...(hiddenOptions === undefined ? {} : { hiddenOptions: hiddenOptions(state) }),
        outcomes: outcomes(state),
        problems: found,
        data: shaped(stored(state)),
        effects: effects(state.frame)
      }
      return { evaluation, state }
    },
    requiredFields: requiredFieldsOf(plans)
  }
}

const fillableField = (checked: CheckedField): FillableField => {
  const { field, formula, messages, rows } = checked
  const sentences = fileSentences(checked)
  return {
    field,
    computed: formula !== undefined,
    ownWords: [...(messages?.keys() ?? [])],
    ...(sentences === undefined ? {} : { fileSentences: sentences }),
    rows: rows.map(fillableField)
  }
}

/** What a page needs while a person fills the form. */
export const fillingOf = (
  { definition: { extensions = {}, sections }, fields, words }: Pick<RunnableForm, "definition" | "fields" | "words">,
  { requiredFields, run }: Closures
): Pick<FillableForm, "extensions" | "fields" | "fill" | "language" | "sections"> => ({
  language: words.language,
  extensions,
  sections,
  fields: fields.map(fillableField),
  fill: (data, today) => {
    const { evaluation, state } = run(data, { today, draft: false })
    return { ...resultOf(evaluation), requiredFields: requiredFields(state) }
  }
})
