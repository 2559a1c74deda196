/** Tables of an organisation: as lines, as comma-separated values, and by name in a form. */
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { check } from "../../src/check.ts"
import { compileClosures } from "../../src/run/compileClosures.ts"
import type { Json } from "../../src/Json.ts"
import { readTableText, type TableFault } from "../../src/readTableText.ts"
import { csvOfText, readTableCsv } from "../../src/tableCsv.ts"
import { csvLine, recordsOf } from "../../src/tables/csv.ts"
import { pinTables, tableReferences } from "../../src/tables/references.ts"
import { finish } from "../../src/values/Slices.ts"

const readCsv = (csv: string, known?: Json) => finish(readTableCsv(csv, 1000, known))
const csvOf = (text: string): string => [...csvOfText(text)].join("")

const AREAS = `postcode: exact text,age: from integer,factor: number 4,until: date
10115,18,1.2500,2027-01-01
10115,25,1.1,
*,18,"1.0000",
`

describe("comma-separated values", () => {
  it("what was written is read, cell by cell", () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('"', ",", ";", "\t", "\n", "\r", "a", " "), maxLength: 6 })
    )
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))
    fc.assert(
      fc.property(table, (rows) => {
        // The first line decides what separates cells.
        const all = [rows[0]?.map((_, index) => `c${index}`) ?? [], ...rows]
        const { broken, records } = finish(recordsOf(all.map(csvLine).join("")))
        expect(broken).toBe(undefined)
        expect(records.map(({ cells }) => cells)).toEqual(all)
      })
    )
  })

  it("a spreadsheet's semicolons, tabs and carriage returns are read, and the end without a line feed", () => {
    const records = (csv: string) => finish(recordsOf(csv)).records.map(({ cells }) => cells)
    expect(records('a;b\r\n1;"x;y"\r\n')).toEqual([
      ["a", "b"],
      ["1", "x;y"]
    ])
    expect(records("a\tb\n1\t")).toEqual([
      ["a", "b"],
      ["1", ""]
    ])
    expect(records("a,b\n\n1,2")).toEqual([
      ["a", "b"],
      ["1", "2"]
    ])
  })

  it("a quote that is not closed, or is followed by more, is named by its line", () => {
    expect(finish(recordsOf('a,b\n1,"x\ny')).broken).toBe(2)
    expect(finish(recordsOf('a,b\n1,"x"y\n')).broken).toBe(2)
  })
})

