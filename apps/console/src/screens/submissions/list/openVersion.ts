/** Reads a version's definition with the server's own checker. It has the rules in it, so that a list fetches it when it has a form: `await import(…)`. */
import { check } from "@formwork/rules/check"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { Json } from "@formwork/rules/Json"

/** @param definition of a published version, as the API gave it. @returns undefined where these rules no longer take it. */
export const openVersion = (definition: unknown): CheckedForm | undefined => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer's body is JSON
  const checked = check(definition as Json)
  return checked._tag === "Success" ? checked.success : undefined
}
