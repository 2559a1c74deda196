/** Deletes a submission, in memory: one synchronous step. */
import { Effect, Layer } from "effect"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { SubmissionNotFound, Unauthenticated } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { effectivePrivileges } from "./effectivePrivileges.ts"
import { reachOf } from "./reachOf.ts"
import { Tables } from "../Tables.ts"

export const layer: Layer.Layer<SubmissionDeletionStore, never, Tables> = Layer.effect(
  SubmissionDeletionStore,
  Effect.map(Tables, ({ tenants }) => {
    const removeNow = (caller: Caller, id: SubmissionId, reason: string, auditContext: AuditWriter.AuditContext) => {
      const tenant = tenants.get(caller.organisationId)
      if (tenant === undefined || effectivePrivileges(tenant, caller, auditContext.nowMillis) === undefined)
        return new Unauthenticated()
      const stored = tenant.submissions.get(id)
      if (stored === undefined || !reachOf(tenant, caller).submission(id)) return new SubmissionNotFound()
      for (const [documentId, { record }] of tenant.documents)
        if (record.submissionId === id) tenant.documents.delete(documentId)
      for (const [uploadId, { submissionId }] of tenant.uploads)
        if (submissionId === id) tenant.uploads.delete(uploadId)
      const others = tenant.firings.filter(({ submissionId }) => submissionId !== id)
      tenant.firings.splice(0, tenant.firings.length, ...others)
      for (const [key, record] of tenant.idempotency)
        if (record.submission?.id === id) tenant.idempotency.set(key, { ...record, submission: undefined })
      for (const impact of tenant.impacts.values())
        impact.changes = impact.changes.filter(({ change }) => change.submissionId !== id)
      tenant.submissions.delete(id)
      const { referenceNumber } = stored.submission
      AuditWriter.record(tenant, auditContext, caller, "submission.deleted", id, `${referenceNumber}: ${reason}`)
    }
    return SubmissionDeletionStore.of({
      remove: Effect.fnUntraced(function* (caller, id, reason) {
        const refused = removeNow(caller, id, reason, yield* AuditWriter.auditContext)
        if (refused !== undefined) return yield* refused
      })
    })
  })
)
