/** What a case expects beside what it gives: the comparison that the server makes before publishing. */
import type { Definition } from "@formwork/rules/Definition"
import type { EvaluationResult } from "@formwork/rules/Evaluation"
import { expectationMembers, expectationOf as whole, type ExpectationMember } from "@formwork/rules/Expectation"
import type { Expectation } from "../../../../api/examples.ts"

/** Which members a case expects something of. */
export type Members = { readonly [K in ExpectationMember]: boolean }

/** What decides which fields may be hidden. */
export type FormParts = Pick<Definition, "fields" | "sections">

/** What a result gives, as an expectation of it. */
export const expectationOf = (result: EvaluationResult, form: FormParts, members: Members): Expectation =>
  whole(result, form, members)

const membersWith = (has: (member: ExpectationMember) => boolean): Members => ({
  valid: has("valid"),
  outcomes: has("outcomes"),
  calculatedData: has("calculatedData"),
  visible: has("visible"),
  problems: has("problems")
})

/** The members that an expectation names; all of them where it names none. */
export const membersOf = (expectation: Expectation): Members => {
  const named = expectationMembers.filter((member) => expectation[member] !== undefined)
  return membersWith((member) => named.length === 0 || named.includes(member))
}
