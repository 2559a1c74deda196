/** The keys of the outline: everything that a pointer can do. */
import type { KeyboardEvent } from "react"
import type { Direction } from "./moves.ts"
import { isListSection, isSection } from "./outlineActions.ts"
import type { OutlineItem } from "./OutlineItem.ts"
import type { RowActions } from "./RowActions.ts"

const steps: ReadonlyMap<string, Direction> = new Map([
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
  ["ArrowRight", "in"],
  ["ArrowLeft", "out"]
])

/** The rows that are not folded away, by their keys, and going to one of them. */
interface Rows {
  readonly shown: ReadonlyArray<string>
  readonly go: (key: string) => void
}

/** How far a key goes. A page is what fits into a window of usual height. */
const distances: ReadonlyMap<string, number> = new Map([
  ["ArrowUp", -1],
  ["ArrowDown", 1],
  ["PageUp", -20],
  ["PageDown", 20],
  ["Home", -Infinity],
  ["End", Infinity]
])

/**
 * Goes to another row. The tree would do so itself, but a virtual one cannot go to rows that are not drawn.
 * @returns whether the key is for going.
 */
const walk = (
  { altKey, ctrlKey, key, metaKey, shiftKey }: KeyboardEvent,
  item: OutlineItem,
  { go, shown }: Rows
): boolean => {
  const distance = distances.get(key)
  if (distance === undefined || altKey || ctrlKey || metaKey || shiftKey) return false
  const next = shown[Math.min(shown.length - 1, Math.max(0, shown.indexOf(item.key) + distance))]
  if (next !== undefined && next !== item.key) go(next)
  return true
}

/** Runs the action of a key. @returns whether the key has an action here. */
const run = (event: KeyboardEvent, item: OutlineItem, act: RowActions): boolean => {
  const { altKey, key, shiftKey } = event
  const isMod = event.ctrlKey || event.metaKey
  const step = steps.get(key)
  if (altKey && !isMod && !shiftKey && step !== undefined) {
    if (!isSection(item)) act.step(item, step)
    return true
  }
  if (altKey || shiftKey) return false
  if (isMod) {
    if (key.toLowerCase() !== "d" || isSection(item)) return false
    act.duplicate(item)
    return true
  }
  if (key === "Enter" && (isListSection(item) || !isSection(item))) {
    act.add(item)
    return true
  }
  if ((key === "Delete" || key === "Backspace") && !isSection(item)) {
    act.remove(item)
    return true
  }
  return false
}

/**
 * Only while a row itself has the focus, or the outline for a row that moves: buttons have keys of their own.
 * @param act left out where nothing may be changed.
 */
export const useOutlineKeys =
  (item: OutlineItem | undefined, act: RowActions | undefined, rows: Rows) =>
  (event: KeyboardEvent): void => {
    const isRow =
      event.target === event.currentTarget ||
      (event.target instanceof HTMLElement && event.target.getAttribute("role") === "row")
    if (!isRow || item === undefined || !(walk(event, item, rows) || (act !== undefined && run(event, item, act))))
      return
    event.preventDefault()
    event.stopPropagation()
  }
