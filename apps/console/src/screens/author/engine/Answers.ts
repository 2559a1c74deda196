/** What the worker says to each message, and when. */
import type { Engine } from "./Engine.ts"
import type { FromWorker, ToWorker } from "./Protocol.ts"
import { repliesTo } from "./repliesTo.ts"

/**
 * The faults of a definition are said at once. What can run of it waits for `finish`, or for the first message that is about it: while an
 * author types, the try-out is for the text that they stop at. The first form that runs does not wait.
 */
export class Answers {
  readonly #engine: Engine
  readonly #say: (said: FromWorker) => void
  #rest: Generator<FromWorker, void, undefined> | undefined
  #hasRun = false

  constructor(engine: Engine, say: (said: FromWorker) => void) {
    this.#engine = engine
    this.#say = say
  }

  /** Whether something is left to say about the newest definition. */
  get isWaiting(): boolean {
    return this.#rest !== undefined
  }

  /** Throws where `isPartMissing`, before it says anything. */
  answer(message: ToWorker): void {
    if (message.kind !== "definition") {
      this.finish()
      return this.#sayAll(repliesTo(this.#engine, message))
    }
    const replies = repliesTo(this.#engine, message)
    const first = replies.next()
    this.#rest = replies
    if (first.done !== true) this.#say(first.value)
    if (!this.#hasRun) this.finish()
  }

  finish(): void {
    const rest = this.#rest
    this.#rest = undefined
    if (rest !== undefined) this.#sayAll(rest)
  }

  #sayAll(replies: Iterable<FromWorker>): void {
    for (const said of replies) {
      if (said.kind === "prepared" && said.runs > 0) this.#hasRun = true
      this.#say(said)
    }
  }
}
