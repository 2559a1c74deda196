/** A definition in place of a prepared form. It brings the check into the page, so that it is loaded where it is needed. */
import { check } from "@formwork/rules/check"
import { fillable } from "@formwork/rules/fillable"
import type { FillableForm } from "@formwork/rules/FillableForm"
import type { Json } from "@formwork/rules/Json"
import { renderFaults } from "@formwork/rules/renderFaults"

/** @param language that of the page. Throws all faults of the definition, as a text for its author. */
export const formOf = (definition: Json, language: string): FillableForm => {
  const checked = check(definition, {}, { accepts: [language] })
  if (checked._tag === "Failure") throw new Error(renderFaults(definition, checked.failure))
  return fillable(checked.success)
}
