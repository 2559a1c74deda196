/** Finished documents on Postgres, written and attached by sending as formwork_worker. */
import { Effect, Layer, Option, Schema } from "effect"
import { DocumentNotStored, DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { row, rows } from "../database/TenantDatabase.ts"
import { Worker } from "../database/Worker.ts"

const file = row(
  Schema.Struct({ fileName: Schema.String, mediaType: Schema.Literal("application/pdf"), bytes: Schema.Uint8Array })
)
const written = rows(Schema.Struct({ submissionId: Schema.String }))

export const layer: Layer.Layer<DocumentStore, never, Worker> = Layer.effect(
  DocumentStore,
  Effect.map(Worker, (worker) =>
    DocumentStore.of({
      put: Effect.fn("DocumentStore.put")(function* (organisationId, id, { bytes, fileName, mediaType }) {
        const [stored] = yield* worker
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
        return stored === undefined
          ? yield* new DocumentNotStored({ reason: "the firing does not exist" })
          : `/api/platform/submissions/${stored.submissionId}/documents/${id}`
      }),
      find: Effect.fn("DocumentStore.find")((organisationId, id) =>
        worker
          .within(
            organisationId,
            (sql, organisation) =>
              sql`
                select file_name as "fileName", media_type as "mediaType", bytes
                  from formwork.documents
                 where organisation_id = ${organisation} and firing_id = ${id}`
          )
          .pipe(file, Effect.orDie, Effect.map(Option.fromNullishOr))
      )
    })
  )
)
