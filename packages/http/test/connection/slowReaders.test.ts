/** Clients that read their answers slowly (docs/decisions/0299). */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { large, serverOf } from "../support/nodeServer.ts"
import * as Wire from "../support/wire.ts"

const get = Wire.request({ method: "GET", path: "/", contentType: undefined })

it.live("a client that reads slowly gets all of its answer", () =>
  Effect.gen(function* () {
    const { port } = yield* serverOf({ answerMillis: 500 }, (_request, response) => void response.end(large))
    const socket = yield* Wire.open(port)
    const pauseMillis = 5
    /** Of as many chunks, long enough for the limit; the rest is read at once. */
    const slowPauses = 300
    let pauses = 0
    let taken = 0
    yield* Effect.callback<void>((resume) => {
      socket
        .on("data", (chunk) => {
          taken += chunk.length
          if (taken > large.length) return resume(Effect.void)
          // Where chunks are small, as on a busy machine, a pause after each would never end.
          if (pauses === slowPauses) return
          pauses += 1
          socket.pause()
          setTimeout(() => socket.resume(), pauseMillis)
        })
        .on("close", () => resume(Effect.void))
        .write(get)
    })
    assert.isAbove(taken, large.length)
    assert.isAbove(pauses * pauseMillis, 500, "longer than the limit")
  }).pipe(Effect.scoped)
)

it.live(
  "a client that reads slowly and steadily gets all of its answer, though the system takes more of it seldom",
  () =>
    Effect.gen(function* () {
      // A third of a full buffer is read in more than a second: far longer than the time without a byte.
      const bytes = large.subarray(0, 8 * 1024 * 1024)
      const { port } = yield* serverOf({ answerMillis: 100, answerBytesPerSecond: 500_000 }, (_request, response) => {
        response.end(bytes)
      })
      const socket = yield* Wire.open(port)
      let taken = 0
      yield* Effect.callback<void>((resume) => {
        const step = 5
        const pause = (length: number) => {
          taken += length
          if (taken > bytes.length) return resume(Effect.void)
          socket.pause()
          setTimeout(() => socket.resume(), (length / 4_000_000) * 1000 + step)
        }
        socket
          .on("data", (chunk) => pause(chunk.length))
          .on("close", () => resume(Effect.void))
          .write(get)
      })
      assert.isAbove(taken, bytes.length)
    }).pipe(Effect.scoped)
)
