/** Documents, in memory: one table, written by the dispatcher and read by people. */
import { Clock, DateTime, Effect, Layer, Option } from "effect"
import { DocumentArchive } from "@formwork/domain/sending/DocumentArchive"
import { DocumentNotStored, DocumentStore } from "@formwork/domain/sending/DocumentStore"
import { DocumentNotFound } from "@formwork/domain/callers/Refusal"
import { reachOf } from "./reachOf.ts"
import { Tables } from "../Tables.ts"

const store = Layer.effect(
  DocumentStore,
  Effect.map(Tables, ({ tenants }) =>
    DocumentStore.of({
      put: (organisationId, id, { bytes, fileName, mediaType }) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => {
          const tenant = tenants.get(organisationId)
          const submissionId = tenant?.firings.find((firing) => firing.id === id)?.submissionId
          if (tenant === undefined || submissionId === undefined)
            return Effect.fail(new DocumentNotStored({ reason: "the firing does not exist" }))
          const createdAt = tenant.documents.get(id)?.record.createdAt ?? DateTime.makeUnsafe(now)
          const record = { id, submissionId, fileName, mediaType, size: bytes.length, createdAt }
          tenant.documents.set(id, { record, bytes })
          return Effect.succeed(`/api/platform/submissions/${submissionId}/documents/${id}`)
        }),
      find: (organisationId, id) =>
        Effect.sync(() =>
          Option.map(Option.fromNullishOr(tenants.get(organisationId)?.documents.get(id)), ({ bytes, record }) => ({
            fileName: record.fileName,
            mediaType: record.mediaType,
            bytes
          }))
        )
    })
  )
)

const archive = Layer.effect(
  DocumentArchive,
  Effect.map(Tables, ({ tenants }) =>
    DocumentArchive.of({
      list: (caller, submissionId) =>
        Effect.sync(() => {
          const tenant = tenants.get(caller.organisationId)
          if (tenant === undefined || !reachOf(tenant, caller).submission(submissionId)) return []
          return [...tenant.documents.values()]
            .map(({ record }) => record)
            .filter((record) => record.submissionId === submissionId)
            .sort((a, b) => (a.id < b.id ? -1 : 1))
        }),
      get: (caller, submissionId, id) =>
        Effect.suspend(() => {
          const tenant = tenants.get(caller.organisationId)
          const found = tenant?.documents.get(id)
          if (
            tenant === undefined ||
            found?.record.submissionId !== submissionId ||
            !reachOf(tenant, caller).submission(submissionId)
          )
            return Effect.fail(new DocumentNotFound())
          const { fileName, mediaType } = found.record
          return Effect.succeed({ fileName, mediaType, bytes: found.bytes })
        })
    })
  )
)

export const layer: Layer.Layer<DocumentStore | DocumentArchive, never, Tables> = Layer.merge(store, archive)
