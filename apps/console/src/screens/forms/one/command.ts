/** Commands and programs that call a form, ready to paste. */

/** A text as one word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

export type Called = "evaluate" | "submissions"

/** @param data values for the payload; null: there is no example. */
export const curlOf = (address: string, formId: string, called: Called, data: unknown): string =>
  [
    `curl -sS "${address}/api/platform/v1/forms/${formId}/${called}" \\`,
    `  -H "Authorization: Bearer $FORMWORK_API_KEY" -H "Content-Type: application/json" \\`,
    `  -d ${quoted(JSON.stringify({ data: data ?? {} }))}`
  ].join("\n")

export const programOf = (address: string, formId: string, data: unknown): string =>
  `import { createFormwork } from "@formwork/client/Formwork"

const formwork = createFormwork({ baseUrl: ${JSON.stringify(address)}, token: process.env.FORMWORK_API_KEY })

const { body } = await formwork.v1.evaluate({
  formId: ${JSON.stringify(formId)},
  body: { data: ${JSON.stringify(data ?? {}, null, 2).replaceAll("\n", "\n  ")} }
})
console.log(body.valid, body.calculatedData, body.problems)
`
