/** Port: the counts of calls. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Calls, UsageDay, UsageWanted } from "./Usage.ts"

export class UsageStore extends Context.Service<
  UsageStore,
  {
    /** Adds all of them or none, for any number of organisations: by credential, and by form (`ReportStore.overview`). */
    readonly add: (calls: ReadonlyArray<Calls>) => Effect.Effect<void>
    /**
     * The counts of the caller's organisation by day, then credential, then operation: of all forms, or of one, which has none where
     * the caller does not reach it.
     */
    readonly list: (caller: Caller, wanted: UsageWanted) => Effect.Effect<ReadonlyArray<UsageDay>>
  }
>()("@formwork/domain/usage/UsageStore") {}
