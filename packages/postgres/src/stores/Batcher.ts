/** Batches questions: those that arrive while statements are in flight wait, and go out together when one of them has returned. */
import { Cause, Clock, Effect, Exit } from "effect"
import type { Fiber, Scope } from "effect"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { monotonicMillisOf } from "@formwork/domain/limits/monotonicMillis"
import { answerMillis, unavailable } from "../database/SqlFailure.ts"
import { afterThisTurn } from "./afterThisTurn.ts"

/** How many questions one statement takes. Its rows stay locked until the last of them is answered. */
const maxBatch = 64

/** Statements in flight at once. While there are fewer, a question goes out alone and immediately. */
const maxInFlight = 2

/** A question is refused at once if those before it take longer than this. */
const maxQueueMillis = 2_000

/** The oldest question has waited this long before any is refused for the length of the queue. */
const crowdMillis = 500

/** How often the time that each question has waited is looked at. */
const lookMillis = 250

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly since: number
  /** After a shared statement failed, each of its questions goes out once more, in a statement of its own. */
  isAlone: boolean
  readonly resume: (answer: Effect.Effect<Answer>) => void
}

export interface Options<Question, Answer> {
  /** Answers questions, in the same order. It is interrupted after ten seconds. */
  readonly ask: (questions: ReadonlyArray<Question>) => Effect.Effect<ReadonlyArray<Answer>>
  /**
   * Questions that a statement may share. One statement of a group is in flight at a time. Without it any questions share a statement,
   * and a shared statement that failed for a reason that may pass is asked again question by question.
   */
  readonly groupOf?: (question: Question) => string
  /** The row that a question is about. A question about a row that is in flight waits for that statement: two would meet there. */
  readonly rowOf?: (question: Question) => string
  /** Questions that are asked in one turn of the event loop share a statement, which goes out when that turn ends. */
  readonly gathers?: true
}

/** A statement in flight. */
interface Flight<Question, Answer> {
  readonly together: ReadonlyArray<Waiting<Question, Answer>>
  readonly began: number
  /** Undefined while it begins. */
  fiber: Fiber.Fiber<unknown> | undefined
}

/** Takes the first questions out of `waiting` that are about no row of `rows`, up to one that goes out alone. */
const apart = <Question, Answer>(
  waiting: Array<Waiting<Question, Answer>>,
  rows: ReadonlySet<string>,
  rowOf: (question: Question) => string
): ReadonlyArray<Waiting<Question, Answer>> => {
  const taken: Array<Waiting<Question, Answer>> = []
  let left = 0
  let isOver = false
  for (const place of waiting) {
    isOver ||= place.isAlone || taken.length === maxBatch
    if (isOver || rows.has(rowOf(place.question))) waiting[left++] = place
    else taken.push(place)
  }
  waiting.length = left
  return taken
}

/** The rows of all questions in flight. */
const rowsOf = <Question, Answer>(
  inFlight: ReadonlySet<Flight<Question, Answer>>,
  rowOf: (question: Question) => string
): ReadonlySet<string> => {
  const rows = new Set<string>()
  for (const { together } of inFlight) for (const { question } of together) rows.add(rowOf(question))
  return rows
}

/** Takes the questions of the next statement out of `waiting`. */
const next = <Question, Answer>(
  waiting: Array<Waiting<Question, Answer>>,
  inFlight: ReadonlySet<Flight<Question, Answer>>,
  { groupOf, rowOf }: Omit<Options<Question, unknown>, "ask">
): ReadonlyArray<Waiting<Question, Answer>> => {
  if (waiting[0]?.isAlone === true) return waiting.splice(0, 1)
  if (groupOf === undefined && rowOf !== undefined && inFlight.size > 0) {
    return apart(waiting, rowsOf(inFlight, rowOf), rowOf)
  }
  if (groupOf === undefined) {
    const end = waiting.findIndex(({ isAlone }) => isAlone)
    return waiting.splice(0, Math.min(maxBatch, end < 0 ? maxBatch : end))
  }
  const busy = new Set(
    [...inFlight].flatMap(({ together: [place] }) => (place === undefined ? [] : [groupOf(place.question)]))
  )
  const free = waiting.find(({ question }) => !busy.has(groupOf(question)))
  if (free === undefined) return []
  const group = groupOf(free.question)
  const together = waiting.filter(({ question }) => groupOf(question) === group).slice(0, maxBatch)
  for (const place of together) waiting.splice(waiting.indexOf(place), 1)
  return together
}

