/** Port: the counts of calls. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Calls, UsageDay, UsageWanted } from "./Usage.ts"

export class UsageStore extends Context.Service<
  UsageStore,
  {
    /**
     * Adds calls of any number of organisations: by credential, and by form (`ReportStore.overview`).
     * @returns those that could not be stored, of which nothing was added. Dies where nothing could be stored.
     */
    readonly add: (calls: ReadonlyArray<Calls>) => Effect.Effect<ReadonlyArray<Calls>>
    /**
     * The counts of the caller's organisation by day, then credential, then operation: of all forms, or of one, which has none where
     * the caller does not reach it.
     */
    readonly list: (caller: Caller, wanted: UsageWanted) => Effect.Effect<ReadonlyArray<UsageDay>>
  }
>()("@formwork/domain/usage/UsageStore") {}
