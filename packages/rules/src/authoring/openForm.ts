/** Opening a definition for the questions of an editor. */
import type { Surroundings } from "../check/checkDefinition.ts"
import { useEveryPart } from "../check/everyPart.ts"
import type { Json } from "../Json.ts"
import type { Limits } from "../Limits.ts"
import { openDefinition, type OpenForm } from "./openDefinition.ts"

export type { OpenForm } from "./openDefinition.ts"

/**
 * Opens a definition as an author has typed it so far: one check, and a note of every place in it. The functions of this folder take
 * the result, so that many questions about one text cost one check.
 * @param definition as parsed from JSON; untrusted, may be anything and may have any faults.
 * @param limits as for `check`.
 */
export const openForm = (definition: Json, limits: Partial<Limits> = {}, surroundings: Surroundings = {}): OpenForm => {
  useEveryPart()
  return openDefinition(definition, limits, surroundings)
}
