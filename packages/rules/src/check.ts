/** The check of a definition before it is published: all its faults at once, or the form that both back ends run. */
import type * as Result from "effect/Result"
import type { CheckedForm } from "./tree/CheckedForm.ts"
import { checkDefinition, type Surroundings } from "./check/checkDefinition.ts"
import { useEveryPart } from "./check/everyPart.ts"
import { inDefinitionOrder } from "./check/inDefinitionOrder.ts"
import type { Fault } from "./Fault.ts"
import type { Json } from "./Json.ts"
import type { Limits } from "./Limits.ts"
import { finish, type Slices } from "./values/Slices.ts"

/**
 * Checks a definition.
 * @param definition a form definition as parsed from JSON (docs/rule-language.md); untrusted, may be anything.
 * @param limits what a form may cost; what is left out is as in `defaultLimits`.
 * @returns the checked form, or all faults over the whole definition (at most a thousand), in the order of the document.
 */
export const check = (
  definition: Json,
  limits: Partial<Limits> = {},
  surroundings: Surroundings = {}
): Result.Result<CheckedForm, ReadonlyArray<Fault>> => finish(checkInSlices(definition, limits, surroundings))

/**
 * The same check in slices: the generator pauses after each field, rule and effect, and returns what `check` does. Between two
 * slices other definitions may be checked.
 */
export function* checkInSlices(
  definition: Json,
  limits: Partial<Limits> = {},
  surroundings: Surroundings = {}
): Slices<Result.Result<CheckedForm, ReadonlyArray<Fault>>> {
  useEveryPart()
  return yield* checkDefinition(definition, limits, surroundings)
}

/** The caller's own faults and those of `check` that stand elsewhere, in the order of the document. */
export const mergeFaults = (
  definition: Json,
  own: ReadonlyArray<Fault>,
  checked: ReadonlyArray<Fault>
): ReadonlyArray<Fault> => {
  const known = new Set(own.map(({ pointer }) => pointer))
  return inDefinitionOrder(definition, [...own, ...checked.filter(({ pointer }) => !known.has(pointer))])
}
