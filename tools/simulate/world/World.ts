/** A world: what acts find in it, and how they ask its servers. */
import { DateTime, Duration, Effect } from "effect"
import { Sessions } from "@formwork/domain/people/Sessions"
import type { Act, Plan } from "../Plan.ts"
import type { Dice } from "../time/Dice.ts"
import type { Court } from "../witness/Court.ts"
import type { Witness } from "../witness/Witness.ts"
import { serve } from "./Server.ts"
import type { Answer, Server, Work } from "./Server.ts"
import { password } from "./Setting.ts"
import type { Client, OrderForm, Organisation, Person } from "./Setting.ts"

export interface World {
  readonly plan: Plan
  readonly court: Court
  readonly witness: Witness
  readonly servers: readonly [Server, ...ReadonlyArray<Server>]
  readonly organisations: ReadonlyArray<Organisation>
  readonly areFaultsOn: () => boolean
}

/** An act that happens. */
export interface Acting {
  readonly world: World
  readonly act: Act
  readonly dice: Dice
  readonly organisation: Organisation
  /** Whose acts these are not. */
  readonly other: Organisation
}

/** A form of the acting organisation. */
export const someForm = ({ dice, organisation: { forms }, world }: Acting): OrderForm => {
  const chosen = dice.pick(forms)
  return world.plan.isCrowded ? forms[0] : chosen
}

/** A client of the acting organisation. */
export const someClient = ({ dice, organisation: { clients }, world }: Acting): Client => {
  const chosen = dice.pick(clients)
  return world.plan.isCrowded ? clients[0] : chosen
}

export type Asking<A> = Work<A> & {
  /** Who asks, and for what. */
  readonly who: string
  readonly what: string
  /** A proxy on the way may ask twice: the request says that it may be repeated. */
  readonly isRepeatable?: boolean
}

/** How long a client waits for an answer. */
const patienceMillis = 30_000

/** How often a request that may be repeated is. */
const repeats = 0.15

const said = <A>(answer: Answer<A>): string => {
  if (answer._tag === "Answered") return "done"
  return answer._tag === "Refused" ? answer.refusal._tag : "no answer, or 503"
}

/** Asks one of the servers once. The request, and its answer, may be late or lost. */
export const ask = <A>({ dice, world }: Acting, asking: Asking<A>): Effect.Effect<Answer<A>> =>
  Effect.callback((resume) => {
    const { areFaultsOn, court, plan, servers, witness } = world
    const { isRepeatable = false, what, who } = asking
    const { timeline } = court
    const server = dice.pick(servers)
    const isLost = () => dice.chance(plan.rates.loss) && areFaultsOn() && !plan.without.has("losses")
    court.note(who, `asks ${server.name}: ${what}`)
    let isOver = false
    const over = (answer: Answer<A>) => {
      if (isOver) return
      isOver = true
      patience.isCancelled = true
      court.note(who, `${what}: ${said(answer)}`)
      resume(Effect.succeed(answer))
    }
    const patience = timeline.after(patienceMillis, () => over({ _tag: "Unknown" }))
    const send = (millis: number) => {
      const [isRequestLost, isAnswerLost] = [isLost(), isLost()]
      const backMillis = dice.span(1, 100)
      if (isRequestLost) return
      timeline.after(millis, () =>
        serve(server, { work: asking, asker: { dice, who } }, witness, (answer) => {
          if (!isAnswerLost) timeline.after(backMillis, () => over(answer))
        })
      )
    }
    send(dice.span(1, 100))
    const isRepeated = dice.chance(repeats)
    if (isRepeatable && isRepeated && areFaultsOn() && !plan.without.has("losses")) send(dice.span(1, 10_000))
  })

/**
 * Asks again while it is unknown whether it happened, and while the budget is spent.
 * @param asking what to ask by now, such as with the token of today; undefined: no more.
 */
export const askUntilKnown = Effect.fnUntraced(function* <A>(
  acting: Acting,
  asking: () => Asking<A> | undefined,
  times = 6
) {
  let answer: Answer<A> = { _tag: "Unknown" }
  for (let turn = 0; turn < times; turn++) {
    const next = asking()
    if (next === undefined) return answer
    answer = yield* ask(acting, next)
    if (answer._tag === "Answered") return answer
    if (answer._tag === "Refused" && answer.refusal._tag !== "RateLimited") return answer
    yield* Effect.sleep(acting.dice.span(100, 30_000))
  }
  return answer
})

/** A person signs in, as one does whose session may have ended. */
export const signsIn = Effect.fnUntraced(function* (acting: Acting, person: Person, times?: number) {
  const { email, name } = person
  const organisationId = acting.organisation.id
  const open = Sessions.use((sessions) => sessions.signIn({ email, password, organisationId }))
  const signedIn = yield* askUntilKnown(acting, () => ({ who: name, what: "sign in", open }), times)
  if (signedIn._tag === "Answered") person.token = signedIn.value.token.text
})

/** What is replaced ends an overlap after it was, as the answer says; without an overlap it has ended. */
export const lasting = <A extends { readonly until: DateTime.Utc | null }, E, R>(
  { world: { court } }: Acting,
  overlap: Duration.Duration,
  replace: () => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const { timeline } = court
    const began = timeline.nowMillis
    return Effect.map(replace(), (answer) => {
      const { until } = answer
      const replaced = until === null ? undefined : DateTime.toEpochMillis(until) - Duration.toMillis(overlap)
      court.expect(
        replaced === undefined
          ? Duration.isZero(overlap)
          : replaced >= Math.floor(began) && replaced <= Math.ceil(timeline.nowMillis),
        "what is replaced works for as long as was asked",
        `until ${Duration.format(overlap)} after it was replaced`,
        replaced === undefined ? "it ended at once" : `${replaced - began} ms from that`
      )
      return answer
    })
  })
