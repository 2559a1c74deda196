/**
 * Port: counts requests in fixed windows. An adapter that admits in one statement has none. The laws of a limiter are those of Admissions, over
 * `Admissions.layerComposed`: `contractOf("Admissions", …)` of @formwork/contract.
 */
import { Context } from "effect"
import type { Effect } from "effect"
import type { RateLimited } from "../callers/Refusal.ts"
import type { Budget, Quota } from "./Budget.ts"

export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /**
     * Counts one request against `key` and returns what is left of its budget.
     * @param own the quota of this key; undefined is the limiter's.
     * A window starts at the first request after the previous window ended. Refused requests are not counted, and do not put off its end.
     * Refuses: `RateLimited` once the window's limit is spent.
     */
    readonly take: (key: string, own?: Quota) => Effect.Effect<Budget, RateLimited>
  }
>()("@formwork/domain/limits/RateLimiter") {}
