/** The RateLimiter port over effect's RateLimiter, in memory: for one node (a Postgres server counts for many). */
import { Duration, Effect, Layer } from "effect"
import { RateLimiter as Effects } from "effect/persistence"
import * as Budget from "@formwork/domain/limits/Budget"
import { RateLimiter } from "@formwork/domain/limits/RateLimiter"
import { RateLimited, Unavailable } from "@formwork/domain/Refusal"
import * as FixedWindowStore from "./FixedWindowStore.ts"

/** Over whichever store is provided. A store out of reach is a defect, answered 503. */
export const layerFrom = (quota: Budget.Quota): Layer.Layer<RateLimiter, never, Effects.RateLimiterStore> =>
  Layer.effect(
    RateLimiter,
    Effect.gen(function* () {
      const limiter = yield* Effects.RateLimiter
      const refusal = ({ reason }: Effects.RateLimiterError) =>
        reason._tag === "RateLimitExceeded"
          ? Effect.fail(
              new RateLimited({
                retryAfterSeconds: Budget.wholeSeconds(Duration.toMillis(reason.retryAfter)),
                limit: quota.limit,
                windowSeconds: Budget.wholeSeconds(quota.windowMillis)
              })
            )
          : Effect.die(new Unavailable({ reason: "the rate limiter's store is out of reach", cause: reason }))
      const take = Effect.fnUntraced(function* (key: string) {
        const { remaining, resetAfter } = yield* limiter
          .consume({
            key,
            limit: quota.limit,
            window: Duration.millis(quota.windowMillis),
            algorithm: "fixed-window",
            onExceeded: "fail"
          })
          .pipe(Effect.catch(refusal))
        return Budget.admitted(quota, quota.limit - remaining, Duration.toMillis(resetAfter))
      })
      return RateLimiter.of({ take })
    })
  ).pipe(Layer.provide(Effects.layer))

export const layer = (quota: Budget.Quota): Layer.Layer<RateLimiter> =>
  layerFrom(quota).pipe(Layer.provide(FixedWindowStore.layer))
