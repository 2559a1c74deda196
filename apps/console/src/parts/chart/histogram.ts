/**
 * Where the columns of a distribution stand. A column is as wide as its interval and as large as its amount, so that unequal widths do
 * not lie: its height is the amount for each part of the axis.
 */

export interface Interval {
  readonly from: number
  readonly to: number
  readonly amount: number
}

/** Shares of the chart's width and height, 0 to 1. */
interface Column {
  readonly x: number
  readonly width: number
  readonly height: number
}

export interface Histogram {
  /** Whether the axis is linear, or by powers of ten where narrow intervals could not be seen otherwise. */
  readonly scale: "linear" | "logarithmic"
  readonly columns: ReadonlyArray<Column>
}

/** On a linear axis the narrowest column has at least this share of the width. */
const narrowest = 1 / 60

/** Places on an axis by powers of ten, to both sides of zero. @param unit where it begins to be one. */
const logarithmic =
  (unit: number) =>
  (value: number): number =>
    Math.sign(value) * Math.log10(1 + Math.abs(value) / unit)

/** The smallest distance of an end from zero, without zero. */
const unitOf = (intervals: ReadonlyArray<Interval>): number =>
  Math.min(...intervals.flatMap(({ from, to }) => [Math.abs(from), Math.abs(to)]).filter((end) => end > 0))

/** @param intervals each with a `from` below its `to`. */
export const histogramOf = (intervals: ReadonlyArray<Interval>): Histogram => {
  const start = Math.min(...intervals.map(({ from }) => from))
  const end = Math.max(...intervals.map(({ to }) => to))
  const isLinear = intervals.every(({ from, to }) => (to - from) / (end - start) >= narrowest)
  const place = isLinear ? (value: number) => value : logarithmic(unitOf(intervals))
  const breadth = place(end) - place(start)
  const columns = intervals.map(({ amount, from, to }) => {
    const width = (place(to) - place(from)) / breadth
    return { x: (place(from) - place(start)) / breadth, width, density: amount / width }
  })
  const densest = Math.max(...columns.map(({ density }) => density))
  return {
    scale: isLinear ? "linear" : "logarithmic",
    columns: columns.map(({ density, width, x }) => ({ x, width, height: densest === 0 ? 0 : density / densest }))
  }
}
