/** The options that stand in a table: the different texts of a column, in the order in which they come first. */
import type { Option, OptionsFrom } from "../Definition.ts"
import type { Cell, TableDefinition } from "../TableDefinition.ts"
import { finish, type Slices } from "../values/Slices.ts"

export interface ColumnOptions {
  readonly options: ReadonlyArray<Option>
  /** A text with several labels, and two of them. */
  readonly differing?: { readonly value: string; readonly labels: readonly [string, string] }
  /** A text that is too long for an option. */
  readonly long?: string
}

const LONGEST = 200

const ROWS_A_SLICE = 2_000

/** By rows, which all forms with the same version of a table share. */
const known = new WeakMap<TableDefinition["rows"], Map<string, ColumnOptions>>()

const isText = (cell: Cell | undefined): cell is string => typeof cell === "string" && cell !== ""

/** @param value the place of a column of texts. @param label that of the column with what people read. A row without a text is left out. */
export function* columnOptionsInSlices({ rows }: TableDefinition, value: number, label: number): Slices<ColumnOptions> {
  const ofRows = known.get(rows) ?? new Map<string, ColumnOptions>()
  known.set(rows, ofRows)
  const key = `${value},${label}`
  const found = ofRows.get(key) ?? (yield* gather(rows, value, label))
  ofRows.set(key, found)
  return found
}

function* gather(rows: TableDefinition["rows"], value: number, label: number): Slices<ColumnOptions> {
  const labels = new Map<string, string>()
  let [differing, long]: [ColumnOptions["differing"], ColumnOptions["long"]] = [undefined, undefined]
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_A_SLICE === 0) yield
    const text = row[value]
    if (!isText(text)) continue
    const [own, shown] = [row[label], labels.get(text)]
    const read = isText(own) ? own : text
    if (shown === undefined) labels.set(text, read)
    else if (shown !== read) differing ??= { value: text, labels: [shown, read] }
    if (text.length > LONGEST) long ??= text
  }
  return {
    options: [...labels].map(([text, shown]) => ({ value: text, label: shown })),
    ...(differing === undefined ? {} : { differing }),
    ...(long === undefined ? {} : { long })
  }
}

/** The options of a field that was checked. */
export const columnOptions = (table: TableDefinition, { label, value }: OptionsFrom): ReadonlyArray<Option> => {
  const columns = [...table.keys, ...table.values].map(({ name }) => name)
  const place = columns.indexOf(value)
  return finish(columnOptionsInSlices(table, place, label === undefined ? place : columns.indexOf(label))).options
}
