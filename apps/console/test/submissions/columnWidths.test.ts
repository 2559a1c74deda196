/** The widths of a grid's columns, without a page. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { columnWidths } from "../../src/parts/grid/columnWidths.ts"

const sum = (all: ReadonlyArray<number>) => all.reduce((total, one) => total + one, 0)

test("a column that stands whole has its content's width, the others what is left", () => {
  const columns = [{ width: 100, isWhole: true }, { width: 100 }, { width: 100 }]
  expect(columnWidths(columns, [150, 50, 300], 900)).toEqual([150, 100, 300])
  expect(columnWidths(columns, [150, 50, 300], 450)).toEqual([150, 100, 200])
  expect(columnWidths(columns, [150, 50, 300], 200)).toEqual([150, 100, 100])
  expect(columnWidths(columns, [], 900)).toEqual([100, 100, 100])
})

test("no column is narrower than its own width, and none takes what is not there", () => {
  const size = fc.integer({ min: 0, max: 2_000 })
  const column = fc.record({ width: fc.integer({ min: 60, max: 320 }), isWhole: fc.boolean() })
  fc.assert(
    fc.property(fc.array(fc.tuple(column, size)), size, (given, view) => {
      const columns = given.map(([one]) => one)
      const contents = given.map(([, content]) => content)
      const found = columnWidths(columns, contents, view)
      for (const [index, one] of found.entries()) expect(one).toBeGreaterThanOrEqual(columns[index]?.width ?? 0)
      const least = sum(columnWidths(columns, contents, 0))
      expect(sum(found)).toBeLessThanOrEqual(Math.max(least, view) + 0.001)
    })
  )
})
