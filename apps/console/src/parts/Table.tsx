/** A table of some rows. Its first column names the row. In a narrow window each row is a card. */
import type { ReactNode } from "react"
import { classes } from "./classes.ts"
import styles from "./Table.module.css"

export interface Column<Row> {
  readonly id: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  readonly align?: "start" | "end"
  /** Has the width that the others leave, and these do not break their lines. */
  readonly isMain?: boolean
  /** For assistive technology alone: a column of actions. */
  readonly isLabelHidden?: boolean
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: ReadonlyArray<Column<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly rowId: (row: Row) => string
  readonly isQuiet?: (row: Row) => boolean
}

export const Table = <Row,>({ columns, isQuiet, label, rowId, rows }: TableProps<Row>) => (
  <div className={styles.frame}>
    <table
      className={classes(styles.table, columns.some(({ isMain }) => isMain === true) && styles.fitting)}
      aria-label={label}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={classes(styles.head, column.align === "end" && styles.end)}>
              <span className={classes(column.isLabelHidden === true && styles.hidden)}>{column.label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowId(row)} className={classes(styles.row, isQuiet?.(row) === true && styles.quiet)}>
            {columns.map((column, index) => {
              const cell = column.cell(row)
              const name = classes(
                styles.cell,
                column.align === "end" && styles.end,
                column.isMain === true && styles.main
              )
              return index === 0 ? (
                <th key={column.id} scope="row" className={classes(name, styles.name)}>
                  {cell}
                </th>
              ) : (
                <td key={column.id} className={name} data-label={column.isLabelHidden === true ? "" : column.label}>
                  {cell}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
