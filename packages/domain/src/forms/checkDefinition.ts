/** The whole check of a definition before it is published: the rule language's, and what only this service knows. */
import { Result, Schema } from "effect"
import { check } from "@formwork/rules/check"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { inDocumentOrder } from "@formwork/rules/inDocumentOrder"
import type { Fault } from "@formwork/rules/Fault"
import type { Json } from "@formwork/rules/Json"
import type { Limits } from "@formwork/rules/Limits"
import { memberOf } from "@formwork/rules/pointer"
import { didYouMean } from "@formwork/rules/nearest"
import { Privilege } from "../callers/Privilege.ts"

/**
 * @param definition as parsed from JSON; untrusted.
 * @returns the checked form, or every fault, in the order of the document.
 */
export const checkDefinition = (
  definition: Json,
  limits: Partial<Limits> = {}
): Result.Result<CheckedForm, ReadonlyArray<Fault>> => {
  const checked = check(definition, limits)
  const others = Result.isFailure(checked) ? checked.failure : []
  const strange = strangePrivileges(definition).filter(
    ({ pointer }) => !others.some((other) => other.pointer === pointer)
  )
  return strange.length === 0 ? checked : Result.fail(inDocumentOrder(definition, [...others, ...strange]))
}

const isPrivilege = Schema.is(Privilege)

/** Transitions that ask for a privilege that nobody can have, and so could never be made. */
const strangePrivileges = (definition: Json): ReadonlyArray<Fault> => {
  const transitions = memberOf(memberOf(definition, "workflow"), "transitions")
  if (!Array.isArray(transitions)) return []
  return transitions.flatMap((transition: Json, index) => {
    const privilege = memberOf(transition, "privilege")
    if (typeof privilege !== "string" || isPrivilege(privilege)) return []
    return [
      {
        pointer: `/workflow/transitions/${index}/privilege`,
        message: `There is no privilege \`${privilege}\`.${didYouMean(privilege, Privilege.literals)}`,
        expected: `one of ${Privilege.literals.map((one) => `\`${one}\``).join(", ")}`
      }
    ]
  })
}
