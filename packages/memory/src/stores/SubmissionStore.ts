/** Submissions, in memory. Each method is one synchronous step, and so a transaction. */
import { Clock, DateTime, Effect, Layer } from "effect"
import type { Firing } from "@formwork/domain/filing/Firing"
import * as Reference from "@formwork/domain/filing/Reference"
import type { Revision, Submission, SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Change, Changed, Filed, Filing, Idempotency } from "@formwork/domain/filing/SubmissionStore"
import type { FormId } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/callers/Caller"
import {
  FormNotFound,
  IdempotencyMismatch,
  RevisionStale,
  SubmissionDeleted,
  SubmissionNotFound,
  Unauthenticated
} from "@formwork/domain/callers/Refusal"
import { Mac } from "effect/crypto"
import { actorOf } from "./actorOf.ts"
import * as AuditWriter from "./auditWriter.ts"
import { effectivePrivileges } from "./effectivePrivileges.ts"
import { stored } from "./Outbox.ts"
import { reachOf } from "./reachOf.ts"
import { areFree, take } from "./UploadStore.ts"
import { Tables } from "../Tables.ts"
import { chainOf } from "./chainOf.ts"
import type { StoredSubmission, Tenant } from "../Tables.ts"

type Tenants = Tables["Service"]["tenants"]

const idempotencyMillis = 24 * 60 * 60 * 1000

const scope = (tenant: Tenant | undefined, caller: Caller, formId: FormId, { key }: Idempotency): string =>
  JSON.stringify([caller.credential.kind, chainOf(tenant, caller.credential), formId, key])

const remembered = (
  tenant: Tenant | undefined,
  caller: Caller,
  formId: FormId,
  idempotency: Idempotency,
  nowMillis: number
): Submission | IdempotencyMismatch | SubmissionDeleted | undefined => {
  const record = tenant?.idempotency.get(scope(tenant, caller, formId, idempotency))
  if (record === undefined || record.expiresAtMillis <= nowMillis) return undefined
  if (!Mac.timingSafeEqual(record.bodyHash, idempotency.bodyHash)) return new IdempotencyMismatch()
  return record.submission ?? new SubmissionDeleted()
}

const remember = (
  tenant: Tenant,
  caller: Caller,
  idempotency: Idempotency,
  submission: Submission,
  nowMillis: number
): void => {
  const key = scope(tenant, caller, submission.formId, idempotency)
  for (const [known, { expiresAtMillis }] of tenant.idempotency) {
    if (expiresAtMillis > nowMillis) break
    tenant.idempotency.delete(known)
  }
  tenant.idempotency.delete(key)
  tenant.idempotency.set(key, {
    bodyHash: idempotency.bodyHash,
    submission,
    expiresAtMillis: nowMillis + idempotencyMillis
  })
}

const fire = (tenant: Tenant, submissionId: SubmissionId, firings: ReadonlyArray<Firing>, nowMillis: number): void => {
  tenant.firings.push(...firings.map((firing) => stored(firing, submissionId, nowMillis)))
}

/** Stores `submission` as the current state, and adds its revision to the history. */
const put = (
  tenant: Tenant,
  { nowMillis }: AuditWriter.AuditContext,
  { credential, userId }: Caller,
  submission: Submission,
  { comment, transition }: Pick<Revision, "transition" | "comment">
): void => {
  const { formVersionId, id, revision, workflowState } = submission
  const made = { revision, workflowState, formVersionId, transition, comment, userId, credential }
  const { history, revisions } = tenant.submissions.get(id) ?? { history: [], revisions: [] }
  tenant.submissions.set(id, {
    submission,
    history: [...history, { ...made, at: DateTime.makeUnsafe(nowMillis) }],
    revisions: [...revisions, submission]
  })
}

/** Moves a form's counter past the numbers whose references are taken. */
const passTaken = (tenant: Tenant, formId: FormId, reference: Reference.ReferenceTemplate): void => {
  if (reference.sequenceWidth === null) return
  let last = tenant.counters.get(formId) ?? 0
  while (tenant.references.has(Reference.fill(reference, last + 1))) last++
  tenant.counters.set(formId, last)
}

