/** Values and rows as generated code holds them, and as the closures do. */
import type { Field } from "../../Definition.ts"
import type { JsonObject } from "../../Json.ts"
import { type Moment, parseMoment, toDatetime } from "../../values/civil.ts"
import type { Value } from "../../values/Value.ts"

/** A value as generated code holds it: NaN and undefined are missing. */
export type Fast = number | string | boolean | Moment | ReadonlyArray<string> | undefined

/** A row as generated code holds it, besides its values `f0`, `f1` … and its hidden flags `h0`, `h1` …. */
export interface FastRow {
  readonly s: JsonObject
  /** Whether what was sent is an object. */
  readonly o: boolean
  /** Whether a value of it has a problem of its own. */
  b: boolean
  readonly [name: string]: unknown
}

/** Whether NaN is what it holds while it is missing, as numbers, dates and times do. */
export const isCounted = (field: Field): boolean =>
  "decimals" in field || field.type === "date" || field.type === "time"

/** What a field's variable holds while nothing is known. */
export const nothingOf = (field: Field): "NaN" | "undefined" => (isCounted(field) ? "NaN" : "undefined")

export const toFast = (field: Field, value: Value): Fast => {
  if (value === null) return isCounted(field) ? NaN : undefined
  if (typeof value === "bigint") return Number(value)
  if (typeof value === "object" && "written" in value) return parseMoment(value.written) ?? undefined
  return value
}

/** As the closures hold it. */
export const toValue = (field: Field, value: Fast): Value => {
  if (value === undefined || Number.isNaN(value)) return null
  if (typeof value === "number") return "decimals" in field ? BigInt(value) : value
  return typeof value === "object" && "seconds" in value ? toDatetime(value) : value
}
