/**
 * The generated back end: a checked form as one JavaScript function, much like one written by hand.
 * It counts in doubles, and where a number could leave what they hold exactly it runs the evaluation again in the closures.
 */
import { bytesOfGenerated } from "./lazy/memoryEstimate.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { closuresOf } from "./closures/closuresOf.ts"
import type { CompiledForm, EvaluateOptions } from "../CompiledForm.ts"
import { type Evaluation, resultOf } from "../Evaluation.ts"
import { explainer } from "./explain/explain.ts"
import { EvaluationContext } from "./generated/EvaluationContext.ts"
import type { FormPlan } from "./generated/FormPlan.ts"
import { writeProblems } from "./generated/problems.ts"
import {
  writeCalculated,
  writeEffects,
  writeHidden,
  writeHiddenOptions,
  writeOutcomes,
  writeResult
} from "./generated/results.ts"
import { LeavingOut } from "./generated/LeavingOut.ts"
import { overflowGuard, resetOverflowGuard } from "./generated/OverflowGuard.ts"
import { risky } from "./generated/runtime.ts"
import { writeStart, writeFields } from "./generated/evaluationOrder.ts"
import { makeWriter } from "./generated/Writer.ts"
import type { JsonObject } from "../Json.ts"
import { membersAreInherited } from "../json/inherited.ts"
import { LazyForm } from "./lazy/LazyForm.ts"
import { renderer } from "./render/renderer.ts"
import { memoizeWeak } from "./lazy/memoizeWeak.ts"
import { flattened, nested } from "../values/groups.ts"
import { finish } from "../values/Slices.ts"

/** Undefined where the overflow is raised: the closures run the evaluation again, so the rest is left out. */
type Run = (data: JsonObject, today: number, draft: boolean) => Evaluation | undefined

/** The source of a form's function, and what it refers to. For reading; `compileGenerated` runs it. */
export const generate = (form: CheckedForm, context: EvaluationContext = new EvaluationContext(new LazyForm(form))) => {
  const writer = makeWriter(risky)
  const site = { writer, within: { form, row: undefined, each: undefined }, row: "", each: "" }
  const plan: FormPlan = { form, writer, context: writer.constant(context), site, sectionsShown: new Set() }
  writeStart(plan)
  writeFields(plan)
  writeProblems(plan)
  const hiddenOptions = writeHiddenOptions(plan)
  writeResult(plan, hiddenOptions, [writeCalculated(plan), writeHidden(plan), writeOutcomes(plan), writeEffects(plan)])
  const temps = writer.temps()
  const constants = writer.constants()
  const names = constants.map((_, index) => `k${index}`)
  const declared = temps.length === 0 ? "" : `let ${temps.join(", ")};\n`
  return {
    names,
    constants,
    bytes: writer.bytes(),
    source: `"use strict";\nreturn (data, d0, draft) => {\n${declared}${writer.source()}\n}`
  }
}

/** Makes a checked form ready to run. Throws where the runtime forbids generated code; `compile` then takes the closures. */
export const compileGenerated = (checked: CheckedForm): CompiledForm => {
  const form = new LazyForm(checked)
  const context = new EvaluationContext(form)
  const { bytes, constants, names, source } = generate(checked, context)
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval, typescript/no-unsafe-type-assertion -- the one place; see the invariant in generated/Writer.ts
  const run = new Function(...names, source)(...constants) as Run
  return ready(form, context, run, bytesOfGenerated(form.bytes, source.length, bytes))
}

// Outside of what writes the code: what is kept for a form must not keep the checked form.
const ready = (form: LazyForm, context: EvaluationContext, run: Run, bytes: number): CompiledForm => {
  const closures = memoizeWeak(() => finish(closuresOf(form.checked())))
  const closuresRun = () => closures().run
  const { groups } = form
  /** @param astray what stood in the place of groups; undefined of a form without any. */
  const evaluated = (
    data: JsonObject,
    { draft, today }: EvaluateOptions,
    astray?: ReadonlyArray<string>
  ): Evaluation | undefined => {
    resetOverflowGuard()
    const result = run(data, context.begin(today), draft)
    const problems = result && astray && context.withAstray(result.problems, astray)
    context.end()
    if (result === undefined || overflowGuard.raised) return undefined
    return problems === undefined ? result : grouped(result, problems)
  }
  const again: CompiledForm["evaluate"] = (data, options) => closuresRun()(data, options).evaluation
  // The closures read own members alone.
  const evaluateFlat: CompiledForm["evaluate"] = (data, options) =>
    (membersAreInherited() ? undefined : evaluated(data, options)) ?? again(data, options)
  const evaluateGrouped: CompiledForm["evaluate"] = (data, options) => {
    if (membersAreInherited()) return again(data, options)
    const flat = flattened(groups, data)
    return evaluated(flat.data, options, flat.astray) ?? again(data, options)
  }
  return {
    definition: form.head,
    internal: form.internal,
    files: form.files,
    bytes,
    evaluate: form.hasGroups ? evaluateGrouped : evaluateFlat,
    ...explainer(form.checked, closuresRun),
    ...renderer(form.head, form.checked)
  }
}

/** What the code gave by the whole names of fields, as answers have it. */
const grouped = (result: Evaluation, problems: Evaluation["problems"]): Evaluation => {
  const calculatedData = nested(result.calculatedData)
  const { effects } = result
  return new LeavingOut({ ...resultOf(result), valid: problems.length === 0, calculatedData, problems, effects }, () =>
    nested(result.data)
  )
}