// INVARIANT: one synchronous step from the first read to the last write. Otherwise another fiber could run in between.
const fileNow = (tenants: Tenants, caller: Caller, filing: Filing, auditContext: AuditWriter.AuditContext) => {
  const { nowMillis } = auditContext
  const { formId } = filing.submission
  const tenant = tenants.get(caller.organisationId)
  if (tenant === undefined || effectivePrivileges(tenant, caller, nowMillis) === undefined) return new Unauthenticated()
  const live = tenant.forms.get(formId)?.liveVersionId
  if (live === undefined || live === null || !reachOf(tenant, caller).form(formId)) return new FormNotFound()
  const { idempotency } = filing
  const earlier = idempotency && remembered(tenant, caller, formId, idempotency, nowMillis)
  if (earlier instanceof Error) return earlier
  if (earlier !== undefined) return { _tag: "Replayed", submission: earlier } satisfies Filed
  if (live !== filing.submission.formVersionId) return { _tag: "Superseded" } satisfies Filed
  if (!areFree(tenant, formId, undefined, filing.uploads, nowMillis)) return { _tag: "UploadsTaken" } satisfies Filed
  const sequence = (tenant.counters.get(formId) ?? 0) + 1
  const referenceNumber = Reference.fill(filing.reference, sequence)
  if (tenant.references.has(referenceNumber)) {
    passTaken(tenant, formId, filing.reference)
    return { _tag: "ReferenceTaken" } satisfies Filed
  }
  const submission: Submission = {
    ...filing.submission,
    referenceNumber,
    createdAt: DateTime.makeUnsafe(nowMillis),
    revision: 1
  }
  if (filing.reference.sequenceWidth !== null) tenant.counters.set(formId, sequence)
  tenant.references.add(referenceNumber)
  put(tenant, auditContext, caller, submission, { transition: null, comment: null })
  fire(tenant, submission.id, filing.firings, nowMillis)
  take(tenant, submission.id, filing.uploads)
  if (idempotency !== undefined) remember(tenant, caller, idempotency, submission, nowMillis)
  AuditWriter.record(tenant, auditContext, caller, "submission.created", submission.id)
  return { _tag: "Filed", submission } satisfies Filed
}

// INVARIANT: one synchronous step, as above.
const changeNow = (tenants: Tenants, caller: Caller, change: Change, auditContext: AuditWriter.AuditContext) => {
  const { action, content, firings, id, transition, uploads } = change
  const tenant = tenants.get(caller.organisationId)
  if (tenant === undefined || effectivePrivileges(tenant, caller, auditContext.nowMillis) === undefined)
    return new Unauthenticated()
  const before = tenant.submissions.get(id)?.submission
  if (before === undefined || !reachOf(tenant, caller).submission(id)) return new SubmissionNotFound()
  const { revision, workflowState } = before
  if (revision !== change.revision) return new RevisionStale({ workflowState, revision })
  const live = tenant.forms.get(before.formId)?.liveVersionId
  if (content !== undefined && content.formVersionId !== live) return { _tag: "Superseded" } satisfies Changed
  if (!areFree(tenant, before.formId, id, uploads, auditContext.nowMillis))
    return { _tag: "UploadsTaken" } satisfies Changed
  const after = { ...before, ...content, workflowState: change.workflowState, revision: revision + 1 }
  put(tenant, auditContext, caller, after, change)
  fire(tenant, id, firings, auditContext.nowMillis)
  take(tenant, id, uploads)
  AuditWriter.record(tenant, auditContext, caller, action, id, transition)
  return { _tag: "Changed", revision: after.revision } satisfies Changed
}

export const layer: Layer.Layer<SubmissionStore, never, Tables> = Layer.effect(
  SubmissionStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const file = Effect.fnUntraced(function* (caller: Caller, filing: Filing) {
      const filed = fileNow(tenants, caller, filing, yield* AuditWriter.auditContext)
      return filed instanceof Error ? yield* filed : filed
    })

    const change = Effect.fnUntraced(function* (caller: Caller, wanted: Change) {
      const changed = changeNow(tenants, caller, wanted, yield* AuditWriter.auditContext)
      return changed instanceof Error ? yield* changed : changed
    })

    const replay = Effect.fnUntraced(function* (caller: Caller, formId: FormId, idempotency: Idempotency) {
      const now = yield* Clock.currentTimeMillis
      const earlier = remembered(tenants.get(caller.organisationId), caller, formId, idempotency, now)
      return earlier instanceof Error ? yield* earlier : earlier
    })

    const found = (
      caller: Caller,
      id: SubmissionId
    ): Effect.Effect<StoredSubmission & { readonly tenant: Tenant }, SubmissionNotFound> =>
      Effect.suspend(() => {
        const tenant = tenants.get(caller.organisationId)
        const stored = tenant?.submissions.get(id)
        return tenant === undefined || stored === undefined || !reachOf(tenant, caller).submission(id)
          ? Effect.fail(new SubmissionNotFound())
          : Effect.succeed({ ...stored, tenant })
      })

    return SubmissionStore.of({
      file,
      change,
      replay,
      get: (caller, id) => Effect.map(found(caller, id), ({ submission }) => submission),
      revision: (caller, id, wanted) =>
        Effect.flatMap(found(caller, id), ({ revisions }) => {
          const then = revisions[wanted - 1]
          return then === undefined ? Effect.fail(new SubmissionNotFound()) : Effect.succeed(then)
        }),
      history: (caller, id) =>
        Effect.map(found(caller, id), ({ history, tenant }) =>
          history.map((revision) => ({ ...revision, by: actorOf(tenant, revision) }))
        )
    })
  })
)
