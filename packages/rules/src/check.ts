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
import { CheckBudget, slicesWithin } from "./values/CheckBudget.ts"
import { finish, type Slices } from "./values/Slices.ts"

/** Faults of one answer. No definition written by hand has more. */
const MAX_FAULTS = 1000

/** Names that the caller knows and a definition may use. */
export interface Surroundings {
  /** The privileges that transitions may ask for. Without it, any name is accepted. */
  readonly privileges?: ReadonlyArray<string>
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
  const reading: ReadContext = { ...surroundings, limits: { ...defaultLimits, ...limits }, faults: [] }
  const budget = new CheckBudget(reading.limits.patterns)
  const checked = yield* slicesWithin(budget, checkWhole(reading, definition))
  if (Result.isSuccess(checked)) keepPatterns(checked.success, budget)
  return checked
}

function* checkWhole(reading: ReadContext, definition: Json): Slices<Result.Result<CheckedForm, ReadonlyArray<Fault>>> {
  const read = yield* readDefinition(reading, definition)
  return Result.mapError(yield* checkRead(reading, read), (faults) =>
    inDefinitionOrder(definition, faults).slice(0, MAX_FAULTS)
  )
}

/** The patterns of a checked form, for as long as it is there: compiling it looks them up again by their sources. */
const patternsOf = new WeakMap<CheckedForm, ReadonlyArray<object>>()

const keepPatterns = (checked: CheckedForm, { kept }: CheckBudget): void => {
  patternsOf.set(checked, kept)
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
