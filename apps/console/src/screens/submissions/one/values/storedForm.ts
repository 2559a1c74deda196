/** A form that shows what was stored, and runs no rule. */
import type { Submission } from "@formwork/client/contract"
import { type FormSession, openForm } from "@formwork/form/FormSession"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { jsonObject } from "../../../../api/jsonObject.ts"

export const storedForm = (
  { fields, sections, timeZone, title, today }: StoredEvaluated,
  { calculatedData, data, hiddenFields, outcomes }: Submission
): FormSession => {
  const stored = {
    valid: true,
    calculatedData: jsonObject(calculatedData),
    hiddenFields,
    outcomes,
    problems: [],
    requiredFields: []
  }
  return openForm(
    { title, timeZone, fields, sections, extensions: {}, fill: () => stored },
    { today, data: jsonObject(data) }
  )
}
