/** How the first line of comma-separated values writes a table's columns: `age: from integer`, `factor: number 4`. */
import type { Json } from "../Json.ts"
import type { TableColumn } from "../TableDefinition.ts"
import { shortened } from "../values/text.ts"
import { columnType } from "./columnTypes.ts"

/** “age: from integer”; a column without `exact` or `from` is a value. */
export const headOf = (column: TableColumn): string => {
  const match = "match" in column ? `${column.match} ` : ""
  const decimals = columnType[column.type].decimals === undefined ? "" : ` ${column.decimals}`
  return `${column.name}: ${match}${column.type}${decimals}`
}

/** A column as a definition has it. */
export interface Head {
  readonly isKey: boolean
  readonly column: { readonly [member: string]: Json }
}

/** A cell as faults name it: a file of one line may have any text in it. */
export const shown = (cell: string): string => shortened(cell.trim(), 64)

const head = /^([^:]*):\s*(?:(exact|from)\s+)?([a-z]+)(?:\s+(\d{1,2}))?\s*$/u

/** Whether a cell says more than a name. */
export const isTyped = (cell: string): boolean => cell.includes(":")

/** What stands before the colon: the name, if any. */
export const nameInHead = (cell: string): string => shown(cell.split(":", 1)[0] ?? "")

const ways = "Write each column like `age: from integer`, `postcode: exact text` or `factor: number 4`."

/** What is wrong with a cell that `readHead` cannot read. @param place from 0. */
export const unreadableHead = (cell: string, place: number): string => {
  if (isTyped(cell)) return `What stands after the colon of \`${shown(cell)}\` is no type. ${ways}`
  return cell.trim() === ""
    ? `Column ${place + 1} has no name. Take it out of every line, or name it.`
    : `The column \`${shown(cell)}\` says nothing of its type. ${ways}`
}

/** Undefined where the cell is written in no such way. */
export const readHead = (cell: string): Head | undefined => {
  const [, name, match, type, decimals] = head.exec(cell) ?? []
  if (name === undefined || type === undefined) return undefined
  return {
    isKey: match !== undefined,
    column: {
      name: name.trim(),
      type,
      ...(decimals === undefined ? {} : { decimals: Number(decimals) }),
      ...(match === undefined ? {} : { match })
    }
  }
}
