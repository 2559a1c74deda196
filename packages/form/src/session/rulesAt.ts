/** The rules of one place among those that ran: what `why` of a view gives. */
import type { TraceEntry } from "@formwork/rules/Evaluation"
import type { FillableForm } from "@formwork/rules/FillableForm"
import { isRuleOf, type Place } from "./Place.ts"

/** @param form in the definition's order: the trace names rules by it. The condition of a field's section is one of the field's. */
export const rulesAt = (
  { fields, sections }: Pick<FillableForm, "fields" | "sections">,
  place: Place | undefined,
  trace: ReadonlyArray<TraceEntry>
): ReadonlyArray<TraceEntry> => {
  if (place === undefined) return []
  const { inRow, row, top } = place
  const of = `/fields/${fields.indexOf(top)}/`
  const own = inRow === undefined ? of : `${of}fields/${top.rows.indexOf(inRow)}/`
  const around = sections.findIndex((section) => section.fields.includes(top.field.slug))
  return trace.filter(
    (entry) =>
      (isRuleOf(own, entry.pointer) && entry.row === row) ||
      (inRow === undefined && entry.pointer === `/sections/${around}/visibleWhen`)
  )
}
