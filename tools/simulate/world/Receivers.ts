/** Those who get effects: they answer well, late, badly or not at all, and their answer may be lost on its way. */
import { Effect, Redacted } from "effect"
import type { SecretResolver } from "@formwork/domain/secrets/Secret"
import { Sender, SendFailed } from "@formwork/domain/sending/Sender"
import type { Dispatch } from "@formwork/domain/sending/Sender"
import type { Plan } from "../Plan.ts"
import type { Dice } from "../time/Dice.ts"
import type { Process } from "../time/Process.ts"
import type { Witness } from "../witness/Witness.ts"

export interface Receiving {
  readonly plan: Plan
  readonly process: Process
  readonly witness: Witness
  readonly dice: Dice
  readonly areOn: () => boolean
}

const failed = (reason: string, verdict: SendFailed["verdict"], status?: number) =>
  new SendFailed({ reason, verdict, ...(status === undefined ? {} : { status }) })

/** The sender of one process. */
export const sender = ({ areOn, dice, plan, process, witness }: Receiving): Sender["Service"] => {
  const { court, sending } = witness
  const isWell = () => !areOn() || plan.without.has("receivers")
  return Sender.of({
    send: Effect.fnUntraced(function* (dispatch, content, secrets) {
      sending.began(dispatch, content)
      if (content.kind === "delivery") yield* signed(witness, dispatch, secrets(content.secret))
      const say = (says: string) =>
        court.note(process.name, `sends ${dispatch.id}, attempt ${dispatch.attempt}: ${says}`)
      const roll = dice.next()
      yield* Effect.sleep(dice.span(1, 2_000))
      const isFine = roll < 0.7 || isWell()
      if (!isFine && roll < 0.78) {
        say("503")
        return yield* failed("The receiver answered 503.", "retry", 503)
      }
      if (!isFine && roll < 0.82) {
        say("no answer")
        return yield* Effect.never
      }
      if (!isFine && roll < 0.84) {
        say("410")
        if (content.kind !== "delivery") sending.hopeless(dispatch)
        return yield* failed("The receiver answered 410.", "endpoint_gone", 410)
      }
      if (!isFine && roll < 0.87) {
        say("422")
        sending.hopeless(dispatch)
        return yield* failed("The receiver answered 422.", "dead", 422)
      }
      sending.arrived(dispatch)
      if (!isFine && roll < 0.93) {
        say("arrives, and its answer is lost")
        return yield* failed("The connection was lost.", "retry")
      }
      say("arrives")
      if (!isFine) yield* Effect.sleep(dice.span(100, 60_000))
      return { status: 200, excerpt: null }
    })
  })
}

/** A delivery is signed with its own organisation's secret. */
const signed = ({ court, tables }: Witness, { id, organisationId }: Dispatch, secret: ReturnType<SecretResolver>) =>
  Effect.matchEffect(secret, {
    onFailure: ({ _tag }) =>
      Effect.sync(() =>
        court.violate(
          "a delivery is signed with every valid secret, and no other",
          `${id} is signed`,
          `its secret: ${_tag}`
        )
      ),
    onSuccess: ({ values }) =>
      Effect.sync(() => {
        const letter = tables.tenants.get(organisationId)?.organisation.name.at(-1)
        const isOwn = values.every((value) => Redacted.value(value).startsWith(`whsec_${letter}`))
        court.expect(
          isOwn,
          "no answer holds another organisation's rows",
          `${id} is signed by ${letter}`,
          "it is signed by another"
        )
      })
  })
