/** Decoding that several types share. */
import type { Json } from "../../Json.ts"
import { isStorable } from "../../values/text.ts"
import { unplaced, type UnplacedProblem } from "../../words/UnplacedProblem.ts"
import type { Decoded } from "./RunningKind.ts"

export const none: ReadonlyArray<UnplacedProblem> = []

/** What a value is that is no text, or none that `parsed` can read. */
type WrongType = "type/text" | "type/date" | "type/time" | "type/datetime" | "type/choice"

/** A decoder of texts; `parsed` gives null for one that is no value. */
export const decodeText =
  <V>(label: string, wrong: WrongType, parsed: (text: string) => V | null) =>
  (value: Exclude<Json, null>): Decoded<V> => {
    if (typeof value !== "string") return unplaced(wrong, { label })
    if (!isStorable(value)) return unplaced("storable", { label })
    const read = parsed(value)
    return read === null ? unplaced(wrong, { label }) : { value: read }
  }
