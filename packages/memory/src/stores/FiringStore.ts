/** An organisation's view of its own firings in the outbox, in memory. */
import { DateTime, Effect, Layer } from "effect"
import * as Destination from "@formwork/domain/sending/Destination"
import type { FiringId } from "@formwork/domain/filing/Firing"
import { FiringState } from "@formwork/domain/sending/FiringRecord"
import type { FiringHistory, FiringRecord } from "@formwork/domain/sending/FiringRecord"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import type { FiringFilter } from "@formwork/domain/sending/FiringStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FiringDelivered, FiringNotFound } from "@formwork/domain/callers/Refusal"
import * as Attachments from "./attachments.ts"
import * as AuditWriter from "./auditWriter.ts"
import { urlOf } from "./Outbox.ts"
import { reachOf } from "./reachOf.ts"
import { Tables } from "../Tables.ts"
import type { StoredFiring, Tenant } from "../Tables.ts"

const record = (tenant: Tenant, firing: StoredFiring): FiringRecord => {
  const submission = tenant.submissions.get(firing.submissionId)?.submission
  if (submission === undefined) throw new Error("a firing without a submission")
  const { attempts, content, createdAtMillis, effectId, id, kind, nextAttemptAtMillis, on, state } = firing
  return {
    id,
    effectId,
    kind,
    on,
    submissionId: submission.id,
    formId: submission.formId,
    state,
    destination: Destination.of(content),
    attemptCount: attempts.length,
    nextAttemptAt: Number.isFinite(nextAttemptAtMillis) ? DateTime.makeUnsafe(nextAttemptAtMillis ?? 0) : null,
    createdAt: DateTime.makeUnsafe(createdAtMillis),
    attachments: Attachments.of(tenant, firing),
    lastAttempt: attempts.at(-1) ?? null
  }
}

const history = (tenant: Tenant, firing: StoredFiring): FiringHistory => ({
  ...record(tenant, firing),
  attempts: [...firing.attempts]
})

const fits = (
  { destination, formId, from, kind, state, submissionId, to }: FiringFilter,
  firing: FiringRecord
): boolean =>
  (kind === undefined || firing.kind === kind) &&
  (destination === undefined || firing.destination === destination) &&
  (from === undefined || DateTime.isGreaterThanOrEqualTo(firing.createdAt, from)) &&
  (to === undefined || DateTime.isLessThan(firing.createdAt, to)) &&
  (formId === undefined || firing.formId === formId) &&
  (submissionId === undefined || firing.submissionId === submissionId) &&
  (state === undefined || firing.state === state)

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

const again = (tenant: Tenant, chosen: StoredFiring, nowMillis: number): void => {
  for (const firing of Attachments.withTheirs(tenant, chosen)) {
    const url = urlOf(firing)
    if (url !== undefined) tenant.stoppedUrls.delete(url)
    firing.state = "pending"
    firing.failures = 0
    firing.nextAttemptAtMillis = Attachments.dueAt(tenant, firing, nowMillis)
  }
}

const summary =
  (tenants: Tables["Service"]["tenants"]): FiringStore["Service"]["summary"] =>
  (caller, { formId, most }) =>
    Effect.sync(() => {
      const tenant = tenants.get(caller.organisationId)
      if (tenant === undefined) return FiringState.literals.map((state) => ({ state, count: 0, hasMore: false }))
      const reach = reachOf(tenant, caller)
      const isCounted = ({ submissionId }: StoredFiring) =>
        reach.submission(submissionId) &&
        (formId === undefined || tenant.submissions.get(submissionId)?.submission.formId === formId)
      return FiringState.literals.map((state) => {
        const all = tenant.firings
          .filter((firing) => firing.state === state)
          .sort(byId)
          .reverse()
        return { state, count: all.slice(0, most).filter(isCounted).length, hasMore: all.length > most }
      })
    })

export const layer: Layer.Layer<FiringStore, never, Tables> = Layer.effect(
  FiringStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const find = (caller: Caller, id: FiringId) => {
      const tenant = tenants.get(caller.organisationId)
      const firing = tenant?.firings.find((other) => other.id === id)
      return tenant === undefined || firing === undefined || !reachOf(tenant, caller).submission(firing.submissionId)
        ? undefined
        : { tenant, firing }
    }

    const list: FiringStore["Service"]["list"] = (caller, filter, { before, limit }) =>
      Effect.sync(() => {
        const tenant = tenants.get(caller.organisationId)
        if (tenant === undefined) return []
        const reach = reachOf(tenant, caller)
        return tenant.firings
          .filter(({ submissionId }) => reach.submission(submissionId))
          .map((firing) => record(tenant, firing))
          .filter((firing) => fits(filter, firing) && (before === undefined || firing.id < before))
          .sort(byId)
          .reverse()
          .slice(0, limit)
      })

    const get = Effect.fnUntraced(function* (caller: Caller, id: FiringId) {
      const found = find(caller, id)
      return found === undefined ? yield* new FiringNotFound() : history(found.tenant, found.firing)
    })

    const content = Effect.fnUntraced(function* (caller: Caller, id: FiringId) {
      const found = find(caller, id)
      return found === undefined ? yield* new FiringNotFound() : (found.firing.content ?? null)
    })

    const retry = Effect.fnUntraced(function* (caller: Caller, id: FiringId) {
      const auditContext = yield* AuditWriter.auditContext
      const found = find(caller, id)
      if (found === undefined) return yield* new FiringNotFound()
      const { firing, tenant } = found
      if (firing.state === "delivered") return yield* new FiringDelivered()
      again(tenant, firing, auditContext.nowMillis)
      AuditWriter.record(tenant, auditContext, caller, "effect.retried", id)
      return history(tenant, firing)
    })

    const retryMany: FiringStore["Service"]["retryMany"] = (caller, selection, limit) =>
      Effect.map(AuditWriter.auditContext, (auditContext) => {
        const tenant = tenants.get(caller.organisationId)
        if (tenant === undefined) return 0
        const reach = reachOf(tenant, caller)
        const chosen = tenant.firings
          .filter(({ submissionId }) => reach.submission(submissionId))
          .filter((firing) => firing.state === "dead" || firing.state === "stopped")
          .filter((firing) =>
            "ids" in selection ? selection.ids.includes(firing.id) : fits(selection.filter, record(tenant, firing))
          )
          .sort(byId)
          .slice(0, limit)
        for (const firing of chosen) again(tenant, firing, auditContext.nowMillis)
        const { credential, userId } = caller
        const entry = { action: "effect.retried", userId, credential, subject: null, detail: null } as const
        if (chosen.length > 0) AuditWriter.append(tenant, auditContext, { ...entry, times: chosen.length })
        return chosen.length
      })

    return FiringStore.of({ list, summary: summary(tenants), get, content, retry, retryMany })
  })
)
