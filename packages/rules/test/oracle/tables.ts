/** The oracle's lookups: every row is looked at, each time. */
import type { Json } from "../../src/Json.ts"
import { dayNumber } from "./calendar.ts"
import { add, divide, type Fraction, multiply, negate, whole, written } from "./Fraction.ts"
import type { FormTable } from "./Form.ts"
import { compare, isFraction, type Value } from "./Value.ts"
import { present } from "../present.ts"

export const cellIn = ({ type }: FormTable["keys"][number], cell: Json): Value => {
  if (cell === null) return null
  if (type === "integer" || type === "number") return present(written(String(cell)))
  if (type === "date") return { is: "date", date: String(cell) }
  return typeof cell === "boolean" ? cell : String(cell)
}

type Row = ReadonlyArray<Json>

const isNamed = (row: Row, key: number): boolean => row[key] !== "*"

/** The row that is found by keys of which none is missing. */
const rowFor = ({ keys, rows }: FormTable, given: ReadonlyArray<Value>): Row | undefined => {
  const order = (row: ReadonlyArray<Json>, key: number): number =>
    compare(cellIn(present(keys[key]), present(row[key])), present(given[key]))
  const isFrom = (key: number): boolean => present(keys[key]).match === "from"
  const all = keys.map((_, key) => key)
  /** The keys that a row names, as a text. */
  const kind = (row: ReadonlyArray<Json>): string => all.filter((key) => isNamed(row, key)).join()
  let meeting = rows.filter((row) => all.every((key) => !isNamed(row, key) || isFrom(key) || order(row, key) === 0))
  for (const key of all.filter(isFrom)) {
    meeting = meeting.filter((row) => !isNamed(row, key) || order(row, key) <= 0)
    // Its range ends where a row's begins that is alike in all keys before.
    const alike = (a: ReadonlyArray<Json>, b: ReadonlyArray<Json>): boolean =>
      kind(a) === kind(b) &&
      all.every((other) => (isFrom(other) && other >= key) || !isNamed(a, other) || order(a, other) === order(b, other))
    meeting = meeting.filter(
      (row) =>
        !isNamed(row, key) ||
        !meeting.some(
          (other) =>
            alike(row, other) &&
            compare(cellIn(present(keys[key]), present(other[key])), cellIn(present(keys[key]), present(row[key]))) > 0
        )
    )
  }
  const most = Math.max(...meeting.map((row) => all.filter((key) => isNamed(row, key)).length))
  const best = meeting.filter((row) => all.filter((key) => isNamed(row, key)).length === most)
  if (best.length > 1) throw new Error(`the oracle cannot choose between ${JSON.stringify(best)}`)
  return best[0]
}

const cellOf = ({ keys, values }: FormTable, row: Row, column: string): Value => {
  const at = values.findIndex(({ name }) => name === column)
  return cellIn(present(values[at]), row[keys.length + at] ?? null)
}

/** What a column has where the keys are these, of which none is missing. */
export const lookedUp = (table: FormTable, column: string, given: ReadonlyArray<Value>): Value => {
  const row = rowFor(table, given)
  return row === undefined ? null : cellOf(table, row, column)
}

/** The place of a value on the line of numbers. */
const along = (value: Value): Fraction => {
  if (isFraction(value)) return value
  if (typeof value !== "object" || value?.is !== "date") throw new Error("a range begins at a number or a date")
  return whole(dayNumber(value.date))
}

const minus = (a: Fraction, b: Fraction): Fraction => add(a, negate(b))

/** On the line from the row that is found to the next one that is alike in all other keys. The last one's value stays. */
export const interpolated = (table: FormTable, column: string, given: ReadonlyArray<Value>): Value => {
  const row = rowFor(table, given)
  if (row === undefined) return null
  const low = cellOf(table, row, column)
  const range = table.keys.findIndex(({ match }) => match === "from")
  if (!isFraction(low) || !isNamed(row, range)) return low
  const key = (of: Row, index: number): Value => cellIn(present(table.keys[index]), present(of[index]))
  const start = (of: Row): Fraction => along(key(of, range))
  const isAlike = (other: Row): boolean =>
    table.keys.every(
      (_, index) =>
        isNamed(other, index) === isNamed(row, index) &&
        (index === range || !isNamed(row, index) || compare(key(other, index), key(row, index)) === 0)
    )
  const [next] = table.rows
    .filter((other) => isAlike(other) && compare(start(other), start(row)) > 0)
    .toSorted((a, b) => compare(start(a), start(b)))
  const gone = minus(along(present(given[range])), start(row))
  if (next === undefined || gone.top === 0n) return low
  const high = cellOf(table, next, column)
  if (!isFraction(high)) return null
  const share = present(divide(gone, minus(start(next), start(row))))
  return add(low, multiply(minus(high, low), share))
}
