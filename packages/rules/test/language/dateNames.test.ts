/** Names of months and days: as the runtime's own calendar has them, in each language that there are names in. */
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { check } from "../../src/check.ts"
import { compare } from "../../src/compare.ts"
import { runPortable } from "../../src/run/runPortable.ts"
import { dateNames, namedIn } from "../../src/tables/dateNames.ts"
import { toPortable } from "../../src/toPortable.ts"
import { checked, compiled, formOf } from "../support.ts"

it("are those of the Unicode CLDR", () => {
  for (const language of namedIn)
    for (const [part, from] of [
      ["month", (index: number) => Date.UTC(2024, index, 1)],
      ["weekday", (index: number) => Date.UTC(2024, 0, 1 + index)]
    ] as const) {
      const names = new Intl.DateTimeFormat(language, { [part]: "long", timeZone: "UTC" })
      const rows = dateNames(language, part)?.definition.rows ?? []
      expect(rows).toEqual(rows.map((_, index) => [index + 1, names.format(from(index))]))
      expect(rows).toHaveLength(part === "month" ? 12 : 7)
    }
})

const formula = "dayName(on, 'de') + ', ' + text(day(on)) + '. ' + monthName(on, 'de-CH')"
const definition = formOf({
  fields: [
    { slug: "on", type: "date" },
    { slug: "words", type: "text", maxLength: 100, formula }
  ]
})

it("a date in words is the same on a page, and the trace says what it read", () => {
  const options = { today: "2026-11-27", draft: false }
  const form = compiled(definition)
  for (const run of [form, runPortable(toPortable(checked(definition)))])
    expect(run.evaluate({ on: "2026-03-01" }, options).calculatedData).toEqual({ words: "Sonntag, 1. März" })
  expect(form.explain({ on: "2026-03-01" }, options).trace[0]?.read).toEqual([
    { name: "on", value: "2026-03-01" },
    { name: "dayName(on, 'de')", value: "Sonntag" },
    { name: "monthName(on, 'de-CH')", value: "März" }
  ])
  expect(compare(checked(definition), checked(definition))).toMatchObject({ changes: [] })
})

it("a language is written out, and one that there are names in", () => {
  const fault = (call: string): string =>
    Result.match(
      check(
        formOf({
          fields: [
            { slug: "on", type: "date" },
            { slug: "t", type: "text", formula: call }
          ]
        })
      ),
      {
        onSuccess: () => "",
        onFailure: ([first]) => `${first?.message} ${first?.expected}`
      }
    )
  expect(fault("monthName(on, 'xx')")).toBe(
    "There are no names in the language `xx`. one of `'en'`, `'de'`, `'es'`, `'fr'`, `'pt'`"
  )
  expect(fault("dayName(on, t)")).toContain("The language of `dayName` is a text that is written out; `t` is none.")
  expect(fault("dayName(on)")).toContain("dayName(date, 'de')")
})
