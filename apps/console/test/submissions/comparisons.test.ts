/** What a condition that is put together says, for each type of field. */
import { check } from "@formwork/rules/check"
import { compileCondition } from "@formwork/rules/compileCondition"
import type { Json, JsonObject } from "@formwork/rules/Json"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { both, conditionOf, offeredFor, valueKind } from "../../src/screens/submissions/list/where/comparisons.ts"
import type { Comparison, ValueKind } from "../../src/screens/submissions/list/where/comparisons.ts"
import { momentHere } from "../../src/screens/submissions/list/where/momentHere.ts"
import { subjectsOf } from "../../src/screens/submissions/list/where/subjects.ts"

const names = ["comp", 'it\'s \\ "so"', "two\nlines", "🙂", "row"]
const options = names.map((value) => ({ value, label: `Option ${value}` }))
const simple = [
  { slug: "text", type: "text", label: "Same", maxLength: 50 },
  { slug: "longText", type: "longText", label: "Same", maxLength: 50 },
  { slug: "email", type: "email", maxLength: 50 },
  { slug: "url", type: "url", maxLength: 50 },
  { slug: "phone", type: "phone", maxLength: 50 },
  { slug: "integer", type: "integer" },
  { slug: "number", type: "number", decimals: 3 },
  { slug: "money", type: "money", currency: "EUR" },
  { slug: "boolean", type: "boolean" },
  { slug: "date", type: "date" },
  { slug: "time", type: "time" },
  { slug: "datetime", type: "datetime" },
  { slug: "choice", type: "choice", options },
  { slug: "choices", type: "choices", options },
  { slug: "file", type: "file" }
]
const definition = {
  title: "All",
  code: "ALL",
  // A field with the name that a row would have.
  fields: [
    ...simple,
    { slug: "row", type: "text" },
    { slug: "list", type: "list", label: "Rows", maxItems: 10, fields: [...simple, { slug: "row2", type: "text" }] }
  ]
}

const formOf = (given: JsonObject) => {
  const checked = check(given)
  return checked._tag === "Success" ? checked.success : expect.fail(JSON.stringify(checked.failure))
}
const form = formOf(definition)

const subjects = subjectsOf(form.definition.fields)

const TODAY = "2026-11-23"

const holds = (source: string, data: JsonObject): boolean => {
  const compiled = compileCondition(form, source)
  if (compiled._tag === "Failure") return expect.fail(`${source}: ${JSON.stringify(compiled.failure)}`)
  return compiled.success.holds({ data, calculatedData: {} }, TODAY)
}

const two = (number: number): string => String(number).padStart(2, "0")
const numeral = fc
  .tuple(fc.boolean(), fc.integer({ min: 0, max: 2 }), fc.constantFrom("", ".5", ".50", ".0"))
  .map(([isBelow, whole, rest]) => `${isBelow ? "-" : ""}${whole}${rest}`)
