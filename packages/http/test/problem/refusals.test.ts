/** The refusals of requests and their order (spec/http.md §1.1 and spec/http.md §2.5). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

layer(Harness.layer(), { excludeTestServices: true })("refusals", (it) => {
  it.effect("a form that is missing, foreign or never published, or whose id is malformed, answers the same 404", () =>
    Effect.gen(function* () {
      const { form, key, unpublished } = yield* Harness.tenant
      const foreign = yield* Harness.tenant
      for (const pathOf of [Harness.evaluatePath, Harness.submissionsPath]) {
        const missing = Wire.bytes(yield* Harness.call(pathOf("01890000-0000-7000-8000-000000000000"), key))
        assert.deepStrictEqual(
          [missing.status, missing.body],
          [
            404,
            JSON.stringify({
              type: "urn:formwork:problem:not-found",
              title: "Not found",
              status: 404,
              error: "There is no published form with this id.",
              code: "NOT_FOUND",
              requestId: "ID"
            })
          ]
        )
        const ids = [
          foreign.form.id,
          unpublished.id,
          form.id.toUpperCase(),
          "x",
          "",
          ".",
          "..",
          "%2e%2e",
          "%",
          "%zz",
          "%00",
          `${form.id}%20`,
          `${form.id};a`,
          `%3${form.id.charCodeAt(0) - 0x30}${form.id.slice(1)}`,
          "null",
          "1".repeat(5_000),
          "*",
          ":formId",
          "__proto__",
          "%c3%a9"
        ]
        for (const id of ids) assert.deepStrictEqual(Wire.bytes(yield* Harness.call(pathOf(id), key)), missing, id)
        // The answer about the form comes before the one about the shape of the body.
        for (const id of ["x", foreign.form.id]) {
          assert.deepStrictEqual(Wire.bytes(yield* Harness.call(pathOf(id), key, '{"no":1}')), missing, id)
        }
      }
    })
  )

  it.effect("every unknown path answers the same 404, also one that differs from a known path by a letter", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      const nothing = Wire.bytes(yield* Harness.call("/nothing", key))
      assert.deepStrictEqual(
        [nothing.status, nothing.body],
        [
          404,
          JSON.stringify({
            type: "urn:formwork:problem:not-found",
            title: "Not found",
            status: 404,
            error: "There is nothing at this address.",
            code: "NOT_FOUND",
            requestId: "ID"
          })
        ]
      )
      const beside = [
        `${path}/`,
        `${path}//`,
        path.toUpperCase(),
        path.replace("/api", "/API"),
        `/${path}`,
        path.replace("/v1", "//v1"),
        path.replace("/v1", "/v1/."),
        `/x/..${path}`,
        path.replace("evaluate", "%65valuate"),
        path.replace("/v1/", "/v1%2f"),
        `${path};x`,
        `${path}%20`,
        `${path}#x`,
        path.replace("v1", "v2"),
        "/api/platform/v1/forms",
        "/V3/api-docs",
        "/v3/api-docs/",
        "/v3/api-docs.json"
      ]
      for (const target of beside) assert.deepStrictEqual(Wire.bytes(yield* Harness.call(target, key)), nothing, target)
    })
  )

  it.effect("405 names the methods of a known path, HEAD and OPTIONS included", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"]) {
        const answer = yield* Harness.send(Wire.request({ method, path: Harness.submissionsPath(form.id), token: key }))
        assert.deepStrictEqual(
          [answer.status, answer.headers["allow"], JSON.parse(answer.body).code],
          [405, "POST", "METHOD_NOT_ALLOWED"],
          method
        )
        const open = yield* Harness.send(
          Wire.request({ method: method === "GET" ? "POST" : method, path: "/v3/api-docs" })
        )
        assert.deepStrictEqual([open.status, open.headers["allow"]], [405, "GET"], method)
      }
      const head = yield* Harness.head(
        Wire.request({ method: "HEAD", path: Harness.submissionsPath(form.id), token: key })
      )
      assert.match(head, /^HTTP\/1\.1 405 [^]*\r\nallow: POST\r\n/u)
    })
  )

  it.effect("403 names the missing privilege, and no privilege stands for another", () =>
    Effect.gen(function* () {
      const { form, mint } = yield* Harness.tenant
      const { token } = yield* mint(
        "submission:read",
        "form:write",
        "form:publish",
        "apikey:write",
        "organisation:write"
      )
      for (const path of [Harness.evaluatePath(form.id), Harness.submissionsPath(form.id)]) {
        const { body, status } = Wire.bytes(yield* Harness.call(path, Redacted.value(token.text)))
        assert.deepStrictEqual(
          [status, body],
          [
            403,
            JSON.stringify({
              type: "urn:formwork:problem:privilege-required",
              title: "A privilege is missing",
              status: 403,
              error: "This call needs the privilege submission:write, which the credential does not have.",
              code: "PRIVILEGE_REQUIRED",
              requestId: "ID",
              privilege: "submission:write"
            })
          ]
        )
      }
    })
  )

  it.effect(
    "a request with several reasons for a refusal gets the first in the order 401, 404 or 405, 403, 415, 413, 408, 400, 404, 422",
    () =>
      Effect.gen(function* () {
        const { form, key, mint } = yield* Harness.tenant
        const reader = Redacted.value((yield* mint("submission:read")).token.text)
        // Each request has the fault that it is named for, and every fault after that one in the order.
        const faults: ReadonlyArray<readonly [expected: number, request: Wire.Request]> = [
          [417, { token: undefined, method: "PUT", path: "/x", contentType: "text/plain", headers: ["Expect: tea"] }],
          [
            401,
            { token: "none", method: "PUT", path: "/x", contentType: "text/plain", headers: ["Content-Encoding: gzip"] }
          ],
          [404, { token: reader, method: "PUT", path: "/x", contentType: "text/plain" }],
          [405, { token: reader, method: "PUT", path: Harness.submissionsPath("x"), contentType: "text/plain" }],
          [
            403,
            {
              token: reader,
              path: Harness.submissionsPath("x"),
              contentType: "text/plain",
              body: "x".repeat(2_000_000)
            }
          ],
          [
            415,
            { token: key, path: Harness.submissionsPath("x"), contentType: "text/plain", body: "x".repeat(2_000_000) }
          ],
          [
            413,
            {
              token: key,
              path: Harness.submissionsPath("x"),
              body: "x".repeat(2_000_000),
              headers: ["Idempotency-Key:"]
            }
          ],
          [400, { token: key, path: Harness.submissionsPath("x"), body: "[", headers: ["Idempotency-Key:"] }],
          [400, { token: key, path: Harness.submissionsPath("x"), body: "[]", headers: ["Idempotency-Key:"] }],
          [404, { token: key, path: Harness.submissionsPath("x"), body: "[]" }],
          [422, { token: key, path: Harness.submissionsPath(form.id), body: '{"data":{},"x":1}' }]
        ]
        for (const [expected, request] of faults) {
          assert.strictEqual(
            (yield* Harness.send(Wire.request(request))).status,
            expected,
            JSON.stringify(request).slice(0, 200)
          )
        }
      })
  )

  it.effect("422 INVALID_REQUEST lists every problem of the request's shape, each with a pointer", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const problems = (path: string, sent: string) =>
        Effect.map(Harness.call(path, key, sent), (answer) => {
          const { code, problems } = JSON.parse(answer.body)
          assert.deepStrictEqual([answer.status, code], [422, "INVALID_REQUEST"], sent)
          return problems.map((problem: Record<string, string>) => Object.values(problem))
        })
      const create = Harness.submissionsPath(form.id)
      for (const sent of ["[]", "null", "1", '"data"', "true"]) {
        assert.deepStrictEqual(yield* problems(create, sent), [["", "The body must be an object.", "type", ""]])
      }
      assert.deepStrictEqual(yield* problems(create, "{}"), [["data", '"data" is missing.', "required", "/data"]])
      for (const data of ["[]", "null", '"x"']) {
        assert.deepStrictEqual(yield* problems(create, `{"data":${data}}`), [
          ["data", '"data" must be an object.', "type", "/data"]
        ])
      }
      assert.deepStrictEqual(yield* problems(create, '{"drfat":true,"draft":"yes","a/b~c":0,"__proto__":0}'), [
        ["drfat", '"drfat" is not a member of this request.', "unknown_field", "/drfat"],
        ["a/b~c", '"a/b~c" is not a member of this request.', "unknown_field", "/a~1b~0c"],
        ["__proto__", '"__proto__" is not a member of this request.', "unknown_field", "/__proto__"],
        ["data", '"data" is missing.', "required", "/data"],
        ["draft", '"draft" must be true or false.', "type", "/draft"]
      ])
      assert.deepStrictEqual(yield* problems(Harness.evaluatePath(form.id), '{"data":{},"draft":false}'), [
        ["draft", '"draft" is not a member of this request.', "unknown_field", "/draft"]
      ])
      const many = JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, 0])))
      assert.lengthOf(yield* problems(create, many), 100)
    })
  )

  it.effect("the next request after a publication finds the form", () =>
    Effect.gen(function* () {
      const { key, operator, unpublished } = yield* Harness.tenant
      const path = Harness.evaluatePath(unpublished.id)
      assert.strictEqual((yield* Harness.call(path, key)).status, 404)
      yield* (yield* Forms).publish(operator, unpublished.id)
      assert.strictEqual((yield* Harness.call(path, key)).status, 200)
    })
  )
})

layer(Harness.layer({ body: { millis: 100, drainMillis: 100 } }), { excludeTestServices: true })(
  "a body that never ends",
  (it) => {
    it.effect(
      "a slow body is refused at once without the privilege, and at its time limit with it, also for a missing form",
      () =>
        Effect.gen(function* () {
          const { key, mint } = yield* Harness.tenant
          const reader = Redacted.value((yield* mint("submission:read")).token.text)
          const slow = (token: string, contentType: string) => {
            const lines = [`POST ${Harness.submissionsPath("x")} HTTP/1.1`, "Host: x", `Authorization: Bearer ${token}`]
            const bytes = [...lines, `Content-Type: ${contentType}`, "Content-Length: 9", "", "["].join("\r\n")
            return Effect.map(Harness.send(bytes), ({ status }) => status)
          }
          assert.strictEqual(yield* slow("none", "application/json"), 401)
          assert.strictEqual(yield* slow(reader, "application/json"), 403)
          assert.strictEqual(yield* slow(key, "text/plain"), 415)
          assert.strictEqual(yield* slow(key, "application/json"), 408)
        })
    )
  }
)
