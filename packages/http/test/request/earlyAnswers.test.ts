/** Answers that are given before the request has arrived, to a client that writes all of it before it reads (spec/http.md §1.9). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const size = 3_000_000
const tries = 15

/** A request that closes its connection, with a body of 3 MB. */
const large = (method: string, path: string, ...headers: ReadonlyArray<string>) => {
  const lines = [`${method} ${path} HTTP/1.1`, "Host: x", "Connection: close", `Content-Length: ${size}`, ...headers]
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), Buffer.alloc(size, 0x20)])
}

/** Writes in pieces, each after the one before has left, and reads only when all is written, or when writing fails. */
const inPieces = (bytes: Buffer) =>
  Effect.scoped(
    Effect.gen(function* () {
      const socket = yield* Wire.open(yield* Harness.port)
      socket.pause()
      for (let from = 0; from < bytes.length; from += 65_536) {
        const piece = bytes.subarray(from, from + 65_536)
        yield* Effect.callback<void>((resume) => void socket.write(piece, () => resume(Effect.void)))
        yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
      }
      return yield* Wire.receive(socket)
    })
  )

const json = "Content-Type: application/json"

layer(Harness.layer(), { excludeTestServices: true })("a client that says Connection: close and sends 3 MB", (it) => {
  for (const [status, name] of [
    [401, "no credential"],
    [404, "an unknown path"],
    [405, "another method"],
    [413, "a body that is too large"],
    [415, "another media type"],
    [417, "an unknown expectation"]
  ] as const)
    it.effect(`reads the ${status} for ${name}, each time`, () =>
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const good = `Authorization: Bearer ${key}`
        const path = Harness.submissionsPath(form.id)
        const bytes = {
          401: large("POST", path, json),
          404: large("POST", "/x", json, good),
          405: large("PUT", path, json, good),
          413: large("POST", path, json, good),
          415: large("POST", path, "Content-Type: text/plain", good),
          417: large("POST", path, json, good, "Expect: tea")
        }[status]
        for (let turn = 0; turn < tries; turn++) {
          const answers = yield* inPieces(bytes)
          assert.deepStrictEqual(
            answers.map((answer) => [answer.status, answer.headers["connection"]]),
            [[status, "close"]],
            `try ${turn}`
          )
        }
      })
    )
})
