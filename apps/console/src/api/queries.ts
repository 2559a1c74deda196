/** What the console keeps of the server's answers, and how it reads them again. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { FormworkError, FormworkUnreachable } from "@formwork/client/FormworkError"
import { sessionEnded } from "./sessionEnded.ts"

/** A server that is away or busy may answer a repeat; any other refusal is the same each time. */
const mayAnswerLater = (error: unknown): boolean =>
  error instanceof FormworkUnreachable || (error instanceof FormworkError && [429, 503].includes(error.status))

const waitMillis = (attempt: number, error: unknown): number =>
  error instanceof FormworkError && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1_000
    : Math.min(8_000, 500 * 2 ** attempt)

/** Opens the way back in where the server has ended the session. For calls that are no queries too. */
export const noteSessionEnd = (error: unknown): void => {
  if (error instanceof FormworkError && error.status === 401) sessionEnded.set(true)
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteSessionEnd }),
  mutationCache: new MutationCache({ onError: noteSessionEnd }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 2 && mayAnswerLater(error),
      retryDelay: waitMillis
    },
    mutations: { retry: false }
  }
})
