/** What changed in a form's tables. */
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { type Change, changed, type Pair, paired, same } from "../Comparison.ts"
import { writtenRow } from "../tables/writtenRow.ts"
import type { TableDefinition } from "../TableDefinition.ts"
import type { Json } from "../Json.ts"
import { columnsOf } from "./tableComparison.ts"

/** Rows that a change shows of each side. */
const MOST = 50

/** Rows of `one` that `other` does not have. */
const only = (one: TableDefinition, other: TableDefinition): ReadonlyArray<Json> => {
  const text = (table: TableDefinition) => (row: TableDefinition["rows"][number]) =>
    JSON.stringify(writtenRow(table, row))
  const known = new Set(other.rows.map(text(other)))
  return one.rows.filter((row) => !known.has(text(one)(row))).map((row) => writtenRow(one, row))
}

const compareTable = (name: string, { after, before }: Pair<TableDefinition>): ReadonlyArray<Change> => {
  if (before.rows === after.rows) return []
  const members = (["keys", "values"] as const).flatMap((member) => {
    const pair = { before: [...columnsOf(before[member])], after: [...columnsOf(after[member])] }
    return same(pair.before, pair.after) ? [] : [changed("table", name, member, pair)]
  })
  if (members.length > 0) return members
  const pair = { before: only(before, after), after: only(after, before) }
  return pair.before.length === 0 && pair.after.length === 0
    ? []
    : [changed("table", name, "rows", { before: pair.before.slice(0, MOST), after: pair.after.slice(0, MOST) })]
}

/** Rows before and after are those that the other side does not have, 50 at most. */
export const compareTables = ({ after, before }: Pair<CheckedForm>): ReadonlyArray<Change> =>
  paired(before.definition.tables, after.definition.tables, ({ name }) => name).flatMap(
    ({ after: is, before: was, name }): ReadonlyArray<Change> => {
      if (was === undefined) return [{ subject: "table", name, change: "added", breaking: false }]
      if (is === undefined) return [{ subject: "table", name, change: "removed", breaking: false }]
      return compareTable(name, { before: was, after: is })
    }
  )
