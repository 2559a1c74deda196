/** A column of a grid. */
import type { ReactNode } from "react"

export interface GridColumn<Row> {
  readonly id: string
  readonly label: ReactNode
  /** In pixels at the browser's usual size of text; it grows with that. The least: a grid shares the width that is left. */
  readonly width: number
  /** Is as wide as its content, also where the grid is then wider than its view. */
  readonly isWhole?: boolean
  readonly align?: "start" | "end"
  readonly cell: (row: Row) => ReactNode
}
