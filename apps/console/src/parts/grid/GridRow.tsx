/** A row of a grid, or its header. One cell of the whole grid is in the order of Tab: the one at which the keyboard is. */
import { memo, type ReactNode } from "react"
import { classes } from "../classes.ts"
import type { GridColumn } from "./GridColumn.ts"
import styles from "./Grid.module.css"

/** Names in `data-` attributes: the grid finds by them what was pressed. */
interface CellProps {
  readonly column: number
  readonly at: number | undefined
  readonly role: "columnheader" | "rowheader" | "gridcell"
  readonly className: string
  readonly children: ReactNode
}

const Cell = ({ at, children, className, column, role }: CellProps) => (
  <div
    role={role}
    aria-colindex={column + 1}
    data-column={column}
    tabIndex={at === column ? 0 : -1}
    className={classes(styles.cell, className)}
  >
    {children}
  </div>
)

interface TickProps {
  readonly label: string
  readonly isTicked: boolean
  readonly isMixed?: boolean
}

/** The row's keys and presses tick it; the box is for those who point, and for assistive technology without a keyboard. */
const Tick = ({ isMixed = false, isTicked, label }: TickProps) => (
  <input
    type="checkbox"
    tabIndex={-1}
    aria-label={label}
    checked={isTicked}
    readOnly
    ref={(box) => {
      if (box !== null) box.indeterminate = isMixed
    }}
  />
)

const place = (start: number) => (row: HTMLDivElement | null) => {
  row?.style.setProperty("transform", `translateY(${start}px)`)
}

interface GridHeaderProps<Row> {
  readonly columns: ReadonlyArray<GridColumn<Row>>
  /** The column at which the keyboard is, where it is in this row. */
  readonly at: number | undefined
  /** Undefined where no row can be selected. */
  readonly tick: TickProps | undefined
}

export const GridHeader = <Row,>({ at, columns, tick }: GridHeaderProps<Row>) => (
  <div role="row" aria-rowindex={1} data-row={0} className={styles.row}>
    {tick !== undefined && (
      <Cell role="columnheader" column={0} at={at} className={styles.tick ?? ""}>
        <Tick {...tick} />
      </Cell>
    )}
    {columns.map(({ align, id, label }, index) => (
      <Cell
        key={id}
        role="columnheader"
        column={index + (tick === undefined ? 0 : 1)}
        at={at}
        className={classes(styles.header, align === "end" && styles.end, index === 0 && styles.name)}
      >
        {label}
      </Cell>
    ))}
  </div>
)

interface GridRowProps<Row> {
  readonly columns: ReadonlyArray<GridColumn<Row>>
  readonly row: Row
  /** From 0, without the header. */
  readonly index: number
  readonly start: number
  readonly at: number | undefined
  /** Both undefined where no row can be selected. */
  readonly tickLabel: string | undefined
  readonly isSelected: boolean | undefined
}

const Whole = <Row,>({ at, columns, index, isSelected, row, start, tickLabel }: GridRowProps<Row>) => (
  <div
    role="row"
    aria-rowindex={index + 2}
    aria-selected={isSelected}
    data-row={index + 1}
    className={styles.row}
    ref={place(start)}
  >
    {tickLabel !== undefined && (
      <Cell role="gridcell" column={0} at={at} className={styles.tick ?? ""}>
        <Tick label={tickLabel} isTicked={isSelected === true} />
      </Cell>
    )}
    {columns.map(({ align, cell, id }, position) => (
      <Cell
        key={id}
        role={position === 0 ? "rowheader" : "gridcell"}
        column={position + (tickLabel === undefined ? 0 : 1)}
        at={at}
        className={classes(align === "end" && styles.end, position === 0 && styles.name)}
      >
        {cell(row)}
      </Cell>
    ))}
  </div>
)

/** A row that stays as it is while others come and go is not drawn again. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `memo` takes the type parameter away
export const GridRow = memo(Whole) as typeof Whole
