/** Tables of the organisation as comma-separated values: from a file, and back to the same file. */
import * as Result from "effect/Result"
import { type Json, memberOf } from "./Json.ts"
import { isObject } from "./LongNumber.ts"
import { MAX_FAULTS, readTableText, type TableFault, withoutMark } from "./readTableText.ts"
import { type Head, headOf, isTyped, nameInHead, readHead, shown, unreadableHead } from "./tables/columnHeads.ts"
import { csvLine, recordsOf } from "./tables/csv.ts"
import type { TableDefinition } from "./TableDefinition.ts"
import { finish, type Slices } from "./values/Slices.ts"

/** Records between two pauses. */
const AT_ONCE = 500

type Read<A> = Result.Result<A, ReadonlyArray<TableFault>>

const failed = (fault: TableFault): Read<never> => Result.fail([fault])

/** A fault of the first line. */
const headFault = (message: string, { column, expected }: Partial<TableFault> = {}): TableFault => ({
  line: 1,
  ...(column === undefined || column === "" ? {} : { column }),
  message,
  ...(expected === undefined ? {} : { expected })
})

const columnsOf = (columns: Json | undefined, member: "keys" | "values"): ReadonlyArray<Head> => {
  const list = memberOf(columns, member)
  const named: ReadonlyArray<Json> = Array.isArray(list) ? list : []
  return named.flatMap((column) => (isObject(column) ? [{ isKey: member === "keys", column }] : []))
}

const textOf = (member: Json | undefined): string => (typeof member === "string" ? member : "")

const nameOf = ({ column }: Pick<Head, "column">): string => textOf(column["name"])

/** A column, and the place of its cell in each line. */
interface Placed extends Head {
  readonly place: number
}

const keysFirst = (columns: ReadonlyArray<Placed>): ReadonlyArray<Placed> =>
  columns.toSorted((a, b) => Number(b.isKey) - Number(a.isKey))

/** Rules find a row by its keys, and take its values: a table has one of each at least. */
const lacking = (heads: ReadonlyArray<Head>): TableFault | undefined => {
  const [first] = heads
  if (first === undefined || heads.some(({ isKey }) => isKey !== first.isKey)) return undefined
  const like = nameOf(first) === "" ? "postcode" : nameOf(first)
  return first.isKey
    ? headFault(
        "Every column is a key. A value, which rules take from a row, has no `exact` and no `from`: `factor: number 4`.",
        { expected: "a column without `exact` or `from`" }
      )
    : headFault(
        `No column is a key, by which rules find a row. A key has \`exact\` or \`from\` after its colon: \`${like}: exact ${textOf(first.column["type"])}\`.`,
        { expected: "a column with `exact` or `from`" }
      )
}

/** The columns of a first line that says their types. */
const typedHeads = (cells: ReadonlyArray<string>): Read<ReadonlyArray<Placed>> => {
  const heads = cells.map((cell, place) => ({ cell, place, head: readHead(cell) }))
  const unreadable = heads.filter(({ head }) => head === undefined)
  if (unreadable.length > 0)
    return Result.fail(
      unreadable
        .slice(0, MAX_FAULTS)
        .map(({ cell, place }) =>
          headFault(unreadableHead(cell, place), { column: nameInHead(cell), expected: "a name, a colon and a type" })
        )
    )
  const read = heads.flatMap(({ head, place }) => (head === undefined ? [] : [{ ...head, place }]))
  const lack = lacking(read)
  return lack === undefined ? Result.succeed(keysFirst(read)) : failed(lack)
}

/** The columns by the first line, keys first. Columns that are known keep their order: lookups give their keys in it. */
const headsOf = (cells: ReadonlyArray<string>, known: Json | undefined): Read<ReadonlyArray<Placed>> => {
  if (cells.some(isTyped)) return typedHeads(cells)
  const all = [...columnsOf(known, "keys"), ...columnsOf(known, "values")]
  if (all.length === 0)
    return failed(
      headFault(
        "The first line names the columns with their types: `postcode: exact text,age: from integer,factor: number 4`.",
        { expected: "columns with types" }
      )
    )
  const heads = cells.map((cell) => all.find(({ column }) => column["name"] === cell.trim()))
  const has = all.map((head) => `\`${nameOf(head)}\``).join(", ")
  const strange = cells.filter((_, index) => heads[index] === undefined)
  const absent = all.filter((head) => !heads.includes(head))
  const twice = cells.filter((_, index) => heads[index] !== undefined && heads.indexOf(heads[index]) < index)
  const faults = [
    ...strange
      .slice(0, MAX_FAULTS)
      .map((cell) => headFault(`The table has no column \`${shown(cell)}\`: it has ${has}.`, { column: shown(cell) })),
    ...absent.map((head) => headFault(`The column \`${nameOf(head)}\` is missing.`, { column: nameOf(head) })),
    ...twice
      .slice(0, MAX_FAULTS)
      .map((cell) => headFault(`The column \`${shown(cell)}\` is named twice.`, { column: shown(cell) }))
  ]
  if (faults.length > 0) return Result.fail(faults.slice(0, MAX_FAULTS))
  return Result.succeed(all.map((head) => ({ ...head, place: heads.indexOf(head) })))
}

