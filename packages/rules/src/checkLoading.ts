/** `check` for a page: what reads patterns, a third of the engine, is loaded for a definition with a pattern alone. */
import type * as Result from "effect/Result"
import { checkDefinition, type Surroundings } from "./check/checkDefinition.ts"
import type { Fault } from "./Fault.ts"
import type { Json } from "./Json.ts"
import type { Limits } from "./Limits.ts"
import { ReaderMissing, useReader } from "./patterns/PatternReader.ts"
import type { CheckedForm } from "./tree/CheckedForm.ts"
import { finish } from "./values/Slices.ts"

/**
 * Checks a definition, as `check` does, with the same answer. The first definition with a pattern imports the reader, which a bundler
 * puts into a file of its own; each later one finds it. Rejects where that file cannot be loaded.
 */
export const checkLoading = async (
  definition: Json,
  limits: Partial<Limits> = {},
  surroundings: Surroundings = {}
): Promise<Result.Result<CheckedForm, ReadonlyArray<Fault>>> => {
  try {
    return finish(checkDefinition(definition, limits, surroundings))
  } catch (cause) {
    if (!(cause instanceof ReaderMissing)) throw cause
    const { re2 } = await import("./patterns/re2.ts")
    useReader(re2)
    return finish(checkDefinition(definition, limits, surroundings))
  }
}
