/** Writes an answer to its connection. */
import { Effect, Latch, Stream } from "effect"
import type { ServerResponse } from "node:http"
import type { Answer, Headers } from "./Answer.ts"

/**
 * Writes the head and the body, where the connection is still there.
 * @param headers beside those of the answer.
 * A stream that fails ends the connection without the last chunk, so that no client takes a part for the whole (RFC 9112 §8).
 */
export const writeAnswer = (response: ServerResponse, answer: Answer, headers: Headers): Effect.Effect<void> => {
  if (response.destroyed) return Effect.void
  const { body, status } = answer
  if (body === undefined) {
    response.writeHead(status, { ...answer.headers, ...headers, ...(status === 204 ? {} : { "content-length": "0" }) })
    response.end()
    return Effect.void
  }
  if (Stream.isStream(body)) {
    response.writeHead(status, { ...answer.headers, ...headers })
    return pipe(response, body)
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length
  response.writeHead(status, { ...answer.headers, "content-length": String(length), ...headers })
  response.end(body)
  return Effect.void
}

/** Waits whenever the client reads more slowly than the stream is read. */
const pipe = (response: ServerResponse, body: Stream.Stream<Uint8Array>): Effect.Effect<void> => {
  const drained = Latch.makeUnsafe()
  response.on("drain", () => drained.openUnsafe())
  return body.pipe(
    Stream.runForEachArray((chunks) =>
      Effect.suspend(() => {
        if (response.write(Buffer.concat(chunks))) return Effect.void
        drained.closeUnsafe()
        return drained.await
      })
    ),
    Effect.interruptible,
    Effect.matchCause({
      onSuccess: () => void response.end(),
      onFailure: () => void response.destroy()
    })
  )
}
