/** Where ranges begin: the same place as by counting. */
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { Starts } from "../../src/tables/levels.ts"

/** Evenly spread, in heaps, and far apart. */
const numbers = fc.oneof(
  fc.uniqueArray(fc.integer({ min: -60, max: 60 }), { maxLength: 80, size: "max" }),
  fc.uniqueArray(
    fc.integer({ min: -20, max: 20 }).map((one) => one ** 9),
    { maxLength: 40 }
  ),
  fc.uniqueArray(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), { maxLength: 40, size: "max" }),
  fc.integer({ min: 0, max: 300 }).map((count) => Array.from({ length: count }, (_, index) => index * 10))
)

it("law: as many begin up to a value as are not greater", () => {
  fc.assert(
    fc.property(numbers, fc.array(fc.double({ noNaN: true })), (starts, others) => {
      const ready = new Starts(starts)
      const near = starts.flatMap((start) => [start, start - 1, start + 1, start + 0.5])
      for (const value of [...near, ...others, Infinity, -Infinity, 0, -0])
        expect([value, ready.upTo(value)]).toEqual([value, starts.filter((start) => start <= value).length])
    }),
    { numRuns: 500 }
  )
})
