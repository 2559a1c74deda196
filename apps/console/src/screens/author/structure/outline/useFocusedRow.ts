/** Keeps the focus on a row that moves, and the row in sight: the browser takes the focus from an element that gets another place. */
import { type RefObject, useCallback, useEffect, useRef } from "react"

/** Height of a row, as the virtual list has it. */
export const ROW_HEIGHT = 30

/** Frames in which a row is drawn, a dialog closes, and the list comes to rest. */
const FRAMES = 60
/** Frames after which a row keeps the focus. */
const CALM = 4

/** Whether the focus is nowhere, in the outline, or in a dialog that closes: elsewhere it is where the author has put it. */
const isFree = (outline: HTMLElement | null): boolean => {
  const active = document.activeElement
  return (
    active === null ||
    active === document.body ||
    outline?.contains(active) === true ||
    active.closest("[role$=dialog]") !== null
  )
}

/** The nearest scroll position in which a row is in sight. */
const inSight = (list: Element, top: number, index: number): number =>
  Math.min(index * ROW_HEIGHT, Math.max(top, (index + 1) * ROW_HEIGHT - list.clientHeight))

const rowOf = (outline: RefObject<HTMLDivElement | null>, key: string): HTMLElement | undefined => {
  const row = outline.current?.querySelector(`[role=row][data-key="${CSS.escape(key)}"]`)
  return row instanceof HTMLElement ? row : undefined
}

/**
 * @param key of the selected row.
 * @param keys of all rows that are not folded away, in their order.
 */
export const useFocusedRow = (key: string | undefined, keys: ReadonlyArray<string>) => {
  const ref = useRef<HTMLDivElement>(null)
  /** Where the list was before the change. */
  const wanted = useRef<number>(undefined)
  const frame = useRef(0)
  const followed = useRef<string>(undefined)
  /** The author goes on elsewhere: what they press or scroll to is not taken away below their hand. */
  const letGo = useCallback((): void => {
    wanted.current = undefined
    cancelAnimationFrame(frame.current)
  }, [])
  useEffect(() => {
    if (followed.current !== key) cancelAnimationFrame(frame.current)
    const list = ref.current?.querySelector("[role=treegrid]")
    const before = wanted.current
    wanted.current = undefined
    if (before === undefined || key === undefined || list === null || list === undefined) return
    const top = inSight(list, before, keys.indexOf(key))
    followed.current = key
    cancelAnimationFrame(frame.current)
    const settle = (left: number, calm: number): void => {
      const row = rowOf(ref, key)
      const isThere = row !== undefined && document.activeElement === row
      if (!isFree(ref.current)) return
      if (!isThere) row?.focus({ preventScroll: true })
      if (list.scrollTop !== top) list.scrollTop = top
      if (left > 0 && calm < CALM) frame.current = requestAnimationFrame(() => settle(left - 1, isThere ? calm + 1 : 0))
    }
    frame.current = requestAnimationFrame(() => settle(FRAMES, 0))
  }, [key, keys])
  // Only then: rows change for other reasons meanwhile, such as new faults.
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  /** Runs a change of the selected row. Until the row is drawn the outline has the focus, so that no key is lost. */
  const keepFocus = useCallback((change: () => boolean): void => {
    const row = document.activeElement
    wanted.current = ref.current?.querySelector("[role=treegrid]")?.scrollTop ?? 0
    ref.current?.focus({ preventScroll: true })
    if (change()) return
    wanted.current = undefined
    if (row instanceof HTMLElement) row.focus({ preventScroll: true })
  }, [])
  /** Moves the focus to another row, which is selected next: at once if it is drawn, and otherwise when it is. */
  const focusRow = (key: string): void => {
    const list = ref.current?.querySelector("[role=treegrid]")
    if (list === null || list === undefined) return
    const row = rowOf(ref, key)
    list.scrollTop = inSight(list, list.scrollTop, keys.indexOf(key))
    if (row !== undefined) return row.focus({ preventScroll: true })
    wanted.current = list.scrollTop
    ref.current?.focus({ preventScroll: true })
  }
  return { ref, keepFocus, focusRow, letGo }
}
