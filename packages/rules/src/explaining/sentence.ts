/** A fact and where it comes from, as one sentence. */
import type { TraceRead } from "../Evaluation.ts"
import type { Json } from "../Json.ts"

/** Values that a sentence names; more would not be read. */
const MOST = 8

const said = (value: Json): string => {
  if (value === null) return "missing"
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.map(said).join(", ")
  return typeof value === "string" ? (/^-?\d[\d.:-]*$/.test(value) ? value : `"${value}"`) : JSON.stringify(value)
}

const named = ({ name, value }: TraceRead): string => `${name} is ${said(value)}`

/** “premium is 945.46: basePremium is 698.66 and taxPremium is 101.30.” */
export const sentence = (fact: string, read: ReadonlyArray<TraceRead>): string => {
  if (read.length === 0) return `${fact}.`
  const all = read.slice(0, MOST).map(named)
  if (read.length > MOST) return `${fact}: ${all.join("; ")}; and ${read.length - MOST} more.`
  const last = all.pop() ?? ""
  return `${fact}: ${all.length === 0 ? last : `${all.join("; ")}; and ${last}`}.`
}
