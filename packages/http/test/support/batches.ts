/** A client of batches: it sends lines and reads the answers at the same time. */
import { Effect } from "effect"
import { request } from "node:http"
import type { ClientRequest, IncomingMessage } from "node:http"
import * as Harness from "./Harness.ts"

export interface Opened {
  readonly request: ClientRequest
  /** The answer, once its head is there. */
  readonly response: Promise<IncomingMessage>
}

/** A batch that is still to be written. */
export const open = Effect.fnUntraced(function* (
  formId: string,
  token: string,
  headers: Readonly<Record<string, string>> = {}
) {
  const port = yield* Harness.port
  return Effect.runSync(
    Effect.sync((): Opened => {
      const sent = request({
        port,
        host: "127.0.0.1",
        method: "POST",
        path: Harness.batchPath(formId),
        headers: { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson", ...headers }
      })
      const response = new Promise<IncomingMessage>((resolve, reject) => {
        sent.once("response", resolve).on("error", reject)
      })
      return { request: sent, response }
    })
  )
})

export interface Answered {
  readonly status: number
  readonly version: string | undefined
  readonly requestId: string
  readonly lines: ReadonlyArray<string>
}

const textOf = async (response: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of response) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

const first = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]

export const read = (response: IncomingMessage): Effect.Effect<Answered> =>
  Effect.map(
    Effect.promise(() => textOf(response)),
    (text) => ({
      status: response.statusCode ?? 0,
      version: first(response.headers["formwork-form-version"]),
      requestId: first(response.headers["x-request-id"]) ?? "",
      lines: text === "" ? [] : text.replace(/\n$/u, "").split("\n")
    })
  )

/** Sends a whole body, and reads the whole answer. */
export const send = Effect.fnUntraced(function* (
  formId: string,
  token: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {}
) {
  const opened = yield* open(formId, token, headers)
  opened.request.end(body)
  return yield* read(yield* Effect.promise(() => opened.response))
})

/** The members of a line of an answer. */
export const json = (line: string | undefined): Record<string, unknown> => JSON.parse(line ?? "null")
