/** Uploads, in memory. Each method is one synchronous step, and so a transaction. */
import { Clock, DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Unauthenticated, UploadLimitReached, UploadNotFound } from "@formwork/domain/callers/Refusal"
import type { FormId } from "@formwork/domain/forms/Form"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { UploadId } from "@formwork/domain/filing/Upload"
import { type NewUpload, UploadStore } from "@formwork/domain/filing/UploadStore"
import * as AuditWriter from "./auditWriter.ts"
import { effectivePrivileges } from "./effectivePrivileges.ts"
import { reachOf } from "./reachOf.ts"
import { type StoredUpload, Tables, type Tenant } from "../Tables.ts"

type Limits = Parameters<UploadStore["Service"]["add"]>[2]

const isOver = ({ expiresAtMillis, submissionId }: StoredUpload, nowMillis: number): boolean =>
  submissionId === null && expiresAtMillis <= nowMillis

/**
 * Whether all of `ids` are uploads of a form that wait, or that the submission has.
 * @param submissionId undefined for one that is being filed.
 */
export const areFree = (
  tenant: Tenant,
  formId: FormId,
  submissionId: SubmissionId | undefined,
  ids: ReadonlyArray<UploadId>,
  nowMillis: number
): boolean =>
  ids.every((id) => {
    const stored = tenant.uploads.get(id)
    return (
      stored !== undefined &&
      stored.upload.formId === formId &&
      !isOver(stored, nowMillis) &&
      (stored.submissionId === null || stored.submissionId === submissionId)
    )
  })

/** From now on they are the submission's. */
export const take = (tenant: Tenant, submissionId: SubmissionId, ids: ReadonlyArray<UploadId>): void => {
  for (const id of ids) {
    const stored = tenant.uploads.get(id)
    if (stored !== undefined) stored.submissionId = submissionId
  }
}

const addNow = (
  tenant: Tenant | undefined,
  caller: Caller,
  { bytes, ...upload }: NewUpload,
  { keptBytes, waiting, waitingMillis }: Limits,
  auditContext: AuditWriter.AuditContext
) => {
  const { nowMillis } = auditContext
  if (tenant === undefined || effectivePrivileges(tenant, caller, nowMillis) === undefined) return new Unauthenticated()
  for (const [id, stored] of tenant.uploads) if (isOver(stored, nowMillis)) tenant.uploads.delete(id)
  const all = [...tenant.uploads.values()]
  const own = all.filter(
    ({ credentialId, submissionId }) => credentialId === caller.credential.id && submissionId === null
  )
  if (own.length >= waiting) return new UploadLimitReached({ reason: "waiting", limit: waiting })
  const kept = all.reduce((sum, { upload: { size } }) => sum + size, 0)
  if (kept + bytes.length > keptBytes) return new UploadLimitReached({ reason: "kept", limit: keptBytes })
  const made = { ...upload, size: bytes.length, createdAt: DateTime.makeUnsafe(nowMillis) }
  tenant.uploads.set(upload.id, {
    upload: made,
    bytes: Uint8Array.from(bytes),
    credentialId: caller.credential.id,
    submissionId: null,
    expiresAtMillis: nowMillis + waitingMillis
  })
  AuditWriter.record(tenant, auditContext, caller, "file.uploaded", upload.id, upload.name)
  return made
}

export const layer: Layer.Layer<UploadStore, never, Tables> = Layer.effect(
  UploadStore,
  Effect.map(Tables, ({ tenants }) => {
    /** Those of a submission that the caller reaches. */
    const ofSubmission = (caller: Caller, submissionId: SubmissionId): ReadonlyArray<StoredUpload> => {
      const tenant = tenants.get(caller.organisationId)
      if (tenant === undefined || !reachOf(tenant, caller).submission(submissionId)) return []
      return [...tenant.uploads.values()].filter((stored) => stored.submissionId === submissionId)
    }
    return UploadStore.of({
      add: Effect.fnUntraced(function* (caller, upload, limits) {
        const added = addNow(
          tenants.get(caller.organisationId),
          caller,
          upload,
          limits,
          yield* AuditWriter.auditContext
        )
        return added instanceof Error ? yield* added : added
      }),
      find: Effect.fnUntraced(function* (caller, formId, ids) {
        const now = yield* Clock.currentTimeMillis
        const tenant = tenants.get(caller.organisationId)
        if (tenant === undefined || !reachOf(tenant, caller).form(formId)) return []
        return [...new Set(ids)].toSorted().flatMap((id) => {
          const stored = tenant.uploads.get(id)
          if (stored === undefined || stored.upload.formId !== formId || isOver(stored, now)) return []
          const { submissionId, upload } = stored
          return [{ id, mediaType: upload.mediaType, name: upload.name, size: upload.size, submissionId }]
        })
      }),
      list: (caller, submissionId) =>
        Effect.sync(() =>
          ofSubmission(caller, submissionId)
            .map(({ upload }) => upload)
            .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        ),
      get: (caller, submissionId, id) =>
        Effect.suspend(() => {
          const found = ofSubmission(caller, submissionId).find(({ upload }) => upload.id === id)
          if (found === undefined) return Effect.fail(new UploadNotFound())
          const { bytes, upload } = found
          return Effect.succeed({ name: upload.name, mediaType: upload.mediaType, bytes: Uint8Array.from(bytes) })
        })
    })
  })
)
