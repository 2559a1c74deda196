/** A column of a grid. */
import type { ReactNode } from "react"

export interface GridColumn<Row> {
  readonly id: string
  readonly label: ReactNode
  /** In pixels at the browser's usual size of text; it grows with that. */
  readonly width: number
  readonly align?: "start" | "end"
  readonly cell: (row: Row) => ReactNode
}
