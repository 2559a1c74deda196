/** A path finds exactly its endpoints. A literal path comes before a path with parameters (spec/http.md §1.4). */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Answer from "../../src/connection/Answer.ts"
import { finder } from "../../src/endpoint/RouteTable.ts"
import type { Route } from "../../src/endpoint/RouteTable.ts"

const route = (method: string, template: string): Route => ({
  method,
  template,
  operation: null,
  isOpen: false,
  services: undefined,
  run: () => Effect.succeed({ answer: Answer.empty(204) })
})

const routes = [
  route("GET", "/submissions/:id"),
  route("DELETE", "/submissions/:id"),
  route("GET", "/submissions/export"),
  route("GET", "/v3.1/a+b/:formId/versions/:versionId")
]

const find = finder(routes)

const found = (path: string) => find(path).map(({ params, route }) => [route.method, route.template, params])

it("a literal path comes before a path with parameters, for its own methods only", () => {
  assert.deepStrictEqual(found("/submissions/export"), [
    ["DELETE", "/submissions/:id", { id: "export" }],
    ["GET", "/submissions/export", {}]
  ])
  assert.deepStrictEqual(found("/submissions/7"), [
    ["GET", "/submissions/:id", { id: "7" }],
    ["DELETE", "/submissions/:id", { id: "7" }]
  ])
})

it("a parameter matches any text without a slash; every other segment matches only itself", () => {
  const template = "/v3.1/a+b/:formId/versions/:versionId"
  assert.deepStrictEqual(found("/v3.1/a+b/x%2Fy/versions/"), [["GET", template, { formId: "x%2Fy", versionId: "" }]])
  assert.deepStrictEqual(found("/v3.1/a+b/😀/versions/9"), [["GET", template, { formId: "😀", versionId: "9" }]])
  for (const path of [
    "/v3x1/a+b/1/versions/2",
    "/v3.1/aab/1/versions/2",
    "/v3.1/a+b/1/versions/2/",
    "/v3.1/a+b/1/2/versions/3",
    "/V3.1/a+b/1/versions/2",
    "x/v3.1/a+b/1/versions/2"
  ])
    assert.deepStrictEqual(found(path), [], path)
})