const days = fc
  .tuple(fc.constantFrom("0001", "2026", "9999"), fc.integer({ min: 2, max: 3 }), fc.integer({ min: 27, max: 28 }))
  .map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`)
const clocks = fc
  .tuple(fc.constantFrom(0, 9, 23), fc.constantFrom(0, 30, 59), fc.constantFrom("", ":00", ":15"))
  .map(([hour, minute, rest]) => `${two(hour)}:${two(minute)}${rest}`)
const moments = fc
  .tuple(fc.constantFrom("2026-01-01", "2025-12-31"), clocks, fc.constantFrom("Z", "+01:00", "-09:30"))
  .map(([day, clock, zone]) => `${day}T${clock.length === 5 ? `${clock}:00` : clock}${zone}`)
const writing = fc.oneof(
  fc.string({ unit: "binary", maxLength: 4 }).map((text) => text.replaceAll("\0", "")),
  fc.constantFrom("ab", "abc", "c", "'", "\\", "\\'", "A", "b' || 'x", "{a}", "two\nlines")
)

/** What a person may give to a control. */
const given: { readonly [K in ValueKind]: fc.Arbitrary<string> } = {
  none: fc.constant(""),
  text: writing.filter((text) => text !== ""),
  option: fc.constantFrom(...names),
  yesNo: fc.constantFrom("true", "false"),
  number: numeral,
  rows: fc.integer({ min: 0, max: 3 }).map(String),
  date: days,
  time: clocks,
  datetime: moments
}

const numbers = numeral.map(Number)
/** What submissions may have stored. */
const stored: Readonly<Record<string, fc.Arbitrary<Json>>> = {
  text: writing,
  longText: writing,
  email: fc.constantFrom("ada@formwork.example", "b@a.example"),
  url: fc.constantFrom("https://a.example/", "http://b.example/c"),
  phone: fc.constantFrom("+49 30 12345", "0301 2345"),
  integer: fc.integer({ min: -2, max: 2 }),
  number: numbers,
  money: fc.oneof(
    numbers,
    numbers.map((number) => number.toFixed(2))
  ),
  boolean: fc.boolean(),
  date: days,
  time: clocks,
  datetime: moments,
  choice: fc.constantFrom(...names),
  choices: fc.subarray(names),
  file: fc.uuid(),
  list: fc.array(fc.constant({}), { maxLength: 4 })
}

/** A value as something that JavaScript compares. */
const comparable = (type: string, value: Json): string | number => {
  if (type === "integer" || type === "number" || type === "money") return Number(value)
  if (type === "time") return String(value).padEnd(8, ":00")
  return type === "datetime" ? Date.parse(String(value)) : String(value)
}

const said: { readonly [C in Comparison]: (is: string | number, wanted: string | number, stored: Json) => boolean } = {
  is: (is, wanted) => is === wanted,
  isNot: (is, wanted) => is !== wanted,
  contains: (is, wanted) => String(is).includes(String(wanted)),
  startsWith: (is, wanted) => String(is).startsWith(String(wanted)),
  endsWith: (is, wanted) => String(is).endsWith(String(wanted)),
  below: (is, wanted) => is < wanted,
  atMost: (is, wanted) => is <= wanted,
  above: (is, wanted) => is > wanted,
  atLeast: (is, wanted) => is >= wanted,
  before: (is, wanted) => is < wanted,
  until: (is, wanted) => is <= wanted,
  after: (is, wanted) => is > wanted,
  from: (is, wanted) => is >= wanted,
  has: (_, wanted, value) => Array.isArray(value) && value.includes(String(wanted)),
  hasNot: (_, wanted, value) => Array.isArray(value) && !value.includes(String(wanted)),
  rowsAtLeast: (_, wanted, value) => (Array.isArray(value) ? value.length : 0) >= Number(wanted),
  rowsAtMost: (_, wanted, value) => (Array.isArray(value) ? value.length : 0) <= Number(wanted),
  there: () => true,
  missing: () => false
}

const isAnswer = (type: string, comparison: Comparison, wanted: string, value: Json | undefined): boolean => {
  if (value === undefined && type !== "list") return comparison === "missing"
  if (value === undefined && !comparison.startsWith("rows")) return comparison === "missing"
  return said[comparison](comparable(type, value ?? ""), comparable(type, wanted), value ?? null)
}

const cases = subjects.flatMap((subject) =>
  offeredFor(form, subject).map((comparison) => [`${subject.id} ${comparison}`, subject, comparison] as const)
)

test.each(cases)("%s: what is written has no fault, and is true for exactly what it says", (_, subject, comparison) => {
  const { field, rows } = subject
  const { slug, type } = field
  const value = fc.option(stored[type] ?? expect.fail(type), { nil: undefined })
  const member = (one: Json | undefined): JsonObject => (one === undefined ? {} : { [slug]: one })
  fc.assert(
    fc.property(
      given[valueKind(field, comparison)],
      fc.array(value, { minLength: 1, maxLength: 3 }),
      (wanted, values) => {
        const source = conditionOf(subject, comparison, wanted)
        if (source === undefined) return expect.fail(`nothing is written for ${wanted}`)
        const data = rows === undefined ? member(values[0]) : { [rows.list.slug]: values.map(member) }
        const all = rows === undefined ? values.slice(0, 1) : values
        expect(holds(source, data), source).toBe(all.some((one) => isAnswer(type, comparison, wanted, one)))
      }
    ),
    { numRuns: 60 }
  )
})

test("whatever is given to a control, what is written has no fault", () => {
  const one = fc.constantFrom(...cases)
  fc.assert(
    fc.property(
      one,
      fc.oneof(fc.string({ unit: "binary" }), numeral, days, clocks, moments),
      ([, subject, comparison], text) => {
        // A control of options and of yes and no gives those alone.
        fc.pre(!["option", "yesNo"].includes(valueKind(subject.field, comparison)))
        const source = conditionOf(subject, comparison, text)
        if (source !== undefined) expect(compileCondition(form, source)._tag, source).toBe("Success")
      }
    ),
    { numRuns: 1_000 }
  )
})

test("a condition that is added to another one is true where both are", () => {
  const part = fc.constantFrom("integer > 3", "boolean", "!boolean", "text == 'a || b ? c : d'", "contains(text, '(')")
  const joined = fc
    .tuple(part, fc.constantFrom("&&", "||"), part)
    .map(([one, sign, other]) => `${one} ${sign} ${other}`)
  const chosen = part.map((one) => `boolean ? ${one} : integer == 4`)
  const first = fc.oneof(
    part,
    joined,
    chosen,
    joined.map((one) => `(${one})`)
  )
  const data = fc.record({
    integer: fc.integer({ min: 2, max: 5 }),
    boolean: fc.boolean(),
    text: fc.constantFrom("a || b ? c : d", "(", "")
  })
  fc.assert(
    fc.property(first, part, data, (one, other, values) => {
      expect(holds(both(one, other), values)).toBe(holds(one, values) && holds(other, values))
    })
  )
  expect(both("  ", "boolean")).toBe("boolean")
  expect(both("integer > 3", "boolean")).toBe("integer > 3 && boolean")
})

test("every type of field has at least three comparisons, a file that it is there or missing, and what a condition may not cost is not offered", () => {
  for (const subject of subjects) {
    const isFile = subject.field.type === "file"
    expect(offeredFor(form, subject).length, subject.id).toBeGreaterThanOrEqual(isFile ? 2 : 3)
  }
  const long = { slug: "long", type: "list", maxItems: 200, fields: [{ slug: "text", type: "text" }] }
  const costly = formOf({ title: "Long", code: "LONG", fields: [long] })
  const offered = subjectsOf(costly.definition.fields).map((subject) => [subject.id, offeredFor(costly, subject)])
  expect(Object.fromEntries(offered)["long.text"]).toEqual(["there", "missing"])
})

test("each subject has a name and a label of its own", () => {
  expect(new Set(subjects.map(({ id }) => id)).size).toBe(subjects.length)
  expect(new Set(subjects.map(({ label }) => label)).size).toBe(subjects.length)
  expect(subjects.find(({ id }) => id === "list.choice")?.rows?.name).toBe("row3")
})

test("a moment of the person's clock is the same moment with its offset", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }), (at) => {
      const wall = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
      expect(Date.parse(momentHere(wall))).toBe(new Date(wall).getTime())
    })
  )
  expect(momentHere("soon")).toBe("soon")
})
