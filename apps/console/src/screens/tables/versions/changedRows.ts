/** Rows of a comparison, by the names of their columns. */
import type { TableComparison } from "@formwork/client/contract"
import { cellText, type ShownColumn } from "../one/lines.ts"

/** Undefined on a side where there is no such row, or no such column. */
interface ChangedCell {
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface ChangedRow {
  readonly id: string
  readonly kind: "added" | "removed" | "changed"
  readonly cells: ReadonlyMap<string, ChangedCell>
}

type Columns = ReadonlyArray<ShownColumn>

/** Those of the later side, then those that went. */
export const unionOf = (before: Columns, after: Columns): Columns => {
  const names = new Set(after.map(({ name }) => name))
  return [...after, ...before.filter(({ name }) => !names.has(name))]
}

const cellsOf = (columns: Columns, row: ReadonlyArray<unknown> | null): ReadonlyMap<string, string> =>
  new Map(row === null ? [] : columns.map(({ name }, index) => [name, cellText(row[index])]))

export const changedRows = (
  { rows }: Pick<TableComparison, "rows">,
  before: Columns,
  after: Columns
): ReadonlyArray<ChangedRow> =>
  rows.map((row, index) => {
    const [was, is] = [cellsOf(before, row.before), cellsOf(after, row.after)]
    const names = unionOf(before, after).map(({ name }) => name)
    return {
      id: String(index),
      kind: row.before === null ? "added" : row.after === null ? "removed" : "changed",
      cells: new Map(names.map((name) => [name, { before: was.get(name), after: is.get(name) }]))
    }
  })
