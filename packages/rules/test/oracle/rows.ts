/** What the oracle makes of the values that rows have. */
import { add, fraction, type Fraction, whole } from "./Fraction.ts"
import { compare, isFraction, type Row, type Value } from "./Value.ts"

export const isThere = (value: Value): boolean => value !== null

export const sum = (values: ReadonlyArray<Value>): Fraction =>
  values.filter(isFraction).reduce((one, other) => add(one, other), fraction(0n))

/** The first of the least, or with -1 of the greatest. */
export const best = (values: ReadonlyArray<Value>, sign: 1 | -1): Value =>
  values.reduce((one, other) => (sign * compare(one, other) <= 0 ? one : other))

/** All texts with the separator between them. */
export const joined = (values: ReadonlyArray<Value>, separator: Value): Value =>
  separator === null ? null : values.filter(isThere).map(String).join(String(separator))

/** Chosen options in any order. One that was sent twice, which is a problem of its own, counts twice. */
const isAlike = (a: Value, b: Value): boolean =>
  typeof a === "object" && a?.is === "choices" && typeof b === "object" && b?.is === "choices"
    ? JSON.stringify(a.chosen.toSorted()) === JSON.stringify(b.chosen.toSorted())
    : compare(a, b) === 0

/** How many values have none before them that is alike. */
export const distinct = (values: ReadonlyArray<Value>): Value => {
  const there = values.filter(isThere)
  return whole(there.filter((value, index) => !there.slice(0, index).some((other) => isAlike(other, value))).length)
}

/** Which row is picked, by what each gives; -1 where none is. */
const picks: Readonly<Record<string, (keys: ReadonlyArray<Value>) => number>> = {
  first: (keys) => keys.indexOf(true),
  last: (keys) => keys.lastIndexOf(true),
  minBy: (keys) => (keys.some(isThere) ? keys.indexOf(best(keys.filter(isThere), 1)) : -1),
  maxBy: (keys) => (keys.some(isThere) ? keys.indexOf(best(keys.filter(isThere), -1)) : -1)
}

export const isPick = (name: string): boolean => Object.hasOwn(picks, name)

export const pickedOf = (name: string, keys: ReadonlyArray<Value>): number => picks[name]?.(keys) ?? -1

/** The number of a row in its list, from 1 on. */
export const numberIn = (list: Value | undefined, row: Row): number =>
  typeof list === "object" && list?.is === "rows" ? list.rows.indexOf(row) + 1 : 0

/** The row before another one in its list. */
export const rowBefore = (list: Value | undefined, row: Row): Row | undefined =>
  typeof list === "object" && list?.is === "rows" ? list.rows[list.rows.indexOf(row) - 1] : undefined
