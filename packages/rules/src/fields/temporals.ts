/** What dates, times and moments share: a text that has a rank, between `min` and `max`. */
import type { Change } from "../Comparison.ts"
import type { Field, FieldOf, FieldType, TemporalField } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import { type Read, addTypeFault } from "../reading/Reader.ts"
import type { Place, ValueKind, ValueTree } from "../tree/Tree.ts"
import { addDays, addMonths, formatDate, parseDate, parseDatetime } from "../values/civil.ts"
import { counted, type CountedKind, isCountedKind } from "../values/counted.ts"
import { type Bound, compareBounds, type ReadBound, readBounds } from "./bounds.ts"
import { decodeText, given, none } from "./decoding.ts"
import { authored, type Constraint, type Literals, type RowKind, type ValueOf } from "./FieldKind.ts"
import { rangeMembers } from "./members.ts"
import { STEPS_A_PROBLEM } from "./steps.ts"

type TemporalType = TemporalField["type"] & ValueKind

/** What differs between the types. */
export interface OwnTemporal<T extends TemporalType> {
  /** The value of a text; null if the text is not one. */
  readonly parse: (text: string) => ValueOf<T> | null
  readonly write: (value: ValueOf<T>) => string
  /** A number that orders its values. */
  readonly rank: (value: ValueOf<T>) => bigint | number
  /** Ends the sentence “Birthday has to be …”. */
  readonly wanted: string
  /** What a bound has to be, for faults: “a date such as …”. */
  readonly expected: string
  readonly tree: (place: Place) => ValueTree
  readonly schema: JsonObject
  readonly candidates: (bounds: ReadonlyArray<string>, today: string, literals: Literals) => ReadonlyArray<Json>
}

const readBound =
  <T extends TemporalType>({ expected, parse, rank }: OwnTemporal<T>): Read<ReadBound> =>
  (reading, value, at) => {
    const read = typeof value === "string" ? parse(value) : null
    return typeof value === "string" && read !== null
      ? { kept: value, rank: BigInt(rank(read)) }
      : addTypeFault(reading, value, at, expected)
  }

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

type AnyTemporal = FieldOf<Extract<FieldType, CountedKind> | "datetime">

const isTemporal = (field: Field): field is AnyTemporal => field.type === "datetime" || isCountedKind(field.type)

const ranked = ({ type }: AnyTemporal, written: string | undefined): Bound => {
  if (written === undefined) return { written, rank: undefined }
  if (type === "datetime") return { written, rank: parseDatetime(written)?.instant }
  const count = counted[type].parse(written)
  return { written, rank: count === null ? undefined : BigInt(count) }
}

const compare = (name: string, before: Field, after: AnyTemporal): ReadonlyArray<Change> =>
  isTemporal(before)
    ? compareBounds(
        name,
        ["min", "max"],
        { before: ranked(before, before.min), after: ranked(after, after.min) },
        { before: ranked(before, before.max), after: ranked(after, after.max) },
        `Values of \`${name}\``
      )
    : []

/** A type whose values are written as a text and have an order. */
export const temporalType = <T extends TemporalType>(
  type: T,
  own: OwnTemporal<T>
): RowKind<FieldOf<T> & TemporalField, T> => ({
  ...authored(
    () => rangeMembers,
    ({ at, base, given: read, reading }) => ({
      ...base,
      type,
      unique: read.unique ?? false,
      ...readBounds(reading, readBound(own), read, at)
    })
  ),
  kind: type,
  unique: "rows",
  takes: [],
  mayBreakConstraints: ({ max, min }) => min !== undefined || max !== undefined,
  compare,
  read: (_, place) => ({ tree: own.tree(place) }),
  decoder: ({ label }) => decodeText(label, own.wanted, own.parse),
  constraint: constraint(own),
  constraintSteps: () => STEPS_A_PROBLEM,
  encode: (_, value) => own.write(value),
  identity: (_, value) => String(own.rank(value)),
  show: (_, value) => own.write(value),
  schema: ({ max, min }) => ({ keywords: own.schema, besides: given({ min, max }) }),
  candidates: ({ max, min }, today, literals) =>
    own.candidates(
      [min, max].filter((bound) => bound !== undefined),
      today,
      literals
    )
})

const moved = (today: number): ReadonlyArray<number> =>
  [addMonths(today, -360n), addMonths(today, -12n), addMonths(today, 12n), addMonths(today, -840n)]
    .concat([-1n, 1n, 7n, -7n, 30n, -30n, 90n].map((days) => addDays(today, days)))
    .filter((days) => days !== null)

const near = (literals: ReadonlySet<string>): ReadonlyArray<string> =>
  [...literals].flatMap((literal) => {
    const days = parseDate(literal)
    if (days === null) return []
    return [0n, 1n, -1n].flatMap((more) => addDays(days, more) ?? []).map(formatDate)
  })

/** Dates worth trying: those near `today`, then `bounds`, then the unusual ones. */
export const datesWorthTrying = (
  bounds: ReadonlyArray<string>,
  today: string,
  literals: Literals
): ReadonlyArray<string> => {
  const days = parseDate(today)
  const usual = [today, ...(days === null ? [] : moved(days).map(formatDate)), "2000-01-01", "1980-06-15"]
  const unusual = ["2024-02-29", "1900-01-01", "2100-12-31", "0001-01-01", "9999-12-31"]
  return [...usual, ...bounds, ...near(literals.date), ...unusual]
}
