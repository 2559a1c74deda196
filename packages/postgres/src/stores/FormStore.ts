/** Forms and their versions on Postgres. */
import { Effect, Layer, Schema } from "effect"
import { foldCase } from "@formwork/domain/folders/foldCase"
import type { FolderId } from "@formwork/domain/folders/Folder"
import { DraftSaving, FormRecord, FormVersionRecord } from "@formwork/domain/forms/Form"
import type { FormId, FormVersion, FormVersionId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import type { Publication } from "@formwork/domain/forms/FormStore"
import { draftStale } from "@formwork/domain/forms/preconditions"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FolderUnknown, FormArchived, FormCodeTaken, FormNotFound } from "@formwork/domain/callers/Refusal"
import type { Json } from "@formwork/rules/Json"
import * as AuditWriter from "./auditWriter.ts"
import { examples, saveExamples } from "./formExamples.ts"
import { naming } from "./formsNaming.ts"
import { findLive, version } from "./versionOf.ts"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { storedJson } from "../database/storedJson.ts"
import { noConflict } from "../database/SqlFailure.ts"

type Store = FormStore["Service"]

const record = Schema.Struct({
  ...FormRecord.fields,
  archivedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  createdAt: Schema.DateTimeUtcFromDate,
  updatedAt: Schema.DateTimeUtcFromDate
})
const recordRows = rows(record)
const formRow = row(
  Schema.Struct({
    ...record.fields,
    savedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
    updatedBy: DraftSaving.fields.updatedBy,
    draft: storedJson
  })
)
const publicationRows = rows(Schema.Struct({ ...FormVersionRecord.fields, publishedAt: Schema.DateTimeUtcFromDate }))
const numberRow = row(Schema.Struct({ next: Schema.Int }))
const lockedRow = row(
  Schema.Struct({
    draftRevision: Schema.Int,
    isArchived: Schema.Boolean,
    folderId: FormRecord.fields.folderId,
    liveVersionId: FormRecord.fields.liveVersionId
  })
)

/** Records, newest first. */
const list = (database: Database): Store["list"] =>
  Effect.fn("FormStore.list")((caller, { archived, folderId, live, text }, { before, limit }) =>
    database
      .call(
        "write",
        caller,
        (sql, organisation) =>
          sql`
            select form_id as "id", code, title, folder_id as "folderId", draft_revision as "draftRevision",
                   published_revision as "publishedRevision", live_version_id as "liveVersionId",
                   live_version_number as "liveVersionNumber", archived_at as "archivedAt", created_at as "createdAt", updated_at as "updatedAt"
              from formwork.form_page(
                ${organisation}, ${before}, ${folderId}, ${folderId === null}, ${archived}, ${live},
                ${text === undefined ? null : foldCase(text)}, ${limit})`
      )
      .pipe(recordRows, Effect.orDie)
  )

/** One form. Its draft, which may be a megabyte, is read on request only. */
const find = Effect.fnUntraced(function* (sql: Sql, organisation: string, id: FormId, draft: "with" | "without") {
  const found = yield* sql`
    select f.form_id as "id", f.code, f.title, f.folder_id as "folderId", f.draft_revision as "draftRevision",
           f.published_revision as "publishedRevision", f.live_version_id as "liveVersionId",
           v.number as "liveVersionNumber", f.archived_at as "archivedAt", f.created_at as "createdAt", f.updated_at as "updatedAt", f.saved_at as "savedAt",
           coalesce(
             (select json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name) from formwork.api_keys k
               where f.saved_credential_kind = 'api_key' and k.organisation_id = ${organisation} and k.key_id = f.saved_credential_id),
             (select json_build_object('kind', 'user', 'id', u.user_id, 'name', u.name) from formwork.users u
               where u.organisation_id = ${organisation} and u.user_id = f.saved_by)) as "updatedBy",
           case when ${draft === "with"}::boolean then f.draft end as draft
      from formwork.forms f
      left join formwork.form_versions v
        on v.organisation_id = ${organisation} and v.form_id = f.form_id and v.version_id = f.live_version_id
     where f.organisation_id = ${organisation} and f.form_id = ${id}`.pipe(formRow)
  if (found === undefined) return yield* new FormNotFound()
  const { savedAt, updatedBy, ...form } = found
  return { ...form, saving: { updatedAt: savedAt ?? form.updatedAt, updatedBy } }
})

const one = (sql: Sql, organisation: string, id: FormId) =>
  Effect.map(find(sql, organisation, id, "without"), ({ draft: _, ...form }) => form)

