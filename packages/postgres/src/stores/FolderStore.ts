/** The tree of folders on Postgres. A change locks the organisation's row first: changes of a tree run one at a time. */
import { Effect, Layer, Schema } from "effect"
import { foldCase } from "@formwork/domain/folders/foldCase"
import { Folder, Placed } from "@formwork/domain/folders/Folder"
import type { FolderId } from "@formwork/domain/folders/Folder"
import { FolderStore } from "@formwork/domain/folders/FolderStore"
import * as FolderTree from "@formwork/domain/folders/FolderTree"
import { FolderNotEmpty, FolderNotFound } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"

type Store = FolderStore["Service"]

const folderRows = rows(Schema.Struct({ ...Folder.fields, createdAt: Schema.DateTimeUtcFromDate }))
const treeRows = rows(Placed)
const contentsRow = row(Schema.Struct({ folders: Schema.Int, forms: Schema.Int }))

/** All folders, or the one with the id. */
const select = (sql: Sql, organisation: string, id: FolderId | null) =>
  sql`
    select f.folder_id as "id", f.name, f.parent_id as "parentId", f.created_at as "createdAt",
           coalesce(c.n, 0)::integer as "folderCount", coalesce(m.n, 0)::integer as "formCount"
      from formwork.folders f
      left join (select parent_id, count(*) as n from formwork.folders
                  where organisation_id = ${organisation} and parent_id is not null
                  group by parent_id) c on c.parent_id = f.folder_id
      left join (select folder_id, count(*) as n from formwork.forms
                  where organisation_id = ${organisation} and folder_id is not null
                  group by folder_id) m on m.folder_id = f.folder_id
     where f.organisation_id = ${organisation} and (${id}::uuid is null or f.folder_id = ${id}::uuid)
     order by f.folder_id`.pipe(folderRows)

const one = Effect.fnUntraced(function* (sql: Sql, organisation: string, id: FolderId) {
  const [folder] = yield* select(sql, organisation, id)
  return folder ?? (yield* new FolderNotFound())
})

/** The whole tree. INVARIANT: every change reads the tree here first, and so waits for the change before it. */
const held = Effect.fnUntraced(function* (sql: Sql, organisation: string) {
  yield* sql`select from formwork.organisations where organisation_id = ${organisation} for no key update`
  return yield* sql`
    select folder_id as "id", name, parent_id as "parentId"
      from formwork.folders
     where organisation_id = ${organisation}`.pipe(treeRows)
})

const create =
  (database: Database): Store["create"] =>
  (caller, folder, limits) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const { id, name, parentId } = folder
          yield* Effect.fromResult(FolderTree.admits(yield* held(sql, organisation), folder, limits))
          yield* sql`
            insert into formwork.folders (organisation_id, folder_id, parent_id, name, name_key)
            values (${organisation}, ${id}, ${parentId}, ${name}, ${foldCase(name)})`
          yield* AuditWriter.record(sql, organisation, caller, "folder.created", id, name)
          return yield* Effect.catchTag(one(sql, organisation, id), "FolderNotFound", Effect.die)
        })
      )
      .pipe(noConflict)

const change =
  (database: Database): Store["change"] =>
  (caller, id, { name, parentId }, limits) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const folders = yield* held(sql, organisation)
          const before = folders.find((folder) => folder.id === id) ?? (yield* new FolderNotFound())
          const after = {
            id,
            name: name ?? before.name,
            parentId: parentId === undefined ? before.parentId : parentId
          }
          yield* Effect.fromResult(FolderTree.allows(folders, after, limits))
          yield* sql`
            update formwork.folders
               set parent_id = ${after.parentId}, name = ${after.name}, name_key = ${foldCase(after.name)}
             where organisation_id = ${organisation} and folder_id = ${id}`
          // A key may reach the forms of a folder: what nodes have cached of them is to be read again.
          if (after.parentId !== before.parentId)
            yield* sql`update formwork.organisations set revision = revision + 1 where organisation_id = ${organisation}`
          for (const [action, detail] of FolderTree.changes(before, after))
            yield* AuditWriter.record(sql, organisation, caller, action, id, detail)
          return yield* one(sql, organisation, id)
        })
      )
      .pipe(noConflict)

const remove =
  (database: Database): Store["remove"] =>
  (caller, id) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          const folders = yield* held(sql, organisation)
          const folder = folders.find((each) => each.id === id) ?? (yield* new FolderNotFound())
          // INVARIANT: putting a form into a folder locks the folder first. So from here on no form is added.
          yield* sql`select from formwork.folders where organisation_id = ${organisation} and folder_id = ${id} for update`
          const contents = yield* sql`
            select (select count(*) from formwork.folders where organisation_id = ${organisation} and parent_id = ${id})::integer as folders,
                   (select count(*) from formwork.forms where organisation_id = ${organisation} and folder_id = ${id})::integer as forms`.pipe(
            contentsRow
          )
          if (contents === undefined || contents.folders > 0 || contents.forms > 0)
            return yield* new FolderNotEmpty(contents ?? { folders: 0, forms: 0 })
          yield* sql`delete from formwork.folders where organisation_id = ${organisation} and folder_id = ${id}`
          yield* AuditWriter.record(sql, organisation, caller, "folder.removed", id, folder.name)
        })
      )
      .pipe(noConflict)

export const layer: Layer.Layer<FolderStore, never, TenantDatabase> = Layer.effect(
  FolderStore,
  Effect.map(TenantDatabase, (database) =>
    FolderStore.of({
      list: Effect.fn("FolderStore.list")((caller) =>
        database.transaction(caller, (sql, organisation) => select(sql, organisation, null)).pipe(Effect.orDie)
      ),
      get: Effect.fn("FolderStore.get")((caller, id) =>
        database.transaction(caller, (sql, organisation) => one(sql, organisation, id)).pipe(noConflict)
      ),
      create: Effect.fn("FolderStore.create")(create(database)),
      change: Effect.fn("FolderStore.change")(change(database)),
      remove: Effect.fn("FolderStore.remove")(remove(database))
    })
  )
)
