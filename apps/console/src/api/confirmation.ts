/**
 * The password, asked for again before what a script in the page must not do for its person: the server refuses such a call as
 * CONFIRMATION_REQUIRED, the person confirms, and the call is made again.
 */
import type { Formwork } from "@formwork/client/Formwork"
import { isRefusal } from "@formwork/client/FormworkError"
import { makeValue } from "./value.ts"

/** Ends the question: whether the person has confirmed. */
export type Answer = (isConfirmed: boolean) => void

/** The question that is open; undefined while there is no question. */
export const confirmation = makeValue<Answer | undefined>(undefined)

let open: Promise<boolean> | undefined

/** Calls that are refused while the question is open wait for the same answer. */
export const askAgain = (): Promise<boolean> => {
  open ??= new Promise<boolean>((resolve) => {
    confirmation.set((isConfirmed) => {
      open = undefined
      confirmation.set(undefined)
      resolve(isConfirmed)
    })
  })
  return open
}

type Method = (...given: ReadonlyArray<unknown>) => unknown

const confirming =
  (method: Method): Method =>
  (...given) => {
    const answer = method(...given)
    if (!(answer instanceof Promise)) return answer
    return answer.catch(async (error: unknown) => {
      if (isRefusal(error, "CONFIRMATION_REQUIRED") && (await askAgain())) return method(...given)
      throw error
    })
  }

/** The same operations. One that needs the password again asks for it, and goes on or fails with the refusal. */
export const withConfirmation = (api: Formwork): Formwork => {
  const groups = Object.entries(api).map(([group, members]) => [
    group,
    Object.fromEntries(Object.entries<Method>(members).map(([name, method]) => [name, confirming(method)]))
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the groups and members of `api`, each with its own signature
  return Object.fromEntries(groups) as Formwork
}
