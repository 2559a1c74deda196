/** What a comparison of two editions of a table says: how many rows, and some of them, cell by cell. */
import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import type { TableComparison } from "@formwork/client/contract"
import { columnsQuery, tableComparisonQuery } from "../../../api/table.ts"
import { type Edition } from "../../../api/tables.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Grid } from "../../../parts/grid/Grid.tsx"
import type { GridColumn } from "../../../parts/grid/GridColumn.ts"
import { Notice } from "../../../parts/Notice.tsx"
import { Queried } from "../../../parts/States.tsx"
import { readLines, type ShownColumn } from "../one/lines.ts"
import type { ReadTable } from "../one/ReadTable.ts"
import { type ChangedRow, changedRows, unionOf } from "./changedRows.ts"
import styles from "../tables.module.css"

const tones = { added: "ok", removed: "error", changed: "warning" } as const

const Cell = ({ name, row: { cells, kind } }: { readonly row: ChangedRow; readonly name: string }) => {
  const { after, before } = cells.get(name) ?? {}
  if (kind !== "changed" || before === after) return <Foreign text={after ?? before ?? ""} />
  return (
    <>
      {before !== undefined && (
        <del className={styles.was}>
          <Foreign text={before} />
        </del>
      )}
      {before !== undefined && after !== undefined && " → "}
      {after !== undefined && (
        <ins>
          <Foreign text={after} />
        </ins>
      )}
    </>
  )
}

interface ChangeGridProps {
  readonly comparison: TableComparison
  readonly before: ReadonlyArray<ShownColumn>
  readonly after: ReadonlyArray<ShownColumn>
}

const ChangeGrid = ({ after, before, comparison }: ChangeGridProps) => {
  const { compare: words } = useMessages().tables
  const rows = useMemo(() => changedRows(comparison, before, after), [comparison, before, after])
  const columns = useMemo(
    (): ReadonlyArray<GridColumn<ChangedRow>> => [
      {
        id: "kind",
        label: words.change,
        width: 130,
        cell: ({ kind }) => (
          <span className={styles.mark}>
            <Badge tone={tones[kind]}>{words[kind]}</Badge>
          </span>
        )
      },
      ...unionOf(before, after).map(({ name }): GridColumn<ChangedRow> => ({
        id: `column ${name}`,
        label: <Foreign text={name} />,
        width: 220,
        cell: (row) => <Cell row={row} name={name} />
      }))
    ],
    [before, after, words]
  )
  return <Grid label={words.rows} columns={columns} rows={rows} rowId={({ id }) => id} isWhole />
}

const Found = ({ after, before, comparison }: ChangeGridProps) => {
  const { compare: words } = useMessages().tables
  const { added, changed, columns, removed, rows } = comparison
  const all = added + changed + removed
  if (all === 0 && !columns) return <Notice tone="ok">{words.none}</Notice>
  return (
    <>
      {columns && <Notice tone="warning">{words.columns}</Notice>}
      <p>{words.count({ added, changed, removed })}</p>
      {rows.length > 0 && <ChangeGrid comparison={comparison} before={before} after={after} />}
      {rows.length < all && <p className={styles.quiet}>{words.some({ n: rows.length, total: all })}</p>}
    </>
  )
}

interface TableChangesProps {
  readonly table: ReadTable
  readonly before: Edition
  readonly after: Edition
}

export const TableChanges = ({ after, before, table: { draftRevision, name } }: TableChangesProps) => {
  const comparison = useQuery(tableComparisonQuery(name, before, after, draftRevision))
  const was = useQuery(columnsQuery(name, before, draftRevision))
  const is = useQuery(columnsQuery(name, after, draftRevision))
  const [wasRead, isRead] = [was.data, is.data].map((head) => head !== undefined)
  const sides = useMemo(
    () => ({ before: readLines(was.data ?? "").columns, after: readLines(is.data ?? "").columns }),
    [was.data, is.data]
  )
  const refetch = () => void [comparison, was, is].map((query) => query.refetch())
  const data = wasRead === true && isRead === true ? comparison.data : undefined
  const error = comparison.error ?? was.error ?? is.error
  return (
    <Queried query={{ data, error, refetch, isFetching: comparison.isFetching || was.isFetching || is.isFetching }}>
      {(found) => <Found comparison={found} {...sides} />}
    </Queried>
  )
}
