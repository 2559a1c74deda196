/**
 * Forms within every limit, and payloads of at most 1 MiB, made to take as long as possible. Where a form may hold any number of
 * something, it holds as many as `check` accepts.
 */
import { check } from "@formwork/rules/check"
import type { Json, JsonObject } from "@formwork/rules/Json"
import * as Result from "effect/Result"
import { random } from "../random.ts"

export interface HostileCase {
  readonly name: string
  readonly form: JsonObject
  readonly data: JsonObject
}

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

const formOf = (fields: ReadonlyArray<Json>, conditions: ReadonlyArray<string> = [], about?: string): JsonObject => ({
  title: "Hostile",
  code: "H",
  fields,
  checks: conditions.map((condition, index) => ({
    id: `c${index}`,
    check: condition,
    message: "No.",
    ...(about === undefined ? {} : { field: about })
  }))
})

/** The largest form of its kind that can be published. */
const largest = (most: number, build: (count: number) => JsonObject): JsonObject => {
  let [least, above] = [1, most + 1]
  while (above - least > 1) {
    const middle = Math.floor((least + above) / 2)
    if (Result.isSuccess(check(build(middle)))) least = middle
    else above = middle
  }
  return build(least)
}

const chain = (count: number, operator: string, part: string): string => times(count, () => part).join(` ${operator} `)

const long = (slug: string, more: JsonObject = {}): JsonObject => ({ slug, type: "longText", ...more })
const whole = (slug: string, more: JsonObject = {}): JsonObject => ({ slug, type: "integer", ...more })
const LARGE = 999_999_999_999_989
const CHARACTERS = 20_000

const texts = (): ReadonlyArray<HostileCase> => {
  const a = "a".repeat(CHARACTERS)
  const needle = `${"a".repeat(CHARACTERS / 2)}b`
  const repeated = (name: string, condition: string, data: JsonObject): HostileCase => ({
    name,
    form: largest(498, (count) =>
      formOf(
        [long("t"), long("u")],
        times(count, () => condition)
      )
    ),
    data
  })
  return [
    {
      name: "13 texts of 20,000 characters beyond the first plane",
      form: formOf(times(13, (index) => long(`t${index}`))),
      data: Object.fromEntries(times(13, (index) => [`t${index}`, "👍".repeat(CHARACTERS)]))
    },
    repeated("searching a text for half of itself", "!contains(t, u)", { t: a, u: needle }),
    repeated("capitals of letters that grow", "length(upper(t)) > 0", { t: "ŉß".repeat(CHARACTERS / 2) }),
    repeated("small letters", "lower(t) != 'x'", { t: "ÀÉ".repeat(CHARACTERS / 2) }),
    repeated("trimming", "trim(t) != 'x'", { t: `x${" ".repeat(CHARACTERS - 2)}x` }),
    repeated("characters counted", "length(t) > 0", { t: "👍".repeat(CHARACTERS) }),
    repeated("texts joined and compared", "t + u == u + t", { t: a, u: a }),
    repeated("texts as numbers", "number(t) == null", { t: `1${"0".repeat(CHARACTERS - 1)}` })
  ]
}

const patterns = (): ReadonlyArray<HostileCase> => {
  const withPattern = (name: string, pattern: (count: number) => string, text: string, most: number): HostileCase => ({
    name: `a pattern, ${name}`,
    form: largest(most, (count) => formOf([long("t", { pattern: pattern(count) })])),
    data: { t: text }
  })
  const chance = random(1)
  const mixed = times(CHARACTERS, () => chance.pick(["a", "b"])).join("")
  return [
    withPattern("every place at once", (count) => `(?:a?b?c?){${count}}d`, "abc".repeat(6666), 300),
    withPattern("many states", (count) => `(?:a|b)*a(?:a|b){${count}}c`, mixed, 300),
    withPattern("nested repetitions", (count) => `(?:(?:a*)*b?){${count}}c`, "a".repeat(CHARACTERS), 200),
    {
      name: "a pattern matched in 200 rows",
      form: largest(5000, (count) =>
        formOf([
          {
            slug: "rows",
            type: "list",
            fields: [{ slug: "t", type: "text", maxLength: count, pattern: "(?:a|b)*a(?:a|b){20}c" }]
          }
        ])
      ),
      data: { rows: times(200, (index) => ({ t: mixed.slice(index, index + 250) })) }
    }
  ]
}

