/** Running dates, times and moments: a text that has a rank, between `min` and `max`. */
import type { TemporalField } from "../../Definition.ts"
import type { ValueKind } from "../../tree/Tree.ts"
import { parseDatetime } from "../../values/civil.ts"
import { counted } from "../../values/counted.ts"
import { decodeText, none } from "./decoding.ts"
import type { Constraint, RunningKind, ValueOf } from "./RunningKind.ts"
import { unplaced } from "../../words/UnplacedProblem.ts"

export type TemporalType = TemporalField["type"] & ValueKind

interface OwnTemporal<T extends TemporalType> {
  /** The value of a text; null if the text is not one. */
  readonly parse: (text: string) => ValueOf<T> | null
  readonly write: (value: ValueOf<T>) => string
  /** What it is before or after. */
  readonly limit: "date" | "time"
  /** A number that orders its values. */
  readonly rank: (value: ValueOf<T>) => bigint | number
}

export interface RunningTemporal<T extends TemporalType> extends OwnTemporal<T>, RunningKind<TemporalField, T> {}

const constraint =
  <T extends TemporalType>({ limit, parse, rank }: OwnTemporal<T>) =>
  ({ label, max, min }: TemporalField): Constraint<ValueOf<T>> => {
    const rankOf = (written: string | undefined): bigint | number | null => {
      const value = written === undefined ? null : parse(written)
      return value === null ? null : rank(value)
    }
    const [least, most] = [rankOf(min), rankOf(max)]
    return (value) => {
      const own = rank(value)
      if (least !== null && own < least) return [unplaced(`min/${limit}`, { label, limit: String(min) })]
      if (most !== null && own > most) return [unplaced(`max/${limit}`, { label, limit: String(max) })]
      return none
    }
  }

const runningTemporal = <T extends TemporalType>(
  wrong: "type/date" | "type/time" | "type/datetime",
  own: OwnTemporal<T>
): RunningTemporal<T> => ({
  ...own,
  unique: "rows",
  decoder: ({ label }) => decodeText(label, wrong, own.parse),
  constraint: constraint(own),
  encode: (_, value) => own.write(value),
  identity: (_, value) => String(own.rank(value))
})

export const date = runningTemporal<"date">("type/date", {
  limit: "date",
  parse: counted.date.parse,
  write: counted.date.format,
  rank: (days) => days
})

export const time = runningTemporal<"time">("type/time", {
  limit: "time",
  parse: counted.time.parse,
  write: counted.time.format,
  rank: (seconds) => seconds
})

export const datetime = runningTemporal<"datetime">("type/datetime", {
  limit: "date",
  parse: parseDatetime,
  write: ({ written }) => written,
  rank: ({ instant }) => instant
})
