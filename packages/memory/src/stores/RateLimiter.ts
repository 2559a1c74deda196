/** Counts requests in fixed windows, in memory. */
import { Effect, Layer } from "effect"
import * as Budget from "@formwork/domain/limits/Budget"
import { monotonicMillis } from "@formwork/domain/limits/monotonicMillis"
import { RateLimiter } from "@formwork/domain/limits/RateLimiter"
import { RateLimited } from "@formwork/domain/callers/Refusal"

export const layer = (quota: Budget.Quota): Layer.Layer<RateLimiter> =>
  Layer.sync(RateLimiter, () => {
    const windows = new Map<string, { readonly endsAt: number; used: number }>()
    const takeAt = (now: number, key: string, { limit, windowMillis }: Budget.Quota) => {
      const kept = windows.get(key)
      const window = kept !== undefined && kept.endsAt > now ? kept : { endsAt: now + windowMillis, used: 0 }
      if (window.used >= limit) {
        return Effect.fail(
          new RateLimited({
            retryAfterSeconds: Budget.wholeSeconds(window.endsAt - now),
            limit,
            windowSeconds: Budget.wholeSeconds(windowMillis)
          })
        )
      }
      window.used += 1
      windows.set(key, window)
      return Effect.succeed(Budget.admitted({ limit, windowMillis }, window.used, window.endsAt - now))
    }
    return RateLimiter.of({
      take: (key, own = quota) => Effect.flatMap(monotonicMillis, (now) => takeAt(now, key, own))
    })
  })
