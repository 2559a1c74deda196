/** The folder tree of an organisation's forms. */
import { Effect, Schema } from "effect"
import { FolderNotFound } from "@formwork/domain/callers/Refusal"
import { Folder, FolderId, FolderName } from "@formwork/domain/folders/Folder"
import { Folders } from "@formwork/domain/folders/Folders"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { created, json, noContent } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { items, list } from "../wire/Wire.ts"

const folder = { params: { folderId: FolderId }, notFound: new FolderNotFound() }

const FolderRecord = Schema.Struct({
  ...Folder.fields,
  parentId: Folder.fields.parentId.annotate({ description: "The folder that it is in; null at the top." }),
  createdAt: Timestamp,
  folderCount: Folder.fields.folderCount.annotate({ description: "The number of folders directly in it." }),
  formCount: Folder.fields.formCount.annotate({
    description: "The number of forms directly in it, including archived forms."
  })
}).annotate({ identifier: "Folder", description: "A place for forms and for other folders." })

const name = FolderName.annotate({
  description: "Unique among the folders of the same parent, without regard to case."
})
const parentId = Schema.NullOr(FolderId).annotate({
  description: "The parent folder; null for the top."
})

const FolderRequest = Schema.Struct({ name, parentId: Schema.optionalKey(parentId) }).annotate({
  identifier: "FolderRequest"
})

const FolderChange = Schema.Struct({
  name: Schema.optionalKey(name),
  parentId: Schema.optionalKey(parentId)
}).annotate({ identifier: "FolderChange", description: "Omitted members stay unchanged." })

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/folders",
  summary: "Every folder of the tree, oldest first",
  needs: "folder:read",
  success: json(list(FolderRecord)),
  handle: ({ caller }) => Folders.use((folders) => items(folders.list(caller)))
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/folders/:folderId",
  summary: "One folder",
  needs: "folder:read",
  of: folder,
  success: json(FolderRecord),
  handle: ({ caller, params }) => Folders.use((folders) => folders.get(caller, params.folderId))
})

const create = endpoint({
  name: "create",
  method: "POST",
  path: "/api/platform/folders",
  summary: "Make a folder",
  needs: "folder:write",
  body: FolderRequest,
  success: created(FolderRecord),
  refuses: ["FolderUnknown", "FolderTooDeep", "FolderLimitReached", "FolderNameTaken"],
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const folders = yield* Folders
    const { name, parentId = null } = yield* body
    const folder = yield* folders.create(caller, { name, parentId })
    return { body: folder, headers: { location: `/api/platform/folders/${folder.id}` } }
  })
})

const update = endpoint({
  name: "update",
  method: "PATCH",
  path: "/api/platform/folders/:folderId",
  summary: "Rename a folder, or move it with its content",
  needs: "folder:write",
  of: folder,
  body: FolderChange,
  success: json(FolderRecord),
  refuses: ["FolderUnknown", "FolderCycle", "FolderTooDeep", "FolderNameTaken"],
  handle: ({ body, caller, params }) => Folders.use((folders) => folders.change(caller, params.folderId, body))
})

const remove = endpoint({
  name: "delete",
  method: "DELETE",
  path: "/api/platform/folders/:folderId",
  summary: "Remove an empty folder",
  needs: "folder:write",
  of: folder,
  success: noContent,
  refuses: ["FolderNotEmpty"],
  handle: ({ caller, params }) => Folders.use((folders) => folders.remove(caller, params.folderId))
})

export const folders = resource("folders", "The tree of folders that forms are in.", all, get, create, update, remove)
