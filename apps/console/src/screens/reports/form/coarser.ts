/** Buckets put together where they would be too narrow to be seen: by the first digit, or by the power of ten. Their ends stay exact. */
import type { SubmissionReport } from "@formwork/client/contract"
import { histogramOf } from "../../../parts/chart/histogram.ts"
import type { Histogram } from "../../../parts/chart/histogram.ts"
import { intervalsOf } from "./intervals.ts"

type Bucket = SubmissionReport["numbers"][number]["distribution"][number]

/** A digit at a power of ten: `900`, `0.07`. */
const digitAt = (digit: number, power: number): string => {
  if (digit === 10) return digitAt(1, power + 1)
  return power < 0 ? `0.${"0".repeat(-power - 1)}${digit}` : `${digit}${"0".repeat(power)}`
}

interface Leading {
  readonly sign: string
  readonly digit: number
  readonly power: number
}

/** The first digit of a decimal that is not 0; undefined for 0. */
const leadingOf = (decimal: string): Leading | undefined => {
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".")
  const first = (whole + fraction).search(/[1-9]/u)
  if (first === -1) return undefined
  return {
    sign: decimal.startsWith("-") ? "-" : "",
    digit: Number((whole + fraction)[first]),
    power: whole.length - 1 - first
  }
}

/** @param digits that the values of a bucket share: 1, or 0 for those of one power of ten. */
export const coarser = (buckets: ReadonlyArray<Bucket>, digits: 0 | 1): ReadonlyArray<Bucket> => {
  const found = new Map<string, Bucket>()
  for (const bucket of buckets) {
    const leading = leadingOf(bucket.from)
    const { digit, power, sign } = leading ?? { digit: 0, power: 0, sign: "" }
    const from = leading === undefined ? bucket.from : sign + digitAt(digits === 1 ? digit : 1, power)
    const to = leading === undefined ? bucket.to : sign + digitAt(digits === 1 ? digit + 1 : 10, power)
    const count = bucket.count + (found.get(from)?.count ?? 0)
    found.set(from, { from, to, count })
  }
  return [...found.values()]
}

/** The least share of the width that a column has, as far as its buckets can be put together. */
const narrowest = 1 / 60

const isWide = ({ columns }: Histogram): boolean => columns.every(({ width }) => width >= narrowest)

/** The finest buckets whose columns can be seen and pressed. */
export const seenBuckets = (buckets: ReadonlyArray<Bucket>): ReadonlyArray<Bucket> => {
  const levels = [buckets, coarser(buckets, 1), coarser(buckets, 0)]
  return levels.find((level) => isWide(histogramOf(intervalsOf(level)))) ?? levels.at(-1) ?? []
}
