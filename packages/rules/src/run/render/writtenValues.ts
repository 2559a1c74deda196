/** Values of fields as people read them in a document, and what an expression gives as JSON. */
import type { RowField } from "../../Definition.ts"
import { rowKindOf } from "../../fields/fieldTypes.ts"
import type { Json } from "../../Json.ts"
import { plain, toFixed, toText } from "../../values/decimal.ts"
import type { Value } from "../../values/Value.ts"

/** A value with its currency, its options' labels, dates as `2026-11-21`; undefined where it is missing. */
export const shownValue = (field: RowField, value: Value): string | undefined =>
  value === null ? undefined : rowKindOf(field).show(field, value)

/** A number with at most 15 digits is exact in every JSON parser. One with more is written as a text, which none rounds. */
const MAX_DIGITS = 15

/** A number as JSON; an amount of money, with `decimals`, as a text with at least so many. */
export const numberJson = (value: bigint, scale: number, decimals: number | undefined): Json => {
  if (decimals !== undefined) return toFixed(value, Math.max(scale, decimals))
  const written = toText(value, scale)
  const number = Number(written)
  return written.replace(/[-.]/g, "").length <= MAX_DIGITS || plain(number) === written ? number : written
}
