/**
 * How many sends at once a process gives each destination: what it has learnt from the answers of its own sends. A destination begins
 * with `perDestination` places. It gains one for as many good answers as it has places, and loses half where it is in trouble
 * (additive increase, multiplicative decrease, as in RFC 5681). It gains only while it uses what it has.
 */
import { Effect } from "effect"
import { monotonicMillis } from "../limits/monotonicMillis.ts"
import type { Claim, Places as Given } from "./Outbox.ts"
import type { Receipt, SendFailed } from "./Sender.ts"

export interface PlaceLimits {
  readonly perDestination: number
  /** No destination gets more. */
  readonly mostPerDestination: number
}

/** What an attempt says about its receiver. */
export type Health = "well" | "in trouble" | "unknown"

/** A receiver that takes longer gets no more than `perDestination`: its sends would hold many places for long. */
export const promptMillis = 1_000

/** A destination without sends for so long begins anew. */
const rememberedMillis = 600_000

/** More are never remembered: those whose last send was longest ago begin anew. */
const mostRemembered = 1_000

/** A receiver that answered, whatever it answered, is well, unless it said that it has too much to do or has failed. */
export const healthOf = (answer: Receipt | SendFailed): Health => {
  if (!("verdict" in answer)) return "well"
  if (answer.verdict !== "retry") return "unknown"
  const { status } = answer
  // 421: a mail server's "service not available".
  return status === undefined || status === 429 || status === 421 || status >= 500 ? "in trouble" : "unknown"
}

interface Learnt {
  readonly organisationId: Claim["organisationId"]
  readonly destination: string
  /** Fractions add up to whole places. */
  places: number
  /** Sends of this process that are under way. */
  sends: number
  lastSendMillis: number
  lastLossMillis: number
}

type Key = Pick<Claim, "organisationId" | "destination">

export const make = (limits: PlaceLimits) => {
  const learnt = new Map<string, Learnt>()
  const keyOf = ({ destination, organisationId }: Key) => `${organisationId} ${destination}`

  const forget = (nowMillis: number) => {
    for (const [key, { lastSendMillis, sends }] of learnt) {
      const isOld = nowMillis - lastSendMillis > rememberedMillis
      if (sends === 0 && (isOld || learnt.size > mostRemembered)) learnt.delete(key)
    }
  }

  /** @returns what is to be said of how the send ended; to be called once. */
  const began = ({ destination, organisationId }: Key, nowMillis: number) => {
    const key = keyOf({ destination, organisationId })
    const known = learnt.get(key) ?? {
      organisationId,
      destination,
      places: limits.perDestination,
      sends: 0,
      lastSendMillis: nowMillis,
      lastLossMillis: Number.NEGATIVE_INFINITY
    }
    known.sends += 1
    known.lastSendMillis = nowMillis
    // The destination whose last send was longest ago is always the first.
    learnt.delete(key)
    learnt.set(key, known)
    return (health: Health, endMillis: number) => {
      adapt(limits, known, health, nowMillis, endMillis)
      known.sends -= 1
    }
  }

  return {
    /** A send begins. The effect that it gives says how the receiver answered. */
    began: (claim: Key): Effect.Effect<(health: Health) => Effect.Effect<void>> =>
      Effect.map(monotonicMillis, (nowMillis) => {
        const end = began(claim, nowMillis)
        return (health) => Effect.map(monotonicMillis, (endMillis) => end(health, endMillis))
      }),
    /** The destinations that have other than `perDestination` places now. */
    given: Effect.map(monotonicMillis, (nowMillis): ReadonlyArray<Given> => {
      forget(nowMillis)
      return [...learnt.values()]
        .map(({ destination, organisationId, places }) => ({ organisationId, destination, places: Math.floor(places) }))
        .filter(({ places }) => places !== limits.perDestination)
    })
  }
}

const adapt = (
  { mostPerDestination, perDestination }: PlaceLimits,
  known: Learnt,
  health: Health,
  beganMillis: number,
  endMillis: number
): void => {
  if (health === "unknown") return
  const isSlow = endMillis - beganMillis > promptMillis
  const most = isSlow ? perDestination : Math.max(mostPerDestination, perDestination)
  if (health === "in trouble" || known.places > most) {
    // Sends that began before the last loss belong to it: what fails together costs one half.
    if (beganMillis < known.lastLossMillis) return
    known.places = Math.max(known.places / 2, health === "well" ? most : 1)
    known.lastLossMillis = endMillis
  } else if (known.sends * 2 > known.places) {
    known.places = Math.min(known.places + 1 / known.places, most)
  }
}
