/** What is sent to /mcp by whoever means no good, or does not know better: over raw sockets (contract.md §1; MCP, Streamable HTTP). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Http from "../../../../packages/http/test/Harness.ts"
import * as Wire from "../../../../packages/http/test/wire.ts"
import * as Harness from "./Harness.ts"

const ping = Harness.request("ping")
const discover = Harness.modern("server/discover")

/** A message, and the status and code of the fault that it gets. No id: MCP leaves it out where none could be read. */
const faults: ReadonlyArray<
  readonly [name: string, body: unknown, status: number, code: number, headers?: ReadonlyArray<string>]
> = [
  ["a batch", [ping], 400, -32600],
  ["an empty batch", [], 400, -32600],
  ["null", null, 400, -32600],
  ["a text", '"ping"', 400, -32600],
  ["no version of JSON-RPC", { id: 1, method: "ping" }, 400, -32600],
  ["another version of JSON-RPC", { ...ping, jsonrpc: "1.0" }, 400, -32600],
  ["a version that is a number", { ...ping, jsonrpc: 2 }, 400, -32600],
  ["no method", { jsonrpc: "2.0", id: 1 }, 400, -32600],
  ["an answer that nobody asked for", { jsonrpc: "2.0", id: 1, result: {} }, 400, -32600],
  ["a method that is no text", { ...ping, method: 1 }, 400, -32600],
  ["an id that is null", { ...ping, id: null }, 400, -32600],
  ["an id that is a fraction", { ...ping, id: 1.5 }, 400, -32600],
  ["an id that no double holds", '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}', 400, -32600],
  ["an id that is an object", { ...ping, id: {} }, 400, -32600],
  ["parameters that are a list", { ...ping, params: [] }, 400, -32600],
  ["parameters that are null", { ...ping, params: null }, 400, -32600],
  ["an unknown method", Harness.request("tools/delete"), 200, -32601],
  ["an inherited method", Harness.request("__proto__"), 200, -32601],
  ["a method that this server has no use for", Harness.request("prompts/list"), 200, -32601],
  ["a method of the other era", Harness.request("server/discover"), 200, -32601],
  ["initialize without a revision", Harness.request("initialize", {}), 200, -32602],
  ["a cursor", Harness.request("tools/list", { cursor: "x" }), 200, -32602],
  ["no tool", Harness.request("tools/call", {}), 200, -32602],
  ["an unknown tool", Harness.request("tools/call", { name: "x" }), 200, -32602],
  ["an inherited tool", Harness.request("tools/call", { name: "constructor" }), 200, -32602],
  ["arguments that are a list", Harness.request("tools/call", { name: "evaluate_form", arguments: [] }), 200, -32602],
  ["a revision that there is none of", ping, 400, -32022, ["MCP-Protocol-Version: 1999-01-01"]],
  ["a revision that is too old", ping, 400, -32022, ["MCP-Protocol-Version: 2025-03-26"]],
  ["two revisions", ping, 400, -32022, ["MCP-Protocol-Version: 2025-06-18", "MCP-Protocol-Version: 2025-11-25"]],
  ["a modern header alone", ping, 400, -32602, ["MCP-Protocol-Version: 2026-07-28"]],
  ["a modern body without headers", discover.body, 400, -32020],
  ["a modern body without its method", discover.body, 400, -32020, discover.headers.slice(0, 1)],
  ["another method in the header", discover.body, 400, -32020, [discover.headers[0]!, "Mcp-Method: tools/list"]],
  ["another case in the header", discover.body, 400, -32020, [discover.headers[0]!, "Mcp-Method: Server/Discover"]],
  [
    "another revision in the header",
    discover.body,
    400,
    -32020,
    ["MCP-Protocol-Version: 2025-11-25", discover.headers[1]!]
  ],
  [
    "a revision to come",
    Harness.modern("tools/list", {}, "2027-01-01").body,
    400,
    -32022,
    Harness.modern("tools/list", {}, "2027-01-01").headers
  ],
  [
    "no capabilities",
    Harness.request("tools/list", { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } }),
    400,
    -32602,
    ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/list"]
  ],
  [
    "a tool that the header does not name",
    Harness.modern("tools/call", { name: "evaluate_form" }).body,
    400,
    -32020,
    Harness.modern("tools/call").headers
  ],
  [
    "another tool in the header",
    Harness.modern("tools/call", { name: "create_submission" }).body,
    400,
    -32020,
    Harness.modern("tools/call", { name: "evaluate_form" }).headers
  ],
  ["a modern method that there is none of", Harness.modern("ping").body, 404, -32601, Harness.modern("ping").headers],
  [
    "a modern handshake",
    Harness.modern("initialize", { protocolVersion: "2026-07-28" }).body,
    404,
    -32601,
    Harness.modern("initialize").headers
  ]
]

