/** What a refused call says, for the controls and for the page. */
import { FormworkError, isRefusal } from "@formwork/client/FormworkError"

interface PlacedProblem {
  readonly pointer: string
  readonly message: string
}

/** The problems of the request that was refused. Empty if it was refused for another reason. */
const problemsOf = (error: unknown): ReadonlyArray<PlacedProblem> => {
  if (!(error instanceof FormworkError)) return []
  const listed: unknown = Reflect.get(error.problem, "problems")
  if (!Array.isArray(listed)) return []
  return listed.flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "pointer" in one && "message" in one
      ? [{ pointer: String(one.pointer), message: String(one.message) }]
      : []
  )
}

/** The sentences about one member and what is in it, one a line: `/addresses` has those of `/addresses/2`. */
export const problemAt = (error: unknown, pointer: string): string =>
  problemsOf(error)
    .filter((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))
    .map(({ message }) => message)
    .join("\n")

/** The privilege that a refusal names. */
export const missingPrivilege = (error: unknown): string | undefined =>
  isRefusal(error, "PRIVILEGE_REQUIRED") ? error.problem.privilege : undefined
