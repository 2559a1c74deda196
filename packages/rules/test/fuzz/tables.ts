/** Random tables, and lookups in them. */
import type { Json } from "../../src/Json.ts"
import type { FormTable } from "../oracle/Form.ts"
import { type Expression, type Readable, whole, written } from "./Expression.ts"
import type { Random } from "./Random.ts"
import { present } from "../present.ts"

type Kind = "number" | "text" | "date" | "boolean"

type Column = FormTable["keys"][number]

const kindOf = ({ type }: Column): Kind =>
  type === "integer" ? "number" : type === "number" || type === "text" || type === "date" ? type : "boolean"

const decimalsOf = ({ decimals, type }: Column): number => (type === "integer" ? 0 : (decimals ?? 6))

const types = ["text", "text", "integer", "number", "date", "boolean"]
const texts = ["a", "ab", "comp", "tpo", "it's", "", "é", "__proto__", "constructor"]
const dates = ["2024-02-29", "2000-01-01", "1900-03-01", "2023-03-31", "9999-12-31"]

const columnOf = (random: Random, name: string): Column => {
  const type = random.pick(types)
  return { name, type, ...(type === "number" && random.once(4 / 3) ? { decimals: random.whole(0, 4) } : {}) }
}

const keyOf = (random: Random, name: string): Column => {
  const column = columnOf(random, name)
  const isRange = column.type !== "text" && column.type !== "boolean" && random.once(2)
  return { ...column, ...(isRange ? { match: "from" } : random.once(4) ? { match: "exact" } : {}) }
}

const cellOf = (random: Random, column: Column, few: boolean): Json => {
  switch (kindOf(column)) {
    case "text":
      return random.pick(texts)
    case "date":
      return random.pick(dates)
    case "boolean":
      return random.once(2)
    case "number": {
      const decimals = decimalsOf(column)
      const digits = (few ? random.whole(-3, 6) / 2 : random.whole(-99_999, 99_999) / 100).toFixed(
        Math.min(2, decimals)
      )
      return random.once(2) ? digits : Number(digits)
    }
  }
}

const plain = (cell: Json): string => (typeof cell === "string" || typeof cell === "number" ? String(Number(cell)) : "")

const tableOf = (random: Random): FormTable => {
  const keys = random.list(1, 3, (index) => keyOf(random, `k${index}`))
  const values = random.list(1, 3, (index) => columnOf(random, `v${index}`))
  // Rows that leave keys open from one on are of different kinds only where one names more: two kinds never meet as equals.
  const isWild = random.once(8)
  const seen = new Set<string>()
  const rows = random
    .list(0, 12, (): ReadonlyArray<Json> => {
      const open = random.once(2) ? keys.length : random.whole(0, keys.length)
      const own = keys.map((key, index) =>
        index >= open || (isWild && random.once(3)) ? "*" : cellOf(random, key, true)
      )
      return [...own, ...values.map((value) => (random.once(6) ? null : cellOf(random, value, false)))]
    })
    .filter((row) => {
      const own = JSON.stringify(
        keys.map((key, index) =>
          kindOf(key) === "number" && row[index] !== "*" ? plain(present(row[index])) : row[index]
        )
      )
      return !seen.has(own) && seen.add(own)
    })
  return { keys, values, rows }
}

export type Tables = Readonly<Record<string, FormTable>>

const names = ["rates", "areas", "lookup1"]

/** Dates near those of payloads, in no order. */
const holidays = (random: Random): FormTable => ({
  keys: [{ name: "day", type: "date" }],
  values: [{ name: "of", type: "text" }],
  rows: random.shuffled([...dates, "2024-03-01", "2026-11-20", "2026-12-25", "1950-01-02"]).map((day) => [day, null])
})

/** None in half of the forms. */
export const tablesOf = (random: Random): Tables => ({
  ...Object.fromEntries(
    random
      .shuffled(names)
      .slice(0, random.once(2) ? 0 : random.whole(1, 2))
      .map((name) => [name, tableOf(random)])
  ),
  ...(random.once(4) ? { holidays: holidays(random) } : {})
})

/** The end of a call that goes by business days: a table of holidays, or none. */
export const withHolidays = ({ random, tables }: Readable): string =>
  "holidays" in tables && random.once(3 / 2) ? ", holidays" : ""

export const hasTables = ({ tables }: Readable): boolean => Object.keys(tables).length > 0

/** A key that a row may have, or anything of its kind. */
const keyText = (readable: Readable, key: Column, cells: ReadonlyArray<Json>, depth: number): string => {
  const { make, random } = readable
  const cell = cells.length > 0 && random.once(2) ? random.pick(cells) : undefined
  switch (kindOf(key)) {
    case "number":
      return cell === undefined || cell === "*"
        ? make.number(readable, depth - 1).text
        : `${String(cell)}${random.once(4) ? " + 0.05" : ""}`
    case "text":
      return typeof cell === "string" ? written(random, cell) : make.text(readable, depth - 1).text
    case "date":
      return typeof cell === "string" && cell !== "*" ? `date('${cell}')` : make.date(readable, depth - 1).text
    case "boolean":
      return typeof cell === "boolean" ? String(cell) : make.condition(readable, depth - 1).text
  }
}

interface Looked {
  readonly name: string
  readonly table: FormTable
  readonly value: Column
}

const callOf = (readable: Readable, depth: number, called: string, { name, table, value }: Looked): string => {
  const keys = table.keys.map((key, index) =>
    keyText(
      readable,
      key,
      table.rows.map((row) => present(row[index])),
      depth
    )
  )
  return `${called}(${name}, ${written(readable.random, value.name)}, ${keys.join(", ")})`
}

/** A lookup of a value of the kind; undefined where no table has one. */
export const looked = (readable: Readable, depth: number, kind: Kind): Expression | undefined => {
  const { random } = readable
  const fitting = Object.entries(readable.tables).flatMap(([name, table]) =>
    table.values.filter((value) => kindOf(value) === kind).map((value) => ({ name, table, value }))
  )
  if (fitting.length === 0) return undefined
  const found = random.pick(fitting)
  return whole(callOf(readable, depth, "lookup", found), kind === "number" ? decimalsOf(found.value) : 0)
}

/** A value between two rows, which is rounded or compared at once; undefined where no table has such. */
export const interpolated = (readable: Readable, depth: number): Expression | undefined => {
  const fitting = Object.entries(readable.tables)
    .filter(([, { keys }]) => keys.filter(({ match }) => match === "from").length === 1)
    .flatMap(([name, table]) =>
      table.values.filter((value) => kindOf(value) === "number").map((value) => ({ name, table, value }))
    )
  return fitting.length === 0
    ? undefined
    : { ...whole(callOf(readable, depth, "lookupInterpolated", readable.random.pick(fitting))), isRatio: true }
}
