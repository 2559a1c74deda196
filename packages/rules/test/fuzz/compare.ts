/** Holding the three evaluations of one pair against each other. */
import type { CheckedForm } from "../../src/tree/CheckedForm.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import type { CompiledForm, EvaluateOptions } from "../../src/CompiledForm.ts"
import type { Evaluation } from "../../src/Evaluation.ts"
import type { JsonObject } from "../../src/Json.ts"
import { oracle } from "../oracle/oracle.ts"
import type { Input } from "./pairs.ts"
import { OWN } from "./sentences.ts"

export type Compile = (checked: CheckedForm) => CompiledForm

/** The back ends under test, by name; the first is the reference for the bytes of the others. */
export type BackEnds = ReadonlyArray<readonly [name: string, compile: Compile]>

export const backEnds: BackEnds = [
  ["closures", compileClosures],
  ["generated", compileGenerated]
]

/** What the manual decides: everything but built-in words. */
const decided = ({ problems, ...rest }: Evaluation): string =>
  JSON.stringify({
    ...rest,
    problems: problems.map((problem) =>
      problem.code === "rule" || problem.message.startsWith(OWN) ? problem : { ...problem, message: "" }
    )
  })

export interface Difference {
  readonly between: string
  readonly one: string
  readonly other: string
}

const attempt = (run: () => string): string => {
  try {
    return run()
  } catch (error) {
    return `threw ${error instanceof Error ? error.message : String(error)}`
  }
}

/** What every effect of the form would send, due or not. */
const sentBy = (form: CompiledForm, evaluation: Evaluation | undefined, { today }: EvaluateOptions): string =>
  attempt(() => {
    if (evaluation === undefined) return "nothing was evaluated"
    const context = {
      today,
      submissionId: "01936b2e-7c00-7000-8000-00000000002a",
      formId: "f",
      formVersionId: "v",
      formTitle: "A form",
      state: "submitted",
      on: "filed",
      timestamp: "2026-11-21T09:30:00.000Z",
      createdAt: "2026-11-21T09:30:00.000Z"
    }
    return JSON.stringify([
      ...form.render(
        evaluation,
        form.definition.effects.map(({ id }) => id),
        context
      )
    ])
  })

/** The first difference between the results of one pair. */
export const differenceIn = (
  forms: ReadonlyArray<readonly [name: string, form: CompiledForm]>,
  definition: JsonObject,
  { data, options }: Input
): Difference | undefined => {
  const [[name, reference] = ["", undefined], ...others] = forms
  if (reference === undefined) return undefined
  let result: Evaluation | undefined
  const first = attempt(() => {
    result = reference.evaluate(data, options)
    return decided(result)
  })
  const expected = attempt(() => decided(oracle(definition, data, options)))
  if (first !== expected) return { between: `${name} and the oracle`, one: first, other: expected }
  for (const [other, form] of others) {
    const one = JSON.stringify(result)
    let evaluation: Evaluation | undefined
    const bytes = attempt(() => {
      evaluation = form.evaluate(data, options)
      return JSON.stringify(evaluation)
    })
    if (one !== bytes) return { between: `${name} and ${other}`, one, other: bytes }
    const [sent, again] = [sentBy(reference, result, options), sentBy(form, evaluation, options)]
    if (sent !== again || sent.startsWith("threw"))
      return { between: `what ${name} and ${other} render`, one: sent, other: again }
  }
  return undefined
}

export const compiledBy = (
  ends: BackEnds,
  checked: CheckedForm
): ReadonlyArray<readonly [name: string, form: CompiledForm]> =>
  ends.map(([name, make]) => [name, make(checked)] as const)
