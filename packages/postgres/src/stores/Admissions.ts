/** Admissions in one statement: the database authenticates and counts at once. */
import { Effect, Layer } from "effect"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import type { Token } from "@formwork/domain/credentials/Token"
import type { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import * as Budget from "@formwork/domain/limits/Budget"
import { RateLimited } from "@formwork/domain/callers/Refusal"
import * as Authentication from "./authentication.ts"
import type { TenantDatabase } from "../database/TenantDatabase.ts"

export const layer = (quota: Budget.Quota): Layer.Layer<Admissions, never, TenantDatabase | TokenHasher> =>
  Layer.effect(
    Admissions,
    Effect.gen(function* () {
      const prove = yield* Authentication.make(quota)
      const admit = Effect.fnUntraced(function* (token: Token) {
        const { caller, limited, remainingMillis, used } = yield* prove(token)
        const counted = Budget.ownQuota(caller.limits) ?? quota
        if (limited) {
          return yield* new RateLimited({
            retryAfterSeconds: Budget.wholeSeconds(remainingMillis),
            limit: counted.limit,
            windowSeconds: Budget.wholeSeconds(counted.windowMillis)
          })
        }
        return { caller, budget: Budget.admitted(counted, used, remainingMillis) }
      })
      return Admissions.of({ admit })
    })
  )
