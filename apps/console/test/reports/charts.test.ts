/** The arithmetic of charts: where columns stand, how the arrows go, and how buckets are put together. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { decimalText } from "../../src/parts/decimalText.ts"
import { histogramOf } from "../../src/parts/chart/histogram.ts"
import { nearestBar, stepFrom } from "../../src/parts/chart/steps.ts"
import { coarser, seenBuckets } from "../../src/screens/reports/form/coarser.ts"
import { intervalsOf } from "../../src/screens/reports/form/intervals.ts"

/** Buckets as the server makes them: by two leading digits, away from zero, in order, each once. */
const bucket = fc
  .record({
    lead: fc.integer({ min: 10, max: 99 }),
    power: fc.integer({ min: -2, max: 8 }),
    isNegative: fc.boolean(),
    count: fc.integer({ min: 1, max: 5_000 })
  })
  .map(({ count, isNegative, lead, power }) => {
    const text = (digits: number) =>
      power < 0
        ? `${Math.floor(digits / 10 ** -power)}.${String(digits % 10 ** -power).padStart(-power, "0")}`
        : `${digits}${"0".repeat(power)}`
    const sign = isNegative ? "-" : ""
    return { from: sign + text(lead), to: sign + text(lead + 1), count }
  })
const zero = { from: "0", to: "0", count: 7 }
const distribution = fc
  .tuple(fc.uniqueArray(bucket, { selector: ({ from }) => Number(from), minLength: 1, maxLength: 30 }), fc.boolean())
  .map(([buckets, hasZero]) =>
    [...buckets, ...(hasZero ? [zero] : [])].toSorted((a, b) => Number(a.from) - Number(b.from))
  )

const sum = (counts: ReadonlyArray<{ readonly count: number }>) => counts.reduce((all, { count }) => all + count, 0)

test("a column of a distribution is as large as its amount, in the order and the place of its range", () => {
  fc.assert(
    fc.property(distribution, (buckets) => {
      const intervals = intervalsOf(buckets)
      const { columns } = histogramOf(intervals)
      const areas = columns.map(
        ({ height, width }, place) => (height * width) / (intervals[place]?.amount ?? Number.NaN)
      )
      for (const area of areas) expect(area / (areas[0] ?? 1)).toBeCloseTo(1, 6)
      expect(Math.max(...columns.map(({ height }) => height))).toBeCloseTo(1, 9)
      columns.forEach(({ width, x }, place) => {
        expect(width).toBeGreaterThan(0)
        expect(x).toBeGreaterThanOrEqual(-1e-9)
        expect(x + width).toBeLessThanOrEqual(
          columns[place + 1] === undefined ? 1 + 1e-9 : (columns[place + 1]?.x ?? 0) + 1e-9
        )
      })
    })
  )
})

test("on a linear axis widths and places are those of the numbers themselves", () => {
  const { columns, scale } = histogramOf([
    { from: 0, to: 10, amount: 5 },
    { from: 20, to: 60, amount: 40 },
    { from: 60, to: 100, amount: 20 }
  ])
  expect(scale).toBe("linear")
  expect(columns).toEqual([
    { x: 0, width: 0.1, height: 0.5 },
    { x: 0.2, width: 0.4, height: 1 },
    { x: 0.6, width: 0.4, height: 0.5 }
  ])
})

test("buckets that are put together hold what they held: each is in exactly one, and none is counted twice", () => {
  fc.assert(
    fc.property(distribution, fc.constantFrom(0, 1), (buckets, digits) => {
      const wider = coarser(buckets, digits)
      expect(sum(wider)).toBe(sum(buckets))
      for (const { from, to } of buckets) {
        const holding = wider.filter((one) => {
          const [least, most] = [Math.abs(Number(one.from)), Math.abs(Number(one.to))]
          const [low, high] = [Math.abs(Number(from)), Math.abs(Number(to))]
          return (
            from.startsWith("-") === one.from.startsWith("-") &&
            least <= low &&
            high <= most &&
            (low === 0) === (least === 0)
          )
        })
        expect(holding.length, JSON.stringify([from, to, wider])).toBe(1)
      }
      expect(sum(seenBuckets(buckets))).toBe(sum(buckets))
    })
  )
})

test.each([
  [["950", "18000", "92000"], 1, ["900 1000", "10000 20000", "90000 100000"]],
  [["0.056", "0.99", "1.2"], 1, ["0.05 0.06", "0.9 1", "1 2"]],
  [["-250", "-10", "0", "7"], 0, ["-100 -1000", "-10 -100", "0 0", "1 10"]]
] as const)("%j by %i digits", (froms, digits, wanted) => {
  const given = froms.map((from) => ({ from, to: from === "0" ? "0" : `${from}1`, count: 1 }))
  expect(coarser(given, digits).map(({ from, to }) => `${from} ${to}`)).toEqual(wanted)
})

test("the arrows reach every bar of a chart, and lead to none that is not there", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6), { minLength: 1, maxLength: 20 }), (rows) => {
      const all = rows.flatMap((count, column) => Array.from({ length: count }, (_, row) => `${column} ${row}`))
      const start = nearestBar(rows, { column: rows.length - 1, row: 0 })
      const seen = new Set<string>()
      const left = start === undefined ? [] : [start]
      for (let at = left.pop(); at !== undefined; at = left.pop()) {
        const name = `${at.column} ${at.row}`
        expect(all).toContain(name)
        if (seen.has(name)) continue
        seen.add(name)
        for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "a"]) {
          const next = stepFrom(rows, at, key)
          if (next !== undefined) left.push(next)
        }
      }
      expect(seen.size).toBe(all.length)
    })
  )
})

test("a decimal is shown with all of its digits and no others", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,40})?$/u), (text) => {
      expect(decimalText("en-GB", text).replaceAll(",", "")).toBe(text)
    })
  )
  expect(decimalText("en-GB", "1234567.5000", "GBP")).toBe("£1,234,567.5000")
  expect(decimalText("de", "-1234567.50", "EUR")).toBe("-1.234.567,50\u00a0€")
  expect(decimalText("en-GB", "much")).toBe("much")
})
