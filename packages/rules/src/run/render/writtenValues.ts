/** Values of fields as people read them in a document, and what an expression gives as JSON. */
import type { RowField } from "../../Definition.ts"
import { rowKindOf } from "../../fields/fieldTypes.ts"
import type { Json } from "../../Json.ts"
import { plain, toFixed, toText } from "../../values/decimal.ts"
import type { Value } from "../../values/Value.ts"
import { writtenIn } from "../../words/Signs.ts"
import type { Words } from "../../words/Words.ts"

/** The number at the end: an amount of money has its currency before it. */
const NUMBER = /-?\d+(?:\.\d+)?$/

type Said = (shown: string, value: Value, words: Words) => string

const asWritten: Said = (shown, _, { signs }) => writtenIn(signs, shown)
const asTyped: Said = (shown) => shown

/** What people read in the language of `words`, by the kind of a value. Texts and labels are their authors' own. */
const saidOf: { readonly [K in ReturnType<typeof rowKindOf>["kind"]]: Said } = {
  boolean: (_, value, { answers }) => (value === true ? answers.yes : answers.no),
  number: (shown, _, { signs }) => shown.replace(NUMBER, (number) => writtenIn(signs, number)),
  date: asWritten,
  time: asWritten,
  datetime: asWritten,
  text: asTyped,
  choices: asTyped
}

/**
 * A value with its currency, its options' labels, dates as `2026-11-21`; undefined where it is missing.
 * @param words of the language that the effect says it is written in.
 */
export const shownValue = (field: RowField, value: Value, words?: Words): string | undefined => {
  if (value === null) return undefined
  const { kind, show } = rowKindOf(field)
  const shown = show(field, value)
  return words === undefined ? shown : saidOf[kind](shown, value, words)
}

/** A number with at most 15 digits is exact in every JSON parser. One with more is written as a text, which none rounds. */
const MAX_DIGITS = 15

/** A number as JSON; an amount of money, with `decimals`, as a text with at least so many. */
export const numberJson = (value: bigint, scale: number, decimals: number | undefined): Json => {
  if (decimals !== undefined) return toFixed(value, Math.max(scale, decimals))
  const written = toText(value, scale)
  const number = Number(written)
  return written.replace(/[-.]/g, "").length <= MAX_DIGITS || plain(number) === written ? number : written
}
