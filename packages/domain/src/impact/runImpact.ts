/** The work of an impact run: evaluates submissions by both definitions, page by page, and stores the changes after each page. */
import { Cause, Context, Effect, Exit, Fiber } from "effect"
import type { DateTime } from "effect"
import type { CompiledForm } from "@formwork/rules/CompiledForm"
import { draft } from "../filing/Submission.ts"
import type { LiveForms } from "../forms/LiveForms.ts"
import type { FormVersionId } from "../forms/Form.ts"
import type { Caller } from "../callers/Caller.ts"
import { differenceOf, shortened, ImpactTally } from "./difference.ts"
import type { ImpactChange, ImpactRun } from "./Impact.ts"
import { eachWithPauses } from "./eachWithPauses.ts"
import type { ImpactStore, Progress, StoredSubmission } from "./ImpactStore.ts"

/** The sizes and times of a run; configurable. */
export const ImpactPace = Context.Reference("@formwork/domain/impact/ImpactPace", {
  defaultValue: () => ({ pageSize: 500, leaseMillis: 60_000, keepMillis: 24 * 60 * 60 * 1000, keptChanges: 10_000 })
})

interface Place {
  readonly before: StoredSubmission | undefined
  readonly done: number
}

/** Days change on a quarter of an hour in every zone, and what was filed in one asks for one day many times. */
const quarterMillis = 15 * 60_000

/** Days by quarter of an hour, of a zone. */
const daysIn = (timeZone: string) => {
  // Swedish dates are ISO dates.
  const formatter = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" })
  let quarter = Number.NaN
  let day = ""
  return ({ epochMilliseconds }: DateTime.Utc): string => {
    const asked = Math.floor(epochMilliseconds / quarterMillis)
    if (asked !== quarter) {
      day = formatter.format(epochMilliseconds)
      quarter = asked
    }
    return day
  }
}

/** A version that submissions were stored with, and the days of its zone. */
interface Before {
  readonly form: CompiledForm
  readonly dayOf: (at: DateTime.Utc) => string
}

/** Evaluates submissions by both definitions, one at a time. */
const compared = (forms: LiveForms["Service"]) => {
  const days = new Map<string, Before["dayOf"]>()
  const beforeOf = (form: CompiledForm): Before => {
    const { timeZone } = form.definition
    const dayOf = days.get(timeZone) ?? daysIn(timeZone)
    days.set(timeZone, dayOf)
    return { form, dayOf }
  }
  return Effect.fnUntraced(function* (
    caller: Caller,
    { formId }: ImpactRun,
    after: CompiledForm,
    stored: ReadonlyArray<StoredSubmission>,
    found: (change: ImpactChange, index: number) => void
  ) {
    const versions = new Map<FormVersionId, Before>()
    for (const { formVersionId } of stored)
      if (!versions.has(formVersionId))
        versions.set(
          formVersionId,
          beforeOf((yield* Effect.orDie(forms.version(caller, formId, formVersionId))).compiled)
        )
    yield* eachWithPauses(stored, ({ createdAt, data, formVersionId, id, referenceNumber, workflowState }, index) => {
      const before = versions.get(formVersionId)
      if (before === undefined) return
      const options = { today: before.dayOf(createdAt), draft: workflowState === draft }
      const difference = differenceOf(before.form.evaluate(data, options), after.evaluate(data, options))
      if (difference !== undefined) found({ submissionId: id, referenceNumber, ...difference }, index)
    })
  })
}

/** Works until the last page, or until the store has ended the run. Stores how it ended, if the store is available. */
export const runImpact = (
  store: ImpactStore["Service"],
  forms: LiveForms["Service"],
  { keptChanges, leaseMillis, pageSize }: typeof ImpactPace.Service
) => {
  const compare = compared(forms)

  const read = (caller: Caller, run: ImpactRun, { before, done }: Place) => {
    const limit = Math.min(pageSize, run.total - done)
    if (limit === 0) return Effect.succeed([])
    return store.submissions(caller, run.formId, before === undefined ? { limit } : { limit, before })
  }

  const page = Effect.fnUntraced(function* (
    caller: Caller,
    run: ImpactRun,
    after: CompiledForm,
    { done }: Place,
    stored: ReadonlyArray<StoredSubmission>,
    tally: ImpactTally
  ) {
    const changes: Array<{ readonly position: number; readonly change: ImpactChange }> = []
    yield* compare(caller, run, after, stored, (change, index) => {
      if (tally.changed < keptChanges)
        changes.push({ position: done + index + 1, change: { ...change, ...shortened(change) } })
      tally.add(change)
    })
    return changes
  })

  return Effect.fnUntraced(function* (caller: Caller, run: ImpactRun, after: CompiledForm) {
    const tally = new ImpactTally()
    let at: Place = { before: undefined, done: 0 }
    const report = (state: ImpactRun["state"], changes: Progress["changes"] = []) =>
      store.progress(caller, run.id, { done: at.done, summary: tally.summary, changes, state }, leaseMillis)
    const pages = Effect.gen(function* () {
      let stored = yield* read(caller, run, at)
      for (;;) {
        const next: Place = { before: stored.at(-1) ?? at.before, done: at.done + stored.length }
        const isLast = stored.length === 0 || next.done >= run.total
        // The database reads a page while this process evaluates the one before.
        const following = yield* Effect.forkChild(isLast ? Effect.succeed([]) : read(caller, run, next))
        const changes = yield* page(caller, run, after, at, stored, tally)
        at = next
        const isOurs = yield* report(isLast ? "finished" : "running", changes)
        if (isLast || !isOurs) return
        stored = yield* Fiber.join(following)
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