const stale = (sql: Sql, organisation: string, id: FormId) =>
  Effect.flatMap(one(sql, organisation, id), (form) => Effect.fail(draftStale(form)))

/** Locks a form until the transaction ends. A transaction that needs the organisation's row or a folder's too locks it after this. */
const held = Effect.fnUntraced(function* (sql: Sql, organisation: string, id: FormId) {
  const found = yield* sql`
    select draft_revision as "draftRevision", archived_at is not null as "isArchived", folder_id as "folderId",
           live_version_id as "liveVersionId"
      from formwork.forms
     where organisation_id = ${organisation} and form_id = ${id}
       for no key update`.pipe(lockedRow)
  return found ?? (yield* new FormNotFound())
})

/** Locks the folder that a form goes into, so that it stays. The top level needs no lock. */
const holdFolder = Effect.fnUntraced(function* (sql: Sql, organisation: string, id: FolderId | null) {
  if (id === null) return
  const found = yield* sql`
    select from formwork.folders where organisation_id = ${organisation} and folder_id = ${id} for key share`
  if (found.length === 0) return yield* FolderUnknown.at("folderId")
})

const bumpRevision = (sql: Sql, organisation: string) =>
  sql`update formwork.organisations set revision = revision + 1 where organisation_id = ${organisation}`

const create =
  (database: Database): Store["create"] =>
  (caller, { code, draft, folderId = null, id, title }) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          yield* holdFolder(sql, organisation, folderId)
          yield* sql`
            insert into formwork.forms (organisation_id, form_id, code, title, title_key, folder_id, draft, saved_at, saved_by,
                                        saved_credential_kind, saved_credential_id)
            values (${organisation}, ${id}, ${code}, ${title}, ${foldCase(title)}, ${folderId}, ${JSON.stringify(draft)},
                    clock_timestamp(), ${caller.userId}, ${caller.credential.kind}, ${caller.credential.id})`
          yield* AuditWriter.record(sql, organisation, caller, "form.created", id)
          return yield* Effect.catchTag(find(sql, organisation, id, "with"), "FormNotFound", Effect.die)
        })
      )
      .pipe(
        Effect.catchTag("UniqueViolation", (violation) =>
          violation.constraint === "forms_code_key" ? Effect.fail(new FormCodeTaken({ code })) : Effect.die(violation)
        ),
        noConflict
      )

const update =
  (database: Database): Store["update"] =>
  (caller, id, { draft, folderId }) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const before = yield* held(sql, organisation, id)
          const { draftRevision } = before
          const moves = folderId !== undefined && folderId !== before.folderId
          // A key may reach the forms of a folder: what nodes have cached of this form is to be read again. This locks the
          // organisation's row, before the folder as when a folder is removed.
          if (moves) yield* bumpRevision(sql, organisation)
          if (folderId !== undefined) yield* holdFolder(sql, organisation, folderId)
          if (draft?.revision !== undefined && draft.revision !== draftRevision)
            return yield* stale(sql, organisation, id)
          if (moves) {
            yield* sql`
              update formwork.forms set folder_id = ${folderId}, updated_at = statement_timestamp()
               where organisation_id = ${organisation} and form_id = ${id}`
            yield* AuditWriter.record(sql, organisation, caller, "form.moved", id, folderId)
          }
          if (draft !== undefined) {
            yield* sql`
              update formwork.forms
                 set title = ${draft.title}, title_key = ${foldCase(draft.title)}, draft = ${JSON.stringify(draft.definition)},
                     draft_revision = draft_revision + 1, updated_at = statement_timestamp(), saved_at = statement_timestamp(), saved_by = ${caller.userId},
                     saved_credential_kind = ${caller.credential.kind}, saved_credential_id = ${caller.credential.id}
               where organisation_id = ${organisation} and form_id = ${id}`
            yield* AuditWriter.record(sql, organisation, caller, "form.draft_saved", id, String(draftRevision + 1))
          }
          return yield* one(sql, organisation, id)
        })
      )
      .pipe(noConflict)

