/** A mail server that keeps every message, and misbehaves on demand. */
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { SMTPServer } from "smtp-server"
import { attachedTo } from "./attachedTo.ts"
import type { Arrival } from "./Evidence.ts"
import { portOf } from "./portOf.ts"
import { lateMillis } from "./Receivers.ts"
import type { Mood, Receiver } from "./Receivers.ts"

/** A header's value, unfolded (RFC 5322 §2.2.3). */
const header = (message: string, name: string): string =>
  new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, "imu")
    .exec(message)?.[1]
    ?.replaceAll(/\r\n[ \t]/gu, " ")
    .trim() ?? ""

/** A file's, too. */
export const digestOf = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("base64")

/** A message as evidence. */
const arrivalOf = (message: string): Arrival => {
  const [form = "", effect = "", submission = "", reference = ""] = header(message, "subject").split(/ +/u)
  const [, id = ""] = /^<(.*)@/u.exec(header(message, "message-id")) ?? []
  const attached = attachedTo(message).map(({ bytes }) => digestOf(bytes))
  return {
    id,
    form,
    effect,
    submission,
    reference,
    digest: digestOf(message),
    attached,
    isGenuine: true,
    isTaken: false
  }
}

type Answer = (error?: Error | null, text?: string) => void

const answer: Readonly<Record<Exclude<Mood, "hanging up">, (done: Answer) => void>> = {
  well: (done) => done(null, "kept"),
  failing: (done) => done(Object.assign(new Error("not now"), { responseCode: 451 })),
  silent: () => {},
  late: (done) => {
    setTimeout(() => done(null, "kept after all"), lateMillis).unref()
  }
}

export const make = Effect.gen(function* () {
  const arrivals: Array<Arrival> = []
  let mood: Mood = "well"
  const launch = (port: number): Promise<SMTPServer> =>
    new Promise((resolve) => {
      const server = new SMTPServer({
        disabledCommands: ["AUTH", "STARTTLS"],
        logger: false,
        onData: (stream, _session, done) => {
          const chunks: Array<Buffer> = []
          stream.on("data", (chunk: Buffer) => chunks.push(chunk))
          stream.on("end", () => {
            arrivals.push({ ...arrivalOf(Buffer.concat(chunks).toString("utf8")), isTaken: mood === "well" })
            if (mood === "hanging up") hangUp(server)
            else answer[mood](done)
          })
        }
      })
      server.on("error", () => {})
      server.listen(port, "127.0.0.1", () => resolve(server))
    })
  const ended = new WeakSet<object>()
  /** Every open connection. */
  const hangUp = (server: SMTPServer) => {
    for (const connection of server.connections) {
      if (!ended.has(connection)) connection.close()
      ended.add(connection)
    }
  }
  let running = yield* Effect.promise(() => launch(0))
  const port = portOf(running.server)
  const stop = () =>
    new Promise<void>((resolve) => {
      hangUp(running)
      running.close(() => resolve())
    })
  yield* Effect.addFinalizer(() => Effect.promise(stop))
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrivals,
    mood: (next) => {
      mood = next
    },
    stop,
    start: async () => {
      running = await launch(port)
    }
  } satisfies Receiver
})
