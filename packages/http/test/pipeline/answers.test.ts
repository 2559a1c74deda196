/** What the pipeline adds to each answer, and what it gives back when a request has ended. */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Unauthenticated } from "@formwork/domain/callers/Refusal"
import { Answer } from "../../src/connection/Answer.ts"
import { MountedEndpoints } from "../../src/endpoint/MountedEndpoint.ts"
import { MountedPages } from "../../src/guide/MountedPages.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

/** A page with headers of its own, and an endpoint whose caller's credential ends while it runs. */
const mounted = Layer.merge(
  Layer.succeed(MountedPages, ({ path }) =>
    path === "/own"
      ? {
          route: "/own",
          answer: new Answer(
            200,
            { "cache-control": "max-age=60", "content-security-policy": "default-src 'self'" },
            "own"
          )
        }
      : undefined
  ),
  Layer.succeed(MountedEndpoints, [
    { path: "/ends", origins: new Set<string>(), envelope: 0, answer: () => Effect.fail(new Unauthenticated()) }
  ])
)

const services = mounted.pipe(Layer.provideMerge(Harness.services({ limit: 1_000, windowMillis: 60_000 })))

layer(Harness.over(services), { excludeTestServices: true })("an answer", (it) => {
  it.effect("has the headers of its page, and the server's own where the page has none", () =>
    Effect.gen(function* () {
      const lines = (path: string) =>
        Effect.map(Harness.head(Wire.request({ path, method: "GET", contentType: undefined })), (text) =>
          text.split("\r\n").filter((line) => /^(?:cache-control|content-security-policy|x-content-type)/u.test(line))
        )
      assert.deepStrictEqual(yield* lines("/own"), [
        "cache-control: max-age=60",
        "content-security-policy: default-src 'self'",
        "x-content-type-options: nosniff"
      ])
      assert.deepStrictEqual(yield* lines("/v3/api-docs"), [
        "x-content-type-options: nosniff",
        "cache-control: no-store",
        "content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox"
      ])
    })
  )

  it.effect("401 shows no budget, also where the credential ended while its request ran", () =>
    Effect.gen(function* () {
      const { key } = yield* Harness.tenant
      const { headers, status } = yield* Harness.call("/ends", key, {})
      assert.deepStrictEqual(
        [status, headers["connection"], headers["ratelimit"], headers["ratelimit-policy"]],
        [401, "close", undefined, undefined]
      )
    })
  )

  it.effect("in the place of 100 Continue ends the connection: the body may never come", () =>
    Effect.gen(function* () {
      const { key } = yield* Harness.tenant
      const head = (...lines: ReadonlyArray<string>) =>
        ["POST /nowhere HTTP/1.1", "Host: x", `Authorization: Bearer ${key}`, ...lines, "", ""].join("\r\n")
      const asks = yield* Harness.send(head("Content-Length: 2", "Expect: 100-continue"))
      assert.deepStrictEqual([asks.status, asks.headers["connection"]], [404, "close"])
      const sends = yield* Harness.send(`${head("Content-Length: 2")}{}`)
      assert.deepStrictEqual([sends.status, sends.headers["connection"]], [404, "keep-alive"])
    })
  )
})

it.live("a request gives the bytes of its body back when it ends", () =>
  Effect.gen(function* () {
    const { form, key } = yield* Harness.tenant
    const body = JSON.stringify({ data: { name: "A".repeat(50_000) } })
    for (let turn = 0; turn < 5; turn++)
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), key, body)).status, 200, `${turn}`)
  }).pipe(Effect.provide(Harness.layer({ bodyBytes: 400_000 })))
)

it.live("a connection ends where the rest of a body does not come soon after its answer", () =>
  Effect.gen(function* () {
    const { key } = yield* Harness.tenant
    const socket = yield* Wire.open(yield* Harness.port)
    const whole = Wire.request({ path: "/nowhere", token: key, body: "x".repeat(100) })
    socket.write(whole.subarray(0, -50))
    assert.deepStrictEqual(
      (yield* Wire.receive(socket)).map(({ headers, status }) => [status, headers["connection"]]),
      [[404, "keep-alive"]]
    )
    assert.deepStrictEqual(yield* Wire.receive(socket), [], "it has ended")
  }).pipe(Effect.scoped, Effect.provide(Harness.layer({ body: { drainMillis: 50 } })))
)
