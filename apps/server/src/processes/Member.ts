/**
 * A process among several that serve on one port (docs/decisions/0169). The parent accepts the connections and has the operator's port:
 * for its health and metrics it asks each process.
 */
import { Effect } from "effect"
import cluster from "node:cluster"
import type { Server } from "node:http"
import { Readiness } from "@formwork/http/health/Health"
import { leave } from "./leave.ts"
import * as Message from "./Message.ts"

/** With a callback: without one, a parent that has died meanwhile would be an exception in the middle of this process's requests. */
const tell = (message: Message.ToParent): void => void process.send?.(message, undefined, undefined, () => undefined)

let server: Server | undefined

/** Keeps the server that is to leave. */
export const serverMade = (made: Server): void => void (server = made)

/** Ends as at SIGTERM: running requests are answered first. */
const end = (): void => void process.kill(process.pid, "SIGTERM")

/** The parent has died: by default Node would end this process in the middle of its requests. */
const outliveParent = (): void => {
  const { worker } = cluster
  worker?.once("disconnect", () => {
    if (worker.exitedAfterDisconnect) return
    worker.exitedAfterDisconnect = true
    end()
  })
}

const answer = (about: "metrics" | "ready", page: Effect.Effect<string>) =>
  about === "metrics" ? page : Effect.flatMap(Readiness, ({ isReady }) => Effect.map(isReady, String))

/**
 * Answers the parent's questions, and does what it says, from now on.
 * @param page this process's metrics.
 */
export const join = Effect.fnUntraced(function* (page: Effect.Effect<string>) {
  const context = yield* Effect.context<Readiness>()
  const read = Message.read(Message.ToProcess)
  const hear = (given: unknown): void => {
    const message = read(given)
    if (message?._tag === "Leave" && server !== undefined) leave(server, end)
    if (message?._tag === "Stop") end()
    if (message?._tag === "Ask")
      Effect.runForkWith(context)(
        Effect.map(answer(message.about, page), (text) => tell({ _tag: "Answer", id: message.id, text }))
      )
  }
  // The terminal's end reaches all processes of it; the parent decides what becomes of it.
  process.on("SIGHUP", () => undefined)
  process.on("message", hear)
  outliveParent()
})

/** Tells the parent that requests are answered from now on. */
export const isListening = (address: string): Effect.Effect<void> =>
  Effect.sync(() => tell({ _tag: "Listening", address }))
