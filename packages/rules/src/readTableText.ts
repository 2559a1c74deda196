/** Reads a table as a text of lines: the columns in the first, then a row in each. The organisation's tables are kept so. */
import * as Result from "effect/Result"
import type { Fault } from "./Fault.ts"
import { type Json, memberOf } from "./Json.ts"
import { defaultLimits } from "./Limits.ts"
import { isObject } from "./LongNumber.ts"
import { readTable } from "./definition/readTable.ts"
import type { ReadContext } from "./reading/Reader.ts"
import { readJson } from "./readJson.ts"
import type { TableDefinition } from "./TableDefinition.ts"
import { pointerTokens } from "./values/pointer.ts"
import type { Slices } from "./values/Slices.ts"

export interface TableFault {
  /** Of the text, from 1: the columns stand in line 1. */
  readonly line: number
  /** The name of the column, where it is about one cell or about the column itself. */
  readonly column?: string
  readonly message: string
  readonly expected?: string
}

/** A file without the byte order mark with which spreadsheets begin it. */
export const withoutMark = (file: string): string => (file.startsWith("\uFEFF") ? file.slice(1) : file)

/** Faults of one answer. */
export const MAX_FAULTS = 1000
/** Lines that are read between two pauses. */
const AT_ONCE = 200

const lineOf = (text: string, from: number): readonly [line: string, next: number] => {
  const end = text.indexOf("\n", from)
  return end < 0 ? [text.slice(from), text.length] : [text.slice(from, end), end + 1]
}

const columnsIn = (header: Json, member: "keys" | "values"): ReadonlyArray<string | undefined> => {
  const list = memberOf(header, member)
  const columns: ReadonlyArray<Json> = Array.isArray(list) ? list : []
  return columns.map((column) => {
    const name = memberOf(column, "name")
    return typeof name === "string" && name !== "" ? name : undefined
  })
}

/** The name of the column that a pointer leads to: of a cell, or of the columns themselves. */
const columnFinder = (header: Json): ((tokens: ReadonlyArray<string>) => string | undefined) => {
  const [keys, values] = [columnsIn(header, "keys"), columnsIn(header, "values")]
  const all = [...keys, ...values]
  return ([member, first, cell]) => {
    if (member === "rows") return all[Number(cell)]
    const columns = member === "keys" ? keys : values
    return columns[Number(first)]
  }
}

const placed = (header: Json, lines: ReadonlyArray<number>): ((fault: Fault) => TableFault) => {
  const columnAt = columnFinder(header)
  return ({ expected, message, pointer }) => {
    const tokens = pointerTokens(pointer)
    const [member, row] = tokens
    const column = columnAt(tokens)
    return {
      line: member === "rows" && row !== undefined ? (lines[Number(row)] ?? 1) : 1,
      ...(column === undefined ? {} : { column }),
      message,
      ...(expected === undefined ? {} : { expected })
    }
  }
}

/**
 * In slices: a table, or its faults, a thousand at most, in the order of the lines.
 * @param text `{"keys": […], "values": […]}`, and then each row as `[…]`; empty lines are passed over.
 * @param mostRows how many rows it may have.
 * @param published it was read before, so that which row counts is no question.
 */
export function* readTableText(
  text: string,
  mostRows: number,
  published = false
): Slices<Result.Result<TableDefinition, ReadonlyArray<TableFault>>> {
  const faults: Array<TableFault> = []
  const rows: Array<Json> = []
  const lines: Array<number> = []
  let header: Json = {}
  for (let [at, number] = [0, 1]; at < text.length; number += 1) {
    const [line, next] = lineOf(text, at)
    at = next
    if (number % AT_ONCE === 0) yield
    if (line.trim() === "") continue
    const read = readJson(line, { subject: "The line", depth: 4 })
    if (Result.isFailure(read)) {
      faults.push({ line: number, message: read.failure })
      if (number === 1 || faults.length >= MAX_FAULTS) return Result.fail(faults)
    } else if (number === 1) header = read.success
    else if (rows.length > mostRows) break
    else {
      rows.push(read.success)
      lines.push(number)
    }
  }
  const reading: ReadContext = { limits: defaultLimits, published, faults: [] }
  const given: Json = {
    ...(isObject(header) ? header : {}),
    rows
  }
  const table = yield* readTable(reading, "table", given, "", mostRows)
  const all = [...faults, ...reading.faults.map(placed(header, lines))]
  if (table !== undefined && all.length === 0) return Result.succeed(table)
  return Result.fail(all.toSorted((a, b) => a.line - b.line).slice(0, MAX_FAULTS))
}
