/** What a grid and its list compute, without a page. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { moved, within } from "../../src/parts/grid/places.ts"
import type { Key, Place, Size } from "../../src/parts/grid/places.ts"
import { allToggled, toggled, withRange } from "../../src/parts/grid/selected.ts"

const keys = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "PageDown", "PageUp", "x"] as const
const key = (name: string, isMod = false, isMirrored = false): Key => ({ key: name, isMod, isMirrored })
const anyKey = fc.record({ key: fc.constantFrom(...keys), isMod: fc.boolean(), isMirrored: fc.boolean() })
const anySize = fc.record({
  rows: fc.nat(500),
  columns: fc.integer({ min: 1, max: 30 }),
  page: fc.integer({ min: -2, max: 40 })
})
const anyPlace = fc.record({ row: fc.integer({ min: -3, max: 600 }), column: fc.integer({ min: -3, max: 40 }) })

const after = (place: Place, size: Size, ...pressed: ReadonlyArray<string>): Place =>
  pressed.reduce((at, name) => moved(at, key(name), size) ?? at, place)

test("whatever is pressed, the keyboard is at a cell of the grid", () => {
  fc.assert(
    fc.property(anyPlace, anySize, fc.array(anyKey), (start, size, pressed) => {
      const end = pressed.reduce((at, one) => moved(at, one, size) ?? at, within(start, size))
      expect(end.row).toBeGreaterThanOrEqual(0)
      expect(end.row).toBeLessThanOrEqual(size.rows)
      expect(end.column).toBeGreaterThanOrEqual(0)
      expect(end.column).toBeLessThan(size.columns)
    })
  )
})

test("an arrow and its opposite lead back, except at an edge", () => {
  fc.assert(
    fc.property(anyPlace, anySize, (start, size) => {
      const at = within(start, size)
      if (at.row < size.rows) expect(after(at, size, "ArrowDown", "ArrowUp")).toEqual(at)
      if (at.column < size.columns - 1) expect(after(at, size, "ArrowRight", "ArrowLeft")).toEqual(at)
    })
  )
})

test("a page down is as far as so many presses of the arrow, and a page up from the rows never goes past the first row", () => {
  fc.assert(
    fc.property(anyPlace, anySize, (start, size) => {
      const at = within(start, size)
      const presses = Array.from({ length: Math.max(1, size.page) }, () => "ArrowDown")
      expect(after(at, size, "PageDown")).toEqual(after(at, size, ...presses))
      if (at.row > 1) expect(after(at, size, "PageUp").row).toBeGreaterThanOrEqual(1)
    })
  )
})

test("Home and End stay in the row, and with Ctrl they go to the first and the last cell", () => {
  fc.assert(
    fc.property(anyPlace, anySize, (start, size) => {
      const at = within(start, size)
      expect(moved(at, key("Home"), size)).toEqual({ row: at.row, column: 0 })
      expect(moved(at, key("End"), size)).toEqual({ row: at.row, column: size.columns - 1 })
      expect(moved(at, key("End", true), size)).toEqual({ row: size.rows, column: size.columns - 1 })
      expect(moved(at, key("Home", true), size)).toEqual({ row: Math.min(1, size.rows), column: 0 })
    })
  )
})

test("where text runs from the right to the left, the arrows go to what they point at", () => {
  fc.assert(
    fc.property(anyPlace, anySize, (start, size) => {
      const at = within(start, size)
      expect(moved(at, key("ArrowLeft", false, true), size)).toEqual(moved(at, key("ArrowRight"), size))
      expect(moved(at, key("ArrowRight", false, true), size)).toEqual(moved(at, key("ArrowLeft"), size))
    })
  )
})

test("a key that moves nothing is left to the browser, and so are arrows with Ctrl", () => {
  const size = { rows: 5, columns: 5, page: 2 }
  expect(moved({ row: 2, column: 2 }, key("Tab"), size)).toBeUndefined()
  expect(moved({ row: 2, column: 2 }, key("ArrowDown", true), size)).toBeUndefined()
})

const ids = fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 20 })

test("selecting a row twice changes nothing, and all of a list twice selects nothing else than what is elsewhere", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.string(), ids, (before, id, list) => {
      const selected = new Set(before)
      expect(toggled(toggled(selected, id), id)).toEqual(selected)
      const elsewhere = new Set(before.filter((one) => !list.includes(one)))
      if (!list.every((one) => selected.has(one)))
        expect(allToggled(allToggled(selected, list), list)).toEqual(elsewhere)
    })
  )
})

test("a range is the same from both of its ends, and keeps what was selected", () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat(), fc.array(fc.string()), (list, a, b, before) => {
      fc.pre(list.length > 0)
      const [from, to] = [a % list.length, b % list.length]
      const range = withRange(new Set(before), list, list[from], list[to] ?? "")
      expect(withRange(new Set(before), list, list[to], list[from] ?? "")).toEqual(range)
      for (const one of before) expect(range.has(one)).toBe(true)
      const inside = list.slice(Math.min(from, to), Math.max(from, to) + 1)
      expect(range.size).toBe(new Set([...before, ...inside]).size)
    })
  )
})
