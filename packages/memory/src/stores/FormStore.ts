/** Forms and their versions, in memory. Each method is one synchronous step, and so a transaction. */
import { DateTime, Effect, Layer, Option } from "effect"
import { foldCase } from "@formwork/domain/folders/foldCase"
import type { FolderId } from "@formwork/domain/folders/Folder"
import type { Form, FormId, FormRecord, FormVersion, FormVersionId, SavedForm } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import type { FormChange, FormFilter, NewForm, Publication } from "@formwork/domain/forms/FormStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import {
  ExamplesStale,
  FolderUnknown,
  FormArchived,
  FormCodeTaken,
  FormNotFound,
  FormVersionNotFound
} from "@formwork/domain/callers/Refusal"
import { draftStale } from "@formwork/domain/forms/preconditions"
import type { Json } from "@formwork/rules/Json"
import { tableReferences } from "@formwork/rules/tableReferences"
import { actorOf } from "./actorOf.ts"
import * as AuditWriter from "./auditWriter.ts"
import { reachOf } from "./reachOf.ts"
import { Tables } from "../Tables.ts"
import type { StoredForm, Tenant } from "../Tables.ts"

type Tenants = Tables["Service"]["tenants"]
type Service = FormStore["Service"]

const recordOf = ({ draft: _, savedAt: __, savedBy: ___, kept: ____, ...record }: StoredForm): FormRecord => record

const savedOf = (tenant: Tenant, form: StoredForm): SavedForm => ({
  ...recordOf(form),
  saving: { updatedAt: form.savedAt, updatedBy: actorOf(tenant, form.savedBy) }
})

const formOf = (tenant: Tenant, form: StoredForm): Form => ({ ...savedOf(tenant, form), draft: form.draft })

const fits = ({ archived, folderId, live, text }: FormFilter, form: StoredForm): boolean =>
  (folderId === undefined || form.folderId === folderId) &&
  (archived === undefined || archived === (form.archivedAt !== null)) &&
  (live === undefined || live === (form.liveVersionId !== null)) &&
  (text === undefined || foldCase(form.title).includes(foldCase(text)) || foldCase(form.code).includes(foldCase(text)))

const isFolder = (tenant: Tenant, caller: Caller, id: FolderId | null | undefined): boolean =>
  id === undefined || id === null || (tenant.folders.has(id) && reachOf(tenant, caller).folder(id))

/** Sets the live version of a form; null: it has none. */
const putLive = (
  tenant: Tenant,
  { nowMillis }: AuditWriter.AuditContext,
  form: StoredForm,
  liveVersionId: FormVersionId | null,
  archivedAt: DateTime.Utc | null
): StoredForm => {
  const liveVersionNumber = liveVersionId === null ? null : (tenant.versions.get(liveVersionId)?.number ?? null)
  const put = { ...form, liveVersionId, liveVersionNumber, archivedAt, updatedAt: DateTime.makeUnsafe(nowMillis) }
  tenant.forms.set(form.id, put)
  tenant.liveFormsRevision += 1
  return put
}

const versionsOf = (tenant: Tenant, id: FormId): ReadonlyArray<FormVersion> =>
  [...tenant.versions.values()].filter(({ formId }) => formId === id)

const find = Effect.fnUntraced(function* (tenants: Tenants, caller: Caller, id: FormId) {
  const tenant = tenants.get(caller.organisationId)
  const form = tenant?.forms.get(id)
  return tenant === undefined || form === undefined || !reachOf(tenant, caller).form(id)
    ? yield* new FormNotFound()
    : { tenant, form }
})

const keepingExamples = (tenants: Tenants): Pick<Service, "examples" | "saveExamples"> => ({
  examples: (caller, id) => Effect.map(find(tenants, caller, id), ({ form }) => form.kept),
  saveExamples: Effect.fnUntraced(function* (caller, id, revision, examples) {
    const auditContext = yield* AuditWriter.auditContext
    const { form, tenant } = yield* find(tenants, caller, id)
    if (form.kept.revision !== revision) return yield* new ExamplesStale({ revision: form.kept.revision })
    const kept = { revision: revision + 1, examples }
    tenant.forms.set(id, { ...form, kept })
    AuditWriter.record(tenant, auditContext, caller, "form.examples_saved", id, String(kept.revision))
    return kept
  })
})

