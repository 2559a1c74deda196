/** HTTP/1.1 as bytes over a socket, without a client library that would repair a request. */
import { connect } from "node:net"
import type { Socket } from "node:net"
import { Effect } from "effect"

export interface Answer {
  readonly status: number
  /** As received, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Opens a connection that stays open until the scope ends. */
export const open = (port: number) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => resume(Effect.succeed(socket)))
      socket.on("error", (error) => resume(Effect.die(error)))
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

/**
 * The next `count` answers on this connection; fewer if it ends before. Interim answers (1xx) count too.
 * @param bodiless whether they have no body, although their Content-Length may be above 0.
 */
export const receive = (socket: Socket, count = 1, bodiless = false): Effect.Effect<ReadonlyArray<Answer>> =>
  Effect.callback((resume) => {
    let bytes = Buffer.alloc(0)
    const answers: Array<Answer> = []
    const done = () => {
      socket.off("data", onData).off("end", done).off("close", done)
      resume(Effect.succeed(answers))
    }
    const onData = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      for (let next = parse(bytes, bodiless); next !== undefined; next = parse(bytes, bodiless)) {
        answers.push(next.answer)
        bytes = bytes.subarray(next.length)
      }
      if (answers.length >= count) done()
    }
    if (socket.readableEnded || socket.destroyed) return done()
    socket.on("data", onData).on("end", done).on("close", done).resume()
  })

/** Sends the bytes on a new connection and returns the first final answer. */
export const send = (port: number, bytes: string | Uint8Array): Effect.Effect<Answer> =>
  Effect.scoped(
    Effect.gen(function* () {
      const socket = yield* open(port)
      socket.write(bytes)
      const [answer] = yield* receive(socket)
      return answer ?? (yield* Effect.die(new Error("the connection ended without an answer")))
    })
  )

/** Writes all bytes before it reads, then reads `count` answers. */
export const writeThenRead = (
  port: number,
  bytes: string | Uint8Array,
  count = 1
): Effect.Effect<ReadonlyArray<Answer>> =>
  Effect.scoped(
    Effect.gen(function* () {
      const socket = yield* open(port)
      socket.pause()
      yield* Effect.callback<void>((resume) => void socket.write(bytes, () => resume(Effect.void)))
      return yield* receive(socket, count)
    })
  )

/** Sends the bytes, half-closes, and returns every byte until the server closes too. */
export const sendUntilClosed = (port: number, bytes: string | Uint8Array): Effect.Effect<string> =>
  Effect.scoped(
    Effect.gen(function* () {
      const socket = yield* open(port)
      socket.end(bytes)
      return yield* Effect.callback<string>((resume) => {
        const chunks: Array<Buffer> = []
        socket
          .on("data", (chunk) => chunks.push(chunk))
          .on("close", () => resume(Effect.succeed(Buffer.concat(chunks).toString())))
      })
    })
  )

const parse = (bytes: Buffer, bodiless: boolean): { readonly answer: Answer; readonly length: number } | undefined => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const [start = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n")
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    })
  )
  const length = end + 4 + (bodiless ? 0 : Number(headers["content-length"] ?? 0))
  if (bytes.length < length) return undefined
  return {
    answer: { status: Number(start.split(" ")[1]), headers, body: bytes.subarray(end + 4, length).toString() },
    length
  }
}

/** An answer without what differs between requests: the id, the date, and what is left of the budget. */
export const bytes = ({ body, headers, status }: Answer) => {
  const id = headers["x-request-id"] ?? "none"
  const { date: _date, ratelimit: _ratelimit, "x-request-id": _id, ...rest } = headers
  return { status, body: body.replaceAll(id, "ID"), headers: rest }
}

export interface Request {
  readonly method?: string
  readonly path: string
  readonly token?: string | undefined
  /** Lines to send beside `Host`, `Authorization`, `Content-Type` and `Content-Length`. */
  readonly headers?: ReadonlyArray<string>
  readonly contentType?: string | undefined
  readonly body?: string | Uint8Array
}

/** The bytes of an ordinary request. */
export const request = ({ body = "", headers = [], method = "POST", path, token, ...rest }: Request): Uint8Array => {
  const content = typeof body === "string" ? Buffer.from(body) : body
  const contentType = "contentType" in rest ? rest.contentType : "application/json"
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(contentType === undefined ? [] : [`Content-Type: ${contentType}`]),
    ...headers,
    `Content-Length: ${content.length}`
  ].join("\r\n")
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, "latin1"), content])
}

export const json = (answer: Answer): Record<string, unknown> => JSON.parse(answer.body)
