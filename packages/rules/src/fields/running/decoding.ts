/** Decoding that several types share. */
import type { Json } from "../../Json.ts"
import { isStorable } from "../../values/text.ts"
import type { Decoded, UnplacedProblem } from "./RunningKind.ts"

export const none: ReadonlyArray<UnplacedProblem> = []

/** A decoder of texts; `wanted` ends the sentence “Birthday has to be …”, and `parsed` gives null for any other text. */
export const decodeText =
  <V>(label: string, wanted: string, parsed: (text: string) => V | null) =>
  (value: Exclude<Json, null>): Decoded<V> => {
    if (typeof value !== "string") return { code: "type", message: `${label} has to be ${wanted}.` }
    if (!isStorable(value)) return { code: "storable", message: `${label} has a character that cannot be stored.` }
    const read = parsed(value)
    return read === null ? { code: "type", message: `${label} has to be ${wanted}.` } : { value: read }
  }
