/** Tables of the organisation as comma-separated values: from a file, and back to the same file. */
import * as Result from "effect/Result"
import { type Json, memberOf } from "./Json.ts"
import { isObject } from "./LongNumber.ts"
import { readTableText, type TableFault } from "./readTableText.ts"
import { type Head, headOf, isTyped, readHead } from "./tables/columnHeads.ts"
import { csvLine, recordsOf } from "./tables/csv.ts"
import type { TableDefinition } from "./TableDefinition.ts"
import { finish, type Slices } from "./values/Slices.ts"

/** Records between two pauses. */
const AT_ONCE = 500

type Read<A> = Result.Result<A, ReadonlyArray<TableFault>>

const failed = (line: number, message: string, expected?: string): Read<never> =>
  Result.fail([{ line, message, ...(expected === undefined ? {} : { expected }) }])

const columnsOf = (columns: Json | undefined, member: "keys" | "values"): ReadonlyArray<Head> => {
  const list = memberOf(columns, member)
  const named: ReadonlyArray<Json> = Array.isArray(list) ? list : []
  return named.flatMap((column) => (isObject(column) ? [{ isKey: member === "keys", column }] : []))
}

const nameOf = ({ column }: Pick<Head, "column">): string => {
  const { name } = column
  return typeof name === "string" ? name : ""
}

/** A column, and the place of its cell in each line. */
interface Placed extends Head {
  readonly place: number
}

const keysFirst = (columns: ReadonlyArray<Placed>): ReadonlyArray<Placed> =>
  columns.toSorted((a, b) => Number(b.isKey) - Number(a.isKey))

/** The columns by the first line, keys first. Columns that are known keep their order: lookups give their keys in it. */
const headsOf = (cells: ReadonlyArray<string>, known: Json | undefined): Read<ReadonlyArray<Placed>> => {
  if (cells.some(isTyped)) {
    const heads = cells.map(readHead)
    const at = heads.indexOf(undefined)
    if (at >= 0)
      return failed(
        1,
        `The column \`${cells[at]}\` says nothing of its type. Write each column like \`age: from integer\`, \`postcode: exact text\` or \`factor: number 4\`.`,
        "a name, a colon and a type"
      )
    return Result.succeed(keysFirst(heads.flatMap((head, place) => (head === undefined ? [] : [{ ...head, place }]))))
  }
  const all = [...columnsOf(known, "keys"), ...columnsOf(known, "values")]
  if (all.length === 0)
    return failed(
      1,
      "The first line names the columns with their types: `postcode: exact text,age: from integer,factor: number 4`.",
      "columns with types"
    )
  const heads = cells.map((cell) => all.find(({ column }) => column["name"] === cell.trim()))
  const strange = cells.find((_, index) => heads[index] === undefined)
  if (strange !== undefined)
    return failed(
      1,
      `The table has no column \`${strange}\`: it has ${all.map(({ column }) => `\`${nameOf({ column })}\``).join(", ")}.`
    )
  const absent = all.find((head) => !heads.includes(head))
  if (absent !== undefined) return failed(1, `The column \`${nameOf(absent)}\` is missing.`)
  if (cells.length > all.length) return failed(1, "A column is named twice.")
  return Result.succeed(all.map((head) => ({ ...head, place: heads.indexOf(head) })))
}

/** A cell as a row has it. */
const cellOf = ({ column, isKey }: Head, cell: string): Json => {
  if (!isKey && cell === "") return null
  if (column["type"] === "boolean" && cell.toLowerCase() === "true") return true
  if (column["type"] === "boolean" && cell.toLowerCase() === "false") return false
  return column["type"] === "text" || cell === "*" ? cell : cell.trim()
}

/**
 * In slices: the text of lines (`readTableText`) that a file has. Its rows are not looked at: reading the text does.
 * @param csv separated by commas, semicolons or tabs, with the columns in the first line. Their names alone will do where `known` has them.
 * @param known `{"keys": […], "values": […]}` of the table as it is.
 */
export function* textOfCsv(
  csv: string,
  known?: Json
): Slices<Read<{ readonly text: string; readonly lines: ReadonlyArray<number> }>> {
  const { broken, records } = yield* recordsOf(csv)
  if (broken !== undefined)
    return failed(
      broken,
      'A quote (`"`) opens a cell to its end; here it does not close, or something follows it. A quote in a cell is written twice.'
    )
  const [first, ...rows] = records
  if (first === undefined) return failed(1, "The file is empty.")
  const read = headsOf(first.cells, known)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const heads = read.success
  const columns = (isKey: boolean) => heads.filter((head) => head.isKey === isKey).map(({ column }) => column)
  const faults: Array<TableFault> = []
  const written = [JSON.stringify({ keys: columns(true), values: columns(false) })]
  for (const [index, { cells, line }] of rows.entries()) {
    if (index % AT_ONCE === 0) yield
    if (cells.length !== heads.length && faults.length < 1000)
      faults.push({ line, message: `This line has ${cells.length} cells; the first one has ${heads.length} columns.` })
    const row = heads.map((head) => cellOf(head, cells[head.place] ?? ""))
    written.push(JSON.stringify(row))
  }
  if (faults.length > 0) return Result.fail(faults)
  return Result.succeed({ text: `${written.join("\n")}\n`, lines: [1, ...rows.map(({ line }) => line)] })
}

/** In slices: a table from comma-separated values, and the text of lines that it is kept as. */
export function* readTableCsv(
  csv: string,
  mostRows: number,
  known?: Json
): Slices<Read<{ readonly table: TableDefinition; readonly text: string }>> {
  const written = yield* textOfCsv(csv, known)
  if (Result.isFailure(written)) return Result.fail(written.failure)
  const { lines, text } = written.success
  const table = yield* readTableText(text, mostRows)
  return Result.isSuccess(table)
    ? Result.succeed({ table: table.success, text })
    : Result.fail(table.failure.map((fault) => ({ ...fault, line: lines[fault.line - 1] ?? fault.line })))
}

const cellText = (cell: Json): string =>
  cell === null ? "" : typeof cell === "object" ? JSON.stringify(cell) : String(cell)

/** The comma-separated values of a text of lines that could be read, in pieces of some thousand characters. */
export function* csvOfText(text: string): Generator<string, void, undefined> {
  const lines = text.split("\n").filter((line) => line !== "")
  const [header = ""] = lines
  const read = Result.getOrThrowWith(
    finish(readTableText(header, 0)),
    () => new Error("a table that was stored has faults")
  )
  yield csvLine([...read.keys, ...read.values].map(headOf))
  for (let from = 1; from < lines.length; from += 200) {
    yield lines
      .slice(from, from + 200)
      .map((line) => {
        const cells: ReadonlyArray<Json> = JSON.parse(line)
        return csvLine(cells.map(cellText))
      })
      .join("")
  }
}
