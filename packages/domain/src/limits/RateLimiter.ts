/** Port: counts requests in fixed windows. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { RateLimited } from "../callers/Refusal.ts"
import type { Budget } from "./Budget.ts"

export class RateLimiter extends Context.Service<
  RateLimiter,
  {
    /**
     * Counts one request against `key` and returns what is left of its budget.
     * A window starts at the first request after the previous window ended. Refused requests are not counted.
     * Refuses: `RateLimited` once the window's limit is spent.
     */
    readonly take: (key: string) => Effect.Effect<Budget, RateLimited>
  }
>()("@formwork/domain/limits/RateLimiter") {}
