/** Port: where calls are added up. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Calls, UsageDay } from "./Usage.ts"

export class UsageStore extends Context.Service<
  UsageStore,
  {
    /** Adds all of them or none, of however many organisations. */
    readonly add: (calls: ReadonlyArray<Calls>) => Effect.Effect<void>
    /** Of the caller's organisation, from one day to another, both included: by day, then by credential, then by operation. */
    readonly list: (
      caller: Caller,
      days: { readonly from: string; readonly to: string }
    ) => Effect.Effect<ReadonlyArray<UsageDay>>
  }
>()("@formwork/domain/usage/UsageStore") {}
