/** One of the processes that serve, as the parent sees it. */
import { Deferred, Duration, Effect } from "effect"
import type { Option } from "effect"
import cluster from "node:cluster"
import type { Worker } from "node:cluster"
import * as Message from "./Message.ts"

interface Ended {
  readonly code: number | null
  readonly signal: string | null
}

export interface ServingProcess {
  readonly pid: number | undefined
  /** Where it serves; undefined where it ended before that. */
  readonly listening: Effect.Effect<string | undefined>
  readonly ended: Effect.Effect<Ended>
  /** Its answer; none where it does not answer in two seconds. */
  readonly ask: (about: "metrics" | "ready") => Effect.Effect<Option.Option<string>>
  /** It takes no more connections, answers what it has, and ends. */
  readonly leave: Effect.Effect<void>
  /** It answers what it has, and ends. */
  readonly stop: Effect.Effect<void>
}

const patience = Duration.seconds(2)

const read = Message.read(Message.ToParent)

const told = (worker: Worker, message: Message.ToProcess): Effect.Effect<void> =>
  Effect.sync(() => {
    if (worker.isConnected()) worker.send(message)
  })

/** Starts one. */
export const start: Effect.Effect<ServingProcess> = Effect.gen(function* () {
  const listening = yield* Deferred.make<string | undefined>()
  const ended = yield* Deferred.make<Ended>()
  const asked = new Map<number, (text: string) => void>()
  const worker = cluster.fork()
  let questions = 0
  worker.on("message", (given) => {
    const message = read(given)
    if (message?._tag === "Listening") Deferred.doneUnsafe(listening, Effect.succeed(message.address))
    if (message?._tag === "Answer") asked.get(message.id)?.(message.text)
  })
  // A process that is ending closes its channel; what was sent to it then does not matter.
  worker.on("error", () => undefined)
  worker.once("exit", (code: number | null, signal: string | null) => {
    Deferred.doneUnsafe(ended, Effect.succeed({ code, signal }))
    Deferred.doneUnsafe(listening, Effect.succeed(undefined))
  })
  const ask = (about: "metrics" | "ready") =>
    Effect.callback<string>((resume) => {
      const id = (questions += 1)
      asked.set(id, (text) => resume(Effect.succeed(text)))
      if (worker.isConnected()) worker.send({ _tag: "Ask", id, about } satisfies Message.ToProcess)
      return Effect.sync(() => asked.delete(id))
    }).pipe(Effect.timeoutOption(patience))
  return {
    pid: worker.process.pid,
    listening: Deferred.await(listening),
    ended: Deferred.await(ended),
    ask,
    leave: told(worker, { _tag: "Leave" }),
    stop: told(worker, { _tag: "Stop" })
  }
})
