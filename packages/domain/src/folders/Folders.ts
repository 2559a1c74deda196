/** The tree of folders that an organisation keeps its forms in. */
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Caller from "../callers/Caller.ts"
import type {
  FolderCycle,
  FolderLimitReached,
  FolderNameTaken,
  FolderNotEmpty,
  FolderNotFound,
  FolderTooDeep,
  FolderUnknown,
  PrivilegeMissing,
  RequestInvalid
} from "../callers/Refusal.ts"
import { decodeFor } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { FolderId } from "./Folder.ts"
import type { Folder } from "./Folder.ts"
import { FolderLimits } from "./FolderTree.ts"
import { FolderStore } from "./FolderStore.ts"
import type { FolderChange } from "./FolderStore.ts"

export class Folders extends Context.Service<
  Folders,
  {
    /** Every folder, oldest first. Refuses: `PrivilegeMissing` (`folder:read`). */
    readonly list: (caller: Caller.Caller) => Effect.Effect<ReadonlyArray<Folder>, PrivilegeMissing>
    /** Refuses, in this order: `PrivilegeMissing` (`folder:read`), `FolderNotFound`. */
    readonly get: (caller: Caller.Caller, id: FolderId) => Effect.Effect<Folder, PrivilegeMissing | FolderNotFound>
    /**
     * @param parentId the folder to make it in; null for the top.
     * Refuses, in this order: `PrivilegeMissing` (`folder:write`), `FolderUnknown` (the parent), `FolderTooDeep`,
     * `FolderLimitReached`, `FolderNameTaken` (by a folder with the same parent; case is ignored).
     */
    readonly create: (
      caller: Caller.Caller,
      folder: { readonly name: string; readonly parentId: FolderId | null }
    ) => Effect.Effect<Folder, PrivilegeMissing | FolderUnknown | FolderTooDeep | FolderLimitReached | FolderNameTaken>
    /**
     * Renames a folder, moves it with its contents, or both.
     * Refuses, in this order: `PrivilegeMissing` (`folder:write`), `FolderNotFound`, `RequestInvalid`, `FolderUnknown` (the parent),
     * `FolderCycle` (the parent is the folder itself or within it), `FolderTooDeep`, `FolderNameTaken`.
     */
    readonly change: (
      caller: Caller.Caller,
      id: FolderId,
      change: Decoded<FolderChange>
    ) => Effect.Effect<
      Folder,
      PrivilegeMissing | FolderNotFound | RequestInvalid | FolderUnknown | FolderCycle | FolderTooDeep | FolderNameTaken
    >
    /** Refuses, in this order: `PrivilegeMissing` (`folder:write`), `FolderNotFound`, `FolderNotEmpty`. */
    readonly remove: (
      caller: Caller.Caller,
      id: FolderId
    ) => Effect.Effect<void, PrivilegeMissing | FolderNotFound | FolderNotEmpty>
  }
>()("@formwork/domain/folders/Folders") {
  static readonly layer = Layer.effect(
    Folders,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const store = yield* FolderStore
      const limits = yield* FolderLimits
      return Folders.of({
        list: Effect.fn("Folders.list")(function* (caller) {
          yield* Caller.require(caller, "folder:read")
          return yield* store.list(caller)
        }),
        get: Effect.fn("Folders.get")(function* (caller, id) {
          yield* Caller.require(caller, "folder:read")
          return yield* store.get(caller, id)
        }),
        create: Effect.fn("Folders.create")(function* (caller, { name, parentId }) {
          yield* Caller.require(caller, "folder:write")
          const id = FolderId.make(yield* random.uuidV7())
          return yield* store.create(caller, { id, name, parentId }, limits)
        }),
        change: Effect.fn("Folders.change")(function* (caller, id, change) {
          yield* Caller.require(caller, "folder:write")
          return yield* store.change(caller, id, yield* decodeFor(change, store.get(caller, id)), limits)
        }),
        remove: Effect.fn("Folders.remove")(function* (caller, id) {
          yield* Caller.require(caller, "folder:write")
          yield* store.remove(caller, id)
        })
      })
    })
  )
}
