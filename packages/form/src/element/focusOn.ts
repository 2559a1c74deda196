/** Bringing a field into view. */
import { type Filler, idOf } from "./Filler.ts"

export const rowOf = (pointer: string): { readonly list: string; readonly row: number } | undefined => {
  const [, list = "", row] = pointer.split("/")
  return row === undefined ? undefined : { list: `/${list}`, row: Number(row) }
}

/** Shows the place at a pointer and gives it the focus. A list shows the page of the row first. */
export const focusOn = (filler: Filler, pointer: string): void => {
  const at = rowOf(pointer)
  if (at !== undefined) filler.pages.get(at.list)?.(at.row)
  requestAnimationFrame(() => {
    const target = document.getElementById(idOf(filler, pointer))
    // A computed value takes no focus by itself.
    if (target?.tagName === "OUTPUT") target.tabIndex = -1
    target?.focus()
    target?.scrollIntoView({ block: "center" })
  })
}
