/** Port: impact runs, which any process can read, and the submissions that they evaluate. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Submission } from "../filing/Submission.ts"
import type { FormId } from "../forms/Form.ts"
import type { Caller } from "../callers/Caller.ts"
import type { ImpactRunning, ImpactRunNotFound } from "../callers/Refusal.ts"
import type { ImpactChange, ImpactRun, ImpactRunId, ImpactSummary } from "./Impact.ts"

export interface NewImpactRun {
  readonly id: ImpactRunId
  readonly formId: FormId
  /** Submissions at most. */
  readonly limit: number
  /** A run without progress for this long is interrupted. */
  readonly leaseMillis: number
  /** How long the run can be read. */
  readonly keepMillis: number
}

/** What an evaluation needs of a submission. */
export type StoredSubmission = Pick<
  Submission,
  "id" | "formVersionId" | "referenceNumber" | "workflowState" | "data" | "createdAt"
>

export interface Progress {
  readonly done: number
  readonly summary: ImpactSummary
  /** `position`: the number of the submission in the run, from 1. */
  readonly changes: ReadonlyArray<{ readonly position: number; readonly change: ImpactChange }>
  /** `running` asks for another lease; any other state ends the run. */
  readonly state: ImpactRun["state"]
}

export class ImpactStore extends Context.Service<
  ImpactStore,
  {
    /**
     * Begins a run over the form's latest submissions and counts them in `total`. Removes the organisation's runs whose time is
     * over. Refuses: `ImpactRunning` while another run of the organisation has its lease.
     */
    readonly begin: (caller: Caller, run: NewImpactRun) => Effect.Effect<ImpactRun, ImpactRunning>
    /**
     * The form's latest submissions that were first stored before `before`, newest first: `limit` of them, or fewer where their values
     * are large. None: there are no more.
     */
    readonly submissions: (
      caller: Caller,
      formId: FormId,
      page: { readonly limit: number; readonly before?: Pick<StoredSubmission, "id" | "createdAt"> }
    ) => Effect.Effect<ReadonlyArray<StoredSubmission>>
    /** Adds what was found. @returns false where the run has ended or was removed: then nothing was added. */
    readonly progress: (
      caller: Caller,
      id: ImpactRunId,
      progress: Progress,
      leaseMillis: number
    ) => Effect.Effect<boolean>
    /** A running run whose lease is over is `interrupted`. Refuses: `ImpactRunNotFound`, also for another form or organisation. */
    readonly get: (caller: Caller, formId: FormId, id: ImpactRunId) => Effect.Effect<ImpactRun, ImpactRunNotFound>
    /** The changes after the position `after`, by position. */
    readonly changes: (
      caller: Caller,
      id: ImpactRunId,
      page: { readonly limit: number; readonly after: number }
    ) => Effect.Effect<Progress["changes"]>
  }
>()("@formwork/domain/impact/ImpactStore") {}
