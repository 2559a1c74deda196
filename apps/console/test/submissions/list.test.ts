/** What a list of submissions computes, without a page. */
import type { Field } from "@formwork/rules/Definition"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { de } from "../../src/messages/de/de.ts"
import { en } from "../../src/messages/en/en.ts"
import { cellText } from "../../src/screens/submissions/list/cellText.ts"
import {
  allColumns,
  movedColumn,
  readColumns,
  slugsOf,
  writeColumns
} from "../../src/screens/submissions/list/columns.ts"
import { newerThan } from "../../src/screens/submissions/list/newerThan.ts"
import { MOST_ROWS, readOf } from "../../src/screens/submissions/list/reading.ts"
import { dayOf, filterOf, submissionsSearch, withMember } from "../../src/screens/submissions/list/submissionsSearch.ts"

const field = (slug: string, type: "text" | "list" = "text"): Field => {
  const base = { slug, label: slug.toUpperCase(), required: false, unique: false }
  return type === "list" ? { ...base, type, maxItems: 10, fields: [] } : { ...base, type, maxLength: 100 }
}
const fields = [field("a"), field("b"), field("rows", "list"), field("c"), field("d"), field("e")]

test("columns that were kept are the same when they are read again", () => {
  const some = fc
    .shuffledSubarray([...allColumns(fields)])
    .chain((columns) =>
      fc.tuple(
        ...columns.map((column) =>
          fc.constantFrom("narrow", "usual", "wide").map((width) => ({ ...column, width }) as const)
        )
      )
    )
  fc.assert(
    fc.property(some, (columns) => {
      expect(readColumns(writeColumns(columns), fields)).toEqual(columns)
    })
  )
})

test("whatever this browser has kept, each column is one of the form, and comes once", () => {
  const known = new Set(allColumns(fields).map(({ id }) => id))
  const entry = fc.record(
    { id: fc.constantFrom("state", "field:a", "field:gone", 7), width: fc.anything() },
    { requiredKeys: [] }
  )
  const kept = fc.oneof(
    fc.string(),
    fc.json(),
    fc.array(entry).map((all) => JSON.stringify(all))
  )
  fc.assert(
    fc.property(kept, (text) => {
      const columns = readColumns(text, fields)
      expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length)
      for (const { id, width } of columns) {
        expect(known.has(id)).toBe(true)
        expect(["narrow", "usual", "wide"]).toContain(width)
      }
    })
  )
})

test("a column that is moved is still there, and back again is where it was", () => {
  const all = allColumns(fields)
  for (const [index, { id }] of all.entries()) {
    const down = movedColumn(all, id, 1)
    expect(down.toSorted((x, y) => x.id.localeCompare(y.id))).toEqual(all.toSorted((x, y) => x.id.localeCompare(y.id)))
    if (index < all.length - 1) expect(movedColumn(down, id, -1)).toEqual(all)
  }
  expect(slugsOf(all)).toEqual(["a", "b", "rows", "c", "d", "e"])
})

const word = fc.string({ minLength: 1, maxLength: 5 }).filter((text) => text.trim() !== "")
const anySearch = fc.record(
  { form: word, state: word, reference: word, text: word, where: word, createdFrom: fc.constant("2026-11-01") },
  { requiredKeys: [] }
)

test("an address that was read is the same when it is read again, and has nothing of what it does not know", () => {
  fc.assert(
    fc.property(anySearch, fc.string(), (search, other) => {
      const read = submissionsSearch({ ...search, cursor: other, createdBefore: "soon" })
      expect(submissionsSearch({ ...read })).toEqual(read)
      expect(Object.keys(read).toSorted()).toEqual(Object.keys(search).toSorted())
    })
  )
})

test("a filter that is set can be taken out again, and another form takes its own condition and states with it", () => {
  fc.assert(
    fc.property(anySearch, word, (given, text) => {
      const search = submissionsSearch(given)
      const { text: _, ...without } = search
      expect(withMember(withMember(search, "text", text), "text", undefined)).toEqual(without)
      const other = withMember(search, "form", `${search.form ?? ""}x`)
      expect([other.where, other.state]).toEqual([undefined, undefined])
    })
  )
})

test("a day in the address begins at midnight of the person who reads it", () => {
  const { createdFrom = "" } = filterOf({ createdFrom: "2026-11-23" })
  expect(new Date(createdFrom).getHours()).toBe(0)
  expect(new Date(createdFrom).getDate()).toBe(23)
  expect([dayOf(createdFrom), dayOf("2026-11-23"), dayOf(undefined)]).toEqual(["2026-11-23", "2026-11-23", undefined])
  expect(filterOf({ createdFrom: "2026-11-23T10:00:00+02:00" }).createdFrom).toBe("2026-11-23T08:00:00.000Z")
})

