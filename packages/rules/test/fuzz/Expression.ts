/** A random expression: its text, and what has to be known of it to build a sound one around it. */
import { decimalsOf, type FormConstant, type FormField, type FormTable, kinds } from "../oracle/Form.ts"
import type { Random } from "./Random.ts"
import { present } from "../present.ts"

export interface Expression {
  readonly text: string
  /** How tightly its outermost operator binds: 0 `? :`, 1 `||`, 2 `&&`, 3 comparison, 4 `+`, 5 `*`, 6 unary, 7 whole. */
  readonly binds: number
  /** Of a number: decimals it may have. */
  readonly scale: number
  /** A division, which is rounded or compared at once. */
  readonly isRatio?: true
  /** Of an amount of money. */
  readonly currency?: string
  /** Of a text: written out, or perhaps a choice's option. */
  readonly words?: "literal" | "choice"
}

export type Make = (readable: Readable, depth: number) => Expression

/** How each kind is made. The parts of the generator call each other through this instead of importing each other. */
export interface Makers {
  readonly number: Make
  readonly condition: Make
  readonly text: Make
  readonly date: Make
  readonly time: Make
  readonly datetime: Make
  readonly choices: Make
  /** One value of any kind but chosen options. */
  readonly scalar: Make
}

/** Rows of a list by their fields, or what is chosen in a field of several options. */
interface Rows {
  readonly fields: ReadonlyArray<FormField>
  readonly choice?: FormField
}

/** Names that an expression may read at its place. */
export interface Readable {
  readonly random: Random
  readonly make: Makers
  readonly constants: Readonly<Record<string, FormConstant>>
  readonly tables: Readonly<Record<string, FormTable>>
  readonly fields: ReadonlyArray<FormField>
  /** Fields of the row that the rule belongs to. */
  readonly own: ReadonlyArray<FormField>
  /** The field of that row whose value waits for the rule: it may be read of the row before. */
  readonly self?: FormField
  /** Slugs of that row, which hide fields of the form of the same name. */
  readonly shadows: ReadonlySet<string>
  /** Lists and those of their rows' fields that may be read. */
  readonly lists: ReadonlyArray<Rows & { readonly slug: string }>
  /** The row that a list function is at. */
  readonly each?: Rows & { readonly name: string }
}

export const whole = (text: string, scale = 0): Expression => ({ text, binds: 7, scale })

/** In parentheses if it binds looser than the expression around it, and sometimes without need. */
export const inside = (random: Random, { binds, text }: Expression, tightness: number): string =>
  binds < tightness || random.once(25) ? `(${text})` : text

const quotes = (random: Random): string => random.pick(["'", "'", '"'])

export const written = (random: Random, value: string): string => {
  const quote = quotes(random)
  const escaped = value.replace(/[\\'"\n\r\t]/g, (one) =>
    one === "\n" ? "\\n" : one === "\r" ? "\\r" : one === "\t" ? "\\t" : `\\${one}`
  )
  return quote + escaped.replace(/é/g, () => (random.once(2) ? "\\u00e9" : "é")) + quote
}

/** Every name of a field that fits, in any scope. */
export const namesOf = (
  readable: Readable,
  fits: (field: FormField) => boolean
): ReadonlyArray<{ readonly text: string; readonly field: FormField }> => {
  const { choice, name } = readable.each ?? {}
  const option: FormField | undefined = choice && { ...choice, type: "choice" }
  return [
    ...(option !== undefined && name !== undefined && fits(option)
      ? [1, 2, 3].map(() => ({ text: name, field: option }))
      : []),
    ...readable.fields
      .filter((field) => fits(field) && !readable.shadows.has(field.slug))
      .map((field) => ({ text: field.slug, field })),
    ...readable.own.filter(fits).map((field) => ({ text: field.slug, field })),
    ...(readable.each === undefined ? [...readable.own, ...(readable.self === undefined ? [] : [readable.self])] : [])
      .filter((field) => field.type !== "choices" && field.type !== "file" && fits(field))
      .map((field) => ({ text: `previous(${field.slug})`, field })),
    ...(readable.each?.fields ?? [])
      .filter(fits)
      .flatMap((field) => [1, 2, 3].map(() => ({ text: `${present(readable.each).name}.${field.slug}`, field })))
  ]
}

export const isNumber = ({ type }: FormField): boolean => kinds[type] === "number"
export const isText = ({ type }: FormField): boolean => kinds[type] === "text"

export const fieldOf = (readable: Readable, fits: (field: FormField) => boolean): Expression | undefined => {
  const names = namesOf(readable, fits)
  if (names.length === 0) return undefined
  const { field, text } = readable.random.pick(names)
  return {
    ...whole(text, isNumber(field) ? decimalsOf(field) : 0),
    ...(field.currency === undefined ? {} : { currency: field.currency }),
    ...(field.type === "choice" ? { words: "choice" as const } : {})
  }
}

export const has = (readable: Readable, type: string): boolean =>
  namesOf(readable, (field) => field.type === type).length > 0
