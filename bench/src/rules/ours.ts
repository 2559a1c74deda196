/** The engine's back ends, each selected by name, so that the closures can be measured without generated code. */
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { CompiledForm } from "@formwork/rules/CompiledForm"
import type { JsonObject } from "@formwork/rules/Json"
import { check } from "@formwork/rules/check"
import { compileClosures } from "@formwork/rules/compileClosures"
import { compileGenerated } from "@formwork/rules/compileGenerated"
import { renderFaults } from "@formwork/rules/renderFaults"
import * as Result from "effect/Result"

export interface BackEnd {
  readonly name: "generated" | "closures"
  readonly compile: (checked: CheckedForm) => CompiledForm
}

export const backEnds: ReadonlyArray<BackEnd> = [
  { name: "generated", compile: compileGenerated },
  { name: "closures", compile: compileClosures }
]

export const checked = (definition: JsonObject): CheckedForm => {
  const result = check(definition)
  if (Result.isFailure(result)) throw new Error(renderFaults(definition, result.failure))
  return result.success
}
