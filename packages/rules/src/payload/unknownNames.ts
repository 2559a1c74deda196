/** Names in a payload that no field has. */
import type { Problem } from "../Evaluation.ts"
import type { JsonObject } from "../Json.ts"
import { nearest } from "../value/nearest.ts"
import { shortened } from "../value/text.ts"
import { problem, type Spot } from "./Trouble.ts"

/** What may still be said about unknown names in one evaluation: looking for near names takes time, and the payload is anybody's. */
export interface Patience {
  suggestions: number
  names: number
}

export const freshPatience = (): Patience => ({ suggestions: 10, names: 1000 })

/** Adds a problem for each own name of `object` that is not `known`, in the order of the payload, while there is patience. */
export const unknownNames = (
  object: JsonObject,
  known: ReadonlyMap<string, unknown>,
  spot: (name: string) => Spot,
  problems: Array<Problem>,
  patience: Patience
): void => {
  for (const name of Object.keys(object)) {
    if (patience.names === 0) return
    if (known.has(name)) continue
    patience.names -= 1
    const meant = patience.suggestions === 0 ? undefined : nearest(name, known.keys())
    if (patience.suggestions > 0) patience.suggestions -= 1
    const hint = meant === undefined ? "" : ` Did you mean ${meant}?`
    problems.push(
      problem(spot(name), { code: "unknown_field", message: `There is no field “${shortened(name, 40)}”.${hint}` })
    )
  }
}
