/** A page of the server on its way through the pipeline: what it needs, what it ends, and what is logged of it. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { AccessLog } from "../../src/request/AccessLog.ts"
import type { AccessLine } from "../../src/request/AccessLog.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const get = (path: string, token?: string, ...headers: ReadonlyArray<string>) =>
  Wire.request({ method: "GET", path, token, contentType: undefined, headers: ["Accept: text/html", ...headers] })

const own = "default-src 'none'; frame-ancestors 'none'; sandbox"

it.live("a page needs no credential; a connection without a known one gets one page", () => {
  const logged: Array<AccessLine> = []
  return Effect.gen(function* () {
    const { key } = yield* Harness.tenant
    for (const path of ["/v3/api-docs", "/docs"]) {
      const { headers, status } = yield* Harness.send(get(path))
      assert.deepStrictEqual([status, headers["connection"], headers["ratelimit"]], [200, "close", undefined], path)
      // The document has the headers of every answer, and a page its own in their place.
      assert.strictEqual(headers["content-security-policy"] === own, path === "/v3/api-docs")
      const refused = yield* Harness.send(get(path, undefined, "Expect: tea"))
      assert.strictEqual(refused.status, 417)
      const posted = yield* Harness.send(Wire.request({ path }))
      assert.deepStrictEqual([posted.status, posted.headers["allow"]], [405, "GET"])
    }
    const answers = yield* Effect.scoped(
      Effect.gen(function* () {
        const socket = yield* Wire.open(yield* Harness.port)
        socket.write(Buffer.concat([get("/api/platform/me", key), get("/v3/api-docs"), get("/docs")]))
        return yield* Wire.receive(socket, 3)
      })
    )
    assert.deepStrictEqual(
      answers.map(({ headers, status }) => [status, headers["connection"]]),
      [200, 200, 200].map((status) => [status, "keep-alive"])
    )
    assert.deepStrictEqual(
      logged.map(({ method, route, status }) => [method, route, status]),
      [
        ["GET", "/v3/api-docs", 200],
        ["GET", "-", 417],
        ["POST", "/v3/api-docs", 405],
        ["GET", "/docs", 200],
        ["GET", "-", 417],
        ["POST", "/docs", 405],
        ["GET", "/api/platform/me", 200],
        ["GET", "/v3/api-docs", 200],
        ["GET", "/docs", 200]
      ]
    )
  }).pipe(
    Effect.provide(Harness.layer()),
    Effect.provideService(AccessLog, (line) => void logged.push(line))
  )
})
