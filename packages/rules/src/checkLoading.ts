/** `check` for a page: what reads patterns, a third of the engine, and what checks effects are loaded for definitions that have them. */
import type * as Result from "effect/Result"
import { checkDefinition, type Surroundings } from "./check/checkDefinition.ts"
import { loadPart } from "./check/loadPart.ts"
import { PartMissing } from "./values/PartMissing.ts"
import type { Fault } from "./Fault.ts"
import type { Json } from "./Json.ts"
import type { Limits } from "./Limits.ts"
import type { CheckedForm } from "./tree/CheckedForm.ts"
import { finish } from "./values/Slices.ts"

/**
 * Checks a definition, as `check` does, with the same answer. The first definition with a pattern imports what reads patterns, and the
 * first with an effect what checks effects, which a bundler puts into files of their own; each later one finds them. Rejects where such a
 * file cannot be loaded.
 */
export const checkLoading = async (
  definition: Json,
  limits: Partial<Limits> = {},
  surroundings: Surroundings = {}
): Promise<Result.Result<CheckedForm, ReadonlyArray<Fault>>> => {
  for (;;) {
    try {
      return finish(checkDefinition(definition, limits, surroundings))
    } catch (cause) {
      if (!(cause instanceof PartMissing)) throw cause
      await loadPart(cause)
    }
  }
}
