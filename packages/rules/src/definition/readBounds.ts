/** Reading `min` and `max`, which mean something else for each type of field. */
import type { Json } from "../Json.ts"
import { parseDate, parseDatetime, parseTime } from "../values/civil.ts"
import { LARGEST, parse, plain } from "../values/decimal.ts"
import { fault, found, type Read, type Reading, wrong } from "./Reader.ts"
import { below } from "../values/pointer.ts"

/** A bound as it is kept, and something to compare it by. */
interface Bound {
  readonly kept: string
  readonly rank: bigint
}

export interface Bounds {
  readonly min?: string
  readonly max?: string
}

const decimal =
  (decimals: number): Read<Bound> =>
  (reading, value, at) => {
    const literal = typeof value === "number" && Number.isFinite(value) ? plain(value) : value
    const rank = typeof literal === "string" ? parse(literal, decimals) : "type"
    if (typeof literal === "string" && typeof rank === "bigint" && rank <= LARGEST && rank >= -LARGEST)
      return { kept: literal, rank }
    if (rank === "type") return wrong(reading, value, at, 'a number such as `100` or `"99.95"`')
    if (rank === "decimals") {
      return fault(
        reading,
        at,
        `${found(value).replace(/^the/, "The")} has more decimals than its field, which has ${decimals === 0 ? "none" : decimals}.`
      )
    }
    return fault(reading, at, `${found(value).replace(/^the/, "The")} is larger than a field can hold.`)
  }

const temporal =
  (rankOf: (text: string) => bigint | null, expected: string): Read<Bound> =>
  (reading, value, at) => {
    const rank = typeof value === "string" ? rankOf(value) : null
    return typeof value === "string" && rank !== null ? { kept: value, rank } : wrong(reading, value, at, expected)
  }

const whole = (value: number | null): bigint | null => (value === null ? null : BigInt(value))

const readers = {
  date: temporal((value) => whole(parseDate(value)), "a date such as `2024-12-31`"),
  time: temporal((value) => whole(parseTime(value)), "a time such as `09:30`"),
  datetime: temporal(
    (value) => parseDatetime(value)?.instant ?? null,
    "a date with a time and its offset, such as `2024-12-31T09:30:00Z`"
  )
}

/** `min` and `max` of a field of numbers with so many decimals, or of dates or times. */
export const readBounds = (
  reading: Reading,
  kind: number | keyof typeof readers,
  given: { readonly min?: Json | undefined; readonly max?: Json | undefined },
  at: string
): Bounds => {
  const read = typeof kind === "number" ? decimal(kind) : readers[kind]
  const min = given.min === undefined ? undefined : read(reading, given.min, below(at, "min"))
  const max = given.max === undefined ? undefined : read(reading, given.max, below(at, "max"))
  if (min !== undefined && max !== undefined && min.rank > max.rank) {
    fault(
      reading,
      below(at, "min"),
      `\`min\` (${min.kept}) is greater than \`max\` (${max.kept}), so no value would do. Make it the smaller one.`
    )
  }
  return { ...(min === undefined ? {} : { min: min.kept }), ...(max === undefined ? {} : { max: max.kept }) }
}
