/** Impact runs, in memory. */
import { Clock, DateTime, Effect, Layer } from "effect"
import { nothing } from "@formwork/domain/impact/difference"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { FormId } from "@formwork/domain/forms/Form"
import type { ImpactRun } from "@formwork/domain/impact/Impact"
import { ImpactStore } from "@formwork/domain/impact/ImpactStore"
import type { StoredSubmission } from "@formwork/domain/impact/ImpactStore"
import { ImpactRunning, ImpactRunNotFound } from "@formwork/domain/callers/Refusal"
import { reachOf } from "./reachOf.ts"
import { Tables } from "../Tables.ts"
import type { StoredImpactRun, Tenant } from "../Tables.ts"

/** The run as of now. Its state becomes `interrupted` on reading once the lease is over: no job writes that down. */
const runNow = ({ leaseUntilMillis, run }: StoredImpactRun, nowMillis: number): ImpactRun =>
  run.state === "running" && leaseUntilMillis <= nowMillis ? { ...run, state: "interrupted" } : run

type Place = Pick<StoredSubmission, "id" | "createdAt">

const isBefore = (a: Place, b: Place): boolean => {
  const [one, other] = [DateTime.toEpochMillis(a.createdAt), DateTime.toEpochMillis(b.createdAt)]
  return one === other ? a.id < b.id : one < other
}

const ofForm = (tenant: Tenant | undefined, caller: Caller, formId: FormId) =>
  [...(tenant !== undefined && reachOf(tenant, caller).form(formId) ? tenant.submissions.values() : [])]
    .map(({ submission }) => submission)
    .filter((submission) => submission.formId === formId)
    .sort((a, b) => (isBefore(a, b) ? 1 : -1))

export const layer: Layer.Layer<ImpactStore, never, Tables> = Layer.effect(
  ImpactStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const begin: ImpactStore["Service"]["begin"] = Effect.fnUntraced(function* (caller, asked) {
      const now = yield* Clock.currentTimeMillis
      const tenant = tenants.get(caller.organisationId)
      if (tenant === undefined) return yield* Effect.die(new Error("no such organisation"))
      for (const [id, { expiresAtMillis }] of tenant.impacts) if (expiresAtMillis <= now) tenant.impacts.delete(id)
      for (const stored of tenant.impacts.values()) {
        stored.run = runNow(stored, now)
        if (stored.run.state === "running") return yield* new ImpactRunning()
      }
      const { formId, id, keepMillis, leaseMillis, limit } = asked
      const run: ImpactRun = {
        id,
        formId,
        total: Math.min(limit, ofForm(tenant, caller, formId).length),
        done: 0,
        state: "running",
        summary: nothing,
        startedAt: DateTime.makeUnsafe(now),
        finishedAt: null
      }
      const stored = { run, leaseUntilMillis: now + leaseMillis, expiresAtMillis: now + keepMillis, changes: [] }
      tenant.impacts.set(id, stored)
      return run
    })

    const progress: ImpactStore["Service"]["progress"] = (caller, id, { changes, done, state, summary }, leaseMillis) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const tenant = tenants.get(caller.organisationId)
        const stored = tenant?.impacts.get(id)
        if (stored?.run.state !== "running" || stored.expiresAtMillis <= now) return false
        const finishedAt = state === "running" ? null : DateTime.makeUnsafe(now)
        stored.run = { ...stored.run, done, summary, state, finishedAt }
        stored.leaseUntilMillis = now + leaseMillis
        // A submission may have been deleted since it was read.
        stored.changes.push(...changes.filter(({ change }) => tenant?.submissions.has(change.submissionId)))
        return true
      })

    const get: ImpactStore["Service"]["get"] = Effect.fnUntraced(function* (caller, formId, id) {
      const now = yield* Clock.currentTimeMillis
      const tenant = tenants.get(caller.organisationId)
      const stored = tenant?.impacts.get(id)
      if (tenant === undefined || !reachOf(tenant, caller).form(formId)) return yield* new ImpactRunNotFound()
      if (stored?.run.formId !== formId || stored.expiresAtMillis <= now) return yield* new ImpactRunNotFound()
      return runNow(stored, now)
    })

    return ImpactStore.of({
      begin,
      progress,
      get,
      submissions: (caller, formId, { before, limit }) =>
        Effect.sync(() =>
          ofForm(tenants.get(caller.organisationId), caller, formId)
            .filter((submission) => before === undefined || isBefore(submission, before))
            .slice(0, limit)
        ),
      changes: (caller, id, { after, limit }) =>
        Effect.sync(() => {
          const tenant = tenants.get(caller.organisationId)
          const impact = tenant?.impacts.get(id)
          if (tenant === undefined || impact === undefined || !reachOf(tenant, caller).form(impact.run.formId))
            return []
          return impact.changes.filter(({ position }) => position > after).slice(0, limit)
        })
    })
  })
)
