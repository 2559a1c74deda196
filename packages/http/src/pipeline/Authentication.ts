/**
 * From the credential of a request to its caller. A 401 counts by address: beyond a generous budget, requests of that address without
 * a known credential get 429 before anything is asked (spec/http.md §7.7; docs/decisions/0126).
 */
import { Effect, Option } from "effect"
import type { Redacted } from "effect"
import { Callers } from "@formwork/domain/credentials/Callers"
import * as Token from "@formwork/domain/credentials/Token"
import type { Budget } from "@formwork/domain/limits/Budget"
import { Unauthenticated } from "@formwork/domain/callers/Refusal"
import type { RateLimited } from "@formwork/domain/callers/Refusal"
import type { Place } from "../connection/FairQueue.ts"
import * as Connection from "../connection/Connection.ts"
import * as ClientAddress from "../request/ClientAddress.ts"
import type { Exchange } from "../request/Exchange.ts"
import type { Head } from "../request/Head.ts"
import * as AddressBudgets from "./AddressBudgets.ts"
import * as KnownCredentials from "./KnownCredentials.ts"

export const make = Effect.gen(function* () {
  const callers = yield* Callers
  const prefixes = yield* Token.TokenPrefixes
  const quota = yield* AddressBudgets.StrangerQuota
  const known = KnownCredentials.make()
  // Apart, so that requests without a token do not spend what clients with an expired one have, and the other way round.
  const [withoutToken, withToken] = [AddressBudgets.make(quota), AddressBudgets.make(quota)]

  const isToken = (text: Redacted.Redacted<string> | undefined): text is Redacted.Redacted<string> =>
    text !== undefined && Option.isSome(Token.parse(prefixes, text))

  /** Who a request counts for; looked up once. @param isOpen whether its endpoint needs no credential. */
  const placeOf = (credential: Head["credential"], address: string | undefined, isOpen: boolean): (() => Place) => {
    let found: Place | undefined
    return () =>
      (found ??=
        (credential && known.find(credential)) ??
        known.stranger(ClientAddress.network(address ?? ""), !isOpen && isToken(credential)))
  }

  /** A key's token in a cookie would act for every person at that browser, until the key is revoked. */
  const mayBeCookie = (text: Redacted.Redacted<string>): boolean => {
    const parsed = Token.parse(prefixes, text)
    return Option.isSome(parsed) && parsed.value.kind === "session"
  }

  const reject = Effect.fnUntraced(function* (exchange: Exchange) {
    const { address, head } = exchange
    if (head.credential !== undefined) known.refuse(head.credential)
    if (isToken(head.credential)) return yield* withToken.count(address)
    return yield* Effect.tapError(withoutToken.take(address), () => closing(exchange))
  })

  /** A stranger's request, by the budget of its address. */
  const checkStranger = (exchange: Exchange, credential: Redacted.Redacted<string>) =>
    Effect.catch(withToken.check(exchange.address), (refusal) =>
      isToken(credential) ? Effect.andThen(closing(exchange), Effect.fail(refusal)) : Effect.void
    )

  const ask = (exchange: Exchange, credential: Redacted.Redacted<string>, isKnown: boolean) =>
    Effect.matchEffect(callers.authenticate(credential), {
      onFailure: (refusal) => {
        if (refusal._tag === "Unauthenticated") return Effect.andThen(reject(exchange), Effect.fail(refusal))
        exchange.budget = spent(refusal)
        return Effect.fail(refusal)
      },
      onSuccess: ({ budget, caller }) => {
        if (!isKnown) known.accept(credential, caller)
        Connection.of(exchange.request.socket).isKnown = true
        exchange.budget = budget
        exchange.caller = caller
        return Effect.void
      }
    })

  /**
   * Refuses: `RateLimited` (of the address), `Unauthenticated`, `RateLimited` (of the credential). No generator: every request passes
   * here.
   */
  const authenticate = (exchange: Exchange): Effect.Effect<void, RateLimited | Unauthenticated> => {
    const { credential, isCookie } = exchange.head
    if (credential === undefined || (isCookie && !mayBeCookie(credential)))
      return Effect.andThen(reject(exchange), Effect.fail(new Unauthenticated()))
    if (!known.isStranger(exchange.place())) return ask(exchange, credential, true)
    return Effect.andThen(checkStranger(exchange, credential), () => ask(exchange, credential, false))
  }
  return { authenticate, placeOf }
})

/** As a 401 does: the connection of a stranger ends after the answer. */
const closing = (exchange: Exchange): Effect.Effect<void> => Effect.sync(() => void (exchange.closes = true))

const spent = ({ limit, retryAfterSeconds, windowSeconds }: RateLimited): Budget => ({
  limit,
  windowSeconds,
  left: 0,
  resetSeconds: retryAfterSeconds
})
