/** How wide the columns of a grid are. What the view has more than they need, the browser shares among them. */
import type { GridColumn } from "./GridColumn.ts"

type Sized = Pick<GridColumn<never>, "isWhole" | "width">

/**
 * In pixels. What stands whole has its content's width, and each other column at least its own. Width that is left goes to the columns
 * whose content is cut off.
 * @param contents the widest content of each column that is known, in pixels; empty while none is drawn.
 * @param view of the grid, without its boxes.
 */
export const columnWidths = (
  columns: ReadonlyArray<Sized>,
  contents: ReadonlyArray<number>,
  view: number
): ReadonlyArray<number> => {
  const least = columns.map(({ isWhole, width }, index) =>
    isWhole === true ? Math.max(width, contents[index] ?? 0) : width
  )
  const cut = least.map((width, index) => Math.max(0, (contents[index] ?? 0) - width))
  const [left, wanted] = [view - sum(least), sum(cut)]
  const share = wanted === 0 ? 0 : Math.min(1, Math.max(0, left / wanted))
  return least.map((width, index) => width + (cut[index] ?? 0) * share)
}

const sum = (all: ReadonlyArray<number>): number => all.reduce((total, one) => total + one, 0)
