/** The API reference, with a document whose every text is hostile, a call's question and its answer. */
import { hostile, hostileLines } from "./hostileTexts.ts"
import { dialog, press, wide } from "./Visit.ts"
import type { Visit } from "./Visit.ts"

const text = { type: "string", description: hostileLines, enum: [hostile, `${hostile} other`], pattern: hostile }

const tree = {
  type: "object",
  description: hostile,
  required: [hostile],
  properties: { [hostile]: text, rows: { type: "array", items: { $ref: `#/components/schemas/${hostile}` } } },
  additionalProperties: text
}

const problem = { description: hostileLines, properties: { code: { enum: [hostile] }, more: text } }

const operation = (operationId: string) => ({
  operationId,
  tags: [hostile],
  summary: `${operationId} ${hostile}`,
  description: hostileLines,
  security: [{ bearer: [hostile, "form:read"] }],
  parameters: [
    { name: "formId", in: "path", required: true, schema: { type: "string", description: hostileLines } },
    { name: hostile, in: "query", schema: text },
    { name: `${hostile} text`, in: "query", schema: { type: "string", description: hostileLines } }
  ],
  requestBody: { content: { "application/json": { schema: { ...tree, examples: [{ said: hostileLines }] } } } },
  responses: {
    200: {
      description: hostileLines,
      headers: { [hostile]: { description: hostileLines } },
      content: { [hostile]: { schema: { $ref: `#/components/schemas/${hostile}` } } }
    },
    409: { description: hostile, content: { "application/problem+json": { schema: problem } } }
  }
})

const document = {
  tags: [{ name: hostile, description: hostile }],
  paths: {
    "/api/platform/forms/{formId}": {
      get: operation("hostile.read"),
      delete: { ...operation("hostile.delete"), security: [{ bearer: [] }] }
    }
  },
  components: { schemas: { [hostile]: tree } }
}

export const referenceVisits: ReadonlyArray<Visit> = [
  {
    name: "API reference",
    route: "/api",
    go: async (app) => {
      await wide(app)
      await app.page.route("**/v3/api-docs", (route) => route.fulfill({ json: document }))
      await app.open("/api?operation=hostile.read")
      await app.page.getByRole("article").waitFor()
      for (const fold of await app.page.locator("article summary").all()) await fold.click()
      await app.page.getByText("which you do not have").waitFor()
    }
  },
  {
    name: "a call of the API reference",
    opens: ["screens/reference/call/SendForm.tsx"],
    go: async (app) => {
      await wide(app)
      await app.open("/api?operation=hostile.delete")
      await app.page.getByLabel("formId").fill(hostile)
      await press(app, "Send DELETE")
      await dialog(app).waitFor()
    }
  },
  {
    name: "an answer in the API reference",
    go: async (app) => {
      const answer = { status: 409, contentType: "application/json", headers: { etag: "<b>LONGTEXT</b>" } }
      await app.page.route("**/api/platform/forms/*", (route) =>
        route.request().method() === "DELETE"
          ? route.fulfill({ ...answer, body: JSON.stringify({ error: hostileLines, items: [hostile] }) })
          : route.fallback()
      )
      await dialog(app).getByRole("button", { name: "Send DELETE" }).click()
      await app.page.getByRole("region", { name: "Body of the answer" }).waitFor()
      await app.page.unroute("**/api/platform/forms/*")
      await app.page.unroute("**/v3/api-docs")
    }
  }
]
