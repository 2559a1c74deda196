/**
 * The check and the opening of definitions for a page that loads what reads patterns, a third of the engine, when it meets the first one.
 *
 * ```ts
 * try {
 *   return openLoaded(definition)
 * } catch (error) {
 *   if (!isReaderMissing(error)) throw error
 *   await loadReader()
 *   return openLoaded(definition)
 * }
 * ```
 */
import type * as Result from "effect/Result"
import { checkDefinition, type Surroundings } from "../check/checkDefinition.ts"
import type { Fault } from "../Fault.ts"
import type { Json } from "../Json.ts"
import { ReaderMissing, useReader } from "../patterns/PatternReader.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { finish } from "../values/Slices.ts"
import { openDefinition, type OpenForm } from "./openDefinition.ts"

/** Whether a pattern was met before the reader was loaded. */
export const isReaderMissing = (error: unknown): boolean => error instanceof ReaderMissing

/** Loads the reader, which a bundler puts into a file of its own. Rejects where that file cannot be loaded. */
export const loadReader = async (): Promise<void> => {
  const { re2 } = await import("../patterns/re2.ts")
  useReader(re2)
}

/** As `check`. Throws, before anything else happens, where `isReaderMissing`. */
export const checkLoaded = (
  definition: Json,
  surroundings: Surroundings = {}
): Result.Result<CheckedForm, ReadonlyArray<Fault>> => finish(checkDefinition(definition, {}, surroundings))

/** As `openForm`. Throws, before anything else happens, where `isReaderMissing`. */
export const openLoaded = (definition: Json, surroundings: Surroundings = {}): OpenForm =>
  openDefinition(definition, {}, surroundings)