describe("a table of an organisation", () => {
  it("is written to the file that it was read from", () => {
    const read = readCsv(AREAS)
    if (Result.isFailure(read)) throw new Error(JSON.stringify(read.failure))
    expect(csvOf(read.success.text)).toBe(AREAS.replace('"1.0000"', "1.0000"))
    const again = finish(readTableText(read.success.text, 1000))
    expect(again).toEqual(Result.succeed(read.success.table))
  })

  it("takes a file with the names of its columns alone, in any order", () => {
    const known = { keys: [{ name: "code", type: "text" }], values: [{ name: "rate", type: "number", decimals: 2 }] }
    const read = readCsv("rate,code\n0.5,a\n", known)
    expect(Result.isSuccess(read) && read.success.table.rows).toEqual([["a", 50]])
    const two = { keys: [...known.keys, { name: "age", type: "integer" }], values: known.values }
    const moved = readCsv("age,rate,code\n7,0.5,a\n", two)
    expect(
      Result.isSuccess(moved) && [moved.success.table.keys.map(({ name }) => name), moved.success.table.rows]
    ).toEqual([["code", "age"], [["a", 7, 50]]])
    expect(readCsv("rate,code,code\n1,a,b\n", known)).toMatchObject({
      failure: [{ line: 1, column: "code", message: "The column `code` is named twice." }]
    })
    expect(readCsv("rate\n1\n", known)).toMatchObject({
      failure: [{ line: 1, column: "code", message: "The column `code` is missing." }]
    })
    expect(readCsv("rate,kode\n1\n", known)).toMatchObject({
      failure: [
        { line: 1, column: "kode", message: "The table has no column `kode`: it has `code`, `rate`." },
        { line: 1, column: "code", message: "The column `code` is missing." }
      ]
    })
  })

  it("names every bad cell by its line and column, beside each line with a wrong number of cells", () => {
    const faults = (csv: string) => {
      const read = readCsv(csv)
      return Result.isFailure(read) ? read.failure.map(({ column, line }) => [line, column]) : []
    }
    const bad = 'code: exact text,rate: number 2\na,1\n"b\nb",x\nc\n,2,\nd,y\na,3\n'
    expect(faults(bad)).toEqual([
      [3, "rate"],
      [5, undefined],
      [6, undefined],
      [7, "rate"]
    ])
    expect(readCsv("code: exact text,rate: number 2\nc\nd,2,\n")).toEqual(
      Result.fail([
        { line: 2, message: "This line has 1 cell; the first one has 2 columns." },
        { line: 3, message: "This line has 3 cells; the first one has 2 columns." }
      ])
    )
    expect(faults("code: exact text,rate: number 2\na,1\na,3\n")).toEqual([[3, undefined]])
  })

  it("names the column whose head is wrong, and says how a key is written where there is none", () => {
    const said = (head: string) => {
      const read = readCsv(`${head}\na,1\n`)
      return Result.isFailure(read) ? read.failure.map(({ column, line, message }) => [line, column, message]) : []
    }
    expect(said("code,rate: nmber 2")).toMatchObject([[1, "code", expect.stringMatching(/^The column `code` says no/)]])
    expect(said("code: exakt text,rate: number")).toMatchObject([
      [1, "code", expect.stringMatching(/^What stands after the colon of `code: exakt text` is no type\./)]
    ])
    expect(said("code: exact text,rate: nmber")).toMatchObject([
      [1, "rate", expect.stringMatching(/Did you mean `number`\?/)]
    ])
    expect(said("code: from text,code: integer 2")).toMatchObject([
      [1, "code", expect.stringMatching(/Make it `exact`/)],
      [1, "code", expect.stringMatching(/^Only a column of type `number` has decimals/)]
    ])
    expect(said("code: exact text,Rate: number")).toMatchObject([[1, "Rate", expect.stringMatching(/a small letter/)]])
    expect(said("code: text,rate: number 2")).toEqual([
      [
        1,
        undefined,
        "No column is a key, by which rules find a row. A key has `exact` or `from` after its colon: `code: exact text`."
      ]
    ])
    expect(said("code: exact text,rate: from number 2")).toMatchObject([
      [1, undefined, expect.stringMatching(/^Every column is a key\. A value/)]
    ])
  })

  it("may begin with the byte order mark of a spreadsheet", () => {
    expect(readCsv(`\uFEFF${AREAS}`)).toEqual(readCsv(AREAS))
    const known = { keys: [{ name: "code", type: "text" }], values: [{ name: "rate", type: "integer" }] }
    expect(Result.isSuccess(readCsv("\uFEFFcode,rate\na,1\n", known))).toBe(true)
  })

  it("may begin with the line in which a spreadsheet names its separator", () => {
    const semicolons = AREAS.replaceAll(",", ";")
    expect(readCsv(`\uFEFFsep=;\r\n${semicolons}`)).toEqual(readCsv(semicolons))
    expect(readCsv("sep=,\ncode: exact text,rate: number 2\na,x\n")).toMatchObject({
      failure: [{ line: 3, column: "rate" }]
    })
  })

  it("says what is wrong with a cell as a spreadsheet writes it", () => {
    const said = (csv: string) => {
      const read = readCsv(csv)
      return Result.isFailure(read) ? read.failure.map(({ line, message }) => `${line}: ${message}`) : []
    }
    expect(said('code: exact text,rate: number 2\na,"1,25"\n')).toEqual(["2: Decimals stand after a point: `1.25`."])
    expect(said("code: exact text,day: date\na,2027-02-31\n")).toEqual(["2: There is no day `2027-02-31`."])
    expect(said("code: exact text,rate: number 2,\na,1,\n")).toEqual([
      expect.stringMatching(/^1: Column 3 has no name\. Take it out of every line/u)
    ])
    expect(said("code: exact text,age: from integer,rate: number 2\na,18,1\na,18,2\n")).toEqual([
      '3: Rows 1 and 2 have the same keys, `"a",18`. Take one out.'
    ])
  })

  it("has no text key with a space at an end, which a payload would hardly meet", () => {
    const messages = (cell: string, published = false) => {
      const text = `{"keys":[{"name":"code","type":"text"}],"values":[{"name":"rate","type":"integer"}]}\n["a",1]\n${JSON.stringify([cell, 2])}\n`
      const read = finish(readTableText(text, 10, published))
      return Result.isFailure(read) ? read.failure.map(({ line, message }) => `${line}: ${message}`) : []
    }
    expect(messages("a ")).toEqual(['3: The key "a " has a space at an end. Take it away.'])
    expect(messages("\u00a0b")).toHaveLength(1)
    expect([...messages("a b"), ...messages("")]).toEqual([])
    // A version that was published with such a key goes on.
    expect(messages("a ", true)).toEqual([])
  })

  it("has a thousand faults at most, however many cells are wrong", () => {
    const count = 130_000
    const columns = '{"keys":[{"name":"k","type":"integer"}],"values":[{"name":"v","type":"integer"}]}'
    const lines = `${columns}\n${'["a","b"]\n'.repeat(count)}`
    const csv = `k: exact integer,v: integer\n${"a,b\n".repeat(count)}`
    const faultsOf = <A>(read: Result.Result<A, ReadonlyArray<TableFault>>) =>
      Result.isFailure(read) ? read.failure : []
    for (const faults of [faultsOf(finish(readTableText(lines, count))), faultsOf(finish(readTableCsv(csv, count)))]) {
      expect(faults).toHaveLength(1_000)
      // Two a line, and none beyond.
      expect(faults.at(-1)).toMatchObject({ line: 501, column: "v" })
    }
    const known = { keys: [{ name: "k", type: "text" }], values: [{ name: "v", type: "text" }] }
    for (const head of [Array.from({ length: 5_000 }, (_, index) => `c${index}: x1`), Array(5_000).fill("k")]) {
      const read = readCsv(`${head.join(",")}\n1\n`, known)
      expect(Result.isFailure(read) && read.failure.length).toBe(1_000)
    }
  })

  it("a fault names the beginning of a first line that is one long text", () => {
    const read = readCsv(`${"x".repeat(100_000)},v: text\n`)
    expect(Result.isFailure(read) && JSON.stringify(read.failure).length).toBeLessThan(1_000)
  })

  it("has no more rows than it may", () => {
    const text =
      '{"keys":[{"name":"k","type":"integer"}],"values":[{"name":"v","type":"integer"}]}\n[1,1]\n[2,2]\n[3,3]\n'
    expect(Result.isSuccess(finish(readTableText(text, 3)))).toBe(true)
    expect(finish(readTableText(text, 2))).toMatchObject({ failure: [{ line: 1 }] })
    expect(finish(readTableText("{\n", 2))).toMatchObject({ failure: [{ line: 1 }] })
  })
})

