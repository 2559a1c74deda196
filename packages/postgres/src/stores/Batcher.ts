/** Questions that meet share a statement: while one is under way the others gather, and go out together when it has returned. */
import { Effect, Exit } from "effect"
import type { Scope } from "effect"

/** How many questions one statement takes: what it asks for stays locked until the last of them is answered. */
const maxBatch = 64

/** Statements under way at once. A question that finds fewer goes out alone and at once. */
const maxInFlight = 2

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly resume: (answer: Effect.Effect<Answer>) => void
}

/**
 * @param ask answers questions, each in its place.
 * @returns asks one. A question whose asker is gone is asked all the same; a defect is everybody's who shared the statement.
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
