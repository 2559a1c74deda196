/** The rules of one place among those that ran: what `why` of a view gives. */
import type { TraceEntry } from "@formwork/rules/Evaluation"
import type { FillableField } from "@formwork/rules/FillableForm"
import type { Place } from "./Place.ts"

/** @param fields those of the form, in the definition's order: the trace names rules by it. */
export const rulesAt = (
  fields: ReadonlyArray<FillableField>,
  place: Place | undefined,
  trace: ReadonlyArray<TraceEntry>
): ReadonlyArray<TraceEntry> => {
  if (place === undefined) return []
  const { inRow, row, top } = place
  const of = `/fields/${fields.indexOf(top)}/`
  const own = inRow === undefined ? of : `${of}fields/${top.rows.indexOf(inRow)}/`
  return trace.filter(
    (entry) => entry.pointer.startsWith(own) && !entry.pointer.slice(own.length).includes("/") && entry.row === row
  )
}