const form = (area: Json): Json => ({
  title: "Quote",
  code: "Q",
  tables: { area },
  fields: [
    { slug: "postcode", type: "text" },
    { slug: "factor", type: "number", decimals: 4, formula: "lookup(area, 'factor', postcode, 30)" }
  ]
})

const areas = (version: number) => {
  const read = readCsv(AREAS)
  if (Result.isFailure(read)) throw new Error("AREAS")
  return { ...read.success.table, origin: { table: "areas", version } }
}

const tables = new Map([
  ["areas", areas(2)],
  ["areas/1", areas(1)],
  ["areas/2", areas(2)]
])

describe("a form that names a table of its organisation", () => {
  it("looks up in the newest version, or in the one that it names", () => {
    for (const [named, version] of [
      ["areas", 2],
      [{ table: "areas", version: 1 }, 1]
    ] as const) {
      const checked = check(form(named), {}, { tables })
      if (Result.isFailure(checked)) throw new Error(JSON.stringify(checked.failure))
      expect(checked.success.definition.tables[0]?.origin).toEqual({ table: "areas", version })
      const options = { today: "2026-03-02", draft: false }
      const of = (postcode: string) =>
        compileClosures(checked.success).evaluate({ postcode }, options).calculatedData["factor"]
      expect([of("10115"), of("99999")]).toEqual([1.1, 1])
    }
  })

  it("is refused where there is no such table, with what is meant", () => {
    const faults = (area: Json) => {
      const checked = check(form(area), {}, { tables, publishedTables: new Map([["areas", 2]]) })
      return Result.isFailure(checked) ? checked.failure.map(({ message, pointer }) => [pointer, message]) : []
    }
    expect(faults("aeras")).toEqual([
      ["/tables/area", "The organisation has no published table `aeras`. Did you mean `areas`?"]
    ])
    expect(faults({ table: "areas", version: 7 })).toEqual([
      ["/tables/area/version", "There is no version 7 of a table `areas`. Its newest is 2."]
    ])
    expect(faults({ table: "aeras", version: 7 })).toEqual([
      ["/tables/area/table", "The organisation has no published table `aeras`. Did you mean `areas`?"]
    ])
    const unlisted = check(form({ table: "areas", version: 7 }), {}, { tables })
    expect(unlisted).toMatchObject({
      failure: [{ pointer: "/tables/area/version", message: "There is no version 7 of a table `areas`." }]
    })
    expect(check(form("areas"))).toMatchObject({ failure: [{ pointer: "/tables/area" }] })
  })

  it("means the same for good once its tables are pinned", () => {
    expect(tableReferences(form("areas"))).toEqual([{ name: "area", table: "areas", version: undefined }])
    const pinned = pinTables(form("areas"), () => 2)
    expect(tableReferences(pinned)).toEqual([{ name: "area", table: "areas", version: 2 }])
    expect(pinTables(form({ table: "areas", version: 1 }), () => undefined)).toEqual(
      form({ table: "areas", version: 1 })
    )
  })
})
