/**
 * The app API, called as the person in the cookie: no script can read their token. A page elsewhere cannot send the header, so that
 * the cookie moves nothing for it (docs/console.md).
 */
import { createFormwork } from "@formwork/client/Formwork"
import { noteBudget } from "./budget.ts"
import { withConfirmation } from "./confirmation.ts"

/** `fetch` with what the server asks of a page (docs/spec/http.md §3.23). */
export const ofThisPage: typeof globalThis.fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set("x-formwork", "console")
  const response = await globalThis.fetch(input, { ...init, headers, credentials: "same-origin", cache: "no-store" })
  noteBudget(response)
  return response
}

/** The queries repeat reads. Only the person repeats a call that changes something. */
export const api = withConfirmation(
  createFormwork({ baseUrl: location.origin, fetch: ofThisPage, retries: { attempts: 1 } })
)
