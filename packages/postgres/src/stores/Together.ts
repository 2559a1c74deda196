/**
 * Puts work of one kind into shared statements: what comes in one turn of the event loop, or while statements of its group are under way,
 * goes out together. What comes alone is done at once, by itself (docs/decisions/0214).
 */
import { Clock, Effect, Exit } from "effect"
import { monotonicMillisOf } from "@formwork/domain/limits/monotonicMillis"
import { afterThisTurn } from "./afterThisTurn.ts"

/** How many questions one statement takes, and how large they may be together, in characters. */
const maxTogether = 32
const maxSize = 256 * 1024

/** So many wait for no more: the database works on them while this process makes the next ones. */
const enough = 8

/** Statements of a group under way at once: while the disk writes what one has done, the database works on the other. */
const maxUnderWay = 2

/** A statement that takes longer, and longer than a few shared ones, keeps nothing waiting any more: it has met a lock. */
const leastPatienceMillis = 100
const patience = 4

export interface Options<Question, Answer> {
  /**
   * Answers questions of one group, in the same order. Undefined: that one is to be asked by itself. `again`: its row is held, and it is
   * to be asked once more with others about that row alone; a statement about one row waits for it.
   */
  readonly ask: (questions: ReadonlyArray<Question>) => Effect.Effect<ReadonlyArray<Answer | "again" | undefined>>
  /** Questions that a statement may share. */
  readonly groupOf: (question: Question) => string
  /** The row that a question waits for. Two statements under way are about no row both, because the second would wait there. */
  readonly rowOf: (question: Question) => string
  /** Its size, in characters. */
  readonly sizeOf: (question: Question) => number
}

/** Undefined: the question is to be asked by itself, and `end` is called when it has been. */
interface Outcome<Answer> {
  readonly answer: Answer | undefined
  readonly end: () => void
}

interface Waiting<Question, Answer> {
  readonly question: Question
  isAgain: boolean
  readonly resume: (outcome: Effect.Effect<Outcome<Answer>>) => void
}

interface Statement {
  readonly since: number
  readonly rows: ReadonlySet<string>
}

interface Group<Question, Answer> {
  waiting: Array<Waiting<Question, Answer>>
  readonly underWay: Set<Statement>
}

const nothing = (): void => {}

/** Takes the first questions of a group that are about no row of its statements under way, as many as one statement takes. */
const next = <Question, Answer>(
  group: Group<Question, Answer>,
  { rowOf, sizeOf }: Options<Question, Answer>
): ReadonlyArray<Waiting<Question, Answer>> => {
  const busy = [...group.underWay]
  const taken: Array<Waiting<Question, Answer>> = []
  const left: Array<Waiting<Question, Answer>> = []
  /** The row that alone the statement is about. */
  let only: string | undefined
  let size = 0
  for (const place of group.waiting) {
    const row = rowOf(place.question)
    const isFirst = taken.length === 0
    const isOfThese = isFirst || (only === undefined ? !place.isAgain : row === only)
    const fits = isFirst || (taken.length < maxTogether && size + sizeOf(place.question) <= maxSize)
    if (!isOfThese || !fits || busy.some(({ rows }) => rows.has(row))) left.push(place)
    else {
      if (place.isAgain) only = row
      size += sizeOf(place.question)
      taken.push(place)
    }
  }
  group.waiting = left
  return taken
}

/** Calls `work` a moment from now, once however often it was asked for. */
const afterAMoment = (run: (work: Effect.Effect<void>) => unknown, work: () => void): (() => void) => {
  let isDue = false
  const due = Effect.sync(() => {
    isDue = false
    work()
  })
  return () => {
    if (!isDue) run(Effect.delay(due, leastPatienceMillis))
    isDue = true
  }
}

/** Groups by name, each made when it is first asked for. */
const naming = <Question, Answer>() => {
  const groups = new Map<string, Group<Question, Answer>>()
  const named = (name: string): Group<Question, Answer> => {
    const group: Group<Question, Answer> = groups.get(name) ?? { waiting: [], underWay: new Set() }
    groups.set(name, group)
    return group
  }
  return { groups, named }
}

