/**
 * The check and the opening of definitions for a page that loads what reads patterns, a third of the engine, and what checks effects when it meets the first.
 *
 * ```ts
 * try {
 *   return openLoaded(definition)
 * } catch (error) {
 *   if (!isPartMissing(error)) throw error
 *   await loadPart(error)
 *   // and again: a definition may have both
 * }
 * ```
 */
import type * as Result from "effect/Result"
import { PartMissing } from "../values/PartMissing.ts"
import { loadPart } from "../check/loadPart.ts"
import { checkDefinition, type Surroundings } from "../check/checkDefinition.ts"
import type { Fault } from "../Fault.ts"
import type { Json } from "../Json.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { finish } from "../values/Slices.ts"
import { openDefinition, type OpenForm } from "./openDefinition.ts"

export { loadPart }

/** Whether a pattern or an effect was met before what it needs was loaded. */
export const isPartMissing = (error: unknown): error is PartMissing => error instanceof PartMissing

/** Loads both at once, before any is met. */
export const loadParts = async (): Promise<void> => {
  await Promise.all([loadPart(new PartMissing("patterns")), loadPart(new PartMissing("effects"))])
}

/** As `check`. Throws, before anything else happens, where `isPartMissing`. */
export const checkLoaded = (
  definition: Json,
  surroundings: Surroundings = {}
): Result.Result<CheckedForm, ReadonlyArray<Fault>> => finish(checkDefinition(definition, {}, surroundings))

/** As `openForm`. Throws, before anything else happens, where `isPartMissing`. */
export const openLoaded = (definition: Json, surroundings: Surroundings = {}): OpenForm =>
  openDefinition(definition, {}, surroundings)
