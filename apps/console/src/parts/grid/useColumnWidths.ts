/** Measures the content of the first rows once they are drawn, and again for other columns: never while rows come and go. */
import { type RefObject, useLayoutEffect, useState } from "react"
import { columnWidths } from "./columnWidths.ts"
import type { GridColumn } from "./GridColumn.ts"

/** On both sides of a cell, in pixels, and what rounding takes. */
const PADDING = 2 * 12 + 1

/** What a cell would need, however much of it is cut off. */
const needed = (cell: Element): number => {
  const range = document.createRange()
  range.selectNodeContents(cell)
  return Math.ceil(range.getBoundingClientRect().width) + PADDING
}

const contentsIn = (grid: HTMLElement, columns: number, first: number): ReadonlyArray<number> =>
  Array.from({ length: columns }, (_, index) =>
    Math.max(0, ...[...grid.querySelectorAll(`[data-column="${index + first}"]`)].map(needed))
  )

interface Given<Row> {
  readonly area: RefObject<HTMLElement | null>
  readonly columns: ReadonlyArray<GridColumn<Row>>
  /** Of the boxes that select, in units of the browser's size of text; undefined where there are none. */
  readonly tick: number | undefined
  readonly isDrawn: boolean
  readonly view: number
  /** The browser's size of text, in pixels. */
  readonly rem: number
}

/** Sets the columns of every row at once, as properties of the grid. */
export const useColumnWidths = <Row>({ area, columns, isDrawn, rem, tick, view }: Given<Row>): void => {
  const [contents, setContents] = useState<ReadonlyArray<number>>([])
  const first = tick === undefined ? 0 : 1
  useLayoutEffect(() => {
    if (isDrawn && area.current !== null) setContents(contentsIn(area.current, columns.length, first))
  }, [area, columns, first, isDrawn])
  const grown = columns.map((column) => ({ ...column, width: (column.width / 16) * rem }))
  const rems = columnWidths(grown, contents, view - (tick ?? 0) * rem).map((width) => width / rem)
  const template = [
    ...(tick === undefined ? [] : [`${tick}rem`]),
    ...rems.map((width) => `minmax(${width}rem, ${width}fr)`)
  ].join(" ")
  const whole = rems.reduce((sum, width) => sum + width, tick ?? 0)
  useLayoutEffect(() => {
    area.current?.style.setProperty("--columns", template)
    area.current?.style.setProperty("--columns-size", `${whole}rem`)
  }, [area, template, whole])
}
