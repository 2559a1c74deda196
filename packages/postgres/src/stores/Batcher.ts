/** Batches questions: those that arrive while statements are in flight wait, and go out together when one of them has returned. */
import { Effect, Exit } from "effect"
import type { Scope } from "effect"

/** How many questions one statement takes. Its rows stay locked until the last of them is answered. */
const maxBatch = 64

/** Statements in flight at once. While there are fewer, a question goes out alone and immediately. */
const maxInFlight = 2

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly resume: (answer: Effect.Effect<Answer>) => void
}

/**
 * @param ask answers questions, in the same order.
 * @returns asks one question, even if its fiber is interrupted meanwhile. A defect fails every question of the statement.
 */
export const make = Effect.fnUntraced(function* <Question, Answer>(
  ask: (questions: ReadonlyArray<Question>) => Effect.Effect<ReadonlyArray<Answer>>
): Effect.fn.Return<(question: Question) => Effect.Effect<Answer | undefined>, never, Scope.Scope> {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const waiting: Array<Waiting<Question, Answer | undefined>> = []
  let underWay = 0

  const send = (): void => {
    const together = waiting.splice(0, maxBatch)
    underWay += 1
    run(ask(together.map(({ question }) => question))).addObserver((exit) => {
      underWay -= 1
      if (waiting.length > 0) send()
      together.forEach(({ resume }, place) =>
        resume(Exit.isSuccess(exit) ? Effect.succeed(exit.value[place]) : Effect.failCause(exit.cause))
      )
    })
  }

  return (question) =>
    Effect.callback<Answer | undefined>((resume) => {
      waiting.push({ question, resume })
      if (underWay < maxInFlight) send()
    })
})
