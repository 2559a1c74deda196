/** The RateLimiter port over effect's RateLimiter: in memory for one node, in Redis for many (a Postgres server does its own counting). */
import { Duration, Effect, Layer } from "effect"
import type { Redacted } from "effect"
import { RateLimiter as Effects } from "effect/persistence"
import type { Redis } from "effect/persistence"
import * as Budget from "@formwork/domain/limits/Budget"
import { RateLimiter } from "@formwork/domain/limits/RateLimiter"
import { RateLimited, Unavailable } from "@formwork/domain/callers/Refusal"
import * as FixedWindowStore from "./FixedWindowStore.ts"
import * as RedisConnection from "./RedisConnection.ts"

/** What a node does while Redis is out of reach: refuse every request as `Unavailable`, or give each key a budget of its own. */
export type WhenUnavailable = "closed" | "local"

/** Over the store that is provided. An unavailable store is a defect, answered 503. */
export const layerFrom = (quota: Budget.Quota): Layer.Layer<RateLimiter, never, Effects.RateLimiterStore> =>
  Layer.effect(
    RateLimiter,
    Effect.gen(function* () {
      const limiter = yield* Effects.RateLimiter
      const refusal = ({ limit, windowMillis }: Budget.Quota, { reason }: Effects.RateLimiterError) =>
        reason._tag === "RateLimitExceeded"
          ? Effect.fail(
              new RateLimited({
                retryAfterSeconds: Budget.wholeSeconds(Duration.toMillis(reason.retryAfter)),
                limit,
                windowSeconds: Budget.wholeSeconds(windowMillis)
              })
            )
          : Effect.die(new Unavailable({ reason: "the rate limiter's store is out of reach", cause: reason }))
      const take = Effect.fnUntraced(function* (key: string, own = quota) {
        const { remaining, resetAfter } = yield* limiter
          .consume({
            key,
            limit: own.limit,
            window: Duration.millis(own.windowMillis),
            algorithm: "fixed-window",
            onExceeded: "fail"
          })
          .pipe(Effect.catch((error) => refusal(own, error)))
        return Budget.admitted(own, own.limit - remaining, Duration.toMillis(resetAfter))
      })
      return RateLimiter.of({ take })
    })
  ).pipe(Layer.provide(Effects.layer))

export const layer = (quota: Budget.Quota): Layer.Layer<RateLimiter> =>
  layerFrom(quota).pipe(Layer.provide(FixedWindowStore.layer))

/**
 * In the Redis at `url` (RedisConnection.ts). Where Redis is unavailable at the start, `closed` refuses with `RedisError` and
 * `local` starts.
 */
export const layerRedis = (
  quota: Budget.Quota,
  url: Redacted.Redacted,
  away: WhenUnavailable
): Layer.Layer<RateLimiter, Redis.RedisError> =>
  layerFrom(quota).pipe(
    Layer.provide(away === "closed" ? FixedWindowStore.layerRedis : FixedWindowStore.layerRedisOrLocal),
    Layer.provide(RedisConnection.layer(url, away === "closed"))
  )
