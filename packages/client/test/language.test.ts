/** The language that a client asks for: of all its calls, or of one. */
import { expect, it } from "vitest"
import { createFormwork } from "../src/Formwork.ts"

it("every call asks for the client's language, one call for its own, and without one nothing is asked", async () => {
  const asked: Array<string | null> = []
  const fetch: typeof globalThis.fetch = (_, init) => {
    asked.push(new Headers(init?.headers).get("accept-language"))
    return Promise.resolve(Response.json({ valid: true }))
  }
  const request = { formId: "01936b2e-7c00-7000-8000-00000000002a", body: { data: {} } }
  const baseUrl = "http://127.0.0.1"
  const german = createFormwork({ baseUrl, fetch, acceptLanguage: "de" })
  await german.v1.evaluate(request)
  await german.v1.evaluate(request, { acceptLanguage: "fr, en;q=0.5" })
  await createFormwork({ baseUrl, fetch }).v1.evaluate(request)
  expect(asked).toEqual(["de", "fr, en;q=0.5", null])
})
