/** Calls of an author of forms over the app API. */
import { Effect, Redacted } from "effect"
import type { JsonObject } from "@formwork/rules/Json"
import * as Harness from "./Harness.ts"
import * as Operations from "./operations.ts"
import * as Wire from "./wire.ts"
import { objectOf, objectsOf } from "./reading.ts"

export const definition = (change: JsonObject = {}): JsonObject => ({
  title: "Roof enquiry",
  code: "ROOF",
  timeZone: "UTC",
  fields: [
    { slug: "area", type: "integer", required: true },
    { slug: "price", type: "money", currency: "NZD", formula: "area * 2" }
  ],
  ...change
})
export const dearer = definition({
  fields: [
    { slug: "area", type: "integer", required: true },
    { slug: "price", type: "money", currency: "NZD", formula: "area * 3" }
  ]
})
export const faulty = definition({ title: "", fields: [{ slug: "area", type: "intger", formula: "1 +" }] })

/** An author with every privilege for forms and for filing, and functions that call the API. */
export const setting = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const privileges = [
    "form:read",
    "form:write",
    "form:publish",
    "table:read",
    "table:write",
    "table:publish",
    "submission:read",
    "submission:write"
  ] as const
  const { token } = yield* tenant.mint(...privileges)
  const key = Redacted.value(token.text)
  const operations = yield* Operations.every(key)
  const call = Effect.fnUntraced(function* (
    id: string,
    method: string,
    path: string,
    body?: unknown,
    headers: ReadonlyArray<string> = []
  ) {
    const answer = yield* Harness.platform(method, path, key, body, headers)
    Operations.assertDescribed(operations, id, answer)
    return answer
  })
  const create = (body: unknown) => call("forms.create", "POST", "forms", body)
  const form = (id: string) => {
    const at = `forms/${id}`
    return {
      id,
      get: call("forms.get", "GET", at),
      change: (body: unknown) => call("forms.update", "PATCH", at, body),
      draft: call("drafts.get", "GET", `${at}/draft`),
      save: (revision: number, definition: unknown) =>
        call("drafts.save", "PUT", `${at}/draft`, { definition }, [`If-Match: "${revision}"`]),
      check: (body: unknown) => call("drafts.check", "POST", `${at}/check`, body),
      publish: (revision: number) =>
        call("drafts.publish", "POST", `${at}/publish`, undefined, [`If-Match: "${revision}"`]),
      versions: (query = "") => call("versions.list", "GET", `${at}/versions${query}`),
      republish: (version: unknown) => call("versions.republish", "POST", `${at}/versions/${String(version)}/publish`),
      archive: call("forms.archive", "POST", `${at}/archive`),
      unarchive: call("forms.unarchive", "POST", `${at}/unarchive`),
      price: Effect.map(Harness.call(Harness.evaluatePath(id), key, { data: { area: 2 } }), (answer) =>
        answer.status === 200 ? objectOf(Wire.json(answer)["calculatedData"])["price"] : answer.status
      )
    }
  }
  const made = Effect.map(create({ definition: definition() }), (answer) => form(String(Wire.json(answer)["id"])))
  return { tenant, key, call, create, form, made }
})

export const pointers = (answer: Wire.Answer) => objectsOf(Wire.json(answer)["faults"]).map(({ pointer }) => pointer)

export const problemOf = (answer: Wire.Answer) => [answer.status, Wire.json(answer)["code"]]
