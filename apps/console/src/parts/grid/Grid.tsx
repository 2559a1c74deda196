/**
 * Many rows of one height, of which those in view are drawn. The first column names the row and stays in place. One tab stop: arrows, Home, End and the
 * Page keys move in it, Space selects, with Shift up to there, Enter opens.
 */
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual"
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react"
import type { GridColumn } from "./GridColumn.ts"
import { GridHeader, GridRow } from "./GridRow.tsx"
import { type Place, within } from "./places.ts"
import { allToggled, type Selected, toggled, withRange } from "./selected.ts"
import { useColumnWidths } from "./useColumnWidths.ts"
import { useGridKeys } from "./useGridKeys.ts"
import styles from "./Grid.module.css"

/** Of a row, in units of the browser's size of text. */
const ROW_REMS = 2.25

const SCROLL_BAR = 18

const remPixels = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

interface Selecting<Row> {
  /** Of the box that selects a row. */
  readonly tickLabel: (row: Row) => string
  readonly tickAllLabel: string
  readonly selected: Selected
  readonly onSelect: (selected: Selected) => void
}

export interface GridProps<Row> {
  readonly label: string
  readonly columns: ReadonlyArray<GridColumn<Row>>
  readonly rows: ReadonlyArray<Row>
  readonly rowId: (row: Row) => string
  /** Whether there are no more rows than these. */
  readonly isWhole: boolean
  /** Left out where no row can be selected: then there are no boxes. */
  readonly selecting?: Selecting<Row>
  readonly onOpen?: (row: Row) => void
  /** The last rows are two screens away or nearer. Called again while that is so and there are more rows. */
  readonly onNearEnd?: () => void
}

const useSelecting = <Row,>({ rowId, rows, selecting }: GridProps<Row>) => {
  const before = useRef<string>(undefined)
  if (selecting === undefined) return undefined
  const { onSelect, selected } = selecting
  const ids = () => rows.map(rowId)
  const toggleAll = () => onSelect(allToggled(selected, ids()))
  const toggle = (row: Row, isRange: boolean) => {
    const id = rowId(row)
    onSelect(isRange ? withRange(selected, ids(), before.current, id) : toggled(selected, id))
    before.current = id
  }
  return { toggle, toggleAll }
}

/** The rows in view, and where the keyboard is, so that the focus is never lost. */
const useRows = <Row,>({ rowId, rows }: GridProps<Row>, area: RefObject<HTMLElement | null>, kept: number) => {
  const [height] = useState(() => ROW_REMS * remPixels())
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => area.current,
    estimateSize: () => height,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowId(row)
    },
    scrollMargin: height,
    scrollPaddingStart: height,
    overscan: 4,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return kept < 0 || shown.includes(kept) ? shown : [...shown, kept].toSorted((a, b) => a - b)
    }
  })
}

/** Asks for more rows as long as the last ones are near. */
const useNearEnd = <Row,>({ isWhole, onNearEnd, rows }: GridProps<Row>, inView: number, last: number) => {
  const isNear = rows.length - last <= 2 * inView
  const ask = useEffectEvent(() => onNearEnd?.())
  useEffect(() => {
    if (isNear && !isWhole) ask()
  }, [isNear, isWhole, rows.length])
}

const tickOfAll = <Row,>({ rowId, rows, selecting }: GridProps<Row>) => {
  if (selecting === undefined) return undefined
  const { selected, tickAllLabel } = selecting
  const ticked = selected.size === 0 ? 0 : rows.filter((row) => selected.has(rowId(row))).length
  const isAll = ticked > 0 && ticked === rows.length
  return { label: tickAllLabel, isTicked: isAll, isMixed: ticked > 0 && !isAll }
}

export const Grid = <Row,>(props: GridProps<Row>) => {
  const { columns, isWhole, label, rowId, rows, selecting } = props
  const first = selecting === undefined ? 0 : 1
  const area = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<Place>({ row: 1, column: first })
  const at = within(wanted, { rows: rows.length, columns: columns.length + first, page: 1 })
  const virtual = useRows(props, area, at.row - 1)
  const inView = Math.ceil((virtual.scrollRect?.height ?? 0) / virtual.options.estimateSize(0))
  useNearEnd(props, inView, virtual.range?.endIndex ?? 0)
  const toggling = useSelecting(props)
  const keys = useGridKeys({
    ...props,
    area,
    at,
    page: inView - 2,
    toggling,
    onGo: (to) => {
      if (to.row > 0) virtual.scrollToIndex(to.row - 1)
      setWanted(to)
    }
  })
  const shown = virtual.getVirtualItems()
  useColumnWidths({
    area,
    columns,
    tick: selecting === undefined ? undefined : ROW_REMS,
    isDrawn: shown.length > 0,
    // Its borders and the bar that scrolls it take some of it.
    view: (virtual.scrollRect?.width ?? 0) - SCROLL_BAR,
    rem: virtual.options.estimateSize(0) / ROW_REMS
  })
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cells take the focus, one of them by Tab
    <div
      role="grid"
      aria-label={label}
      aria-multiselectable={selecting !== undefined || undefined}
      aria-rowcount={isWhole ? rows.length + 1 : -1}
      aria-colcount={columns.length + first}
      className={styles.grid}
      ref={area}
      {...keys}
    >
      <div role="rowgroup" className={styles.head}>
        <GridHeader columns={columns} at={at.row === 0 ? at.column : undefined} tick={tickOfAll(props)} />
      </div>
      <div
        role="rowgroup"
        className={styles.body}
        ref={(body) => body?.style.setProperty("block-size", `${virtual.getTotalSize()}px`)}
      >
        {shown.map(({ index, key, start }) => {
          const row = rows[index]
          return row === undefined ? null : (
            <GridRow
              key={key}
              columns={columns}
              row={row}
              index={index}
              start={start - virtual.options.scrollMargin}
              at={at.row === index + 1 ? at.column : undefined}
              tickLabel={selecting?.tickLabel(row)}
              isSelected={selecting?.selected.has(rowId(row))}
            />
          )
        })}
      </div>
    </div>
  )
}
