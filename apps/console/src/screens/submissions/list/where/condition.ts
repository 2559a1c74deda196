/** A condition over the values of a form, checked by the server's own checker. It has the rules in it, so that the editor of conditions alone imports it. */
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { compileCondition } from "@formwork/rules/compileCondition"
import { type Completion, completionsAt } from "@formwork/rules/completionsAt"
import type { Fault } from "@formwork/rules/Fault"
import type { Json } from "@formwork/rules/Json"
import { openForm } from "@formwork/rules/openForm"
import { isObject } from "@formwork/rules/LongNumber"

/** Of the condition as a text of its own. */
const WHOLE = ""

/** Every fault of a condition; none for an empty one, which is no filter. */
export const conditionFaults = (form: CheckedForm, source: string): ReadonlyArray<Fault> => {
  if (source.trim() === "") return []
  const compiled = compileCondition(form, source)
  return compiled._tag === "Success" ? [] : compiled.failure.map((fault) => ({ ...fault, pointer: WHOLE }))
}

/**
 * What can stand at a caret in a condition: as in the `when` of an outcome, which reads the same fields.
 * @param definition of the form's version, as the API gave it.
 */
export const conditionProposals = (definition: unknown, source: string, offset: number): ReadonlyArray<Completion> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer's body is JSON
  const form = definition as Json
  if (!isObject(form)) return []
  const outcomes = Array.isArray(form["outcomes"]) ? form["outcomes"] : []
  // A text without any sign is no rule to the checker; a blank is one.
  const when = source === "" ? " " : source
  const own = { id: "condition", severity: "info", when, message: "." }
  return completionsAt(openForm({ ...form, outcomes: [...outcomes, own] }), `/outcomes/${outcomes.length}/when`, offset)
}
