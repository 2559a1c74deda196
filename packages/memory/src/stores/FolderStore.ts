/** The tree of folders, in memory. Each method is one synchronous step: changes of a tree run one at a time. */
import { DateTime, Effect, Layer } from "effect"
import type { Folder, FolderId, Placed } from "@formwork/domain/folders/Folder"
import type { FolderLimits } from "@formwork/domain/folders/FolderTree"
import { FolderStore } from "@formwork/domain/folders/FolderStore"
import type { FolderChange } from "@formwork/domain/folders/FolderStore"
import * as FolderTree from "@formwork/domain/folders/FolderTree"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FolderNotEmpty, FolderNotFound } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { reachOf } from "./reachOf.ts"
import { Tables } from "../Tables.ts"
import type { StoredFolder, Tenant } from "../Tables.ts"

const counted = ({ folders, forms }: Tenant, { createdAtMillis, id, name, parentId }: StoredFolder): Folder => ({
  id,
  name,
  parentId,
  createdAt: DateTime.makeUnsafe(createdAtMillis),
  folderCount: [...folders.values()].filter((other) => other.parentId === id).length,
  formCount: [...forms.values()].filter((form) => form.folderId === id).length
})

const byId = ({ folders }: Tenant): ReadonlyArray<StoredFolder> =>
  [...folders.values()].sort((a, b) => (a.id < b.id ? -1 : 1))

export const layer: Layer.Layer<FolderStore, never, Tables> = Layer.effect(
  FolderStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const found = Effect.fnUntraced(function* (caller: Caller, id: FolderId) {
      const tenant = tenants.get(caller.organisationId)
      const folder = tenant?.folders.get(id)
      return tenant === undefined || folder === undefined || !reachOf(tenant, caller).folder(id)
        ? yield* new FolderNotFound()
        : { tenant, folder }
    })

    const list = (caller: Caller) =>
      Effect.sync(() => {
        const tenant = tenants.get(caller.organisationId)
        if (tenant === undefined) return []
        const reach = reachOf(tenant, caller)
        return byId(tenant)
          .filter(({ id }) => reach.folder(id))
          .map((folder) => counted(tenant, folder))
      })

    const create = Effect.fnUntraced(function* (caller: Caller, folder: Placed, limits: FolderLimits) {
      const auditContext = yield* AuditWriter.auditContext
      const tenant = tenants.get(caller.organisationId)
      if (tenant === undefined) return yield* Effect.die(new Error(`no organisation ${caller.organisationId}`))
      yield* Effect.fromResult(FolderTree.admits([...tenant.folders.values()], folder, limits))
      const stored = { ...folder, createdAtMillis: auditContext.nowMillis }
      tenant.folders.set(folder.id, stored)
      AuditWriter.record(tenant, auditContext, caller, "folder.created", folder.id, folder.name)
      return counted(tenant, stored)
    })

    const change = Effect.fnUntraced(function* (
      caller: Caller,
      id: FolderId,
      { name, parentId }: FolderChange,
      limits: FolderLimits
    ) {
      const auditContext = yield* AuditWriter.auditContext
      const { folder, tenant } = yield* found(caller, id)
      const changed: StoredFolder = {
        ...folder,
        name: name ?? folder.name,
        parentId: parentId === undefined ? folder.parentId : parentId
      }
      yield* Effect.fromResult(FolderTree.allows([...tenant.folders.values()], changed, limits))
      tenant.folders.set(id, changed)
      if (changed.parentId !== folder.parentId) tenant.liveFormsRevision += 1
      for (const [action, detail] of FolderTree.changes(folder, changed))
        AuditWriter.record(tenant, auditContext, caller, action, id, detail)
      return counted(tenant, changed)
    })

    const remove = Effect.fnUntraced(function* (caller: Caller, id: FolderId) {
      const auditContext = yield* AuditWriter.auditContext
      const { folder, tenant } = yield* found(caller, id)
      const { folderCount, formCount } = counted(tenant, folder)
      if (folderCount > 0 || formCount > 0) return yield* new FolderNotEmpty({ folders: folderCount, forms: formCount })
      tenant.folders.delete(id)
      AuditWriter.record(tenant, auditContext, caller, "folder.removed", id, folder.name)
    })

    return FolderStore.of({
      list,
      get: (caller, id) => Effect.map(found(caller, id), ({ folder, tenant }) => counted(tenant, folder)),
      create,
      change,
      remove
    })
  })
)
