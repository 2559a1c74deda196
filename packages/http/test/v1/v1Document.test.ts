/** The OpenAPI document at /v3/api-docs is public, complete and true (spec/service.md §4.8; spec/http.md §8.2). */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import type { OpenApi } from "effect/http-api"
import * as Harness from "../support/Harness.ts"
import { nonconformities } from "../support/documentConformance.ts"
import * as JsonSchema from "../support/jsonSchema.ts"
import * as Wire from "../support/wire.ts"
import { listOf, objectOf } from "../support/reading.ts"

const get = Effect.map(Harness.send("GET /v3/api-docs HTTP/1.1\r\nHost: x\r\n\r\n"), (answer) => {
  assert.strictEqual(answer.status, 200)
  assert.strictEqual(answer.headers["content-type"], "application/json")
  assert.strictEqual(answer.headers["cache-control"], "no-store")
  assert.isDefined(answer.headers["x-request-id"])
  assert.isUndefined(answer.headers["ratelimit"])
  const document: OpenApi.OpenAPISpec = JSON.parse(answer.body)
  return document
})

const evaluate = "/api/platform/v1/forms/{formId}/evaluate"
const submissions = "/api/platform/v1/forms/{formId}/submissions"

const operationOf = (document: OpenApi.OpenAPISpec, path: string) => {
  const operation = document.paths[path]?.post
  return operation ?? assert.fail(`no ${path}`)
}

/** Every object in the document with the path to it. */
const walk = (value: unknown, at = ""): ReadonlyArray<readonly [at: string, object: Record<string, unknown>]> =>
  typeof value !== "object" || value === null
    ? []
    : [[at, { ...value }], ...Object.entries(value).flatMap(([key, inner]) => walk(inner, `${at}/${key}`))]

