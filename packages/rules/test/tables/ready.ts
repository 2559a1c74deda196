/** Tables of an organisation, as a process keeps them. */
import * as Result from "effect/Result"
import type { Json } from "../../src/Json.ts"
import { readyTable } from "../../src/readyTable.ts"
import type { TableDefinition } from "../../src/TableDefinition.ts"
import { finish } from "../../src/values/Slices.ts"

/** Version 1 of a table with these columns and rows. */
export const ready = (
  table: string,
  { rows, ...columns }: { readonly keys: Json; readonly values: Json; readonly rows: ReadonlyArray<Json> }
): TableDefinition => {
  const lines = [columns, ...rows].map((line) => JSON.stringify(line))
  return { ...Result.getOrThrow(finish(readyTable(lines.join("\n")))), origin: { table, version: 1 } }
}
