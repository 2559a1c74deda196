/** Port: the counts of calls. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Calls, UsageDay } from "./Usage.ts"

export class UsageStore extends Context.Service<
  UsageStore,
  {
    /** Adds all of them or none, for any number of organisations: by credential, and by form (`ReportStore.overview`). */
    readonly add: (calls: ReadonlyArray<Calls>) => Effect.Effect<void>
    /** The counts of the caller's organisation from one day to another, both included, by day, then credential, then operation. */
    readonly list: (
      caller: Caller,
      days: { readonly from: string; readonly to: string }
    ) => Effect.Effect<ReadonlyArray<UsageDay>>
  }
>()("@formwork/domain/usage/UsageStore") {}
