/** Files of the plain client: what is repeated, how long it waits, and what it takes back. */
import { expect, it } from "vitest"
import { timeoutOf } from "../src/call.ts"
import { createFormwork } from "../src/Formwork.ts"

it("a file is sent again after 503 and 429, has more time than other calls, and is taken back", async () => {
  const sent: Array<string> = []
  const problem = (status: number, code: string) =>
    new Response(JSON.stringify({ type: "t", title: "t", status, error: "e", code }), {
      status,
      headers: { "retry-after": "0" }
    })
  const answers = [
    problem(503, "UNAVAILABLE"),
    problem(429, "RATE_LIMITED"),
    new Response('{"id":"f"}', { status: 201, headers: { "content-type": "application/json" } }),
    new Response(null, { status: 204 })
  ]
  const formwork = createFormwork({
    baseUrl: "https://forms.example",
    fetch: async (address, init) => {
      const body = init?.body instanceof Blob ? await init.body.text() : ""
      sent.push(`${init?.method ?? ""} ${String(address)} ${body}`)
      return answers.shift() ?? Response.error()
    }
  })
  const file = new Blob(["a"], { type: "text/plain" })
  const { body } = await formwork.files.add({ formId: "1", field: "a", name: "b", file })
  expect(body.id).toBe("f")
  await formwork.files.remove({ formId: "1", fileId: "f" })
  const add = "POST https://forms.example/api/platform/forms/1/files?field=a&name=b a"
  expect(sent).toEqual([add, add, add, "DELETE https://forms.example/api/platform/forms/1/files/f "])
  const times = { timeoutMillis: undefined }
  expect([
    timeoutOf(times, {}, {}),
    timeoutOf(times, { hasFile: true }, {}),
    timeoutOf({ timeoutMillis: 5 }, { hasFile: true }, {}),
    timeoutOf({ timeoutMillis: 5 }, { hasFile: true }, { timeoutMillis: 7 })
  ]).toEqual([30_000, 450_000, 5, 7])
})
