/** Reading one table: its columns, and every cell. */
import type { Json } from "../Json.ts"
import { readKey, readKeyCell, readValue, readValueCell } from "../reading/readColumn.ts"
import {
  addTypeFault,
  anything,
  array,
  entriesOf,
  fault,
  object,
  type ObjectOf,
  type Read,
  type ReadContext,
  required,
  unique
} from "../reading/Reader.ts"
import { ambiguous } from "../tables/ambiguous.ts"
import { columnInSlices } from "../tables/columns.ts"
import { groupedInSlices } from "../tables/groups.ts"
import { writtenRow } from "../tables/writtenRow.ts"
import type { Cell, TableColumn, TableDefinition, TableKey, TableValue } from "../TableDefinition.ts"
import { below } from "../values/pointer.ts"
import type { Slices } from "../values/Slices.ts"

const MAX_COLUMNS = 16
/** The cell of a key that any value meets. */
const ANY = "*"

const keyCell = (reading: ReadContext, key: TableKey, value: Json, at: string): Cell | undefined => {
  if (value === ANY) return null
  if (value === null)
    return fault(
      reading,
      at,
      `The key \`${key.name}\` stands in each row; where any value will do, write \`"*"\`.`,
      '`"*"` for any value'
    )
  if (reading.published !== true && typeof value === "string" && value.trim() !== value)
    return fault(reading, at, `The key ${JSON.stringify(value.slice(0, 64))} has a space at an end. Take it away.`)
  return readKeyCell(reading, key, value, at)
}

interface Columns {
  readonly keys: ReadonlyArray<TableKey>
  readonly values: ReadonlyArray<TableValue>
}

const readRow =
  ({ keys, values }: Columns): Read<ReadonlyArray<Cell>> =>
  (reading, row, at) => {
    const named = [...keys, ...values].map(({ name }) => `\`${name}\``).join(", ")
    if (!Array.isArray(row)) return addTypeFault(reading, row, at, `a list of cells (\`[…]\`), one each for ${named}`)
    const cells: ReadonlyArray<Json> = row
    const count = keys.length + values.length
    if (cells.length !== count)
      return fault(
        reading,
        at,
        `A row of this table has ${count} cells, for ${named}; this one has ${cells.length}.`,
        `${count} cells`
      )
    const keyCells = keys.map((key, index) => keyCell(reading, key, cells[index] ?? null, below(at, index)))
    const valueCells = values.map((value, index) => {
      const cell = cells[keys.length + index] ?? null
      return cell === null ? null : readValueCell(reading, value, cell, below(at, keys.length + index))
    })
    const sound = [...keyCells, ...valueCells].filter((cell) => cell !== undefined)
    return sound.length === count ? sound : undefined
  }

const tableMembers = {
  keys: required(anything, "[…]"),
  values: required(anything, "[…]"),
  rows: required(anything, "[[…]]")
}

const columns = <A extends TableColumn>(
  reading: ReadContext,
  value: Json | undefined,
  at: string,
  read: Read<A>,
  what: string
): ReadonlyArray<A> | undefined => {
  const all = value === undefined ? undefined : array(read, MAX_COLUMNS, what)(reading, value, at)
  if (all?.length === 0) fault(reading, at, `A table has at least one column in its \`${what}\`.`)
  const sound = (all ?? []).filter((one) => one !== undefined)
  return all === undefined || all.length === 0 || sound.length < all.length ? undefined : sound
}

const overlap = (definition: TableDefinition, first: number, second: number): string => {
  const named = (row: number): string =>
    JSON.stringify(writtenRow(definition, definition.rows[row] ?? []).slice(0, definition.keys.length)).slice(1, -1)
  const both = `Rows ${first + 1} and ${second + 1}`
  const keys = named(first)
  return keys === named(second)
    ? `${both} have the same keys, \`${keys.slice(0, 200)}\`. Take one out.`
    : `${both} can meet the same values, and name equally many keys, so neither counts before the other. Take one out, or add a row that names the keys of both.`
}

function* checkAmbiguous(reading: ReadContext, definition: TableDefinition, at: string): Slices<void> {
  const pairs = yield* ambiguous(definition)
  if (pairs === undefined) {
    fault(reading, at, 'The rows of this table overlap in too many ways to tell which one counts. Use fewer `"*"`.')
    return
  }
  for (const { first, second } of pairs)
    fault(
      reading,
      below(at, Math.max(first, second)),
      overlap(definition, Math.min(first, second), Math.max(first, second))
    )
}

/** Faults of rows after which no more are looked for: an answer has no room for them. */
const MAX_FAULTS = 1000

/** Each row; undefined where there are faults. Pauses after each. */
function* readRows(
  reading: ReadContext,
  columns: Columns,
  entries: ReadonlyArray<Json>,
  at: string
): Slices<TableDefinition["rows"] | undefined> {
  const readOne = readRow(columns)
  const before = reading.faults.length
  const rows: Array<ReadonlyArray<Cell>> = []
  for (const [index, entry] of entries.entries()) {
    const row = readOne(reading, entry, below(at, index))
    if (row !== undefined) rows.push(row)
    if (reading.faults.length >= before + MAX_FAULTS) return undefined
    yield
  }
  return rows.length < entries.length ? undefined : rows
}

/** @param most how many rows it may have. */
export function* readTable(
  reading: ReadContext,
  name: string,
  value: Json,
  at: string,
  most: number
): Slices<TableDefinition | undefined> {
  const given: ObjectOf<typeof tableMembers> = object(tableMembers, "a table")(reading, value, at) ?? {}
  const keys = columns(reading, given.keys, below(at, "keys"), readKey, "keys")
  const values = columns(reading, given.values, below(at, "values"), readValue("a value"), "values")
  if (keys === undefined || values === undefined) return undefined
  if (keys.length + values.length > MAX_COLUMNS)
    return fault(reading, at, `A table has at most ${MAX_COLUMNS} columns; here are ${keys.length + values.length}.`)
  unique(
    reading,
    [
      ...keys.map((key, index) => ({ id: key.name, at: below(below(below(at, "keys"), index), "name") })),
      ...values.map((one, index) => ({ id: one.name, at: below(below(below(at, "values"), index), "name") }))
    ],
    "The column"
  )
  const entries =
    given.rows === undefined ? undefined : entriesOf(most, "rows of tables")(reading, given.rows, below(at, "rows"))
  const rows = entries && (yield* readRows(reading, { keys, values }, entries, below(at, "rows")))
  if (rows === undefined) return undefined
  const definition = { name, keys, values, rows }
  // Whoever looks up in it finds its groups and columns made.
  if (reading.published === true) {
    yield* groupedInSlices(definition)
    for (const index of values.keys()) yield* columnInSlices(definition.rows, keys.length + index)
  } else yield* checkAmbiguous(reading, definition, below(at, "rows"))
  return definition
}
