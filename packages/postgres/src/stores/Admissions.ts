/** Admissions in one statement: the database authenticates and counts at once. */
import { Effect, Layer } from "effect"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import type { Admission } from "@formwork/domain/credentials/Admissions"
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
      const admission = ({
        caller,
        limited,
        remainingMillis,
        used
      }: Authentication.Authenticated): Effect.Effect<Admission, RateLimited> => {
        const counted = Budget.ownQuota(caller.limits) ?? quota
        if (!limited) return Effect.succeed({ caller, budget: Budget.admitted(counted, used, remainingMillis) })
        return new RateLimited({
          retryAfterSeconds: Budget.wholeSeconds(remainingMillis),
          limit: counted.limit,
          windowSeconds: Budget.wholeSeconds(counted.windowMillis)
        })
      }
      return Admissions.of({ admit: (token) => Effect.flatMap(prove(token), admission) })
    })
  )
