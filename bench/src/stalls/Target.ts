/** What the hostile requests are sent to: the server that users run, on a Postgres of its own, with a probe in its process. */
import type { ChildProcess } from "node:child_process"
import { Schema } from "effect"
import * as Arena from "../filing/Arena.ts"

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface Target {
  /** Sends a request as the organisation's owner. A body that is no buffer is sent as JSON. */
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Answer>
  /** Where it listens, and a key that evaluates and files. */
  readonly address: URL
  readonly key: string
  /** The longest stall since the last call: CPU time of the thread, and time on the clock, in milliseconds. */
  readonly stall: () => Promise<Stall>
  readonly stop: () => Promise<void>
}

const Stall = Schema.Struct({ cpu: Schema.Number, wall: Schema.Number })
type Stall = typeof Stall.Type

const probe = new URL("./loopProbe.ts", import.meta.url).href

const send = async (
  url: string,
  method: string,
  token: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): Promise<Answer> => {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      // Of a new form: its draft and its cases have their first revision.
      ...(/\/(publish|examples)$/.test(url) ? { "if-match": '"1"' } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) })
  })
  return { status: response.status, body: await response.text() }
}

const stallOf = (server: ChildProcess): Promise<Stall> =>
  new Promise((resolve) => {
    server.once("message", (message) => resolve(Schema.decodeUnknownSync(Stall)(message)))
    server.send("stall")
  })

export const start = async (): Promise<Target> => {
  const { address, server, session, stop, tokens } = await Arena.start(0, {}, ["--import", probe])
  return {
    ask: (method, path, body, headers) => send(`${address}/api/platform${path}`, method, session, body, headers),
    address: new URL(address),
    key: tokens[0],
    stall: () => stallOf(server),
    stop
  }
}
