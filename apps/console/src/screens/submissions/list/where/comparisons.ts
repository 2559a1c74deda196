/** A condition put together from a field, a comparison and a value, as a person would write it in the rule language. */
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { compileCondition } from "@formwork/rules/compileCondition"
import type { Field } from "@formwork/rules/Definition"
import { tokens } from "@formwork/rules/tokens"
import { quoted } from "./quoted.ts"
import type { Subject } from "./subjects.ts"

const texts = ["is", "isNot", "contains", "startsWith", "endsWith"] as const
const numbers = ["is", "isNot", "below", "atMost", "above", "atLeast"] as const
const times = ["is", "isNot", "before", "until", "after", "from"] as const
const presence = ["there", "missing"] as const

const ofType = {
  text: texts,
  longText: texts,
  email: texts,
  url: texts,
  phone: texts,
  integer: numbers,
  number: numbers,
  money: numbers,
  boolean: ["is"],
  date: times,
  time: times,
  datetime: times,
  choice: ["is", "isNot"],
  choices: ["has", "hasNot"],
  // The value is an id, which no person knows.
  file: [],
  list: ["rowsAtLeast", "rowsAtMost"]
} as const satisfies { readonly [T in Field["type"]]: ReadonlyArray<string> }

export type Comparison = (typeof ofType)[Field["type"]][number] | (typeof presence)[number]

/** Those that the language has for a field of this type, the most frequent first. */
const comparisonsOf = ({ type }: Field): ReadonlyArray<Comparison> => [...ofType[type], ...presence]

/** What a comparison is made with: which control asks for it. */
export type ValueKind = "none" | "text" | "number" | "rows" | "yesNo" | "option" | "date" | "time" | "datetime"

const kinds = {
  text: "text",
  longText: "text",
  email: "text",
  url: "text",
  phone: "text",
  integer: "number",
  number: "number",
  money: "number",
  boolean: "yesNo",
  date: "date",
  time: "time",
  datetime: "datetime",
  choice: "option",
  choices: "option",
  file: "none",
  list: "rows"
} as const satisfies { readonly [T in Field["type"]]: ValueKind }

export const valueKind = ({ type }: Field, comparison: Comparison): ValueKind =>
  comparison === "there" || comparison === "missing" ? "none" : kinds[type]

const isDate = (text: string): boolean => {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/u.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** A value as the language writes it; undefined where there is none such. */
const literals: { readonly [K in ValueKind]: (value: string) => string | undefined } = {
  none: () => "null",
  // No stored text has U+0000 or half of a surrogate pair, and no text of the language.
  text: (value) => (value === "" || value.includes("\0") || /\p{Cs}/u.test(value) ? undefined : quoted(value)),
  option: quoted,
  yesNo: (value) => (value === "true" || value === "false" ? value : undefined),
  number: (value) => /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,18})?$/u.exec(value.trim())?.[0],
  rows: (value) => /^(?:0|[1-9]\d{0,3})$/u.exec(value.trim())?.[0],
  date: (value) => (isDate(value) ? `date('${value}')` : undefined),
  time: (value) => (/^(?:[01]\d|2[0-3])(?::[0-5]\d){1,2}$/u.test(value) ? `time('${value}')` : undefined),
  datetime: (value) => {
    const [, day = "", rest = ""] =
      /^(\d{4}-\d{2}-\d{2})(T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:Z|[+-]\d{2}:\d{2}))$/u.exec(value) ?? []
    return isDate(day) ? `datetime('${day}${rest}')` : undefined
  }
}

const written: { readonly [C in Comparison]: (name: string, value: string) => string } = {
  is: (name, value) => `${name} == ${value}`,
  isNot: (name, value) => `${name} != ${value}`,
  contains: (name, value) => `contains(${name}, ${value})`,
  startsWith: (name, value) => `startsWith(${name}, ${value})`,
  endsWith: (name, value) => `endsWith(${name}, ${value})`,
  below: (name, value) => `${name} < ${value}`,
  atMost: (name, value) => `${name} <= ${value}`,
  above: (name, value) => `${name} > ${value}`,
  atLeast: (name, value) => `${name} >= ${value}`,
  before: (name, value) => `${name} < ${value}`,
  until: (name, value) => `${name} <= ${value}`,
  after: (name, value) => `${name} > ${value}`,
  from: (name, value) => `${name} >= ${value}`,
  has: (name, value) => `${value} in ${name}`,
  hasNot: (name, value) => `!(${value} in ${name})`,
  rowsAtLeast: (name, value) => `size(${name}) >= ${value}`,
  rowsAtMost: (name, value) => `size(${name}) <= ${value}`,
  there: (name, value) => `${name} != ${value}`,
  missing: (name, value) => `${name} == ${value}`
}

/**
 * @param value as its control gives it: an option's value, `true`, `12.50`, `2026-11-23`, `09:30`, `2026-11-23T09:30:00+01:00`.
 * @returns undefined where it is no value of the field's type.
 */
export const conditionOf = (
  { field, rows }: Pick<Subject, "field" | "rows">,
  comparison: Comparison,
  value: string
): string | undefined => {
  const literal = literals[valueKind(field, comparison)](value)
  if (literal === undefined) return undefined
  if (rows === undefined) return written[comparison](field.slug, literal)
  const { list, name } = rows
  return `any(${list.slug}, ${name}, ${written[comparison](`${name}.${field.slug}`, literal)})`
}

/** Of each control a value that it may give. An option is the field's own. */
const samples: { readonly [K in Exclude<ValueKind, "option">]: string } = {
  none: "",
  text: "a",
  number: "1",
  rows: "1",
  yesNo: "true",
  date: "2026-11-23",
  time: "09:30",
  datetime: "2026-11-23T09:30:00Z"
}

const sampleOf = ({ field }: Subject, comparison: Comparison): string => {
  const kind = valueKind(field, comparison)
  if (kind !== "option") return samples[kind]
  return "options" in field ? (field.options[0]?.value ?? "") : ""
}

/** Those that a condition may be made with: to look through long texts in many rows may cost more than a condition is allowed to. */
export const offeredFor = (form: CheckedForm, subject: Subject): ReadonlyArray<Comparison> =>
  comparisonsOf(subject.field).filter((comparison) => {
    const condition = conditionOf(subject, comparison, sampleOf(subject, comparison))
    return condition !== undefined && compileCondition(form, condition)._tag === "Success"
  })

/** Whether `&&` beside it would tear it apart. */
const isLoose = (source: string): boolean => {
  let depth = 0
  return tokens(source).some(({ range }) => {
    const token = source.slice(range.start, range.end)
    if (token === "(" || token === "[") depth += 1
    if (token === ")" || token === "]") depth -= 1
    return depth === 0 && (token === "||" || token === "?")
  })
}

/** Both conditions. */
export const both = (first: string, second: string): string => {
  const before = first.trim()
  if (before === "") return second
  return `${isLoose(before) ? `(${before})` : before} && ${second}`
}
