/** Finished documents on Postgres, as people read them. */
import { Effect, Layer, Schema } from "effect"
import { DocumentArchive, DocumentRecord } from "@formwork/domain/sending/DocumentArchive"
import type { FiringId } from "@formwork/domain/filing/Firing"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { Caller } from "@formwork/domain/callers/Caller"
import { DocumentNotFound } from "@formwork/domain/callers/Refusal"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"

const records = rows(Schema.Struct({ ...DocumentRecord.fields, createdAt: Schema.DateTimeUtcFromDate }))
const file = row(
  Schema.Struct({
    fileName: Schema.String,
    mediaType: DocumentRecord.fields.mediaType,
    bytes: Schema.Uint8Array
  })
)

export const layer: Layer.Layer<DocumentArchive, never, TenantDatabase> = Layer.effect(
  DocumentArchive,
  Effect.map(TenantDatabase, (database) =>
    DocumentArchive.of({
      list: Effect.fn("DocumentArchive.list")((caller, submissionId) =>
        database
          .transaction(
            caller,
            (sql, organisation) =>
              sql`
                select firing_id as "id", submission_id as "submissionId", file_name as "fileName", media_type as "mediaType",
                       octet_length(bytes) as "size", created_at as "createdAt"
                  from formwork.documents
                 where organisation_id = ${organisation} and submission_id = ${submissionId}
                 order by firing_id`
          )
          .pipe(records, Effect.orDie)
      ),
      get: Effect.fn("DocumentArchive.get")(function* (caller: Caller, submissionId: SubmissionId, id: FiringId) {
        const found = yield* database
          .transaction(
            caller,
            (sql, organisation) =>
              sql`
                select file_name as "fileName", media_type as "mediaType", bytes
                  from formwork.documents
                 where organisation_id = ${organisation} and submission_id = ${submissionId} and firing_id = ${id}`
          )
          .pipe(file, Effect.orDie)
        return found ?? (yield* new DocumentNotFound())
      })
    })
  )
)
