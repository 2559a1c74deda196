/** Uploads, in memory. Each method is one synchronous step, and so a transaction. */
import { Clock, DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Unauthenticated, UploadLimitReached, UploadNotFound, UploadsWaiting } from "@formwork/domain/callers/Refusal"
import type { FormId } from "@formwork/domain/forms/Form"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { UploadId } from "@formwork/domain/filing/Upload"
import { type NewUpload, UploadStore } from "@formwork/domain/filing/UploadStore"
import * as AuditWriter from "./auditWriter.ts"
import { chainOf } from "./chainOf.ts"
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

const sizeOf = (uploads: ReadonlyArray<StoredUpload>): number =>
  uploads.reduce((sum, { upload: { size } }) => sum + size, 0)

/** The oldest of `uploads`, which are in their order, without which so many files and bytes are too much no longer. */
const oldestOf = (uploads: ReadonlyArray<StoredUpload>, files: number, bytes: number): ReadonlyArray<StoredUpload> => {
  const enough = uploads.findIndex((_, at) => at >= files && sizeOf(uploads.slice(0, at)) >= bytes)
  return enough < 0 ? uploads : uploads.slice(0, enough)
}

/** Those that make room for a file, or what refuses it. */
const makeRoom = (tenant: Tenant, caller: Caller, size: number, limits: Limits, nowMillis: number) => {
  const all = [...tenant.uploads.values()]
  const waiting = all.filter(({ submissionId }) => submissionId === null)
  const createdMillis = ({ upload: { createdAt } }: StoredUpload) => DateTime.toEpochMillis(createdAt)
  const mayGo = (stored: StoredUpload) => createdMillis(stored) + limits.sureMillis <= nowMillis
  const own = waiting.filter(({ chain }) => chain === chainOf(tenant, caller.credential))
  const files = own.length + 1 - limits.waiting
  const bytes = sizeOf(own) + size - limits.waitingBytes
  const going = oldestOf(own.filter(mayGo), files, bytes)
  if (going.length < files || sizeOf(going) < bytes) {
    const [oldest = nowMillis] = own.filter((one) => !mayGo(one)).map(createdMillis)
    const retryAfterSeconds = Math.max(1, Math.ceil((oldest + limits.sureMillis - nowMillis) / 1000))
    return new UploadsWaiting({ limit: limits.waiting, limitBytes: limits.waitingBytes, retryAfterSeconds })
  }
  const left = sizeOf(all) + size - sizeOf(going) - limits.keptBytes
  const others = oldestOf(
    waiting.filter((one) => mayGo(one) && !going.includes(one)),
    0,
    left
  )
  return sizeOf(others) < left ? new UploadLimitReached({ limit: limits.keptBytes }) : [...going, ...others]
}

const addNow = (
  tenant: Tenant | undefined,
  caller: Caller,
  { bytes, ...upload }: NewUpload,
  limits: Limits,
  auditContext: AuditWriter.AuditContext
) => {
  const { nowMillis } = auditContext
  if (tenant === undefined || effectivePrivileges(tenant, caller, nowMillis) === undefined) return new Unauthenticated()
  for (const [id, stored] of tenant.uploads) if (isOver(stored, nowMillis)) tenant.uploads.delete(id)
  const going = makeRoom(tenant, caller, bytes.length, limits, nowMillis)
  if (going instanceof Error) return going
  for (const { upload: gone } of going) tenant.uploads.delete(gone.id)
  const made = { ...upload, size: bytes.length, createdAt: DateTime.makeUnsafe(nowMillis) }
  tenant.uploads.set(upload.id, {
    upload: made,
    bytes: Uint8Array.from(bytes),
    chain: chainOf(tenant, caller.credential),
    submissionId: null,
    expiresAtMillis: nowMillis + limits.waitingMillis
  })
  AuditWriter.record(tenant, auditContext, caller, "file.uploaded", upload.id, upload.name)
  return made
}

const removeNow = (
  tenant: Tenant | undefined,
  caller: Caller,
  formId: FormId,
  id: UploadId,
  auditContext: AuditWriter.AuditContext
) => {
  const { nowMillis } = auditContext
  if (tenant === undefined || effectivePrivileges(tenant, caller, nowMillis) === undefined) return new Unauthenticated()
  const stored = tenant.uploads.get(id)
  const isOwn =
    stored !== undefined &&
    stored.upload.formId === formId &&
    stored.chain === chainOf(tenant, caller.credential) &&
    stored.submissionId === null &&
    !isOver(stored, nowMillis)
  if (!isOwn) return new UploadNotFound()
  tenant.uploads.delete(id)
  AuditWriter.record(tenant, auditContext, caller, "file.removed", id, stored.upload.name)
  return undefined
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
      remove: Effect.fnUntraced(function* (caller, formId, id) {
        const refusal = removeNow(
          tenants.get(caller.organisationId),
          caller,
          formId,
          id,
          yield* AuditWriter.auditContext
        )
        if (refusal !== undefined) return yield* refusal
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
