/** Port: where the tree of folders is kept. Whatever changes it is alone with it, so that what is true of one change is true of two at once. */
import { Context } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type {
  FolderCycle,
  FolderLimitReached,
  FolderNameTaken,
  FolderNotEmpty,
  FolderNotFound,
  FolderTooDeep,
  FolderUnknown
} from "../callers/Refusal.ts"
import type { Folder, FolderId, Placed } from "./Folder.ts"
import type { FolderLimits } from "./FolderTree.ts"

/** Undefined leaves it as it is. */
export interface FolderChange {
  readonly name?: string | undefined
  /** Null: to the top. */
  readonly parentId?: FolderId | null | undefined
}

export class FolderStore extends Context.Service<
  FolderStore,
  {
    /** Every folder of the caller's organisation, oldest first. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<Folder>>
    /** Refuses: `FolderNotFound`, also for one of another organisation. */
    readonly get: (caller: Caller, id: FolderId) => Effect.Effect<Folder, FolderNotFound>
    /** Stores a folder, where `FolderTree.admits` it; refuses as that does. Leaves an audit row. */
    readonly create: (
      caller: Caller,
      folder: Placed,
      limits: FolderLimits
    ) => Effect.Effect<Folder, FolderUnknown | FolderTooDeep | FolderLimitReached | FolderNameTaken>
    /**
     * Renames or moves a folder, with all that is in it, or both. An audit row for each; none where it stays as it is.
     * Refuses: `FolderNotFound`, then as `FolderTree.allows`.
     */
    readonly change: (
      caller: Caller,
      id: FolderId,
      change: FolderChange,
      limits: FolderLimits
    ) => Effect.Effect<Folder, FolderNotFound | FolderUnknown | FolderCycle | FolderTooDeep | FolderNameTaken>
    /** Removes a folder with nothing in it. Leaves an audit row. Refuses, in this order: `FolderNotFound`, `FolderNotEmpty`. */
    readonly remove: (caller: Caller, id: FolderId) => Effect.Effect<void, FolderNotFound | FolderNotEmpty>
  }
>()("@formwork/domain/folders/FolderStore") {}
