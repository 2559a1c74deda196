/** Port: submissions, counted where they are. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { FormId } from "../forms/Form.ts"
import type { Caller } from "../callers/Caller.ts"
import type { Tally, TalliedField } from "./Tally.ts"

export interface Tallied {
  readonly formId: FormId
  /** IANA name: whose days these are. */
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
     * Counts the submissions of a form of the caller's organisation that were created in a period, in no order and each tally once.
     * Drafts are counted among the days alone: their values are not what anybody has sent in. A value that is missing, or that
     * is no number where one is wanted, is not counted. The numbers of an organisation that goes on filing are of some moment
     * while it is counted.
     */
    readonly tally: (caller: Caller, about: Tallied) => Effect.Effect<ReadonlyArray<Tally>>
  }
>()("@formwork/domain/reports/ReportStore") {}
