/** What the screens of tables do without a browser: files, lines, changes, and the names that a form has for tables. */
import { describe, expect, test } from "vitest"
import { parseText } from "../../src/screens/author/document/parseText.ts"
import { memberOf } from "../../src/screens/author/document/nodes.ts"
import { freeTableName, namedIn, namedJson } from "../../src/screens/author/structure/inspector/tables/namedTable.ts"
import { formatOf, nameOf, take } from "../../src/screens/tables/file/tableFile.ts"
import { cellsOf, found, readLines } from "../../src/screens/tables/one/lines.ts"
import { compareSearch, rowsSearch } from "../../src/screens/tables/one/rowsSearch.ts"
import { changedRows, unionOf } from "../../src/screens/tables/versions/changedRows.ts"

const TEXT =
  '{"keys":[{"name":"area","type":"text","match":"exact"}],"values":[{"name":"rate","type":"number","decimals":2},{"name":"on","type":"boolean"}]}\n' +
  '["Düren \\"West\\"","1.25",true]\n\n["*",null,false]\n'

describe("a file", () => {
  test("is NDJSON where it begins with columns in braces", () => {
    expect(formatOf(TEXT)).toBe("ndjson")
    expect(formatOf("area: exact text\na\n")).toBe("csv")
  })

  test("gives a table its name, as far as a table can have it", () => {
    expect(["Areas 2027.csv", "2027-rates.v2.csv", "ÄÖ.csv", `${"x".repeat(80)}.csv`].map(nameOf)).toEqual([
      "areas_2027",
      "rates_v2",
      "",
      "x".repeat(63)
    ])
  })

  test("is taken without its mark of UTF-8, and not in another encoding", async () => {
    const marked = await take(new File([new Uint8Array([0xef, 0xbb, 0xbf, 0x61])], "a.csv"))
    expect(marked).toEqual({ file: { text: "a", name: "a.csv" } })
    expect(await take(new File([new Uint8Array([0x44, 0xfc])], "a.csv"))).toEqual({ problem: "notUtf8" })
  })
})

describe("the lines of a table", () => {
  test("have columns with their types, and cells as texts", () => {
    const { columns, lines } = readLines(TEXT)
    expect(columns.map(({ isKey, name, type }) => [name, type, isKey])).toEqual([
      ["area", "exact text", true],
      ["rate", "number 2", false],
      ["on", "boolean", false]
    ])
    expect(lines.map(cellsOf)).toEqual([
      ['Düren "West"', "1.25", "true"],
      ["*", "", "false"]
    ])
    expect(readLines("no json")).toEqual({ columns: [], lines: [] })
  })

  test("are found by what stands in a cell, and not by what JSON writes around it", () => {
    const { lines } = readLines(TEXT)
    const numbers = (typed: string) => found(lines, typed).map(({ number }) => number)
    expect([numbers('n "w'), numbers("1.25"), numbers('","'), numbers("null"), numbers(" ")]).toEqual([
      [1],
      [1],
      [],
      [],
      [1, 2]
    ])
  })
})

test("rows that differ are laid out by the names of columns, which may have come or gone", () => {
  const column = (name: string) => ({ name, type: "text", isKey: false })
  const [before, after] = [["area", "rate", "old"].map(column), ["area", "new", "rate"].map(column)]
  expect(unionOf(before, after).map(({ name }) => name)).toEqual(["area", "new", "rate", "old"])
  const rows = changedRows(
    {
      rows: [
        { before: ["a", "1", "x"], after: ["a", true, "2"] },
        { before: null, after: ["b", null, "3"] },
        { before: ["c", "4", "y"], after: null }
      ]
    },
    before,
    after
  )
  expect(rows.map(({ kind }) => kind)).toEqual(["changed", "added", "removed"])
  expect(Object.fromEntries(rows[0]?.cells ?? [])).toEqual({
    area: { before: "a", after: "a" },
    new: { before: undefined, after: "true" },
    rate: { before: "1", after: "2" },
    old: { before: "x", after: undefined }
  })
})

test("an address names versions by whole numbers, and anything else is the draft", () => {
  expect(rowsSearch({ edition: "3" })).toEqual({ edition: 3 })
  expect([rowsSearch({ edition: "draft" }), rowsSearch({ edition: "-1" }), rowsSearch({})]).toEqual([{}, {}, {}])
  expect(compareSearch({ before: 1, after: "x" })).toEqual({ before: 1 })
})

describe("a table that a form names", () => {
  const parsed = parseText(
    '{"tables":{"a":"areas","b":{"table":"rates","version":3},"own":{"keys":[],"rows":[]}},"fields":[{"slug":"rates"}]}'
  )
  const tree = "tree" in parsed ? parsed.tree : expect.fail("the definition cannot be read")

  test("is read and written by its name alone, or with a version", () => {
    const tables = memberOf(tree, "tables")
    const named = ["a", "b", "own"].map((name) => namedIn(memberOf(tables, name) ?? expect.fail(name)))
    expect(named).toEqual([{ table: "areas", version: "" }, { table: "rates", version: "3" }, undefined])
    expect(namedJson({ table: "areas", version: " " })).toBe('"areas"')
    expect(namedJson({ table: "rates", version: "3" })).toBe('{"table":"rates","version":3}')
    expect(namedJson({ table: "rates", version: "x" })).toBe('{"table":"rates","version":"x"}')
  })

  test("gets a name that no table and no field of the form has", () => {
    const name = (wanted: string) => freeTableName(tree, memberOf(tree, "tables"), wanted)
    expect([name("zones"), name("rates"), name("own")]).toEqual(["zones", "rates2", "own2"])
  })
})
