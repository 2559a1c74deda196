/** A server with its worker, which may be killed at any step and starts again, with nothing but what the database has. */
import { Cause, Context, Effect, Exit, Fiber, Layer, Scope } from "effect"
import type { Redacted } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { Callers } from "@formwork/domain/credentials/Callers"
import { Dispatcher } from "@formwork/domain/sending/Dispatcher"
import type { Plan } from "../Plan.ts"
import { dice } from "../time/Dice.ts"
import { makeProcess } from "../time/Process.ts"
import type { Process } from "../time/Process.ts"
import type { Witness } from "../witness/Witness.ts"
import { observed } from "../witness/Witness.ts"
import { CurrentAsker, faulty, isLost } from "./faults.ts"
import type { Asker } from "./faults.ts"
import type { Ports } from "../store/Ports.ts"
import { sender } from "./Receivers.ts"
import { services } from "./services.ts"
import type { Services } from "./services.ts"

type Served<A> = Effect.Effect<A, { readonly _tag: string }, Services>

/** What a server does for an authenticated caller. */
export type Operation<A> = (caller: Caller) => Served<A>

/** What a server is asked for, with a token, or without one where the call is open. */
export type Work<A> =
  | { readonly token: Redacted.Redacted<string>; readonly operation: Operation<A> }
  | { readonly token?: undefined; readonly open: Served<A> }

export type Answer<A> =
  | { readonly _tag: "Answered"; readonly value: A }
  | { readonly _tag: "Refused"; readonly refusal: { readonly _tag: string } }
  /** 503, or no answer at all: whether it happened is unknown. */
  | { readonly _tag: "Unknown" }

export interface Request<A> {
  readonly work: Work<A>
  readonly asker: Asker
}

export interface Server {
  readonly name: string
  /** What its fibers have while it runs: its services, its clock, its randomness. */
  readonly up: () => Context.Context<Services> | undefined
  readonly start: () => void
  /** Kills it; it starts again soon. */
  readonly crash: () => void
  /** Ends it as an operator does: running sends finish first. */
  readonly restart: () => void
}

export interface ServerOptions {
  readonly number: number
  readonly plan: Plan
  readonly witness: Witness
  /** The ports of one process. */
  readonly ports: () => Ports
  readonly areFaultsOn: () => boolean
}

export const noDefects = "no request ends in a defect"

export const makeServer = ({ areFaultsOn, number, plan, ports, witness }: ServerOptions): Server => {
  const { court } = witness
  const { timeline } = court
  const name = `server ${number + 1}`
  let starts = 0
  let running: { readonly process: Process; readonly end: () => Effect.Effect<void> } | undefined
  let context: Context.Context<Services> | undefined

  const skew = dice(plan.seed, 2, number).span(1, 300_000) * (number % 2 === 0 ? 1 : -1)
  const start = () => {
    const own = dice(plan.seed, 3, number, starts++)
    const skewMillis = plan.without.has("clocks") ? 0 : skew
    const process = makeProcess(timeline, { name, dice: own, skewMillis, slice: plan.slice })
    const scope = Scope.makeUnsafe()
    const ofProcess = { plan, process, witness, dice: own, areOn: areFaultsOn }
    const steps = faulty({ ...ofProcess, court, crash })
    const layer = services({
      plan,
      steps,
      seed: `${plan.seed} ${name} ${starts}`,
      ports: observed(witness, ports()),
      sender: sender(ofProcess)
    })
    let worker: Fiber.Fiber<unknown> | undefined
    const end = () =>
      Effect.andThen(worker === undefined ? Effect.void : Fiber.interrupt(worker), Scope.close(scope, Exit.void))
    // Before its first step: a crash may come in that.
    running = { process, end }
    worker = process.start(
      Effect.gen(function* () {
        const built = yield* Layer.buildWithScope(layer, scope)
        context = Context.merge(process.context, built)
        court.note(name, "is up")
        return yield* Context.get(built, Dispatcher).run
      })
    )
  }
  const down = () => {
    running?.process.kill()
    running = undefined
    context = undefined
    timeline.after(dice(plan.seed, 4, number, starts).span(10, 60_000), start)
  }
  const crash = () => {
    if (running !== undefined) down()
  }
  const restart = () => {
    if (running === undefined || context === undefined) return
    const { end, process } = running
    court.note(name, "is told to end")
    context = undefined
    process.start(
      Effect.andThen(
        end(),
        Effect.sync(() => {
          if (running?.process === process) down()
        })
      )
    )
  }
  return { name, up: () => context, start, crash, restart }
}

/** Runs a request; a server that dies meanwhile never answers. */
export const serve = <A>(
  { name, up }: Server,
  { asker, work }: Request<A>,
  witness: Witness,
  answer: (answer: Answer<A>) => void
): void => {
  const context = up()
  if (context === undefined) return answer({ _tag: "Unknown" })
  const served = Effect.map(Effect.exit(serving(work)), (exit) => answer(answerOf(name, exit, witness)))
  Effect.runForkWith(Context.add(context, CurrentAsker, asker))(served)
}

const serving = Effect.fnUntraced(function* <A>(work: Work<A>) {
  if (work.token === undefined) return yield* work.open
  const { caller } = yield* Callers.use((callers) => callers.authenticate(work.token))
  return yield* work.operation(caller)
})

const answerOf = <A>(name: string, exit: Exit.Exit<A, { readonly _tag: string }>, { court }: Witness): Answer<A> => {
  if (Exit.isSuccess(exit)) return { _tag: "Answered", value: exit.value }
  const failure = Cause.squash(exit.cause)
  if (Cause.hasInterruptsOnly(exit.cause)) return { _tag: "Unknown" }
  if (failure instanceof Unavailable) {
    const expected = "503 only where a connection was lost"
    court.expect(isLost(failure), "a request that can be answered is", expected, `${name}: ${failure.reason}`)
    return { _tag: "Unknown" }
  }
  const refusal = exit.cause.reasons.find(Cause.isFailReason)
  if (refusal !== undefined) return { _tag: "Refused", refusal: refusal.error }
  court.violate(noDefects, "an answer, or a refusal of the service", `${name}: ${Cause.pretty(exit.cause)}`)
  return { _tag: "Unknown" }
}
