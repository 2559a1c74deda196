/** Names in a payload that no field has. */
import type { Problem } from "../../Evaluation.ts"
import { nearest } from "../../values/nearest.ts"
import { shortened } from "../../values/text.ts"
import { problem, type Spot } from "./Trouble.ts"

/** What may still be said about unknown names in one evaluation: looking for near names takes time, and the payload is anybody's. */
export interface Patience {
  suggestions: number
  names: number
}

export const freshPatience = (): Patience => ({ suggestions: 10, names: 1000 })

/** Adds a problem for each of an object's own `names` that is not `known`, in their order, while there is patience. */
export const unknownNames = (
  names: ReadonlyArray<string>,
  known: ReadonlyMap<string, unknown>,
  spot: (name: string) => Spot,
  problems: Array<Problem>,
  patience: Patience
): void => {
  for (const name of names) {
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
