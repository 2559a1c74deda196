/** A table of an organisation from its lines, ready for many lookups. */
import * as Result from "effect/Result"
import { readTableText, type TableFault } from "./readTableText.ts"
import type { TableDefinition } from "./TableDefinition.ts"
import { ExactLevel, FromLevel } from "./tables/levels.ts"
import { makeRowOfText } from "./tables/makeRowOfText.ts"
import { readyRanges } from "./tables/rangeNumbers.ts"
import { Table } from "./tables/Table.ts"
import type { Slices } from "./values/Slices.ts"

/**
 * In slices: as `readTableText` of a version that was published. What generated code looks up in is made too, which would take as long without a
 * pause when the first form that names the table is made ready.
 */
export function* readyTable(text: string): Slices<Result.Result<TableDefinition, ReadonlyArray<TableFault>>> {
  const read = yield* readTableText(text, Infinity, true)
  if (Result.isFailure(read)) return read
  const level = Table.of(read.success).onlyLevel
  if (level instanceof ExactLevel) yield* makeRowOfText(level.known)
  if (level instanceof FromLevel) readyRanges(level)
  return read
}
