/** Port: counts submissions inside the store. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { FormId } from "../forms/Form.ts"
import type { Caller } from "../callers/Caller.ts"
import type { Tally, TalliedField } from "./Tally.ts"

export interface Tallied {
  readonly formId: FormId
  /** IANA name of the zone of the days. */
  readonly timeZone: string
  /** Civil dates, both included; undefined: without a bound. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly fields: ReadonlyArray<TalliedField>
}

export class ReportStore extends Context.Service<
  ReportStore,
  {
    /**
     * Counts the submissions of a form of the caller's organisation that were created in a period. Each tally comes once, in any
     * order. Drafts count only by day, because their values were never filed. A missing value does not count, nor does another
     * type of value in a number field. While filing goes on, the counts are those of some moment during the call.
     */
    readonly tally: (caller: Caller, about: Tallied) => Effect.Effect<ReadonlyArray<Tally>>
    /**
     * Counts the submissions of a form that no report has counted yet, so that the next report need not, where the adapter keeps what
     * it counts. It changes no report.
     */
    readonly countAhead: (caller: Caller, about: Omit<Tallied, "from" | "to">) => Effect.Effect<void>
  }
>()("@formwork/domain/reports/ReportStore") {}
