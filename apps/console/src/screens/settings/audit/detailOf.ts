/** The detail of a line in words, where it is a number or an id that says nothing by itself. */
import type { AuditEvent } from "@formwork/client/contract"
import type { Messages } from "../../../messages/Messages.ts"

export const detailOf = (
  { audit, forms }: Pick<Messages, "audit" | "forms">,
  { action, detail }: Pick<AuditEvent, "action" | "detail">
): string | null => {
  if (detail === null) return null
  switch (action) {
    case "form.draft_saved":
    case "form.examples_saved":
    case "table.draft_saved":
      return audit.revision({ revision: detail })
    case "table.published":
      return forms.list.version({ number: Number(detail) })
    case "form.published":
      return audit.again
    default:
      return detail
  }
}
