/** The business days by a table whose key is the date of a holiday. */
import { type BusinessDays, businessDays } from "../values/businessDays.ts"
import type { Table } from "./Table.ts"

/** Holidays of some hundred years, and of some places: more would take long to put in order. */
export const MAX_HOLIDAYS = 5_000

const known = new WeakMap<Table, BusinessDays>()

const weekdays = businessDays([])

/** Made once for each table. Without one, every day from Monday to Friday is a business day. */
export const businessDaysOf = (table: Table | undefined): BusinessDays => {
  if (table === undefined) return weekdays
  const made =
    known.get(table) ??
    businessDays(
      table.definition.rows.flatMap((_, row) => {
        const date = table.keyCell(row, 0)
        return typeof date === "number" ? [date] : []
      })
    )
  known.set(table, made)
  return made
}
