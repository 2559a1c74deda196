/** Rows of many by a short text as their key: what the table's `Map` gives, whatever is looked up. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compileClosures } from "../../src/run/compileClosures.ts"
import { compileGenerated } from "../../src/run/compileGenerated.ts"
import { makeRowOfText } from "../../src/tables/makeRowOfText.ts"
import { rowsOfTexts } from "../../src/tables/readied.ts"
import { finish } from "../../src/values/Slices.ts"
import { byVersionKey } from "../../src/tables/references.ts"
import { ExactLevel } from "../../src/tables/levels.ts"
import { Table } from "../../src/tables/Table.ts"
import { checked, formOf, TODAY } from "../support.ts"
import { ready } from "./ready.ts"

const FEW = 2_000
const numbered = Array.from({ length: FEW }, (_, index) => `K${index}`)
const rowsOf = (texts: Iterable<string>) => new Map([...texts].map((text, row) => [text, row]))
const readyOf = (texts: Iterable<string>) => {
  const rows = rowsOf(texts)
  finish(makeRowOfText(rows))
  return rowsOfTexts.get(rows)
}

/** One to eight characters of one byte each, none of them a control character of ASCII. */
const short = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((unit) => String.fromCharCode(unit)),
  minLength: 1,
  maxLength: 8
})

/** What is like a text and is not it. */
const near = (text: string): ReadonlyArray<string> => [
  `${text}\u0000`,
  `\u0000${text}`,
  `${text}${text}`,
  text.slice(1),
  text.slice(0, -1),
  text.slice(0, 4),
  text.slice(4),
  // The same in the lower byte.
  Array.from(text, (unit) => String.fromCharCode(unit.charCodeAt(0) | 0x100)).join("")
]

describe("makeRowOfText", () => {
  it("law: gives what a Map gives, for the keys and for whatever is like one or is none", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(short, { maxLength: 200 }),
        fc.array(fc.string({ unit: "binary" })),
        (texts, others) => {
          const all = [...new Set([...texts, ...numbered])]
          const known = rowsOf(all)
          const rowOf = readyOf(all)
          for (const text of [...all, ...others, ...texts.flatMap(near), ""])
            expect([text, rowOf?.(text)]).toEqual([text, known.get(text) ?? -1])
          for (const other of [undefined, null, NaN, 1, true]) expect(rowOf?.(other)).toBe(-1)
        }
      ),
      { numRuns: 10 }
    )
  })

  it("is for many short texts: few, a long one, an empty one and one beyond a byte a character have the Map", () => {
    expect(readyOf(numbered)).toBeDefined()
    expect(readyOf(numbered.slice(1))).toBeUndefined()
    for (const other of ["", "123456789", "€", "a\u0000", "a\n"]) expect(readyOf([...numbered, other])).toBeUndefined()
  })

  it("texts that an author chose to share one place have the Map, and some that do so by chance have not", () => {
    const alike = Array.from({ length: 6 * FEW }, (_, index) => {
      const second = 0x30303030 + index * 0x10101
      const first = Math.imul(second, 0x9e3779b1) ^ 0x55aa33cc
      return String.fromCharCode(...[first, second].flatMap((four) => [24, 16, 8, 0].map((by) => (four >>> by) & 0xff)))
    }).filter((text) => !/[^ -\u00ff]/.test(text))
    expect(alike.length).toBeGreaterThan(FEW)
    expect(readyOf([...numbered, ...alike.slice(0, 100)])).toBeDefined()
    expect(readyOf(alike)).toBeUndefined()
  })

  it("pauses while it is made", () => {
    const work = makeRowOfText(rowsOf(Array.from({ length: 35_000 }, (_, index) => `K${index}`)))
    let pauses = 0
    while (work.next().done !== true) pauses += 1
    expect(pauses).toBe(3)
  })
})

it("a form finds what the closures find in a table that was made ready, and nothing for what is missing", () => {
  const rows = numbered.map((key, index) => [key, index / 100, index % 7 === 0 ? null : `text ${index}`])
  const many = ready("many", {
    keys: [{ name: "key", type: "text" }],
    values: [
      { name: "full", type: "number", decimals: 2 },
      { name: "some", type: "text" }
    ],
    rows
  })
  const level = Table.of(many).onlyLevel
  expect(level instanceof ExactLevel && rowsOfTexts.has(level.known)).toBe(true)
  const form = checked(
    formOf({
      tables: { many: "many" },
      fields: [
        { slug: "key", type: "text" },
        { slug: "full", type: "number", decimals: 2, formula: "lookup(many, 'full', key)" },
        { slug: "some", type: "text", formula: "lookup(many, 'some', key)" },
        { slug: "mended", type: "number", decimals: 2, formula: "coalesce(lookup(many, 'full', key), -1)" }
      ]
    }),
    {},
    { tables: byVersionKey([many]) }
  )
  const [closures, generated] = [compileClosures(form), compileGenerated(form)]
  const options = { today: TODAY, draft: false }
  for (const key of [undefined, "K0", "K7", "K1999", "K2000", "", "K1999 and more", "€"]) {
    const data = key === undefined ? {} : { key }
    const { calculatedData } = generated.evaluate(data, options)
    expect(calculatedData).toEqual(closures.evaluate(data, options).calculatedData)
    const row = rows.find(([own]) => own === key)
    expect(calculatedData).toEqual({ full: row?.[1] ?? null, some: row?.[2] ?? null, mended: row?.[1] ?? -1 })
  }
})
