/** Pair number `k` of a seed: a form that `check` accepts, and a payload for it. Reproducible alone. */
import * as Result from "effect/Result"
import { check } from "../../src/check.ts"
import type { CheckedForm } from "../../src/tree/CheckedForm.ts"
import type { EvaluateOptions } from "../../src/CompiledForm.ts"
import type { Fault } from "../../src/Fault.ts"
import type { JsonObject } from "../../src/Json.ts"
import { graphOf, isCircle, isCircular } from "../oracle/cycles.ts"
import { definition } from "./definitions.ts"
import { payload, today } from "./payloads.ts"
import { Random } from "./Random.ts"

/** Payloads of one form. */
export const PAYLOADS = 25

export interface Form {
  readonly definition: JsonObject
  readonly checked: CheckedForm
  /** Forms before it, for the same place, that `check` refused. */
  readonly refused: ReadonlyArray<{ readonly definition: JsonObject; readonly faults: ReadonlyArray<Fault> }>
}

const CIRCLE = /(?:in a circle|depends on itself)/

/** What is wrong with how `check` judged circles; nothing where it is right. */
export const misjudged = (form: JsonObject, faults: ReadonlyArray<Fault>): string | undefined => {
  const graph = graphOf(form)
  const circles = faults.filter(({ message }) => CIRCLE.test(message))
  const wrong = circles.find(({ message }) => !isCircle(graph, message))
  if (wrong !== undefined) return `There is no such circle: ${wrong.message}`
  if (circles.length > 0) return undefined
  return isCircular(graph) ? "There is a circle, and no fault says so." : undefined
}

export const formAt = (seed: number, index: number): Form => {
  const refused: Array<{ readonly definition: JsonObject; readonly faults: ReadonlyArray<Fault> }> = []
  for (let attempt = 0; ; attempt += 1) {
    const made = definition(new Random(seed, 1, index, attempt))
    const result = check(made)
    if (Result.isSuccess(result)) return { definition: made, checked: result.success, refused }
    refused.push({ definition: made, faults: result.failure })
  }
}

export interface Input {
  readonly data: JsonObject
  readonly options: EvaluateOptions
}

export const inputAt = (seed: number, pair: number, form: JsonObject): Input => {
  const random = new Random(seed, 2, pair)
  const data = payload(random, form)
  return { data, options: { today: today(random), draft: random.once(4) } }
}
