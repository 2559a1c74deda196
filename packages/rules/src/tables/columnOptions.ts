/** The options that stand in a table: the different texts of a column, in the order in which they come first. */
import type { Option, OptionsFrom } from "../Definition.ts"
import { withLabels } from "../values/choices.ts"
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

/**
 * By rows, which all forms with the same version of a table share. Weak: a column's options stay for as long as a form takes them, and the forms weigh
 * them (`bytesOfOptions`).
 */
const known = new WeakMap<TableDefinition["rows"], Map<string, WeakRef<ColumnOptions>>>()

/** Options that are held as long as what was gathered with them. */
const gathered = new WeakMap<ReadonlyArray<Option>, ColumnOptions>()

/** Of an option, its place among the others, and its place among the labels, about. Its texts are the table's. */
const BYTES_AN_OPTION = 96

/** About what options from a table keep beside the table. */
export const bytesOfOptions = (options: ReadonlyArray<Option>): number => BYTES_AN_OPTION * options.length

const isText = (cell: Cell | undefined): cell is string => typeof cell === "string" && cell !== ""

/** @param value the place of a column of texts. @param label that of the column with what people read. A row without a text is left out. */
export function* columnOptionsInSlices({ rows }: TableDefinition, value: number, label: number): Slices<ColumnOptions> {
  const ofRows = known.get(rows) ?? new Map<string, WeakRef<ColumnOptions>>()
  known.set(rows, ofRows)
  const key = `${value},${label}`
  const kept = ofRows.get(key)?.deref()
  if (kept !== undefined) return kept
  const found = yield* gather(rows, value, label)
  // Another form may have gathered them between two slices.
  const other = ofRows.get(key)?.deref()
  if (other !== undefined) return other
  gathered.set(found.options, found)
  ofRows.set(key, new WeakRef(found))
  return found
}

function* optionsIn(labels: ReadonlyMap<string, string>): Slices<ReadonlyArray<Option>> {
  const options: Array<Option> = []
  for (const [value, label] of labels) {
    if (options.length % ROWS_A_SLICE === 0) yield
    options.push({ value, label })
  }
  return withLabels(options, labels)
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
    options: yield* optionsIn(labels),
    ...(differing === undefined ? {} : { differing }),
    ...(long === undefined ? {} : { long })
  }
}

/** The places of a column and of the one with its labels; -1 for a column that the table does not have. */
const optionPlaces = (
  { keys, values }: TableDefinition,
  { label, value }: OptionsFrom
): readonly [value: number, label: number] => {
  const columns = [...keys, ...values].map(({ name }) => name)
  const place = columns.indexOf(value)
  return [place, label === undefined ? place : columns.indexOf(label)]
}

/** The options of a field that was checked: those that another field has by now, or gathered at once. */
export const columnOptions = (table: TableDefinition, from: OptionsFrom): ReadonlyArray<Option> => {
  const [value, label] = optionPlaces(table, from)
  return finish(columnOptionsInSlices(table, value, label)).options
}