const numbers = (): ReadonlyArray<HostileCase> => {
  const fields = [whole("a"), whole("b"), { slug: "d", type: "number" }]
  const data = { a: LARGE, b: -LARGE, d: 123_456_789.123456 }
  const conditions = (name: string, condition: string): HostileCase => ({
    name,
    form: largest(498, (count) =>
      formOf(
        fields,
        times(count, () => condition)
      )
    ),
    data
  })
  return [
    conditions("products of 247 large numbers", `${chain(247, "*", "a")} != 0`),
    conditions("quotients of such products", `round(${chain(120, "*", "a")} / (${chain(120, "*", "b")}), 6) != 5`),
    conditions("such products as texts", `text(${chain(245, "*", "a")}) != 'x'`),
    conditions("sums of products with 18 decimals", `${chain(40, "+", "d * d * d * a")} != 0`),
    {
      name: "sums over 200 rows that leave what doubles hold",
      form: largest(498, (count) =>
        formOf(
          [{ slug: "rows", type: "list", fields: [whole("a"), whole("b")] }],
          times(count, () => "sum(rows, r, r.a * r.b) != 1")
        )
      ),
      data: { rows: times(200, () => ({ a: LARGE, b: LARGE })) }
    },
    {
      name: "averages over 200 rows",
      form: largest(498, (count) =>
        formOf(
          [{ slug: "rows", type: "list", fields: [whole("a")] }],
          times(count, () => "round(avg(rows, r, r.a), 3) != 1")
        )
      ),
      data: { rows: times(200, () => ({ a: LARGE })) }
    }
  ]
}

const lists = (): ReadonlyArray<HostileCase> => {
  const rows = (fields: ReadonlyArray<Json>, more: JsonObject = {}): JsonObject => ({
    slug: "rows",
    type: "list",
    fields,
    ...more
  })
  const named = (index: number): string => `f${index}${"x".repeat(56)}${index}`.slice(0, 60)
  const unknown = (row: number) =>
    Object.fromEntries(times(10, (index) => [`g${row}${"x".repeat(50)}${index}${row}y`.slice(0, 60), 1]))
  const pair = [{ slug: "other", type: "list", fields: [whole("b")] }, rows([whole("a")])]
  return [
    {
      name: "each of 200 rows against each of 200 rows",
      form: largest(20, (count) =>
        formOf(
          pair,
          times(count, () => "count(other, o, o.b > a) >= 0"),
          "rows.a"
        )
      ),
      data: { rows: times(200, (a) => ({ a })), other: times(200, (b) => ({ b })) }
    },
    {
      name: "200 rows of 499 required fields, all empty",
      form: formOf([rows(times(499, (index) => whole(`f${index}`, { required: true })))]),
      data: { rows: times(200, () => ({})) }
    },
    {
      name: "200 rows of 400 computed fields",
      form: largest(498, (count) =>
        formOf([rows([whole("a"), ...times(count, (index) => whole(`f${index}`, { formula: "a + 1" }))])])
      ),
      data: { rows: times(200, (a) => ({ a })) }
    },
    {
      name: "200 rows of 400 hidden fields",
      form: largest(498, (count) =>
        formOf([rows([whole("a"), ...times(count, (index) => whole(`f${index}`, { visibleWhen: "a < 0" }))])])
      ),
      data: { rows: times(200, (a) => ({ a })) }
    },
    {
      name: "200 rows that may not be alike, of long texts",
      form: formOf([rows([{ slug: "t", type: "text", unique: true }], { unique: true })]),
      data: { rows: times(200, (index) => ({ t: "a".repeat(5000) + String(index) })) }
    },
    {
      name: "unknown names in 200 rows, like those of 480 fields",
      form: formOf([rows(times(480, (index) => whole(named(index))))]),
      data: { rows: times(200, unknown) }
    },
    {
      name: "60,000 unknown names",
      form: formOf(times(499, (index) => whole(named(index)))),
      data: Object.fromEntries(times(60_000, (index) => [`f${index}`, 0]))
    }
  ]
}

const others = (): ReadonlyArray<HostileCase> => {
  const options = times(1000, (index) => `option number ${String(index).padStart(4, "0")}`)
  const choices = { slug: "c", type: "choices", options: options.map((value) => ({ value })) }
  const dates = [
    { slug: "d", type: "date" },
    { slug: "e", type: "date" }
  ]
  const many = (name: string, fields: ReadonlyArray<Json>, condition: string, data: JsonObject): HostileCase => ({
    name,
    form: largest(498, (count) =>
      formOf(
        fields,
        times(count, () => condition)
      )
    ),
    data
  })
  return [
    many("the last of 1,000 chosen options", [choices], chain(120, "&&", "contains(c, 'option number 0999')"), {
      c: options
    }),
    {
      name: "a choice of 40,000 options, most of them twice",
      form: formOf([choices]),
      data: { c: times(40_000, (index) => options[index % 1000] ?? "") }
    },
    many("months between dates", dates, `${chain(124, "+", "monthsBetween(d, e)")} != 1`, {
      d: "0001-01-31",
      e: "9999-12-30"
    }),
    many("days, months and years later", dates, chain(30, "&&", "addMonths(addYears(addDays(d, 1), 1), 13) != e"), {
      d: "2000-02-29",
      e: "9999-12-30"
    }),
    many("small sums", [whole("a")], `${chain(247, "+", "a")} != 1`, { a: 1 }),
    many("conditions", [whole("a")], chain(124, "&&", "a != 2"), { a: 1 })
  ]
}

export const hostileCases = (): ReadonlyArray<HostileCase> => [
  ...texts(),
  ...patterns(),
  ...numbers(),
  ...lists(),
  ...others()
]
