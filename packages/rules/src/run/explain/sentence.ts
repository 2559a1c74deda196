/** A fact and where it comes from, as one sentence. */
import type { TraceRead } from "../../Evaluation.ts"
import type { Json } from "../../Json.ts"
import { shortened } from "../../values/text.ts"

/** Values that a sentence names; more would not be read. */
const MAX = 8
/** Items of a list and characters of a text that it shows. */
const MAX_ITEMS = 40
const MAX_CHARACTERS = 200

const said = (value: Json): string => {
  if (value === null) return "missing"
  if (Array.isArray(value)) {
    if (value.length === 0) return "nothing"
    const shown = value.slice(0, MAX_ITEMS).map(said).join(", ")
    return value.length > MAX_ITEMS ? `${shown} and ${value.length - MAX_ITEMS} more` : shown
  }
  if (typeof value !== "string") return JSON.stringify(value)
  const short = shortened(value, MAX_CHARACTERS)
  return /^-?\d[\d.:-]*$/.test(short) ? short : `"${short}"`
}

const named = ({ name, value }: TraceRead): string => `${name} is ${said(value)}`

/** “premium is 945.46: basePremium is 698.66 and taxPremium is 101.30.” */
export const sentence = (fact: string, read: ReadonlyArray<TraceRead>): string => {
  if (read.length === 0) return `${fact}.`
  const all = read.slice(0, MAX).map(named)
  if (read.length > MAX) return `${fact}: ${all.join("; ")}; and ${read.length - MAX} more.`
  const last = all.pop() ?? ""
  return `${fact}: ${all.length === 0 ? last : `${all.join("; ")}; and ${last}`}.`
}
