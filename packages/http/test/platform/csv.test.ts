/** Cells of a CSV file in every way that a spreadsheet may split it (docs/decisions/0127). */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { cell } from "../../src/platform/wire/Csv.ts"

/** The beginnings of all cells, where commas, semicolons, tabs and line ends separate, and quotes are letters like others. */
const begun = (text: string) => text.split(/[,;\t\r\n]/u).map((part) => part.replace(/^"+/u, ""))
const formula = /^[=+@\uFF1D\uFF0B\uFF20]/u

const Odd = Schema.Array(
  Schema.Literals(["x", ";", "\t", "\r\n", "\n", "=", "+", "@", "\uFF1D", '"', "'", "1", "=1+1", ";=1", ";\t@A", ' "'])
)

it.prop(
  "a text has no formula at the beginning of a cell, whether a comma, a semicolon or a tab separates",
  [Odd],
  ([parts]) => {
    const text = parts.join("").replaceAll(",", "")
    for (const written of [cell(text), cell([{ what: text }])])
      for (const start of begun(written)) assert.notMatch(start, formula, JSON.stringify(text))
  },
  { arbitrary: { runs: 500 } }
)

it("an apostrophe is written before a formula alone", () => {
  assert.strictEqual(cell("x;=1+1"), "x;'=1+1")
  assert.strictEqual(cell("x\t-1"), "x\t'-1")
  assert.strictEqual(cell('x;"=1'), `"x;'""=1"`)
  assert.strictEqual(cell("x\r\n=1"), `"x\r\n'=1"`)
  assert.strictEqual(cell("a; b=c; d\te-f; 1+1"), "a; b=c; d\te-f; 1+1")
  assert.strictEqual(cell("-5;-6", true), "'-5;'-6")
  assert.strictEqual(cell("-5", true), "-5")
})
