/**
 * The check and the opening of definitions for a page that loads what reads patterns, a third of the engine, what checks effects, and the
 * words of other languages when it meets the first definition that needs them. One definition may need all, one after the other.
 *
 * ```ts
 * try {
 *   return openLoaded(definition)
 * } catch (error) {
 *   if (!isPartMissing(error)) throw error
 *   await loadPart(error)
 *   return openLoaded(definition)
 * }
 * ```
 */
import type * as Result from "effect/Result"
import { checkDefinition, type Surroundings } from "../check/checkDefinition.ts"
import type { Fault } from "../Fault.ts"
import type { Json } from "../Json.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { finish } from "../values/Slices.ts"
import { openDefinition, type OpenForm } from "./openDefinition.ts"

export { isPartMissing, loadPart, loadParts } from "../check/parts.ts"

/** As `check`. Throws, before anything else happens, where `isPartMissing`. */
export const checkLoaded = (
  definition: Json,
  surroundings: Surroundings = {}
): Result.Result<CheckedForm, ReadonlyArray<Fault>> => finish(checkDefinition(definition, {}, surroundings))

/** As `openForm`. Throws, before anything else happens, where `isPartMissing`. */
export const openLoaded = (definition: Json, surroundings: Surroundings = {}): OpenForm =>
  openDefinition(definition, {}, surroundings)
