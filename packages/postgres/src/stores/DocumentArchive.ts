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
                select d.firing_id as "id", d.submission_id as "submissionId", d.file_name as "fileName",
                       d.media_type as "mediaType", octet_length(d.bytes) as "size", d.created_at as "createdAt"
                  from formwork.documents d
                  join formwork.submissions s on s.organisation_id = ${organisation} and s.submission_id = d.submission_id
                 where d.organisation_id = ${organisation} and d.submission_id = ${submissionId}
                 order by d.firing_id`
          )
          .pipe(records, Effect.orDie)
      ),
      get: Effect.fn("DocumentArchive.get")(function* (caller: Caller, submissionId: SubmissionId, id: FiringId) {
        const found = yield* database
          .transaction(
            caller,
            (sql, organisation) =>
              sql`
                select d.file_name as "fileName", d.media_type as "mediaType", d.bytes
                  from formwork.documents d
                  join formwork.submissions s on s.organisation_id = ${organisation} and s.submission_id = d.submission_id
                 where d.organisation_id = ${organisation} and d.submission_id = ${submissionId} and d.firing_id = ${id}`
          )
          .pipe(file, Effect.orDie)
        return found ?? (yield* new DocumentNotFound())
      })
    })
  )
)
