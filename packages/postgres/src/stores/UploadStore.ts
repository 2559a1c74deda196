/** Uploads on Postgres. One is added by one statement, the function formwork.add_upload; filing takes it (submissionStatements.ts). */
import { Effect, Layer, Schema } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Unauthenticated, UploadLimitReached, UploadNotFound, UploadsWaiting } from "@formwork/domain/callers/Refusal"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { Upload } from "@formwork/domain/filing/Upload"
import { UploadStore } from "@formwork/domain/filing/UploadStore"
import { noConflict } from "../database/SqlFailure.ts"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database } from "../database/TenantDatabase.ts"

type Store = UploadStore["Service"]

const added = row(
  Schema.Union([
    Schema.Struct({ status: Schema.Literals(["unauthenticated", "kept"]) }),
    Schema.Struct({ status: Schema.Literal("waiting"), retryMillis: Schema.NullOr(Schema.Number) }),
    Schema.Struct({ status: Schema.Literal("added"), createdAt: Schema.DateTimeUtcFromDate })
  ])
)
const removed = row(Schema.Struct({ status: Schema.Literals(["unauthenticated", "not_found", "removed"]) }))
const { id, mediaType, name, size } = Upload.fields
const states = rows(Schema.Struct({ id, mediaType, name, size, submissionId: Schema.NullOr(SubmissionId) }))
const records = rows(Schema.Struct({ ...Upload.fields, createdAt: Schema.DateTimeUtcFromDate }))
const file = row(Schema.Struct({ name, mediaType, bytes: Schema.Uint8Array }))

const add = (database: Database): Store["add"] =>
  Effect.fn("UploadStore.add")(function* (caller, { bytes, ...upload }, limits) {
    const { keptBytes, sureMillis, waiting, waitingBytes, waitingMillis } = limits
    const { address, requestId } = yield* CurrentRequest
    const answer = yield* database
      .call(
        "write",
        caller,
        (sql, organisation) =>
          sql`
            select status, created_at as "createdAt", retry_millis as "retryMillis"
              from formwork.add_upload(
                ${organisation}, ${caller.userId}, ${caller.credential.kind}, ${caller.credential.id}, ${requestId}, ${address},
                ${upload.id}, ${upload.formId}, ${upload.name}, ${upload.mediaType}, ${bytes}, ${waiting}, ${waitingBytes},
                ${keptBytes}, ${waitingMillis}, ${sureMillis})`
      )
      .pipe(added, noConflict)
    switch (answer?.status) {
      case "added":
        return { ...upload, size: bytes.length, createdAt: answer.createdAt }
      case "waiting":
        return yield* new UploadsWaiting({
          limit: waiting,
          limitBytes: waitingBytes,
          retryAfterSeconds: Math.max(1, Math.ceil((answer.retryMillis ?? 0) / 1000))
        })
      case "kept":
        return yield* new UploadLimitReached({ limit: keptBytes })
      default:
        return yield* new Unauthenticated()
    }
  })

const remove = (database: Database): Store["remove"] =>
  Effect.fn("UploadStore.remove")(function* (caller, formId, uploadId) {
    const { address, requestId } = yield* CurrentRequest
    const answer = yield* database
      .call(
        "write",
        caller,
        (sql, organisation) =>
          sql`
            select status
              from formwork.remove_upload(
                ${organisation}, ${caller.userId}, ${caller.credential.kind}, ${caller.credential.id}, ${requestId}, ${address},
                ${uploadId}, ${formId})`
      )
      .pipe(removed, noConflict)
    if (answer?.status === "not_found") return yield* new UploadNotFound()
    if (answer?.status !== "removed") return yield* new Unauthenticated()
  })

const find =
  (database: Database): Store["find"] =>
  (caller, formId, ids) =>
    database
      .transaction(
        caller,
        (sql, organisation) =>
          sql`
            select upload_id as "id", name, media_type as "mediaType", size, submission_id as "submissionId"
              from formwork.uploads
             where organisation_id = ${organisation} and upload_id = any (${ids}::uuid[]) and form_id = ${formId}
               and (expires_at is null or expires_at > clock_timestamp())
             order by upload_id`
      )
      .pipe(states, Effect.orDie, Effect.withSpan("UploadStore.find"))

const list =
  (database: Database): Store["list"] =>
  (caller, submissionId) =>
    database
      .transaction(
        caller,
        (sql, organisation) =>
          sql`
            select upload_id as "id", form_id as "formId", name, media_type as "mediaType", size, created_at as "createdAt"
              from formwork.uploads
             where organisation_id = ${organisation} and submission_id = ${submissionId}
             order by upload_id`
      )
      .pipe(records, Effect.orDie, Effect.withSpan("UploadStore.list"))

const get = (database: Database): Store["get"] =>
  Effect.fn("UploadStore.get")(function* (caller: Caller, submissionId, uploadId) {
    const found = yield* database
      .transaction(
        caller,
        (sql, organisation) =>
          sql`
            select name, media_type as "mediaType", bytes
              from formwork.uploads
             where organisation_id = ${organisation} and submission_id = ${submissionId} and upload_id = ${uploadId}`
      )
      .pipe(file, Effect.orDie)
    return found ?? (yield* new UploadNotFound())
  })

export const layer: Layer.Layer<UploadStore, never, TenantDatabase> = Layer.effect(
  UploadStore,
  Effect.map(TenantDatabase, (database) =>
    UploadStore.of({
      add: add(database),
      remove: remove(database),
      find: find(database),
      list: list(database),
      get: get(database)
    })
  )
)
