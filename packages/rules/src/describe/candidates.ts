/** Values worth trying for a field, the one that reads best first. All of them are right by the field's own limits. */
import type { ChoiceField, NumberField, RowField, TemporalField, TextField } from "../Definition.ts"
import type { Json } from "../Json.ts"
import { decoderOf, encode, isTrouble } from "../run/payload/decode.ts"
import { limitsOf } from "../run/payload/limits.ts"
import { addDays, addMonths, formatDate, formatTime, parseDate, parseTime } from "../values/civil.ts"
import { LARGEST, parse, powerOfTen } from "../values/decimal.ts"
import { patternOf } from "../patterns/pattern.ts"
import type { Literals } from "./literals.ts"
import { shortestMatch } from "./shortestMatch.ts"

/** Of one field: what the search may try. */
const MOST = 80
/** Different texts made for one pattern. */
const TEXTS_A_PATTERN = 4

const numbers = [
  "1",
  "2",
  "3",
  "5",
  "10",
  "20",
  "50",
  "100",
  "500",
  "1000",
  "10000",
  "100000",
  "0",
  "0.5",
  "-1",
  "-10",
  "-1000",
  "1000000"
]

const ofNumber = (field: NumberField, literals: Literals): ReadonlyArray<Json> => {
  const { decimals, max, min } = field
  const units = (literal: string | undefined): ReadonlyArray<bigint> => {
    const read = literal === undefined ? "type" : parse(literal, decimals)
    return typeof read === "bigint" ? [read] : []
  }
  const one = powerOfTen(decimals)
  const near = [...literals.numbers].flatMap((literal) => [
    ...units(literal).flatMap((at) => [at, at + 1n, at - 1n, at + one, at - one]),
    ...units(`-${literal}`)
  ])
  const bounds = [...units(min), ...units(max)]
  const between = bounds.length === 2 ? [((bounds[0] ?? 0n) + (bounds[1] ?? 0n)) / 2n] : []
  const all = [...numbers.flatMap(units), ...bounds, ...between, ...near, 1n, -1n, LARGEST, -LARGEST]
  return all.map((value) => encode(field, value))
}

const moved = (today: number): ReadonlyArray<number> =>
  [addMonths(today, -360n), addMonths(today, -12n), addMonths(today, 12n), addMonths(today, -840n)]
    .concat([-1n, 1n, 7n, -7n, 30n, -30n, 90n].map((days) => addDays(today, days)))
    .filter((days) => days !== null)

const nearDates = (literals: ReadonlySet<string>): ReadonlyArray<string> =>
  [...literals].flatMap((literal) => {
    const days = parseDate(literal)
    if (days === null) return []
    return [0n, 1n, -1n].flatMap((more) => addDays(days, more) ?? []).map(formatDate)
  })

const ofTemporal = ({ max, min, type }: TemporalField, today: string, literals: Literals): ReadonlyArray<Json> => {
  const bounds = [min, max].filter((bound) => bound !== undefined)
  const days = parseDate(today)
  const dates = [today, ...(days === null ? [] : moved(days).map(formatDate)), "2000-01-01", "1980-06-15"]
  const others = [...nearDates(literals.dates), "2024-02-29", "1900-01-01", "2100-12-31", "0001-01-01", "9999-12-31"]
  if (type === "date") return [...dates, ...bounds, ...others]
  if (type === "datetime") {
    const written = [...dates, ...bounds.map((bound) => bound.slice(0, 10)), ...others].map(
      (date) => `${date}T09:30:00Z`
    )
    return [...written, ...bounds, ...literals.datetimes]
  }
  const near = [...literals.times, ...bounds].flatMap((literal) => {
    const seconds = parseTime(literal)
    return seconds === null ? [] : [seconds, seconds + 1, seconds - 1].map(formatTime)
  })
  return ["09:30", "12:00", "18:00", "00:00", "23:59:59", ...bounds, ...near]
}

const builtIn: { readonly [T in TextField["type"]]?: ReadonlyArray<string> } = {
  email: ["ada@example.com", "grace@example.org", "alan@example.net", "edith@example.com", "a@b.co", "b@c.de"],
  url: ["https://example.com", "https://example.org/page", "https://example.net", "http://a.b", "http://b.c"],
  phone: ["+44 20 7946 0958", "+1 202 555 0143", "020 7946 0", "12345", "23456"]
}

const padded = (text: string, least: number): string =>
  (text === "" ? "a" : text).repeat(least + 1).slice(0, Math.max(text.length, least))

const ofText = (field: TextField, literals: Literals): ReadonlyArray<Json> => {
  const { label, maxLength, minLength = 0, type } = field
  const own = patternOf(field)
  const matching = [...(own === undefined ? [] : [own]), ...literals.patterns].flatMap((pattern) =>
    Array.from({ length: TEXTS_A_PATTERN }, (_, variant) => shortestMatch(pattern, minLength, maxLength, variant))
  )
  const made = matching.filter((text) => text !== undefined)
  const words = [
    label,
    ...literals.texts,
    "Example",
    "Another",
    "a",
    "b",
    "c",
    "1",
    "2",
    "10",
    "2024-02-29",
    "09:30",
    ""
  ]
  const fitting = words.map((word) => padded(Array.from(word).slice(0, maxLength).join(""), minLength))
  const longest = maxLength <= 200 ? ["a".repeat(maxLength)] : []
  return [...(own === undefined ? [] : made), ...(builtIn[type] ?? []), ...fitting, ...made, ...longest]
}

const ofChoices = ({ maxItems, minItems = 0, options }: ChoiceField): ReadonlyArray<Json> => {
  const values = options.slice(0, MOST).map(({ value }) => value)
  const all = options.map(({ value }) => value)
  return [
    all.slice(0, Math.max(1, minItems)),
    ...values.map((value) => [value]),
    all.slice(0, maxItems ?? all.length),
    ...values.slice(0, 5).flatMap((one, at) => values.slice(at + 1, 6).map((other) => [one, other])),
    all.slice(-Math.max(1, minItems)),
    []
  ]
}

const valuesOf = (field: RowField, today: string, literals: Literals): ReadonlyArray<Json> => {
  switch (field.type) {
    case "boolean":
      return [true, false]
    case "integer":
    case "number":
    case "money":
      return ofNumber(field, literals)
    case "date":
    case "time":
    case "datetime":
      return ofTemporal(field, today, literals)
    case "choice":
      return field.options.map(({ value }) => value)
    case "choices":
      return ofChoices(field)
    default:
      return ofText(field, literals)
  }
}

/** @param today what the dates are near, `YYYY-MM-DD`. */
export const candidatesOf = (field: RowField, today: string, literals: Literals): ReadonlyArray<Json> => {
  const [decode, limit] = [decoderOf(field), limitsOf(field)]
  const seen = new Set<string>()
  const right: Array<Json> = []
  for (const value of valuesOf(field, today, literals)) {
    const key = JSON.stringify(value)
    if (value === null || seen.has(key) || right.length === MOST) continue
    seen.add(key)
    const decoded = decode(value)
    if (!isTrouble(decoded) && limit(decoded.value).length === 0) right.push(value)
  }
  return right
}
