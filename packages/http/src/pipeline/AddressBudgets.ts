/** Counts requests that need no credential, by the address that they come from: guessing must not be free. */
import { Clock, Context, Effect } from "effect"
import { wholeSeconds } from "@formwork/domain/limits/Budget"
import { RateLimited } from "@formwork/domain/callers/Refusal"
import * as ClientAddress from "../request/ClientAddress.ts"

/** What an address may do in a fixed window, in this process; configurable. */
export const AddressQuota = Context.Reference<{
  readonly limit: number
  readonly windowMillis: number
  /** How many windows are kept: beyond that the oldest is forgotten, so that many addresses cost no more memory. */
  readonly addresses: number
}>("@formwork/http/AddressBudgets/AddressQuota", {
  defaultValue: () => ({ limit: 30, windowMillis: 60_000, addresses: 10_000 })
})

interface Window {
  readonly endsAtMillis: number
  used: number
}

/** A new count. What cannot be attributed shares one budget. */
export const make = Effect.gen(function* () {
  const { addresses, limit, windowMillis } = yield* AddressQuota
  // INVARIANT: in the order in which the windows began, which is the one in which they end.
  const windows = new Map<string, Window>()

  const forget = (nowMillis: number): void => {
    for (const [network, window] of windows) {
      if (window.endsAtMillis > nowMillis && windows.size < addresses) return
      windows.delete(network)
    }
  }

  /** Counts a request from `address`. Refuses: `RateLimited`, without counting. */
  const take = Effect.fnUntraced(function* (address: string | undefined) {
    const network = ClientAddress.network(address ?? "")
    const now = yield* Clock.currentTimeMillis
    const window = windows.get(network)
    if (window === undefined || window.endsAtMillis <= now) {
      windows.delete(network)
      forget(now)
      windows.set(network, { endsAtMillis: now + windowMillis, used: 1 })
      return
    }
    if (window.used >= limit) {
      return yield* new RateLimited({
        retryAfterSeconds: wholeSeconds(window.endsAtMillis - now),
        limit,
        windowSeconds: wholeSeconds(windowMillis)
      })
    }
    window.used += 1
  })
  return { take }
})