/** Those that began to wait before `millis`; `open` has the oldest first. */
const expired = <Place extends { readonly since: number }>(open: Set<Place>, millis: number): ReadonlyArray<Place> => {
  const found: Array<Place> = []
  for (const place of open) {
    if (place.since > millis) break
    found.push(place)
  }
  return found
}

/** Asks one question, even if its fiber is interrupted meanwhile. Dies with `Unavailable` after ten seconds, or at once in a long queue. */
export const make = Effect.fnUntraced(function* <Question, Answer>(
  options: Options<Question, Answer>
): Effect.fn.Return<(question: Question) => Effect.Effect<Answer | undefined>, never, Scope.Scope> {
  const { ask, gathers, groupOf } = options
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const clock = yield* Clock.Clock
  const now = () => monotonicMillisOf(clock)
  type Place = Waiting<Question, Answer | undefined>
  const waiting: Array<Place> = []
  /** In the order in which they began to wait, in flight or not. */
  const open = new Set<Place>()
  const inFlight = new Set<Flight<Question, Answer | undefined>>()
  let statementMillis = 0

  const answer = (place: Place, exit: Exit.Exit<Answer | undefined>): void => {
    if (open.delete(place)) place.resume(exit)
  }

  const send = (): void => {
    while (inFlight.size < maxInFlight && waiting.length > 0) {
      const together = next(waiting, inFlight, options)
      if (together.length === 0) return
      const began = now()
      const flight: Flight<Question, Answer | undefined> = { together, began, fiber: undefined }
      inFlight.add(flight)
      const fiber = run(ask(together.map(({ question }) => question)))
      flight.fiber = fiber
      fiber.addObserver((exit) => {
        inFlight.delete(flight)
        statementMillis += (now() - began - statementMillis) / 8
        const isAskedAgain = groupOf === undefined && together.length > 1 && mayPass(exit)
        if (isAskedAgain) {
          const again = together.filter((place) => open.has(place))
          for (const place of again) place.isAlone = true
          waiting.unshift(...again)
        }
        // Before the answers: the database works while their requests go on here.
        send()
        if (isAskedAgain) return
        together.forEach((place, index) =>
          answer(
            place,
            Exit.map(exit, (answers) => answers[index])
          )
        )
      })
    }
  }

  const ready = gathers === true ? afterThisTurn(send) : send

  /** How long a new question would wait until its statement returns: a statement in flight may take longer than those before. */
  const expectedMillis = (): number => {
    if (inFlight.size < maxInFlight) return 0
    const [oldest] = waiting
    // A crowd that has only just come tells nothing: its first statement may be a slow one.
    if (oldest !== undefined && now() - oldest.since < crowdMillis) return 0
    const running = now() - Math.max(...[...inFlight].map(({ began }) => began))
    return Math.max(statementMillis, running) * Math.ceil((waiting.length + 1) / (maxBatch * maxInFlight))
  }

  yield* Effect.sync(() => {
    const lately = now() - answerMillis
    for (const place of expired(open, lately)) {
      const at = waiting.indexOf(place)
      if (at >= 0) waiting.splice(at, 1)
      answer(place, late)
    }
    // Its questions began to wait before it began, so all of them are answered.
    for (const { began, fiber } of inFlight) if (began <= lately) fiber?.interruptUnsafe()
  }).pipe(Effect.delay(lookMillis), Effect.forever, Effect.forkScoped)

  return (question) =>
    Effect.callback<Answer | undefined>((resume) => {
      if (expectedMillis() > maxQueueMillis) return resume(busy)
      const place: Place = { question, since: now(), isAlone: false, resume }
      open.add(place)
      waiting.push(place)
      ready()
    })
})

const busy = unavailable("too many requests wait for the database")
const late = Exit.die(new Unavailable({ reason: `the database did not answer within ${answerMillis / 1_000} seconds` }))

const mayPass = (exit: Exit.Exit<unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => Cause.isDieReason(reason) && reason.defect instanceof Unavailable)