const writing = (tenants: Tenants): Pick<Service, "create" | "update"> => {
  const create = Effect.fnUntraced(function* (caller: Caller, { code, draft, folderId = null, id, title }: NewForm) {
    const auditContext = yield* AuditWriter.auditContext
    const tenant = tenants.get(caller.organisationId)
    if (tenant === undefined) return yield* Effect.die(new Error(`no organisation ${caller.organisationId}`))
    if (!isFolder(tenant, caller, folderId)) return yield* FolderUnknown.at("folderId")
    if ([...tenant.forms.values()].some((form) => form.code === code)) return yield* new FormCodeTaken({ code })
    const now = DateTime.makeUnsafe(auditContext.nowMillis)
    const live = { publishedRevision: null, liveVersionId: null, liveVersionNumber: null, archivedAt: null }
    const kept = { revision: 1, examples: [] }
    const saved = { createdAt: now, updatedAt: now, savedAt: now, savedBy: caller, kept }
    const form: StoredForm = { id, code, title, folderId, draftRevision: 1, ...live, ...saved, draft }
    tenant.forms.set(id, form)
    AuditWriter.record(tenant, auditContext, caller, "form.created", id)
    return formOf(tenant, form)
  })

  const update = Effect.fnUntraced(function* (caller: Caller, id: FormId, { draft, folderId }: FormChange) {
    const auditContext = yield* AuditWriter.auditContext
    const { form, tenant } = yield* find(tenants, caller, id)
    if (!isFolder(tenant, caller, folderId)) return yield* FolderUnknown.at("folderId")
    const { draftRevision } = form
    if (draft?.revision !== undefined && draft.revision !== draftRevision)
      return yield* draftStale(savedOf(tenant, form))
    const moves = folderId !== undefined && folderId !== form.folderId
    if (draft === undefined && !moves) return savedOf(tenant, form)
    const updatedAt = DateTime.makeUnsafe(auditContext.nowMillis)
    const changed: StoredForm = {
      ...form,
      ...(moves ? { folderId } : {}),
      ...(draft === undefined
        ? {}
        : {
            title: draft.title,
            draft: draft.definition,
            draftRevision: draftRevision + 1,
            savedAt: updatedAt,
            savedBy: caller
          }),
      updatedAt
    }
    tenant.forms.set(id, changed)
    if (moves) tenant.liveFormsRevision += 1
    if (moves) AuditWriter.record(tenant, auditContext, caller, "form.moved", id, folderId)
    if (draft !== undefined)
      AuditWriter.record(tenant, auditContext, caller, "form.draft_saved", id, String(changed.draftRevision))
    return savedOf(tenant, changed)
  })

  return { create, update }
}

const publishing = (tenants: Tenants): Pick<Service, "publish" | "archive"> => {
  const publish = Effect.fnUntraced(function* (
    caller: Caller,
    id: FormId,
    versionId: FormVersionId,
    definition: Json,
    { despite, draftRevision, note, repeats, replaces }: Publication = {}
  ) {
    const auditContext = yield* AuditWriter.auditContext
    const { form, tenant } = yield* find(tenants, caller, id)
    if (form.archivedAt !== null) return yield* new FormArchived()
    const isStale =
      (draftRevision !== undefined && draftRevision !== form.draftRevision) ||
      (replaces !== undefined && replaces !== form.liveVersionId)
    if (isStale) return yield* draftStale(savedOf(tenant, form))
    const number = versionsOf(tenant, id).length + 1
    const version: FormVersion = { id: versionId, formId: id, number, definition }
    tenant.versions.set(versionId, version)
    tenant.published.set(versionId, { atMillis: auditContext.nowMillis, by: caller, note: note ?? null })
    const publishedRevision = repeats === undefined ? form.draftRevision : null
    putLive(tenant, auditContext, { ...form, publishedRevision }, versionId, null)
    AuditWriter.record(tenant, auditContext, caller, "form.published", versionId, repeats ?? null)
    if (despite !== undefined)
      AuditWriter.record(tenant, auditContext, caller, "form.examples_overridden", versionId, despite)
    return version
  })

  const archive = Effect.fnUntraced(function* (caller: Caller, id: FormId, archived: boolean) {
    const auditContext = yield* AuditWriter.auditContext
    const { form, tenant } = yield* find(tenants, caller, id)
    if (archived === (form.archivedAt !== null)) return savedOf(tenant, form)
    const aside = tenant.setAside.get(id) ?? null
    tenant.setAside.delete(id)
    if (archived && form.liveVersionId !== null) tenant.setAside.set(id, form.liveVersionId)
    const now = DateTime.makeUnsafe(auditContext.nowMillis)
    const put = putLive(tenant, auditContext, form, archived ? null : aside, archived ? now : null)
    AuditWriter.record(tenant, auditContext, caller, archived ? "form.archived" : "form.unarchived", id)
    return savedOf(tenant, put)
  })

  return { publish, archive }
}

