/** What a declaration makes of its operation in the document, beside what declared.test.ts has (docs/decisions/0111). */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"
import { endpoint } from "../../src/endpoint/Endpoint.ts"
import * as IfMatch from "../../src/endpoint/IfMatch.ts"
import { resource } from "../../src/endpoint/Resource.ts"
import { json } from "../../src/endpoint/Success.ts"

const declared = {
  name: "it",
  method: "POST",
  path: "/it",
  summary: "",
  needs: "any credential",
  success: json(Schema.String),
  handle: () => Effect.succeed("reached")
} as const

/** The operation in the document. */
const operationOf = (declaration: Parameters<typeof resource>[2]) => {
  const { group } = resource("tests", "For tests.", declaration)
  const operation = OpenApi.fromApi(HttpApi.make("api").add(group)).paths["/it"]?.post
  return operation ?? assert.fail("the document lacks the operation")
}

const bodyOf = (declaration: Parameters<typeof resource>[2]): ReadonlyArray<unknown> => {
  const { content, required } = operationOf(declaration).requestBody ?? {}
  return [Object.keys(content ?? {}), required]
}

it("a body is JSON, optional or not, and lines are lines of JSON; without either there is no body", () => {
  const body = Schema.Struct({ name: Schema.String })
  assert.deepStrictEqual(bodyOf(endpoint({ ...declared, body })), [["application/json"], true])
  assert.deepStrictEqual(bodyOf(endpoint({ ...declared, body, bodyIsOptional: true })), [["application/json"], false])
  assert.deepStrictEqual(bodyOf(endpoint({ ...declared, lines: body })), [["application/x-ndjson"], true])
  const texts = { "text/csv": "name" }
  assert.deepStrictEqual(bodyOf(endpoint({ ...declared, body, texts })), [["application/json", "text/csv"], true])
  assert.isUndefined(operationOf(endpoint(declared)).requestBody)
})

it("any credential and a session are no privileges", () => {
  for (const needs of ["any credential", "a session"] as const)
    assert.deepStrictEqual(operationOf(endpoint({ ...declared, needs })).security, [{ bearer: [] }])
  assert.deepStrictEqual(operationOf(endpoint({ ...declared, needs: "form:read" })).security, [
    { bearer: ["form:read"] }
  ])
})

it("422 is there where a query, a body, lines or If-Match can be invalid; 413 and 415 where a body or lines are", () => {
  const body = Schema.Struct({})
  const headers = { "idempotency-key": Schema.optionalKey(Schema.String) }
  for (const [declaration, expected] of [
    [endpoint(declared), []],
    [endpoint({ ...declared, headers }), []],
    [endpoint({ ...declared, query: {} }), ["422"]],
    [endpoint({ ...declared, headers: IfMatch.header }), ["422"]],
    [endpoint({ ...declared, body }), ["413", "415", "422"]],
    [endpoint({ ...declared, lines: body }), ["413", "415", "422"]]
  ] as const) {
    const statuses = Object.keys(operationOf(declaration).responses)
    assert.deepStrictEqual(
      ["413", "415", "422"].filter((status) => statuses.includes(status)),
      [...expected]
    )
  }
})

it("a query without parameters is no part of what a typed client gives", () => {
  assert.isUndefined(endpoint({ ...declared, query: {} }).contract.query)
  assert.isDefined(endpoint({ ...declared, query: { dry: Schema.optionalKey(Schema.String) } }).contract.query)
})
