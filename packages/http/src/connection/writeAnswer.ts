/** Writes an answer to its connection. */
import { Effect, Latch, Stream } from "effect"
import type { ServerResponse } from "node:http"
import type { Answer } from "./Answer.ts"
import { endTogether } from "./endTogether.ts"

/** Names and values of headers in turn, which Node writes as they are. */
export type HeaderLines = ReadonlyArray<string>

/**
 * Writes the head and the body, where the connection is still there.
 * @param lines headers beside those of the answer.
 * A stream that fails ends the connection without the last chunk, so that no client takes a part for the whole (RFC 9112 §8).
 */
export const writeAnswer = (response: ServerResponse, answer: Answer, lines: HeaderLines): Effect.Effect<void> => {
  if (response.destroyed) return Effect.void
  const { body, status } = answer
  const head: Array<string> = []
  for (const name in answer.headers) head.push(name, answer.headers[name] ?? "")
  if (typeof body === "string") {
    const length = Buffer.byteLength(body)
    head.push("content-length", String(length), ...lines)
    // A text without any character beyond ASCII is the same in both, and Node writes it sooner.
    endTogether(response.writeHead(status, head), body, length === body.length ? "latin1" : "utf8")
    return Effect.void
  }
  head.push(...lines)
  if (Stream.isStream(body)) {
    response.writeHead(status, head)
    return pipe(response, body)
  }
  if (status !== 204) head.push("content-length", String(body?.length ?? 0))
  response.writeHead(status, head).end(body)
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
