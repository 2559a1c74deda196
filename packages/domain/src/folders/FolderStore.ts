/** Port: the tree of folders. Changes to one tree run one after another, so that two at once cannot break its rules. */
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

/** Undefined leaves a member unchanged. */
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
    /** Refuses: `FolderNotFound`, also for a folder of another organisation. */
    readonly get: (caller: Caller, id: FolderId) => Effect.Effect<Folder, FolderNotFound>
    /** Stores a folder that `FolderTree.admits`; refuses as that does. Leaves an audit row. */
    readonly create: (
      caller: Caller,
      folder: Placed,
      limits: FolderLimits
    ) => Effect.Effect<Folder, FolderUnknown | FolderTooDeep | FolderLimitReached | FolderNameTaken>
    /**
     * Renames a folder, moves it with its contents, or both. Leaves an audit row for each actual change.
     * Refuses: `FolderNotFound`, then as `FolderTree.allows`.
     */
    readonly change: (
      caller: Caller,
      id: FolderId,
      change: FolderChange,
      limits: FolderLimits
    ) => Effect.Effect<Folder, FolderNotFound | FolderUnknown | FolderCycle | FolderTooDeep | FolderNameTaken>
    /** Removes an empty folder. Leaves an audit row. Refuses, in this order: `FolderNotFound`, `FolderNotEmpty`. */
    readonly remove: (caller: Caller, id: FolderId) => Effect.Effect<void, FolderNotFound | FolderNotEmpty>
  }
>()("@formwork/domain/folders/FolderStore") {}
