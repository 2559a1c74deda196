/** The check of a whole definition, in slices. `check` and `checkLoading` differ in how they come by the parts of it (parts.ts). */
import * as Result from "effect/Result"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { checkRead } from "./checkRead.ts"
import { inDefinitionOrder } from "./inDefinitionOrder.ts"
import type { CheckObserver } from "./Site.ts"
import { readLanguages } from "../definition/readLanguages.ts"
import { readDefinition } from "../definition/readDefinition.ts"
import type { ReadContext } from "../reading/Reader.ts"
import type { Fault } from "../Fault.ts"
import type { Json } from "../Json.ts"
import { defaultLimits, type Limits } from "../Limits.ts"
import type { TableDefinition } from "../TableDefinition.ts"
import { CheckBudget, slicesWithin } from "../values/CheckBudget.ts"
import type { Slices } from "../values/Slices.ts"
import { currentWords } from "../words/currentWords.ts"
import type { Words } from "../words/Words.ts"

/** Faults of one answer. No definition written by hand has more. */
const MAX_FAULTS = 1000

/** Names that the caller knows and a definition may use. */
export interface Surroundings {
  /** The privileges that transitions may ask for. Without it, any name is accepted. */
  readonly privileges?: ReadonlyArray<string>
  /** The definition was published, perhaps under rules that were less strict: what those let through is no fault now. */
  readonly published?: boolean
  /** Tables of the organisation, by `versionKey`. Without it a definition may name none. */
  readonly tables?: ReadonlyMap<string, TableDefinition>
  /** Every published table of the organisation with the number of its newest version, for what faults say of a table that is not among `tables`. */
  readonly publishedTables?: ReadonlyMap<string, number>
  /**
   * The languages that a reader wants, the most wanted first: ranges as `Accept-Language` has them. The checked form has the texts of
   * the first one that the form has, or of the form's own first language. Faults do not depend on it.
   */
  readonly accepts?: ReadonlyArray<string>
}

/** See `check`. Throws where `isPartMissing`. */
export function* checkDefinition(
  definition: Json,
  limits: Partial<Limits>,
  { accepts, ...surroundings }: Surroundings,
  observer?: CheckObserver
): Slices<Result.Result<CheckedForm, ReadonlyArray<Fault>>> {
  const context: ReadContext = { ...surroundings, limits: { ...defaultLimits, ...limits }, faults: [] }
  const languages = readLanguages(context, definition, accepts)
  const words = currentWords(languages?.chosen)
  const reading: ReadContext = languages === undefined ? context : { ...context, languages, translations: new Map() }
  const budget = new CheckBudget(reading.limits.patterns)
  const checked = yield* slicesWithin(budget, checkWhole(reading, definition, words, observer))
  if (Result.isSuccess(checked)) keepPatterns(checked.success, budget)
  return checked
}

function* checkWhole(
  reading: ReadContext,
  definition: Json,
  words: Words,
  observer: CheckObserver | undefined
): Slices<Result.Result<CheckedForm, ReadonlyArray<Fault>>> {
  const read = yield* readDefinition(reading, definition)
  return Result.mapError(yield* checkRead(reading, read, words, observer), (faults) =>
    inDefinitionOrder(definition, faults).slice(0, MAX_FAULTS)
  )
}

/** The patterns of a checked form, for as long as it is there: compiling it looks them up again by their sources. */
const patternsOf = new WeakMap<CheckedForm, ReadonlyArray<object>>()

const keepPatterns = (checked: CheckedForm, { kept }: CheckBudget): void => {
  patternsOf.set(checked, kept)
}
