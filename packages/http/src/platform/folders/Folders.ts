/** The tree of folders that forms are kept in. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Folder, FolderId, FolderName } from "@formwork/domain/folders/Folder"
import { FolderStore } from "@formwork/domain/folders/FolderStore"
import { Folders } from "@formwork/domain/folders/Folders"
import { FolderNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import { bodyRefusals, needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import { created, list } from "../wire/Wire.ts"

const params = { folderId: canonicalId(FolderId) }

const FolderRecord = Schema.Struct({
  ...Folder.fields,
  parentId: Folder.fields.parentId.annotate({ description: "The folder that it is in; null at the top." }),
  createdAt: Timestamp,
  folderCount: Folder.fields.folderCount.annotate({ description: "Folders directly in it." }),
  formCount: Folder.fields.formCount.annotate({ description: "Forms directly in it, archived ones too." })
}).annotate({ identifier: "Folder", description: "A place for forms and for other folders." })

const name = FolderName.annotate({
  description: "Another than those of the folders beside it, however they are capitalised."
})
const parentId = Schema.NullOr(canonicalId(FolderId)).annotate({
  description: "The folder that it is to be in; null for the top."
})

const FolderRequest = Schema.Struct({ name, parentId: Schema.optionalKey(parentId) }).annotate({
  identifier: "FolderRequest"
})

const FolderChange = Schema.Struct({
  name: Schema.optionalKey(name),
  parentId: Schema.optionalKey(parentId)
}).annotate({ identifier: "FolderChange", description: "What is left out stays as it is." })

const all = HttpApiEndpoint.get("list", "/api/platform/folders", {
  success: list(FolderRecord),
  error: refusals("folder:read")
})
  .annotateMerge(needs("folder:read"))
  .annotateMerge(OpenApi.annotations({ summary: "Every folder of the tree, oldest first" }))

const get = HttpApiEndpoint.get("get", "/api/platform/folders/:folderId", {
  params,
  success: FolderRecord,
  error: refusals("folder:read", "FolderNotFound")
})
  .annotateMerge(needs("folder:read"))
  .annotateMerge(OpenApi.annotations({ summary: "One folder" }))

const create = HttpApiEndpoint.post("create", "/api/platform/folders", {
  payload: FolderRequest,
  success: created(FolderRecord),
  error: refusals(
    "folder:write",
    ...bodyRefusals,
    "FolderUnknown",
    "FolderTooDeep",
    "FolderLimitReached",
    "FolderNameTaken"
  )
})
  .annotateMerge(needs("folder:write"))
  .annotateMerge(OpenApi.annotations({ summary: "Make a folder" }))

const change = HttpApiEndpoint.patch("change", "/api/platform/folders/:folderId", {
  params,
  payload: FolderChange,
  success: FolderRecord,
  error: refusals(
    "folder:write",
    ...bodyRefusals,
    "FolderNotFound",
    "FolderUnknown",
    "FolderCycle",
    "FolderTooDeep",
    "FolderNameTaken"
  )
})
  .annotateMerge(needs("folder:write"))
  .annotateMerge(OpenApi.annotations({ summary: "Rename a folder, or move it with all that is in it" }))

const remove = HttpApiEndpoint.delete("remove", "/api/platform/folders/:folderId", {
  params,
  success: HttpApiSchema.NoContent,
  error: refusals("folder:write", "FolderNotFound", "FolderNotEmpty")
})
  .annotateMerge(needs("folder:write"))
  .annotateMerge(OpenApi.annotations({ summary: "Remove an empty folder" }))

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("folders")
    .annotateMerge(OpenApi.annotations({ description: "The tree of folders that forms are kept in." }))
    .add(all, get, create, change, remove)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new FolderNotFound())
)

const folderRequest = Payload.decoder(FolderRequest)
const folderChange = Payload.decoder(FolderChange)

export const layer = HttpApiBuilder.group(
  api,
  "folders",
  Effect.fnUntraced(function* (endpoints) {
    const folders = yield* Folders
    const store = yield* FolderStore

    const every = Effect.flatMap(CurrentCaller, folders.list).pipe(Effect.map((items) => ({ items })))
    const make = Effect.fnUntraced(function* () {
      const { name, parentId = null } = yield* Payload.read(folderRequest)
      const folder = yield* folders.create(yield* CurrentCaller, { name, parentId })
      return HttpApiSchema.withHeaders({ body: folder, headers: { location: `/api/platform/folders/${folder.id}` } })
    })
    const edit = Effect.fnUntraced(function* (id: FolderId) {
      const caller = yield* CurrentCaller
      const request = yield* Payload.read(folderChange).pipe(Payload.of((who) => store.get(who, id)))
      return yield* folders.change(caller, id, request)
    })
    const on = <A, E extends Parameters<typeof ProblemDetails.answer>[0]>(
      act: (caller: CurrentCaller["Service"], id: FolderId) => Effect.Effect<A, E>,
      id: FolderId
    ) => ProblemDetails.answering(Effect.flatMap(CurrentCaller, (caller) => act(caller, id)))

    return endpoints
      .handle("list", () => ProblemDetails.answering(every))
      .handle("get", ({ params }) => on(folders.get, params.folderId))
      .handleRaw("create", () => ProblemDetails.answering(make()))
      .handleRaw("change", ({ params }) => ProblemDetails.answering(edit(params.folderId)))
      .handle("remove", ({ params }) => on(folders.remove, params.folderId))
  })
)
