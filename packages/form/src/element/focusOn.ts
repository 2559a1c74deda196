/** Bringing a field into view. */
import { type Filler, idOf } from "./Filler.ts"

export const rowOf = (pointer: string): { readonly list: string; readonly row: number } | undefined => {
  // No name of a field begins with a digit.
  const [, list, row] = /^(.+?)\/(\d+)(?:\/|$)/.exec(pointer) ?? []
  return list === undefined ? undefined : { list, row: Number(row) }
}

/** Shows the place at a pointer and gives it the focus. The form shows its page first, and a list the page of the row. */
export const focusOn = (filler: Filler, pointer: string): void => {
  filler.way.to?.(pointer)
  const at = rowOf(pointer)
  requestAnimationFrame(() => {
    // A list of another page is there by now.
    if (at !== undefined) filler.pages.get(at.list)?.(at.row)
    requestAnimationFrame(() => focusNow(filler, pointer))
  })
}

const focusNow = (filler: Filler, pointer: string): void => {
  const target = document.getElementById(idOf(filler, pointer))
  // A value that is only read takes no focus by itself.
  if (target?.tagName === "OUTPUT") target.tabIndex = -1
  target?.focus()
  target?.scrollIntoView({ block: "center" })
}
