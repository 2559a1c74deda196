/** Port: counts submissions inside the store. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { FormId } from "../forms/Form.ts"
import type { Caller } from "../callers/Caller.ts"
import type { FormCounts } from "./Overview.ts"
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

export interface Overviewed {
  /** Civil dates in UTC, both included. */
  readonly from: string
  readonly to: string
  /** Forms before this one. */
  readonly before: FormId | undefined
  readonly limit: number
  /** Of the organisation's dead effects this many are looked at, the newest. */
  readonly mostEffects: number
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
    /**
     * What happened with the newest `limit` forms of the caller's organisation before `before`, newest first. A form has no day on which
     * nothing was. The work is that of the forms of the page and of what was filed for them in the period.
     * @returns `hasMoreEffects`: the organisation has more dead effects than were looked at.
     */
    readonly overview: (
      caller: Caller,
      about: Overviewed
    ) => Effect.Effect<{ readonly forms: ReadonlyArray<FormCounts>; readonly hasMoreEffects: boolean }>
  }
>()("@formwork/domain/reports/ReportStore") {}
