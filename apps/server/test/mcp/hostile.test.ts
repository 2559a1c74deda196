/** Hostile and malformed requests to /mcp, over raw sockets (spec/http.md §1; MCP, Streamable HTTP). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Http from "../../../../packages/http/test/support/Harness.ts"
import * as Wire from "../../../../packages/http/test/support/wire.ts"
import { objectOf } from "../support/reading.ts"
import { faults } from "./faults.ts"
import * as Harness from "./Harness.ts"

const ping = Harness.request("ping")

layer(Harness.layer(), { excludeTestServices: true })("hostile messages", (it) => {
  it.effect.each(faults)("%s", ([, body, status, code, headers]) =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      const answer = yield* Harness.post(key, body, headers)
      assert.strictEqual(answer.status, status, answer.body)
      assert.strictEqual(answer.headers["content-type"], "application/json")
      const { error, id, jsonrpc } = Wire.json(answer)
      assert.strictEqual(objectOf(error)["code"], code, answer.body)
      assert.strictEqual(jsonrpc, "2.0")
      assert.strictEqual(id, code === -32600 ? undefined : 1)
    })
  )

  it.effect("an unacceptable body is refused as on every path, before it is read as a message", () =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      const bodies: ReadonlyArray<readonly [status: number, code: string, request: Omit<Wire.Request, "path">]> = [
        [400, "MALFORMED_REQUEST", { body: "{" }],
        [400, "MALFORMED_REQUEST", { body: "" }],
        [400, "MALFORMED_REQUEST", { body: '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}' }],
        [400, "MALFORMED_REQUEST", { body: JSON.stringify({ ...ping, params: { x: deep(33) } }) }],
        [415, "UNSUPPORTED_MEDIA_TYPE", { body: JSON.stringify(ping), contentType: "text/plain" }],
        [415, "UNSUPPORTED_MEDIA_TYPE", { body: JSON.stringify(ping), contentType: undefined }],
        [413, "PAYLOAD_TOO_LARGE", { body: JSON.stringify(Harness.request("x".repeat(1_048_576))) }]
      ]
      for (const [status, code, request] of bodies) {
        const answer = yield* Http.send(Wire.request({ path: "/mcp", token: key, ...request }))
        assert.deepInclude(Wire.json(answer), { status, code })
        assert.strictEqual(answer.headers["content-type"], "application/problem+json")
      }
    })
  )

  it.effect("a payload may be nested as deeply as in v1", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Http.tenant
      for (const [levels, isTaken] of [
        [30, true],
        [31, false]
      ] as const) {
        const data = { name: deep(levels) }
        const v1 = yield* Http.call(Http.evaluatePath(form.id), key, { data })
        const params = { name: "evaluate_form", arguments: { formId: form.id, data } }
        const mcp = yield* Harness.post(key, Harness.request("tools/call", params))
        assert.deepStrictEqual([v1.status, mcp.status], isTaken ? [200, 200] : [400, 400])
      }
    })
  )

  it.effect("/mcp answers a bad credential with the 401 of every other operation, to the byte", () =>
    Effect.gen(function* () {
      const { form } = yield* Http.tenant
      const expected = Wire.bytes(yield* Http.call(Http.evaluatePath(form.id), "none"))
      const requests: ReadonlyArray<Omit<Wire.Request, "path">> = [
        { body: JSON.stringify(Harness.request("initialize", { protocolVersion: "2025-11-25" })) },
        { body: JSON.stringify(ping), headers: ["Origin: https://evil.example"] },
        { body: "{", contentType: "text/plain" },
        { method: "GET", contentType: undefined },
        { method: "DELETE", contentType: undefined },
        { method: "OPTIONS", contentType: undefined }
      ]
      for (const request of requests)
        for (const token of [undefined, "none"])
          assert.deepStrictEqual(
            Wire.bytes(yield* Http.send(Wire.request({ path: "/mcp", token, ...request }))),
            expected
          )
    })
  )

  it.effect("/mcp takes only POST, at its own path only", () =>
    Effect.gen(function* () {
      const { key: token } = yield* Http.tenant
      for (const method of ["GET", "DELETE", "PUT", "PATCH", "OPTIONS"]) {
        const answer = yield* Http.send(Wire.request({ method, path: "/mcp", token, contentType: undefined }))
        assert.deepInclude(Wire.json(answer), { status: 405, code: "METHOD_NOT_ALLOWED" })
        assert.strictEqual(answer.headers["allow"], "POST")
      }
      for (const path of ["/mcp/", "/MCP", "/mcp/x", "//mcp", "/mc%70"]) {
        const answer = yield* Http.send(Wire.request({ path, token, body: JSON.stringify(ping) }))
        assert.deepInclude(Wire.json(answer), { status: 404, code: "NOT_FOUND" })
      }
    })
  )

  it.effect("a page of an allowed site may call /mcp, and a page of another site may not", () =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      const foreign = [
        "https://evil.example",
        "null",
        "",
        `${Harness.site}.evil.example`,
        "http://app.example.com",
        `${Harness.site}/`
      ]
      for (const origin of foreign) {
        const answer = yield* Harness.post(key, ping, [`Origin: ${origin}`])
        assert.deepInclude(Wire.json(answer), { status: 403, code: "ORIGIN_NOT_ALLOWED" }, origin)
      }
      const both = yield* Harness.post(key, ping, [`Origin: ${Harness.site}`, "Origin: https://evil.example"])
      assert.strictEqual(both.status, 403)
      assert.strictEqual((yield* Harness.post(key, "{", ["Origin: https://evil.example"])).status, 403)
      assert.strictEqual((yield* Harness.post(key, ping, [`Origin: ${Harness.site}`])).status, 200)
    })
  )

  it.effect(
    "a page of this server may call it on localhost; another name that resolves to this machine does not count",
    () =>
      Effect.gen(function* () {
        const { key } = yield* Http.tenant
        const status = (host: string, origin: string) => {
          const request = Wire.request({
            path: "/mcp",
            token: key,
            headers: [`Origin: ${origin}`],
            body: JSON.stringify(ping)
          })
          const sent = Buffer.from(request).toString("latin1").replace("Host: localhost", `Host: ${host}`)
          return Effect.map(Http.send(Buffer.from(sent, "latin1")), (answer) => answer.status)
        }
        for (const host of ["localhost", "localhost:8080", "127.0.0.1:65535", "[::1]:80"])
          assert.strictEqual(yield* status(host, `http://${host}`), 200, host)
        for (const [host, origin] of [
          ["localhost:8080", "http://localhost:8081"],
          ["localhost:8080", "http://localhost"],
          ["localhost", "https://localhost"],
          ["localhost", "http://localhost/"],
          ["127.0.0.1", "http://localhost"],
          ["evil.example", "http://evil.example"],
          ["localhost.evil.example", "http://localhost.evil.example"],
          ["127.0.0.1.evil.example", "http://127.0.0.1.evil.example"],
          ["localhost:8080@evil.example", "http://localhost:8080@evil.example"],
          ["10.0.0.1", "http://10.0.0.1"]
        ] as const)
          assert.strictEqual(yield* status(host, origin), 403, `${host} ${origin}`)
      })
  )

  it.effect("/mcp answers JSON for any Accept header, and keeps no sessions", () =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      for (const accept of [undefined, "text/event-stream", "text/html", "*/*", "x"]) {
        const headers = accept === undefined ? [] : [`Accept: ${accept}`]
        const answer = yield* Http.send(
          Wire.request({
            path: "/mcp",
            token: key,
            headers: [...headers, "Mcp-Session-Id: stolen", "Last-Event-ID: 3"],
            body: JSON.stringify(Harness.request("initialize", { protocolVersion: "2025-06-18" }))
          })
        )
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(answer.headers["content-type"], "application/json")
        assert.notProperty(answer.headers, "mcp-session-id")
      }
    })
  )

  it.effect("initialize agrees on each protocol version with a handshake, and offers the newest for any other", () =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      for (const [asked, got] of [
        ["2025-06-18", "2025-06-18"],
        ["2025-11-25", "2025-11-25"],
        ["2025-03-26", "2025-11-25"],
        ["2026-07-28", "2025-11-25"],
        ["", "2025-11-25"]
      ]) {
        const answer = yield* Harness.post(key, Harness.request("initialize", { protocolVersion: asked }))
        assert.strictEqual(objectOf(Wire.json(answer)["result"])["protocolVersion"], got)
      }
    })
  )

  it.effect("any notification gets an answer without a body, and changes nothing", () =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      for (const method of ["notifications/initialized", "notifications/cancelled", "tools/call", "x"]) {
        const answer = yield* Harness.post(key, { jsonrpc: "2.0", method, params: { name: "create_submission" } })
        assert.deepStrictEqual([answer.status, answer.body], [202, ""])
      }
    })
  )

  it.effect("two requests with the same id, in sequence or at once, are two requests", () =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      const answers = yield* Effect.all(
        [1, 2, 3, 4].map(() => Harness.post(key, ping)),
        { concurrency: "unbounded" }
      )
      for (const { body } of answers) assert.strictEqual(body, '{"jsonrpc":"2.0","id":1,"result":{}}')
    })
  )

  it.effect("an id comes back as it was sent", () =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      for (const id of [0, -7, 9_007_199_254_740_991, "", "a", "1", "é\u0000\ud83d\ude00", "x".repeat(10_000)])
        assert.deepStrictEqual(Wire.json(yield* Harness.post(key, { ...ping, id })), { jsonrpc: "2.0", id, result: {} })
    })
  )

  it.effect("a header may name the tool of the body in Base64", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Http.tenant
      const given = { name: "evaluate_form", arguments: { formId: form.id, data: { name: "Ada" } } }
      const { body, headers } = Harness.modern("tools/call", given)
      const [version = "", method = ""] = headers
      const named = (name: string) => Harness.post(key, body, [version, method, `Mcp-Name: ${name}`])
      assert.strictEqual((yield* named(`=?base64?${btoa("evaluate_form")}?=`)).status, 200)
      for (const name of [`=?base64?${btoa("other")}?=`, "=?base64?%%%?=", "=?base64??=", "Evaluate_form"])
        assert.strictEqual((yield* named(name)).status, 400, name)
    })
  )
})

/** A list in a list, so many times. */
const deep = (levels: number): unknown => Array.from({ length: levels }).reduce((inner: unknown) => [inner], 1)
