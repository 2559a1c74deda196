/** Running dates, times and moments: a text that has a rank, between `min` and `max`. */
import type { TemporalField } from "../../Definition.ts"
import type { ValueKind } from "../../tree/Tree.ts"
import { parseDatetime } from "../../values/civil.ts"
import { counted } from "../../values/counted.ts"
import { decodeText, none } from "./decoding.ts"
import type { Constraint, RunningKind, ValueOf } from "./RunningKind.ts"

export type TemporalType = TemporalField["type"] & ValueKind

interface OwnTemporal<T extends TemporalType> {
  /** The value of a text; null if the text is not one. */
  readonly parse: (text: string) => ValueOf<T> | null
  readonly write: (value: ValueOf<T>) => string
  /** A number that orders its values. */
  readonly rank: (value: ValueOf<T>) => bigint | number
}

export interface RunningTemporal<T extends TemporalType> extends OwnTemporal<T>, RunningKind<TemporalField, T> {}

const constraint =
  <T extends TemporalType>({ parse, rank }: OwnTemporal<T>) =>
  ({ label, max, min }: TemporalField): Constraint<ValueOf<T>> => {
    const rankOf = (written: string | undefined): bigint | number | null => {
      const value = written === undefined ? null : parse(written)
      return value === null ? null : rank(value)
    }
    const [least, most] = [rankOf(min), rankOf(max)]
    return (value) => {
      const own = rank(value)
      if (least !== null && own < least) return [{ code: "min", message: `${label} is before ${min}.` }]
      if (most !== null && own > most) return [{ code: "max", message: `${label} is after ${max}.` }]
      return none
    }
  }

/** @param wanted ends the sentence “Birthday has to be …”. */
const runningTemporal = <T extends TemporalType>(wanted: string, own: OwnTemporal<T>): RunningTemporal<T> => ({
  ...own,
  unique: "rows",
  decoder: ({ label }) => decodeText(label, wanted, own.parse),
  constraint: constraint(own),
  encode: (_, value) => own.write(value),
  identity: (_, value) => String(own.rank(value))
})

export const date = runningTemporal<"date">("a date written as 2024-12-31", {
  parse: counted.date.parse,
  write: counted.date.format,
  rank: (days) => days
})

export const time = runningTemporal<"time">("a time written as 09:30", {
  parse: counted.time.parse,
  write: counted.time.format,
  rank: (seconds) => seconds
})

export const datetime = runningTemporal<"datetime">(
  "a date with a time and its offset, written as 2024-12-31T09:30:00Z",
  { parse: parseDatetime, write: ({ written }) => written, rank: ({ instant }) => instant }
)
