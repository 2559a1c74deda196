/** Buckets of a report as intervals on an axis, for drawing alone: what is written and asked for are the exact decimals. */
import type { SubmissionReport } from "@formwork/client/contract"
import type { Interval } from "../../../parts/chart/histogram.ts"

type Bucket = SubmissionReport["numbers"][number]["distribution"][number]

/**
 * A bucket below zero extends downwards. The one at zero is a single value: it is as wide as the narrowest of the others, and no wider
 * than the way to the next.
 */
export const intervalsOf = (buckets: ReadonlyArray<Bucket>): ReadonlyArray<Interval> => {
  const ends = buckets.map(({ count, from, to }) => {
    const [a, b] = [Number(from), Number(to)]
    return { from: Math.min(a, b), to: Math.max(a, b), amount: count }
  })
  const widths = ends.map(({ from, to }) => to - from).filter((width) => width > 0)
  const above = ends.map(({ from }) => from).filter((from) => from > 0)
  const alone = Math.min(...(widths.length === 0 ? [1] : widths), ...above)
  return ends.map((one) => (one.from === one.to ? { ...one, to: one.from + alone } : one))
}
