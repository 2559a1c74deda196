/** When the worker answers: one message a turn, and what can run of a text after a pause. */
import type { Answers } from "./Answers.ts"
import { Inbox } from "./Inbox.ts"
import type { ToWorker } from "./Protocol.ts"

/** What a worker has around it. */
export interface Surroundings {
  /** Calls it in a turn of its own: messages that have arrived by then are in the inbox. */
  readonly soon: (turn: () => void) => void
  /** Calls it after the pause that an author makes, unless what it gives is called before. */
  readonly afterPause: (end: () => void) => () => void
  /** Loads what the engine lacked for a message, so that it can be given again; throws any other error. */
  readonly load: (error: unknown) => Promise<void>
  /** Gets what ended a turn. No other one comes after it. */
  readonly fail: (error: unknown) => void
}

/** @returns what takes a message. */
export const turns = (answers: Answers, { afterPause, fail, load, soon }: Surroundings) => {
  const inbox = new Inbox()
  let isBusy = false
  let isPauseOver = false
  let endPause = (): void => {}

  const finish = (): void => {
    isPauseOver = false
    answers.finish()
  }

  const reply = (message: ToWorker): void => {
    endPause()
    isPauseOver = false
    answers.answer(message)
    if (!answers.isWaiting) return
    endPause = afterPause(() => {
      // What is in the inbox comes first, as it may be a newer text.
      if (isBusy) isPauseOver = true
      else finish()
    })
  }

  /** The first definition with a pattern, with an effect, and in another language loads what it needs, and so does the first question. */
  const run = async (message: ToWorker): Promise<void> => {
    try {
      reply(message)
    } catch (error) {
      await load(error)
      await run(message)
    }
  }

  const next = async (): Promise<void> => {
    const message = inbox.take()
    if (message !== undefined) await run(message)
    else if (isPauseOver) finish()
    isBusy = false
    if (message !== undefined) begin()
  }

  const begin = (): void => {
    if (isBusy) return
    isBusy = true
    soon(() => void next().catch(fail))
  }

  return (message: ToWorker): void => {
    inbox.put(message)
    begin()
  }
}
