/** The oracle's lookup: every row is looked at, each time. */
import type { Json } from "../../src/Json.ts"
import { written } from "./Fraction.ts"
import type { FormTable } from "./Form.ts"
import { compare, type Value } from "./Value.ts"
import { present } from "../present.ts"

const cellIn = ({ type }: FormTable["keys"][number], cell: Json): Value => {
  if (cell === null) return null
  if (type === "integer" || type === "number") return present(written(String(cell)))
  if (type === "date") return { is: "date", date: String(cell) }
  return typeof cell === "boolean" ? cell : String(cell)
}

/** What a column has where the keys are these, of which none is missing. */
export const lookedUp = ({ keys, rows, values }: FormTable, column: string, given: ReadonlyArray<Value>): Value => {
  const isNamed = (row: ReadonlyArray<Json>, key: number): boolean => row[key] !== "*"
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
  const [row] = best
  const at = values.findIndex(({ name }) => name === column)
  return row === undefined ? null : cellIn(present(values[at]), row[keys.length + at] ?? null)
}
