/** What answers an author's questions, a tenth of the worker: it is fetched when the first of them is asked. */
import type { authorsAnswerTo as answer } from "./authorsAnswerTo.ts"

type Answer = typeof answer

let loaded: Answer | undefined

/** The first question has come, and what answers it is not loaded: `loadAnswers` loads it. */
export class AnswersMissing extends Error {
  override readonly name = "AnswersMissing"
}

export const loadAnswers = async (): Promise<void> => {
  const { authorsAnswerTo } = await import("./authorsAnswerTo.ts")
  loaded = authorsAnswerTo
}

/** Throws `AnswersMissing`. */
export const authorsAnswer: Answer = (asked, known) => {
  if (loaded === undefined) throw new AnswersMissing("What answers questions is not loaded")
  return loaded(asked, known)
}