layer(Harness.layer(), { excludeTestServices: true })("the document", (it) => {
  it.effect(
    "v1's document is OpenAPI 3.1 with exactly the two operations of v1, each with its id and its privilege",
    () =>
      Effect.gen(function* () {
        const document = yield* get
        assert.deepStrictEqual(Object.keys(document), [
          "openapi",
          "info",
          "paths",
          "components",
          "security",
          "tags",
          "servers"
        ])
        assert.strictEqual(document.openapi, "3.1.0")
        assert.deepStrictEqual(Object.keys(document.paths), [evaluate, submissions])
        for (const [path, id] of [
          [evaluate, "evaluate"],
          [submissions, "createSubmission"]
        ] as const) {
          assert.deepStrictEqual(Object.keys(document.paths[path] ?? {}), ["post"])
          const operation = operationOf(document, path)
          assert.strictEqual(operation.operationId, id)
          assert.deepStrictEqual(operation.security, [{ bearer: ["submission:write"] }])
          assert.isTrue(operation.requestBody?.required)
          const [formId] = operation.parameters
          assert.deepInclude(formId, { name: "formId", in: "path", required: true })
          assert.include(JSON.stringify(formId?.schema), '"format":"uuid"')
        }
        assert.deepInclude(document.components.securitySchemes["bearer"], { type: "http", scheme: "bearer" })
      })
  )

  it.effect("every reference resolves, and every named schema is used", () =>
    Effect.gen(function* () {
      const document = yield* get
      const references = new Set(
        walk(document).flatMap(([, object]) => (typeof object["$ref"] === "string" ? [object["$ref"]] : []))
      )
      assert.deepStrictEqual(
        [...references].sort(),
        Object.keys(document.components.schemas)
          .map((name) => `#/components/schemas/${name}`)
          .sort()
      )
      for (const privilege of ["folder", "report", "audit"]) {
        assert.isEmpty(Object.keys(document.paths).filter((path) => path.includes(privilege)))
      }
    })
  )

  it.effect("requests are closed and refuse unknown members; answers are open and may gain members", () =>
    Effect.gen(function* () {
      const { components } = yield* get
      const closed = walk(components.schemas)
        .filter(([, object]) => object["additionalProperties"] === false)
        .map(([at]) => at)
      assert.deepStrictEqual(closed.sort(), ["/EvaluateRequest", "/SubmissionRequest"])
      assert.deepStrictEqual(objectOf(components.schemas["SubmissionRequest"])["required"], ["data"])
    })
  )

  it.effect("the examples are valid by the document's own schemas", () =>
    Effect.gen(function* () {
      const { components } = yield* get
      const examples = Object.values(components.schemas).flatMap((schema) =>
        listOf(schema["examples"] ?? []).map((example) => JsonSchema.faults(schema, example, components.schemas))
      )
      assert.isAbove(examples.length, 2)
      assert.deepStrictEqual(examples.flat(), [])
    })
  )

  it.effect("the document describes every answer: its status, its headers, its body", () =>
    Effect.gen(function* () {
      const document = yield* get
      const { form, key, mint } = yield* Harness.tenant
      const reader = Redacted.value((yield* mint("submission:read")).token.text)
      const seen: Record<string, Set<string>> = { [evaluate]: new Set(), [submissions]: new Set() }

      const check = (path: string, answer: Wire.Answer) => {
        seen[path]?.add(String(answer.status))
        assert.deepStrictEqual(nonconformities(document, path, answer), [], answer.body)
      }

      for (const path of [evaluate, submissions]) {
        const mine = path.replace("{formId}", form.id)
        const requests: ReadonlyArray<string | Uint8Array> = [
          ...['{"data":{"name":"A","age":80}}', '{"data":{"x":1}}', "{}", "["].map((body) =>
            Wire.request({ path: mine, token: key, body, headers: ["Idempotency-Key: k"] })
          ),
          Wire.request({
            path: mine,
            token: key,
            body: '{"data":{"name":"A","age":80}}',
            headers: ["Idempotency-Key: k"]
          }),
          Wire.request({ path: mine, token: key, body: '{"data":{"name":"B"}}', headers: ["Idempotency-Key: k"] }),
          Wire.request({ path: mine, body: "{}" }),
          Wire.request({ path: mine, token: reader, body: "{}" }),
          Wire.request({ path: path.replace("{formId}", "x"), token: key, body: "{}" }),
          Wire.request({ path: mine, token: key, contentType: "text/plain", body: "{}" }),
          Wire.request({ path: mine, token: key, headers: ["Expect: tea"], body: "{}" }),
          Wire.request({ path: mine, token: key, body: " ".repeat(1_048_577) }),
          `POST ${mine} HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
          `POST ${mine} HTTP/1.1\r\nX\r\n\r\n`
        ]
        for (const request of requests) check(path, yield* Harness.send(request))
      }
      const slow = yield* Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const lines = [
          `POST ${evaluate.replace("{formId}", form.id)} HTTP/1.1`,
          "Host: x",
          `Authorization: Bearer ${key}`
        ]
        return yield* Harness.send(
          [...lines, "Content-Type: application/json", "Content-Length: 9", "", "["].join("\r\n")
        )
      }).pipe(Effect.provide(Layer.fresh(Harness.layer({ body: { millis: 60, drainMillis: 30 } }))))
      for (const path of [evaluate, submissions]) check(path, slow)
      const common = ["400", "401", "403", "404", "408", "413", "415", "417", "422", "431"]
      assert.deepStrictEqual([...(seen[evaluate] ?? [])].sort(), ["200", ...common])
      assert.deepStrictEqual([...(seen[submissions] ?? [])].sort(), ["201", ...common])
      const documented = (path: string) => Object.keys(operationOf(document, path).responses).sort()
      assert.deepStrictEqual(documented(evaluate), ["200", ...common, "429", "500", "503"].sort())
      assert.deepStrictEqual(documented(submissions), ["201", ...common, "409", "429", "500", "503"].sort())
    })
  )
})
