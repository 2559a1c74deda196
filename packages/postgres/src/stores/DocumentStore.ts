/** Finished documents on Postgres, written by sending as formwork_worker. */
import { Effect, Layer, Schema } from "effect"
import { DocumentNotStored, DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { rows } from "../database/TenantDatabase.ts"
import { Worker } from "../database/Worker.ts"

const written = rows(Schema.Struct({ submissionId: Schema.String }))

export const layer: Layer.Layer<DocumentStore, never, Worker> = Layer.effect(
  DocumentStore,
  Effect.map(Worker, (worker) =>
    DocumentStore.of({
      put: Effect.fn("DocumentStore.put")(function* (organisationId, id, { bytes, fileName, mediaType }) {
        const [row] = yield* worker
          .within(
            organisationId,
            (sql, organisation) =>
              sql`
                insert into formwork.documents as d (organisation_id, firing_id, submission_id, file_name, media_type, bytes)
                select organisation_id, firing_id, submission_id, ${fileName}, ${mediaType}, ${bytes}::bytea
                  from formwork.firings
                 where organisation_id = ${organisation} and firing_id = ${id}
                on conflict (organisation_id, firing_id) do update
                   set file_name = excluded.file_name, media_type = excluded.media_type, bytes = excluded.bytes
                returning submission_id as "submissionId"`
          )
          .pipe(
            written,
            Effect.orDie,
            Effect.catchDefect((defect) =>
              Effect.andThen(
                Effect.logError("a document could not be stored", { firing: id }, defect),
                new DocumentNotStored({ reason: "the database did not store it" })
              )
            )
          )
        return row === undefined
          ? yield* new DocumentNotStored({ reason: "the firing does not exist" })
          : `/api/platform/submissions/${row.submissionId}/documents/${id}`
      })
    })
  )
)
