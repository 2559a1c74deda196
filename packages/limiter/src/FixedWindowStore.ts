/**
 * A store for effect's RateLimiter whose fixed windows are fixed.
 *
 * Effect's own memory store gives a window only as much time as its tokens have earned (count × window / limit): a caller
 * that spends 60 of 120 is free again after 30 seconds and gets 180 in a minute. Ours starts a window at the first request
 * and ends it a whole window later, as contract.md §7 says.
 */
import { Clock, Duration, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"

interface Window {
  readonly endsAtMillis: number
  used: number
}

/** Ended windows are dropped whenever this many requests have been counted. */
const sweepEvery = 10_000

export const layer: Layer.Layer<RateLimiter.RateLimiterStore> = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.gen(function* () {
    const memory = yield* RateLimiter.RateLimiterStore
    const windows = new Map<string, Window>()
    let counted = 0

    const sweep = (nowMillis: number) => {
      for (const [key, window] of windows) if (window.endsAtMillis <= nowMillis) windows.delete(key)
    }

    const fixedWindow: RateLimiter.RateLimiterStore["Service"]["fixedWindow"] = Effect.fnUntraced(function* ({
      key,
      limit = Infinity,
      refillRate,
      tokens
    }) {
      const now = yield* Clock.currentTimeMillis
      if (++counted % sweepEvery === 0) sweep(now)
      const kept = windows.get(key)
      const windowMillis = Math.round(Duration.toMillis(refillRate) * limit)
      const window =
        kept !== undefined && kept.endsAtMillis > now ? kept : { endsAtMillis: now + windowMillis, used: 0 }
      const ttl = window.endsAtMillis - now
      if (window.used + tokens > limit) return [window.used + tokens, ttl] as const
      window.used += tokens
      windows.set(key, window)
      return [window.used, ttl] as const
    })
    return RateLimiter.RateLimiterStore.of({ ...memory, fixedWindow })
  })
).pipe(Layer.provide(RateLimiter.layerStoreMemory))
