/** The rows of a table as a grid. */
import { useMemo } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Grid } from "../../../parts/grid/Grid.tsx"
import type { GridColumn } from "../../../parts/grid/GridColumn.ts"
import { cellsOf, type ShownColumn, type TableLine } from "./lines.ts"
import styles from "../tables.module.css"

interface RowGridProps {
  readonly columns: ReadonlyArray<ShownColumn>
  readonly lines: ReadonlyArray<TableLine>
}

const isNumber = ({ type }: ShownColumn): boolean => /\b(?:integer|number)\b/u.test(type)

const Head = ({ column }: { readonly column: ShownColumn }) => (
  <>
    <Foreign text={column.name} />{" "}
    <span className={styles.type}>
      <Foreign text={column.type} />
    </span>
  </>
)

export const RowGrid = ({ columns, lines }: RowGridProps) => {
  const { common, tables } = useMessages()
  const words = tables.rows
  const shown = useMemo(
    (): ReadonlyArray<GridColumn<TableLine>> => [
      { id: "row", label: words.row, width: 96, cell: ({ number }) => common.number({ n: number }) },
      ...columns.map((column, index): GridColumn<TableLine> => ({
        id: `${index} ${column.name}`,
        label: <Head column={column} />,
        width: 190,
        align: isNumber(column) ? "end" : "start",
        cell: (line) => <Foreign text={cellsOf(line)[index] ?? ""} />
      }))
    ],
    [columns, common, words]
  )
  return <Grid label={words.label} columns={shown} rows={lines} rowId={({ number }) => String(number)} isWhole />
}