layer(Harness.layer(), { excludeTestServices: true })("hostile messages", (it) => {
  it.effect.each(faults)("%s", ([, body, status, code, headers]) =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      const answer = yield* Harness.post(key, body, headers)
      assert.strictEqual(answer.status, status, answer.body)
      assert.strictEqual(answer.headers["content-type"], "application/json")
      const { error, id, jsonrpc } = Wire.json(answer) as { error: { code: number }; id?: unknown; jsonrpc: unknown }
      assert.strictEqual(error.code, code, answer.body)
      assert.strictEqual(jsonrpc, "2.0")
      assert.strictEqual(id, code === -32600 ? undefined : 1)
    })
  )

  it.effect("what is not acceptable as a body at all is refused as everywhere, before it is a message", () =>
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

  it.effect("the whole endpoint answers a bad credential with the 401 that everything has, to the byte", () =>
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

  it.effect("takes POST and nothing else, under its own path alone", () =>
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

  it.effect("a page of another site may not call, and of an allowed one may", () =>
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

  it.effect("answers JSON whatever the client says it takes, keeps no session and gives out none", () =>
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

  it.effect("negotiates the revisions with a handshake, and leads any other to the newest of them", () =>
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
        assert.strictEqual((Wire.json(answer)["result"] as { protocolVersion: string }).protocolVersion, got)
      }
    })
  )

  it.effect("a notification gets no body, whatever it says, and changes nothing", () =>
    Effect.gen(function* () {
      const { key } = yield* Http.tenant
      for (const method of ["notifications/initialized", "notifications/cancelled", "tools/call", "x"]) {
        const answer = yield* Harness.post(key, { jsonrpc: "2.0", method, params: { name: "create_submission" } })
        assert.deepStrictEqual([answer.status, answer.body], [202, ""])
      }
    })
  )

  it.effect("two requests with one id, one behind the other or at once, are two requests", () =>
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

  it.effect("a tool named in Base64 in the header is the one in the body", () =>
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

layer(Harness.layer({ quota: { limit: 3, windowMillis: 60_000 } }), { excludeTestServices: true })(
  "the budget",
  (it) => {
    it.effect("one message is one request of the key's budget, shared with v1, and the next is 429", () =>
      Effect.gen(function* () {
        const { form, key } = yield* Http.tenant
        const left = [
          yield* Harness.post(key, ping),
          yield* Http.call(Http.evaluatePath(form.id), key),
          yield* Harness.post(key, Harness.request("nothing"))
        ].map(({ headers }) => headers["ratelimit"]?.match(/r=(\d+)/u)?.[1])
        assert.deepStrictEqual(left, ["2", "1", "0"])
        const over = yield* Harness.post(key, ping)
        assert.deepInclude(Wire.json(over), { status: 429, code: "RATE_LIMITED" })
        assert.match(over.headers["retry-after"] ?? "", /^\d+$/u)
        const other = yield* Http.tenant
        assert.strictEqual((yield* Harness.post(other.key, ping)).status, 200)
        assert.strictEqual((yield* Harness.post(Redacted.value((yield* other.mint()).token.text), ping)).status, 200)
      })
    )
  }
)

/** A list in a list, so many times. */
const deep = (levels: number): unknown => Array.from({ length: levels }).reduce((inner: unknown) => [inner], 1)
