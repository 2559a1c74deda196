/** The work of an impact run: evaluates submissions by both definitions, page by page, and stores the changes after each page. */
import { Cause, Context, DateTime, Effect, Exit } from "effect"
import type { CompiledForm } from "@formwork/rules/CompiledForm"
import { draft } from "../filing/Submission.ts"
import type { LiveForms } from "../forms/LiveForms.ts"
import type { Caller } from "../callers/Caller.ts"
import { differenceOf, shortened, ImpactTally } from "./difference.ts"
import type { ImpactChange, ImpactRun } from "./Impact.ts"
import type { ImpactStore, Progress, StoredSubmission } from "./ImpactStore.ts"

/** The sizes and times of a run; configurable. */
export const ImpactPace = Context.Reference("@formwork/domain/impact/ImpactPace", {
  defaultValue: () => ({ pageSize: 100, leaseMillis: 60_000, keepMillis: 24 * 60 * 60 * 1000, keptChanges: 10_000 })
})

interface Place {
  readonly before: StoredSubmission | undefined
  readonly done: number
}

/** Evaluates one submission by both definitions. */
const compared = (forms: LiveForms["Service"]) =>
  Effect.fnUntraced(function* (
    caller: Caller,
    { formId }: ImpactRun,
    after: CompiledForm,
    { createdAt, data, formVersionId, id, referenceNumber, workflowState }: StoredSubmission
  ) {
    const { compiled } = yield* Effect.orDie(forms.version(caller, formId, formVersionId))
    const day = DateTime.setZoneNamedUnsafe(createdAt, compiled.definition.timeZone)
    const options = { today: DateTime.formatIsoDate(day), draft: workflowState === draft }
    const difference = differenceOf(compiled.evaluate(data, options), after.evaluate(data, options))
    // An evaluation may take tens of milliseconds: requests go first.
    yield* Effect.yieldNow
    return difference && { submissionId: id, referenceNumber, ...difference }
  })

/** Works until the last page, or until the store has ended the run. Stores how it ended, if the store is available. */
export const runImpact = (
  store: ImpactStore["Service"],
  forms: LiveForms["Service"],
  { keptChanges, leaseMillis, pageSize }: typeof ImpactPace.Service
) => {
  const compare = compared(forms)

  const page = Effect.fnUntraced(function* (
    caller: Caller,
    run: ImpactRun,
    after: CompiledForm,
    { before, done }: Place,
    tally: ImpactTally
  ) {
    const limit = Math.min(pageSize, run.total - done)
    const wanted = before === undefined ? { limit } : { limit, before }
    const stored = limit === 0 ? [] : yield* store.submissions(caller, run.formId, wanted)
    const changes: Array<{ readonly position: number; readonly change: ImpactChange }> = []
    for (const [index, submission] of stored.entries()) {
      const change = yield* compare(caller, run, after, submission)
      if (change === undefined) continue
      if (tally.changed < keptChanges)
        changes.push({ position: done + index + 1, change: { ...change, ...shortened(change) } })
      tally.add(change)
    }
    const at: Place = { before: stored.at(-1), done: done + stored.length }
    return { changes, at, isLast: stored.length < limit || at.done >= run.total }
  })

  return Effect.fnUntraced(function* (caller: Caller, run: ImpactRun, after: CompiledForm) {
    const tally = new ImpactTally()
    let at: Place = { before: undefined, done: 0 }
    const report = (state: ImpactRun["state"], changes: Progress["changes"] = []) =>
      store.progress(caller, run.id, { done: at.done, summary: tally.summary, changes, state }, leaseMillis)
    const pages = Effect.gen(function* () {
      for (;;) {
        const found = yield* page(caller, run, after, at, tally)
        at = found.at
        const isOurs = yield* report(found.isLast ? "finished" : "running", found.changes)
        if (found.isLast || !isOurs) return
      }
    })
    yield* Effect.onExit(pages, (exit) => {
      if (Exit.isSuccess(exit)) return Effect.void
      const isStopped = Cause.hasInterruptsOnly(exit.cause)
      const logged = isStopped ? Effect.void : Effect.logError("an impact run failed", { run: run.id }, exit.cause)
      // If the store is unavailable too, the lease runs out.
      return Effect.andThen(logged, Effect.ignoreCause(report(isStopped ? "interrupted" : "failed")))
    })
  })
}
