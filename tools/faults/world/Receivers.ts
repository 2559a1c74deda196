/** Receivers of effects: each keeps every request, and misbehaves on demand. */
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Webhook } from "standardwebhooks"
import type { Arrival } from "./Evidence.ts"
import { objectOf } from "./objectOf.ts"
import { portOf } from "./portOf.ts"

/** How a receiver answers after it has kept a request. */
export type Mood = "well" | "failing" | "silent" | "late" | "hanging up"

/** Longer than a send may take at the shortest lease. */
export const lateMillis = 4_500

export interface Receiver {
  /** The address for requests ends in a slash. */
  readonly url: string
  readonly arrivals: ReadonlyArray<Arrival>
  readonly mood: (mood: Mood) => void
  /** Closes the receiver: its address refuses connections until it starts again. */
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const isGenuine = (webhook: Webhook, { headers }: IncomingMessage, body: Buffer): boolean => {
  if (headers["webhook-id"] === undefined) return true
  try {
    const signed = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    webhook.verify(body.toString(), Object.fromEntries(signed.map((name) => [name, String(headers[name])])))
    return true
  } catch {
    return false
  }
}

/** A request as evidence. */
const arrivalOf = (webhook: Webhook, request: IncomingMessage, body: Buffer): Arrival => {
  const { headers, url = "" } = request
  const [, form = "", effect = ""] = url.split("/")
  const told = objectOf(JSON.parse(body.toString()))
  const { id, referenceNumber } = "data" in told ? objectOf(told["data"]) : told
  return {
    id: String(headers["webhook-id"] ?? headers["idempotency-key"]),
    form,
    effect,
    submission: String(id),
    reference: String(referenceNumber),
    digest: createHash("sha256").update(body).digest("base64"),
    isGenuine: isGenuine(webhook, request, body),
    attached: [],
    isTaken: false
  }
}

const answer: Readonly<Record<Exclude<Mood, "well">, (response: ServerResponse) => void>> = {
  failing: (response) => response.writeHead(500).end("not now"),
  silent: () => {},
  late: (response) => {
    setTimeout(() => response.end("here I am"), lateMillis).unref()
  },
  "hanging up": (response) => {
    response.socket?.resetAndDestroy()
  }
}

/** @param secret under which deliveries are signed. */
export const make = Effect.fnUntraced(function* (secret: string) {
  const webhook = new Webhook(secret)
  const arrivals: Array<Arrival> = []
  let mood: Mood = "well"
  const server = createServer(async (request, response) => {
    response.on("error", () => {})
    const body = await read(request).catch(() => undefined)
    if (body === undefined) return
    const arrival = arrivalOf(webhook, request, body)
    const isWell = mood === "well"
    arrivals.push({ ...arrival, isTaken: isWell })
    if (mood === "well") response.end("thank you")
    else answer[mood](response)
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const stop = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    return closed
  }
  const port = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      await listen(0)
      return portOf(server)
    }),
    () => Effect.promise(stop)
  )
  return {
    url: `http://127.0.0.1:${port}/`,
    arrivals,
    mood: (next) => {
      mood = next
    },
    stop,
    start: () => listen(port)
  } satisfies Receiver
})
