/** When the worker answers: one message a turn, and what can run of a text after a pause. */
import { isPartMissing, loadPart } from "@formwork/rules/loading"
import type { Answers } from "./Answers.ts"
import { Inbox } from "./Inbox.ts"
import type { ToWorker } from "./Protocol.ts"

/** Where turns come from. */
export interface Clock {
  /** Calls it in a turn of its own: messages that have arrived by then are in the inbox. */
  readonly soon: (turn: () => void) => void
  /** Calls it after the pause that an author makes, unless what it gives is called before. */
  readonly afterPause: (end: () => void) => () => void
}

export class Turns {
  readonly #answers: Answers
  readonly #clock: Clock
  readonly #fail: (error: unknown) => void
  readonly #inbox = new Inbox()
  #isBusy = false
  #isPauseOver = false
  #endPause: () => void = () => {}

  /** @param fail gets what a message makes the engine throw. No turn comes after it. */
  constructor(answers: Answers, clock: Clock, fail: (error: unknown) => void) {
    this.#answers = answers
    this.#clock = clock
    this.#fail = fail
  }

  put(message: ToWorker): void {
    this.#inbox.put(message)
    this.#begin()
  }

  #begin(): void {
    if (this.#isBusy) return
    this.#isBusy = true
    this.#clock.soon(() => void this.#next().catch(this.#fail))
  }

  async #next(): Promise<void> {
    const message = this.#inbox.take()
    if (message !== undefined) await this.#run(message)
    else if (this.#isPauseOver) this.#finish()
    this.#isBusy = false
    if (message !== undefined) this.#begin()
  }

  /** The first definition with a pattern, with an effect, and in another language loads what it needs. */
  async #run(message: ToWorker): Promise<void> {
    try {
      this.#reply(message)
    } catch (error) {
      if (!isPartMissing(error)) throw error
      await loadPart(error)
      await this.#run(message)
    }
  }

  #reply(message: ToWorker): void {
    this.#endPause()
    this.#isPauseOver = false
    this.#answers.answer(message)
    if (this.#answers.isWaiting) this.#endPause = this.#clock.afterPause(() => this.#pauseEnds())
  }

  /** What is in the inbox comes first, as it may be a newer text. */
  #pauseEnds(): void {
    if (this.#isBusy) this.#isPauseOver = true
    else this.#finish()
  }

  #finish(): void {
    this.#isPauseOver = false
    this.#answers.finish()
  }
}
