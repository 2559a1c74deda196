/** What a call that failed means, in a sentence that stands beside what was entered. */
import { FormworkError, FormworkUnreachable } from "@formwork/client/FormworkError"
import { missingPrivilege } from "../api/refusal.ts"
import type { Messages } from "../messages/Messages.ts"

/** The language of a sentence that the server wrote; undefined for one of the console's own. */
export const refusalLanguage = (error: unknown): "en" | undefined =>
  error instanceof FormworkError && error.status !== 401 && missingPrivilege(error) === undefined ? "en" : undefined

export const refusalSentence = ({ states }: Messages["common"], error: unknown): string => {
  if (error instanceof FormworkUnreachable) return states.unreachable
  if (!(error instanceof FormworkError)) return states.unexpected
  if (error.status === 401) return states.sessionEnded
  const privilege = missingPrivilege(error)
  if (privilege !== undefined) return states.refusedPrivilege({ privilege })
  const [first] = "problems" in error.problem ? error.problem.problems : []
  return first === undefined ? error.problem.error : `${error.problem.error} ${first.message}`
}
