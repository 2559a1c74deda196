/**
 * Stores for effect's RateLimiter whose fixed windows are fixed.
 *
 * Effect's own stores give a window only as much time as its tokens have earned (count × window / limit): a caller that
 * spends 60 of 120 is free again after 30 seconds and gets 180 in a minute. Ours start a window at the first request and end
 * it a whole window later, as spec/http.md §7.1 says.
 */
import { Context, Duration, Effect, Layer } from "effect"
import { RateLimiter, Redis } from "effect/persistence"
import { monotonicMillis } from "@formwork/domain/limits/monotonicMillis"

type Store = RateLimiter.RateLimiterStore["Service"]

export interface Window {
  readonly endsAtMillis: number
  used: number
}

/** Ended windows are dropped whenever this many requests have been counted. */
const sweepEvery = 10_000

/** Effect tells a store the length of a window as the time that each of its tokens takes to earn. */
const windowMillisOf = (refillRate: Duration.Duration, limit: number) =>
  Math.round(Duration.toMillis(refillRate) * limit)

/** Removes the windows that are over: they are never asked for again, and their keys may never come back. */
export const forgetEnded = (windows: Map<string, Window>, nowMillis: number): void => {
  for (const [key, window] of windows) if (window.endsAtMillis <= nowMillis) windows.delete(key)
}

/** In the memory of this process. */
export const layer: Layer.Layer<RateLimiter.RateLimiterStore> = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.gen(function* () {
    const memory = yield* RateLimiter.RateLimiterStore
    const windows = new Map<string, Window>()
    let counted = 0

    const fixedWindow: Store["fixedWindow"] = Effect.fnUntraced(function* ({
      key,
      limit = Infinity,
      refillRate,
      tokens
    }) {
      const now = yield* monotonicMillis
      if (++counted % sweepEvery === 0) forgetEnded(windows, now)
      const kept = windows.get(key)
      const window =
        kept !== undefined && kept.endsAtMillis > now
          ? kept
          : { endsAtMillis: now + windowMillisOf(refillRate, limit), used: 0 }
      const ttl = window.endsAtMillis - now
      if (window.used + tokens > limit) return [window.used + tokens, ttl] as const
      window.used += tokens
      windows.set(key, window)
      return [window.used, ttl] as const
    })
    return RateLimiter.RateLimiterStore.of({ ...memory, fixedWindow })
  })
).pipe(Layer.provide(RateLimiter.layerStoreMemory))

/**
 * The window is the key's time to live, by Redis's clock. Redis forgets a key in the first millisecond after that time, so a
 * key is given one less and reported with one more: a window of 1000 ms is over after 1000 ms, and not before.
 */
const fixedWindow = Redis.script(
  (key: string, tokens: number, limit: number, windowMillis: number) => [key, tokens, limit, windowMillis],
  {
    numberOfKeys: 1,
    lua: `
local tokens, limit, window = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local used = tonumber(redis.call("GET", KEYS[1]) or "0")
if used == 0 then
  redis.call("SET", KEYS[1], tokens, "PX", math.max(1, window - 1))
  return { tokens, window }
end
local ttl = redis.call("PTTL", KEYS[1]) + 1
if used + tokens > limit then return { used + tokens, ttl } end
return { redis.call("INCRBY", KEYS[1], tokens), ttl }
`
  }
).withReturnType<readonly [used: number, ttlMillis: number]>()

const prefix = "formwork:budget:"

/** In Redis, shared by any number of processes. */
export const layerRedis: Layer.Layer<RateLimiter.RateLimiterStore, never, Redis.Redis> = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.gen(function* () {
    const effects = yield* RateLimiter.makeStoreRedis({ prefix })
    const count = (yield* Redis.Redis).eval(fixedWindow)
    return RateLimiter.RateLimiterStore.of({
      ...effects,
      fixedWindow: ({ key, limit = Number.MAX_SAFE_INTEGER, refillRate, tokens }) =>
        Effect.mapError(
          count(prefix + key, tokens, limit, windowMillisOf(refillRate, limit)),
          ({ cause }) =>
            new RateLimiter.RateLimiterError({
              reason: new RateLimiter.RateLimitStoreError({ message: "Redis did not count a request", cause })
            })
        )
    })
  })
)

/** In Redis, and in the memory of this process while Redis is out of reach: then each process has a budget of its own. */
export const layerRedisOrLocal: Layer.Layer<RateLimiter.RateLimiterStore, never, Redis.Redis> = Layer.effect(
  RateLimiter.RateLimiterStore,
  Effect.gen(function* () {
    const redis = Context.get(yield* Layer.build(layerRedis), RateLimiter.RateLimiterStore)
    const local = Context.get(yield* Layer.build(layer), RateLimiter.RateLimiterStore)
    return RateLimiter.RateLimiterStore.of({
      ...redis,
      fixedWindow: (options) => Effect.catch(redis.fixedWindow(options), () => local.fixedWindow(options))
    })
  })
)