/** A cell as a row has it. */
const cellOf = ({ column, isKey }: Head, cell: string): Json => {
  if (!isKey && cell === "") return null
  if (column["type"] === "boolean" && cell.toLowerCase() === "true") return true
  if (column["type"] === "boolean" && cell.toLowerCase() === "false") return false
  return column["type"] === "text" || cell === "*" ? cell : cell.trim()
}

interface WrittenLines {
  /** As `readTableText` takes it. */
  readonly text: string
  /** Of each line of the text, the one of the file. */
  readonly lines: ReadonlyArray<number>
  /** What is wrong with lines that have more or fewer cells than columns, by the line of the file. */
  readonly uneven: ReadonlyMap<number, string>
}

/**
 * In slices: the lines that a file has. Its rows are not looked at: reading the text does, and finds those with a wrong number of cells.
 * @param csv separated by commas, semicolons or tabs, with the columns in the first line; a byte order mark may stand before it. The
 *   columns' names alone will do where `known` has them.
 * @param known `{"keys": […], "values": […]}` of the table as it is.
 */
function* linesOf(csv: string, known?: Json): Slices<Read<WrittenLines>> {
  // A spreadsheet may name its separator in a line of its own.
  const { broken, records } = yield* recordsOf(withoutMark(csv).replace(/^sep=.\r?\n/iu, "\n"))
  if (broken !== undefined)
    return failed({
      line: broken,
      message:
        'A quote (`"`) opens a cell to its end; here it does not close, or something follows it. A quote in a cell is written twice.'
    })
  const [first, ...rows] = records
  if (first === undefined) return failed({ line: 1, message: "The file is empty." })
  const read = headsOf(first.cells, known)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const heads = read.success
  const columns = (isKey: boolean) => heads.filter((head) => head.isKey === isKey).map(({ column }) => column)
  const uneven = new Map<number, string>()
  const written = [JSON.stringify({ keys: columns(true), values: columns(false) })]
  for (const [index, { cells, line }] of rows.entries()) {
    if (index % AT_ONCE === 0) yield
    const isEven = cells.length === heads.length
    if (!isEven)
      uneven.set(
        line,
        `This line has ${cells.length} ${cells.length === 1 ? "cell" : "cells"}; the first one has ${heads.length} columns.`
      )
    written.push(JSON.stringify(isEven ? heads.map((head) => cellOf(head, cells[head.place] ?? "")) : cells))
  }
  return Result.succeed({ text: `${written.join("\n")}\n`, lines: [1, ...rows.map(({ line }) => line)], uneven })
}

/** In slices: a table from comma-separated values, and the text of lines that it is kept as. */
export function* readTableCsv(
  csv: string,
  mostRows: number,
  known?: Json
): Slices<Read<{ readonly table: TableDefinition; readonly text: string }>> {
  const written = yield* linesOf(csv, known)
  if (Result.isFailure(written)) return Result.fail(written.failure)
  const { lines, text, uneven } = written.success
  const table = yield* readTableText(text, mostRows)
  if (Result.isSuccess(table)) return Result.succeed({ table: table.success, text })
  return Result.fail(
    table.failure.map((fault) => {
      const line = lines[fault.line - 1] ?? fault.line
      const message = uneven.get(line)
      return message === undefined ? { ...fault, line } : { line, message }
    })
  )
}

const cellText = (cell: Json): string =>
  cell === null ? "" : typeof cell === "object" ? JSON.stringify(cell) : String(cell)

/** Characters of lines, and rows, of one piece: about a millisecond's work. */
const CHARACTERS_A_PIECE = 16_384
const ROWS_A_PIECE = 200

/** The lines of a text in pieces, without empty ones. */
function* piecesOf(text: string): Generator<ReadonlyArray<string>, void, undefined> {
  let lines: Array<string> = []
  let from = 0
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at)
    const next = end < 0 ? text.length : end
    if (next > at) lines.push(text.slice(at, next))
    at = next + 1
    if (lines.length < ROWS_A_PIECE && at - from < CHARACTERS_A_PIECE) continue
    if (lines.length > 0) yield lines
    lines = []
    from = at
  }
  if (lines.length > 0) yield lines
}

/** The text of lines itself, in pieces. */
export function* linesOfText(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("\n", from + CHARACTERS_A_PIECE)
    const next = end < 0 ? text.length : end + 1
    yield text.slice(from, next)
    from = next
  }
}

const csvOfRow = (line: string): string => {
  const cells: ReadonlyArray<Json> = JSON.parse(line)
  return csvLine(cells.map(cellText))
}

/** The comma-separated values of a text of lines that could be read, in pieces. */
export function* csvOfText(text: string): Generator<string, void, undefined> {
  let isHead = true
  for (const lines of piecesOf(text)) {
    const rows = isHead ? lines.slice(1) : lines
    yield (isHead ? csvOfHead(lines[0] ?? "") : "") + rows.map(csvOfRow).join("")
    isHead = false
  }
}

const csvOfHead = (header: string): string => {
  const read = Result.getOrThrowWith(
    finish(readTableText(header, 0)),
    () => new Error("a table that was stored has faults")
  )
  return csvLine([...read.keys, ...read.values].map(headOf))
}
