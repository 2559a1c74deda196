/** What dates, times and moments share: a text that has a rank, between `min` and `max`. */
import type { Change } from "../Comparison.ts"
import type { Field, FieldOf, FieldType, TemporalField } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import { type Read, addTypeFault } from "../reading/Reader.ts"
import type { ValueTree } from "../tree/Tree.ts"
import type { Place } from "../tree/leaves.ts"
import { addDays, addMonths, formatDate, parseDate, parseDatetime } from "../values/civil.ts"
import { counted, type CountedKind, isCountedKind } from "../values/counted.ts"
import { type Bound, compareBounds, type ReadBound, readBounds } from "./bounds.ts"
import { authored, type Literals, type RowKind } from "./FieldKind.ts"
import { given } from "./given.ts"
import { rangeMembers } from "./members.ts"
import type { RunningTemporal, TemporalType } from "./running/temporals.ts"
import { STEPS_A_PROBLEM } from "./steps.ts"

/** What differs between the types. */
export interface OwnTemporal {
  /** What a bound has to be, for faults: “a date such as …”. */
  readonly expected: string
  readonly tree: (place: Place) => ValueTree
  readonly schema: JsonObject
  readonly candidates: (bounds: ReadonlyArray<string>, today: string, literals: Literals) => ReadonlyArray<Json>
}

const readBound =
  <T extends TemporalType>({ parse, rank }: RunningTemporal<T>, { expected }: OwnTemporal): Read<ReadBound> =>
  (reading, value, at) => {
    const read = typeof value === "string" ? parse(value) : null
    return typeof value === "string" && read !== null
      ? { kept: value, rank: BigInt(rank(read)) }
      : addTypeFault(reading, value, at, expected)
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
  running: RunningTemporal<T>,
  own: OwnTemporal
): RowKind<FieldOf<T> & TemporalField, T> => ({
  ...running,
  ...authored(
    () => rangeMembers,
    ({ at, base, given: read, reading }) => ({
      ...base,
      type,
      unique: read.unique ?? false,
      ...readBounds(reading, readBound(running, own), read, at)
    })
  ),
  kind: type,
  takes: [],
  mayBreakConstraints: ({ max, min }) => min !== undefined || max !== undefined,
  compare,
  read: (_, place) => ({ tree: own.tree(place) }),
  constraintSteps: () => STEPS_A_PROBLEM,
  show: (_, value) => running.write(value),
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
