/** Reading a table that was sent, in slices. */
import { Result } from "effect"
import type { Json } from "@formwork/rules/Json"
import { readTableText, withoutMark } from "@formwork/rules/readTableText"
import type { TableFault } from "@formwork/rules/readTableText"
import { readTableCsv } from "@formwork/rules/tableCsv"
import type { TableContent } from "./Table.ts"

/** Lines as `readTableText` of the rules takes them, or comma-separated values. */
export interface TableFile {
  readonly format: "csv" | "ndjson"
  readonly text: string
}

export interface TableAsk {
  readonly file: TableFile
  /** The first line of the table as it is: comma-separated values may name its columns alone. */
  readonly before?: string | undefined
  readonly mostRows: number
}

export type TableAnswer = { readonly content: TableContent } | { readonly faults: ReadonlyArray<TableFault> }

const columnsOf = (before: string | undefined): Json | undefined => {
  if (before === undefined) return undefined
  const columns: Json = JSON.parse(before)
  return columns
}

export function* readTableFile({ before, file, mostRows }: TableAsk): Generator<undefined, TableAnswer, undefined> {
  if (file.format === "csv") {
    const read = yield* readTableCsv(file.text, mostRows, columnsOf(before))
    if (Result.isFailure(read)) return { faults: read.failure }
    const { table, text } = read.success
    return { content: { text, rows: table.rows.length } }
  }
  const text = withoutMark(file.text)
  const read = yield* readTableText(text, mostRows)
  return Result.isSuccess(read) ? { content: { text, rows: read.success.rows.length } } : { faults: read.failure }
}