const publish =
  (database: Database) =>
  (
    caller: Caller,
    id: FormId,
    versionId: FormVersionId,
    definition: Json,
    { despite, draftRevision, note, repeats, replaces }: Publication = {}
  ) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the form's row is locked before its versions are counted. Otherwise two publishes could get one number.
          const form = yield* held(sql, organisation, id)
          if (form.isArchived) return yield* new FormArchived()
          const isStale =
            (draftRevision !== undefined && draftRevision !== form.draftRevision) ||
            (replaces !== undefined && replaces !== form.liveVersionId)
          if (isStale) return yield* stale(sql, organisation, id)
          const number = yield* sql`
            select (coalesce(max(number), 0) + 1)::integer as next
              from formwork.form_versions
             where organisation_id = ${organisation} and form_id = ${id}`.pipe(numberRow)
          const version: FormVersion = { id: versionId, formId: id, number: number?.next ?? 1, definition }
          yield* sql`
            insert into formwork.form_versions (organisation_id, form_id, version_id, number, definition, published_by,
                                                credential_kind, credential_id, note)
            values (${organisation}, ${id}, ${versionId}, ${version.number}, ${JSON.stringify(definition)}, ${caller.userId},
                    ${caller.credential.kind}, ${caller.credential.id}, ${note ?? null})`
          yield* sql`
            update formwork.forms
               set live_version_id = ${versionId}, published_revision = ${repeats === undefined ? form.draftRevision : null},
                   updated_at = statement_timestamp()
             where organisation_id = ${organisation} and form_id = ${id}`
          yield* bumpRevision(sql, organisation)
          yield* AuditWriter.record(sql, organisation, caller, "form.published", versionId, repeats ?? null)
          if (despite !== undefined)
            yield* AuditWriter.record(sql, organisation, caller, "form.examples_overridden", versionId, despite)
          return version
        })
      )
      .pipe(noConflict)

const archive =
  (database: Database): Store["archive"] =>
  (caller, id, archived) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const { isArchived } = yield* held(sql, organisation, id)
          if (archived === isArchived) return yield* one(sql, organisation, id)
          yield* archived
            ? sql`
                update formwork.forms
                   set archived_at = statement_timestamp(), archived_version_id = live_version_id,
                       live_version_id = archived_version_id, updated_at = statement_timestamp()
                 where organisation_id = ${organisation} and form_id = ${id}`
            : sql`
                update formwork.forms
                   set archived_at = null, archived_version_id = null,
                       live_version_id = archived_version_id, updated_at = statement_timestamp()
                 where organisation_id = ${organisation} and form_id = ${id}`
          yield* bumpRevision(sql, organisation)
          yield* AuditWriter.record(sql, organisation, caller, archived ? "form.archived" : "form.unarchived", id)
          return yield* one(sql, organisation, id)
        })
      )
      .pipe(noConflict)

const versions =
  (database: Database): Store["versions"] =>
  (caller, id, { before = null, limit }) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const { liveVersionId } = yield* one(sql, organisation, id)
          return yield* sql`
            select version_id as "id", form_id as "formId", number, published_at as "publishedAt",
                   coalesce(
                     (select json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name) from formwork.api_keys k
                       where v.credential_kind = 'api_key' and k.organisation_id = ${organisation} and k.key_id = v.credential_id),
                     (select json_build_object('kind', 'user', 'id', u.user_id, 'name', u.name) from formwork.users u
                       where u.organisation_id = ${organisation} and u.user_id = v.published_by)) as "publishedBy", note,
                   version_id is not distinct from ${liveVersionId}::uuid as "isLive"
              from formwork.form_versions v
             where organisation_id = ${organisation} and form_id = ${id}
               and (${before}::integer is null or number < ${before}::integer)
             order by number desc
             limit ${limit}::integer`.pipe(publicationRows)
        })
      )
      .pipe(noConflict)

export const layer: Layer.Layer<FormStore, never, TenantDatabase> = Layer.effect(
  FormStore,
  Effect.map(TenantDatabase, (database) =>
    FormStore.of({
      create: Effect.fn("FormStore.create")(create(database)),
      get: Effect.fn("FormStore.get")((caller, id) =>
        database.transaction(caller, (sql, organisation) => find(sql, organisation, id, "with")).pipe(noConflict)
      ),
      record: Effect.fn("FormStore.record")((caller, id) =>
        database.transaction(caller, (sql, organisation) => one(sql, organisation, id)).pipe(noConflict)
      ),
      list: list(database),
      update: Effect.fn("FormStore.update")(update(database)),
      publish: Effect.fn("FormStore.publish")(publish(database)),
      archive: Effect.fn("FormStore.archive")(archive(database)),
      examples: examples(database),
      saveExamples: saveExamples(database),
      naming: naming(database),
      findLive: findLive(database),
      version: version(database),
      versions: Effect.fn("FormStore.versions")(versions(database))
    })
  )
)