const submission = (id: number) => ({ id: String(id), createdAt: new Date(id).toISOString() })
const page = (count: number, next: string | null) => ({
  items: Array.from({ length: count }, (_, index) => submission(index)) as never,
  next
})

test("a list is whole at its last page, keeps 10,000 rows, and says that it searches in vain", () => {
  expect(readOf([])).toMatchObject({ isWhole: false, isFruitless: false })
  expect(readOf([page(3, null)])).toMatchObject({ isWhole: true, isFull: false, isFruitless: false })
  expect(readOf([page(0, "more")])).toMatchObject({ isWhole: false, isFruitless: true, lookedAt: 5_000 })
  expect(readOf([page(0, null)])).toMatchObject({ isWhole: true, isFruitless: false })
  const full = Array.from({ length: 51 }, () => page(200, "more"))
  expect(readOf(full)).toMatchObject({ isFull: true, isWhole: false })
  expect(readOf(full).rows).toHaveLength(MOST_ROWS)
})

test("what is new was created after every row, and passes the same filters", () => {
  const at = Date.parse("2026-11-23T10:00:00Z")
  expect(newerThan({ state: "draft" }, [submission(at), submission(at - 5)], 0)).toEqual({
    state: "draft",
    createdFrom: "2026-11-23T10:00:00.001Z"
  })
  expect(newerThan({}, [], at)).toEqual({ createdFrom: "2026-11-23T10:00:00.000Z" })
  expect(newerThan({ createdBefore: "2026-11-20T00:00:00.000Z" }, [submission(at)], at)).toBeUndefined()
  expect(newerThan({ createdFrom: "2099-01-01T00:00:00.000Z" }, [], at)?.createdFrom).toBe("2099-01-01T00:00:00.000Z")
})

test("a value is one line, in the words of its field", () => {
  const words = { yes: "Yes", no: "No", language: "en-GB", rows: ({ n }: { readonly n: number }) => `${n} rows` }
  const options = [{ value: "c", label: "Comprehensive" }]
  const base = { slug: "x", label: "X", required: false, unique: false }
  expect(cellText({ ...base, type: "choice", options }, "c", words)).toBe("Comprehensive")
  expect(cellText({ ...base, type: "choice", options }, "gone", words)).toBe("gone")
  expect(cellText({ ...base, type: "choices", options }, ["c", "gone"], words)).toBe("Comprehensive, gone")
  expect(cellText({ ...base, type: "boolean" }, false, words)).toBe("No")
  const euros = { ...base, type: "money", currency: "EUR", decimals: 2 } as const
  expect(cellText(euros, "9104.88", words)).toBe("€9,104.88")
  expect(cellText(euros, "9104.88", { ...words, language: "de" }).replaceAll(/\s/gu, " ")).toBe("9.104,88 €")
  expect(cellText(euros, "of an older version", words)).toBe("of an older version")
  expect(cellText({ ...base, type: "integer", decimals: 0, unit: "m" }, 12_000, words)).toBe("12,000 m")
  expect(cellText({ ...base, type: "date" }, "2026-11-04", words)).toBe("4 Nov 2026")
  expect(cellText({ ...base, type: "date" }, "2026-11-99", words)).toBe("2026-11-99")
  expect(cellText(field("rows", "list"), [{}, {}], words)).toBe("2 rows")
  expect(cellText(field("a"), "two\n lines", words)).toBe("two lines")
  expect(cellText(field("a"), undefined, words)).toBe("")
  expect(cellText(field("a"), [{ toString: 1 }, [2], "three"], words)).toBe('{"toString":1}, [2], three')
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(cellText(field("a"), value, words)).not.toMatch(/[\n\r]/u)
    })
  )
})

test("what the list calls a state is that state, in both languages, and so is its name", () => {
  const usual = ["draft", "submitted", "in_review", "approved", "rejected"]
  const germanWords = new Set(usual.map((name) => de.submission.state({ name }).toLowerCase().replaceAll(" ", "_")))
  // A blank at the end is not read: somebody goes on typing. A name that ends with `_` would be shown with one.
  const own = fc.stringMatching(/^[a-z](?:[a-z0-9_]{0,20}[a-z0-9])?$/u).filter((name) => !germanWords.has(name))
  fc.assert(
    fc.property(fc.oneof(own, fc.constantFrom(...usual)), fc.constantFrom(en, de), (name, { submission }) => {
      for (const text of [name, submission.state({ name }), ` ${submission.state({ name }).toUpperCase()} `])
        expect(submission.stateNamed({ text })).toBe(name)
    })
  )
})
