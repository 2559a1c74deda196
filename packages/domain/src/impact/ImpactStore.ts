/** Port: where runs are kept, so that any process can tell of one, and the submissions that they go through. */
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
  /** A run that makes no progress for so long is interrupted. */
  readonly leaseMillis: number
  /** How long it can be asked for. */
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
  /** With the number that each submission has in the run, from 1 on. */
  readonly changes: ReadonlyArray<{ readonly position: number; readonly change: ImpactChange }>
  /** `running` asks for another lease; any other ends the run. */
  readonly state: ImpactRun["state"]
}

export class ImpactStore extends Context.Service<
  ImpactStore,
  {
    /**
     * Begins a run over the form's latest submissions, of which there are `total`, and removes the organisation's runs that are kept
     * no longer. Refuses: `ImpactRunning` while another run of the organisation has its lease.
     */
    readonly begin: (caller: Caller, run: NewImpactRun) => Effect.Effect<ImpactRun, ImpactRunning>
    /** The form's latest submissions, of those that were first stored before `before`, newest first. */
    readonly submissions: (
      caller: Caller,
      formId: FormId,
      page: { readonly limit: number; readonly before?: Pick<StoredSubmission, "id" | "createdAt"> }
    ) => Effect.Effect<ReadonlyArray<StoredSubmission>>
    /** Adds what was found. @returns false where the run has ended or is kept no longer: nothing was added. */
    readonly progress: (
      caller: Caller,
      id: ImpactRunId,
      progress: Progress,
      leaseMillis: number
    ) => Effect.Effect<boolean>
    /** One whose lease is over without an end is `interrupted`. Refuses: `ImpactRunNotFound`, also for another form or organisation. */
    readonly get: (caller: Caller, formId: FormId, id: ImpactRunId) => Effect.Effect<ImpactRun, ImpactRunNotFound>
    /** What changes, after `position`, by position. */
    readonly changes: (
      caller: Caller,
      id: ImpactRunId,
      page: { readonly limit: number; readonly after: number }
    ) => Effect.Effect<Progress["changes"]>
  }
>()("@formwork/domain/impact/ImpactStore") {}
