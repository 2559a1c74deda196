/** What keys and presses do in a grid, and the focus after them. */
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from "react"
import { moved, type Place } from "./places.ts"

interface GridKeys<Row> {
  readonly area: RefObject<HTMLElement | null>
  readonly at: Place
  /** Rows that are seen at once. */
  readonly page: number
  readonly rows: ReadonlyArray<Row>
  readonly columns: ReadonlyArray<unknown>
  /** Undefined where no row can be selected: the first column is then the first of `columns`. */
  readonly toggling:
    | { readonly toggle: (row: Row, isRange: boolean) => void; readonly toggleAll: () => void }
    | undefined
  readonly onOpen?: (row: Row) => void
  readonly onGo: (to: Place) => void
}

const placeOf = (target: EventTarget | null): Place | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>("[data-column]") : null
  const row = cell?.parentElement?.dataset["row"]
  return cell === null || row === undefined ? undefined : { row: Number(row), column: Number(cell.dataset["column"]) }
}

export const useGridKeys = <Row>(grid: GridKeys<Row>) => {
  const { area, at, columns, onGo, onOpen, page, rows, toggling } = grid
  const target = useRef<Place>(undefined)
  // The cell may be drawn only now, and an earlier drawing's effect may run only now: it knows another place.
  useEffect(() => {
    if (target.current?.row !== at.row || target.current.column !== at.column) return
    const cell = area.current?.querySelector(`[data-row="${at.row}"] > [data-column="${at.column}"]`)
    if (!(cell instanceof HTMLElement)) return
    target.current = undefined
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: "nearest", inline: "nearest" })
  })
  const go = (to: Place) => {
    target.current = to
    onGo(to)
  }
  const tick = (row: number, isRange: boolean) => {
    const one = rows[row - 1]
    if (one === undefined) toggling?.toggleAll()
    else toggling?.toggle(one, isRange)
  }
  const move = ({ ctrlKey, key, metaKey }: KeyboardEvent): boolean => {
    const isMirrored = area.current !== null && getComputedStyle(area.current).direction === "rtl"
    const size = { rows: rows.length, columns: columns.length + (toggling === undefined ? 0 : 1), page }
    const to = moved(at, { key, isMod: ctrlKey || metaKey, isMirrored }, size)
    if (to !== undefined) go(to)
    return to !== undefined
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return
    const one = rows[at.row - 1]
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === "a" && isMod && toggling !== undefined) toggling.toggleAll()
    else if (event.key === " " && toggling !== undefined) tick(at.row, event.shiftKey)
    else if (event.key === "Enter" && !isMod && one !== undefined && onOpen !== undefined) onOpen(one)
    else if (!move(event)) return
    event.preventDefault()
  }
  const onClick = (event: MouseEvent) => {
    const pressed = placeOf(event.target)
    if (pressed === undefined) return
    go(pressed)
    if (pressed.column === 0) tick(pressed.row, event.shiftKey)
  }
  return { onKeyDown, onClick }
}
