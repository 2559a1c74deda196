/** Files on their way out: how many bytes at once, who waits, and how many are read at once (spec/http.md §6.32). */
import { assert, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted } from "effect"
import { ServerResponse } from "node:http"
import * as Downloads from "../../src/request/Downloads.ts"
import { readFor } from "../../src/request/readFor.ts"
import { UploadBytesLimit } from "../../src/request/UploadRoom.ts"
import { exchangeOf, requestWith } from "../support/exchange.ts"
import * as FileFixture from "../support/fileFixture.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const photo = Buffer.alloc(9_000_000, "%PDF-1.7 ")

const setting = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const { id, submissionId } = yield* FileFixture.filed(tenant, photo)
  const token = Redacted.value((yield* tenant.mint("submission:read")).token.text)
  return { path: `submissions/${submissionId}/files/${id}`, token }
})

layer(Harness.layer({ uploadBytes: 32 * 1024 * 1024, file: { roomMillis: 200 } }), { excludeTestServices: true })(
  "room for one download of a credential",
  (it) => {
    it.effect("a client that does not read keeps its credential's next download out, and no stranger's", () =>
      Effect.gen(function* () {
        const { path, token } = yield* setting
        const idle = yield* Wire.open(yield* Harness.port)
        idle.on("error", () => undefined)
        idle
          .pause()
          .write(Wire.request({ method: "GET", path: `/api/platform/${path}`, token, contentType: undefined }))
        yield* Effect.sleep("300 millis")
        const refused = yield* Harness.platform("GET", path, token)
        assert.deepStrictEqual([refused.status, refused.headers["retry-after"]], [429, "5"])
        const stranger = yield* setting
        assert.strictEqual((yield* Harness.platform("GET", stranger.path, stranger.token)).status, 200)
        idle.destroy()
        yield* Effect.sleep("100 millis")
        assert.strictEqual((yield* Harness.platform("GET", path, token)).status, 200)
        assert.strictEqual(
          (yield* Harness.platform("GET", path, token)).status,
          200,
          "an answer that was read keeps none"
        )
      })
    )
  }
)

it.live("two files are read at once, and a file has its room before it is read until its response is closed", () =>
  Effect.gen(function* () {
    const downloads = yield* Effect.provideService(Downloads.make, UploadBytesLimit, 40)
    const read = yield* Deferred.make<void>()
    let reading = 0
    const responses: Array<ServerResponse> = []
    const download = (lane: string) =>
      Effect.forkChild(
        Effect.suspend(() => {
          const response = new ServerResponse(requestWith())
          responses.push(response)
          const exchange = exchangeOf(requestWith(), { response, downloads, place: () => ({ group: lane, lane }) })
          const work = Effect.andThen(
            Effect.sync(() => void (reading += 1)),
            Deferred.await(read)
          )
          return readFor(exchange, 10, work)
        })
      )
    const fibers = yield* Effect.forEach(["a", "b", "c", "d", "e"], download)
    yield* Effect.sleep("20 millis")
    assert.strictEqual(reading, 2)
    yield* Deferred.succeed(read, undefined)
    yield* Effect.forEach(fibers.slice(0, 4), Fiber.join)
    assert.strictEqual(reading, 4, "the fifth finds no room while the four are answered")
    responses[0]?.emit("close")
    yield* Effect.forEach(fibers, Fiber.join)
    assert.strictEqual(reading, 5)
  })
)