const reading = (tenants: Tenants): Pick<Service, "get" | "record" | "list" | "findLive" | "version" | "versions"> => {
  const list: FormStore["Service"]["list"] = (caller, filter, { before, limit }) =>
    Effect.sync(() => {
      const tenant = tenants.get(caller.organisationId)
      if (tenant === undefined) return []
      const reach = reachOf(tenant, caller)
      return [...tenant.forms.values()]
        .filter((form) => fits(filter, form) && (before === undefined || form.id < before) && reach.form(form.id))
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(recordOf)
    })

  const findLive = (caller: Caller, id: FormId) =>
    Effect.sync(() => {
      const tenant = tenants.get(caller.organisationId)
      if (tenant === undefined || !reachOf(tenant, caller).form(id)) return Option.none()
      const live = tenant.forms.get(id)?.liveVersionId
      return Option.fromNullishOr(live && tenant.versions.get(live))
    })

  const version = (caller: Caller, id: FormId, versionId: FormVersionId) =>
    Effect.suspend(() => {
      const tenant = tenants.get(caller.organisationId)
      const found = tenant?.versions.get(versionId)
      return tenant !== undefined && found?.formId === id && reachOf(tenant, caller).form(id)
        ? Effect.succeed(found)
        : Effect.fail(new FormVersionNotFound())
    })

  const versions: FormStore["Service"]["versions"] = (caller, id, { before = Infinity, limit }) =>
    Effect.map(find(tenants, caller, id), ({ form, tenant }) =>
      versionsOf(tenant, id)
        .filter(({ number }) => number < before)
        .sort((a, b) => b.number - a.number)
        .slice(0, limit)
        .map((version) => {
          const { atMillis, by, note } = tenant.published.get(version.id) ?? { atMillis: 0, by: caller, note: null }
          return {
            id: version.id,
            formId: id,
            number: version.number,
            publishedAt: DateTime.makeUnsafe(atMillis),
            publishedBy: actorOf(tenant, by),
            note,
            isLive: version.id === form.liveVersionId
          }
        })
    )

  return {
    get: (caller, id) => Effect.map(find(tenants, caller, id), ({ form, tenant }) => formOf(tenant, form)),
    record: (caller, id) => Effect.map(find(tenants, caller, id), ({ form, tenant }) => savedOf(tenant, form)),
    list,
    findLive,
    version,
    versions
  }
}

const naming =
  (tenants: Tenants): Service["naming"] =>
  (caller, table) =>
    Effect.sync(() => {
      const { forms, versions } = tenants.get(caller.organisationId) ?? {}
      return [...(forms?.values() ?? [])]
        .flatMap(({ code, id: formId, liveVersionId, title }) => {
          const live = liveVersionId === null ? undefined : versions?.get(liveVersionId)
          const use = tableReferences(live?.definition ?? {}).find((reference) => reference.table === table)
          return use?.version === undefined ? [] : [{ formId, code, title, version: use.version }]
        })
        .sort((a, b) => (a.code < b.code ? -1 : 1))
    })

export const layer: Layer.Layer<FormStore, never, Tables> = Layer.effect(
  FormStore,
  Effect.map(Tables, ({ tenants }) =>
    FormStore.of({
      ...writing(tenants),
      ...publishing(tenants),
      ...keepingExamples(tenants),
      ...reading(tenants),
      naming: naming(tenants)
    })
  )
)
