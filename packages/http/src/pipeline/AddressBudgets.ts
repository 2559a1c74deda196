/** Counts requests by their address: those that need no credential, and those that were refused for want of one, so that guessing has a limit. */
import { Context, Effect } from "effect"
import { monotonicMillis } from "@formwork/domain/limits/monotonicMillis"
import { wholeSeconds } from "@formwork/domain/limits/Budget"
import { RateLimited } from "@formwork/domain/callers/Refusal"
import * as ClientAddress from "../request/ClientAddress.ts"

/** The budget of an address in a fixed window, in this process; configurable. */
export const AddressQuota = Context.Reference<{
  readonly limit: number
  readonly windowMillis: number
  /** How many windows are kept: beyond that the oldest is dropped, so that many addresses cost no more memory. */
  readonly addresses: number
}>("@formwork/http/AddressBudgets/AddressQuota", {
  defaultValue: () => ({ limit: 30, windowMillis: 60_000, addresses: 10_000 })
})

interface Window {
  readonly endsAtMillis: number
  used: number
}

/**
 * The budget of an address for requests without a valid credential; configurable. It is generous, because many clients may share an
 * address, and a credential that was accepted before is not held against it (docs/decisions/0126).
 */
export const StrangerQuota = Context.Reference<typeof AddressQuota.Service>(
  "@formwork/http/AddressBudgets/StrangerQuota",
  {
    defaultValue: () => ({ limit: 600, windowMillis: 60_000, addresses: 10_000 })
  }
)

/** A new counter. Requests without a known address share one budget. */
export const make = ({ addresses, limit, windowMillis }: typeof AddressQuota.Service) => {
  // INVARIANT: in the order in which the windows began, which is also the order in which they end.
  const windows = new Map<string, Window>()

  const forget = (nowMillis: number): void => {
    for (const [network, window] of windows) {
      if (window.endsAtMillis > nowMillis && windows.size < addresses) return
      windows.delete(network)
    }
  }

  /** Refuses: `RateLimited` where the budget of `address` is spent. Counts nothing. */
  const check = Effect.fnUntraced(function* (address: string | undefined) {
    const now = yield* monotonicMillis
    const window = windows.get(ClientAddress.network(address ?? ""))
    if (window === undefined || window.endsAtMillis <= now || window.used < limit) return
    return yield* new RateLimited({
      retryAfterSeconds: wholeSeconds(window.endsAtMillis - now),
      limit,
      windowSeconds: wholeSeconds(windowMillis)
    })
  })

  const count = Effect.fnUntraced(function* (address: string | undefined) {
    const network = ClientAddress.network(address ?? "")
    const now = yield* monotonicMillis
    const window = windows.get(network)
    if (window !== undefined && window.endsAtMillis > now) {
      window.used += 1
      return
    }
    windows.delete(network)
    forget(now)
    windows.set(network, { endsAtMillis: now + windowMillis, used: 1 })
  })

  return {
    check,
    count,
    /** Counts a request from `address`. Refuses: `RateLimited`, without counting. */
    take: (address: string | undefined) => Effect.andThen(check(address), count(address))
  }
}
