/** The check of a definition before it is published: all its faults at once, or the form that both back ends run. */
import * as Result from "effect/Result"
import type { CheckedForm } from "./tree/CheckedForm.ts"
import { checkRead } from "./check/checkRead.ts"
import { inDefinitionOrder } from "./check/inDefinitionOrder.ts"
import { readDefinition } from "./definition/readDefinition.ts"
import type { ReadContext } from "./reading/Reader.ts"
import type { Fault } from "./Fault.ts"
import type { Json } from "./Json.ts"
import { defaultLimits, type Limits } from "./Limits.ts"
import { resetHintBudget } from "./values/nearest.ts"

/** Faults of one answer. No definition written by hand has more. */
const MAX_FAULTS = 1000

/** Names that the caller knows and a definition may use. */
export interface Surroundings {
  /** The privileges that transitions may ask for. Without it, any name is accepted. */
  readonly privileges?: ReadonlyArray<string>
  /** The definition was published, perhaps under rules that were less strict: what those let through is no fault now. */
  readonly published?: boolean
}

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
): Result.Result<CheckedForm, ReadonlyArray<Fault>> => {
  resetHintBudget()
  const reading: ReadContext = { ...surroundings, limits: { ...defaultLimits, ...limits }, faults: [] }
  const read = readDefinition(reading, definition)
  return Result.mapError(checkRead(reading, read), (faults) =>
    inDefinitionOrder(definition, faults).slice(0, MAX_FAULTS)
  )
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
