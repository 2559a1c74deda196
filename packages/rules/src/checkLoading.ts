/** `check` for a page: what reads patterns, a third of the engine, what checks effects, and other languages are loaded for a definition that needs them. */
import type * as Result from "effect/Result"
import { checkDefinition, type Surroundings } from "./check/checkDefinition.ts"
import { isPartMissing, loadPart } from "./check/parts.ts"
import type { Fault } from "./Fault.ts"
import type { Json } from "./Json.ts"
import type { Limits } from "./Limits.ts"
import type { CheckedForm } from "./tree/CheckedForm.ts"
import { finish } from "./values/Slices.ts"

/**
 * Checks a definition, as `check` does, with the same answer. The first definition with a pattern imports what reads patterns, the first
 * with an effect what checks effects, and the first that is read in German, French, Spanish or Portuguese the words of these: a bundler puts
 * each into a file of its own. Each later one finds them. Rejects where a file cannot be loaded.
 */
export const checkLoading = async (
  definition: Json,
  limits: Partial<Limits> = {},
  surroundings: Surroundings = {}
): Promise<Result.Result<CheckedForm, ReadonlyArray<Fault>>> => {
  try {
    return finish(checkDefinition(definition, limits, surroundings))
  } catch (cause) {
    if (!isPartMissing(cause)) throw cause
    await loadPart(cause)
    return await checkLoading(definition, limits, surroundings)
  }
}