/** Makes what puts questions into statements, and tells when one that ran by itself has ended. */
const sending = <Question, Answer>(
  options: Options<Question, Answer>,
  run: ReturnType<typeof Effect.runForkWith<never>>,
  clock: Clock.Clock
) => {
  const { groups, named } = naming<Question, Answer>()
  /** How long shared statements take: a running average. */
  let sharedMillis = 0

  const end = (name: string, statement: Statement): void => {
    groups.get(name)?.underWay.delete(statement)
    send(name)
  }

  const begin = (name: string, together: ReadonlyArray<Waiting<Question, Answer>>): void => {
    const since = monotonicMillisOf(clock)
    const statement: Statement = { since, rows: new Set(together.map(({ question }) => options.rowOf(question))) }
    named(name).underWay.add(statement)
    const [first] = together
    if (together.length === 1) {
      first?.resume(Effect.succeed({ answer: undefined, end: () => end(name, statement) }))
      return
    }
    run(Effect.suspend(() => options.ask(together.map(({ question }) => question)))).addObserver((exit) => {
      sharedMillis += (monotonicMillisOf(clock) - since - sharedMillis) / 8
      const again = new Set(together.filter((place, index) => !place.isAgain && isHeld(exit, index)))
      for (const place of again) place.isAgain = true
      named(name).waiting.unshift(...again)
      // Before the answers: the database works while their requests go on here.
      end(name, statement)
      together.forEach((place, index) => {
        if (!again.has(place)) place.resume(outcome(exit, index))
      })
    })
  }

  const send = (name: string): void => {
    const group = named(name)
    while (group.underWay.size < maxUnderWay) {
      const together = next(group, options)
      if (together.length === 0) break
      begin(name, together)
    }
    if (group.waiting.length > 0) look()
    else if (group.underWay.size === 0) groups.delete(name)
  }

  /** Lets those who wait for a statement that takes long go on. */
  const look = afterAMoment(run, () => {
    const before = monotonicMillisOf(clock) - Math.max(leastPatienceMillis, patience * sharedMillis)
    for (const [name, group] of groups) {
      for (const statement of group.underWay) if (statement.since <= before) end(name, statement)
      if (group.waiting.length > 0) look()
    }
  })
  return { groups, named, send }
}

/**
 * Answers one question, together with others or by itself.
 * @returns a function of a question, and of the work that answers it by itself.
 */
export const make = Effect.fnUntraced(function* <Question, Answer>(options: Options<Question, Answer>) {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const { groups, named, send } = sending(options, run, yield* Clock.Clock)
  const sendAll = afterThisTurn(() => {
    for (const name of groups.keys()) send(name)
  })

  const join = (question: Question): Effect.Effect<Outcome<Answer>> =>
    Effect.callback((resume) => {
      const name = options.groupOf(question)
      const { waiting } = named(name)
      const place = { question, isAgain: false, resume }
      waiting.push(place)
      if (waiting.length >= enough) send(name)
      else sendAll()
      return Effect.sync(() => {
        const group = groups.get(name)
        if (group !== undefined) group.waiting = group.waiting.filter((other) => other !== place)
      })
    })

  return <E, R>(question: Question, alone: Effect.Effect<Answer, E, R>): Effect.Effect<Answer, E, R> =>
    Effect.flatMap(join(question), (found) =>
      found.answer === undefined ? Effect.ensuring(alone, Effect.sync(found.end)) : Effect.succeed(found.answer)
    )
})

type Answers<Answer> = Exit.Exit<ReadonlyArray<Answer | "again" | undefined>>

const isHeld = (exit: Answers<unknown>, place: number): boolean => Exit.isSuccess(exit) && exit.value[place] === "again"

const outcome = <Answer>(exit: Answers<Answer>, place: number): Effect.Effect<Outcome<Answer>> =>
  Effect.map(exit, (answers) => {
    const answer = answers[place]
    return { answer: answer === "again" ? undefined : answer, end: nothing }
  })
