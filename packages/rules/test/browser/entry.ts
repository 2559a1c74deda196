/** What is bundled: the engine, and the golden set's run through it, text to text. */
import * as Result from "effect/Result"
import type { EvaluateOptions } from "../../src/CompiledForm.ts"
import type { Json, JsonObject } from "../../src/Json.ts"
import { check } from "../../src/check.ts"
import { compile } from "../../src/compile.ts"
import { renderFaults } from "../../src/renderFaults.ts"

export interface Input {
  readonly data: JsonObject
  readonly options: EvaluateOptions
}

export interface Case {
  readonly definition: Json
  readonly inputs: ReadonlyArray<Input>
}

/** Whether this runtime lets code be generated, which decides the back end. */
export const generates = (): boolean => {
  try {
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the question that `compile` asks
    return new Function("return true")() === true
  } catch {
    return false
  }
}

const answers = ({ definition, inputs }: Case): ReadonlyArray<string> => {
  const checked = check(definition)
  if (Result.isFailure(checked)) return [renderFaults(definition, checked.failure), JSON.stringify(checked.failure)]
  const form = compile(checked.success)
  return inputs.flatMap(({ data, options }) => [
    JSON.stringify(form.evaluate(data, options)),
    JSON.stringify(form.explain(data, options))
  ])
}

/** Every case of a JSON list, answered: faults as text, or each input's evaluation and explanation as the bytes that are sent. */
export const run = (cases: string): string => {
  const parsed: ReadonlyArray<Case> = JSON.parse(cases)
  return parsed.flatMap(answers).join("\n")
}
