/** The rules of a tree of folders. A store checks them against all folders while no other change runs. */
import { Context, Result } from "effect"
import { foldCase } from "./foldCase.ts"
import { FolderCycle, FolderLimitReached, FolderNameTaken, FolderTooDeep, FolderUnknown } from "../callers/Refusal.ts"
import type { FolderId, Placed } from "./Folder.ts"

/** How large an organisation's tree of folders may grow; configurable (docs/decisions/0087). */
export const FolderLimits = Context.Reference<{
  /** Folders of an organisation. */
  readonly folders: number
  /** Levels of folders within one another. */
  readonly depth: number
}>("@formwork/domain/folders/FolderLimits", { defaultValue: () => ({ folders: 1_000, depth: 10 }) })

export type FolderLimits = typeof FolderLimits.Service

type Folders = ReadonlyArray<Placed>

/**
 * Whether `folder` may be put into the tree.
 * Refuses, in this order: `FolderUnknown` (its parent), `FolderTooDeep`, `FolderLimitReached`, `FolderNameTaken`.
 */
export const admits = (
  folders: Folders,
  folder: Placed,
  limits: FolderLimits
): Result.Result<void, FolderUnknown | FolderTooDeep | FolderLimitReached | FolderNameTaken> => {
  const above = ancestors(folders, folder.parentId)
  if (above === undefined) return Result.fail(FolderUnknown.at("parentId"))
  if (above.length + 1 > limits.depth) return Result.fail(new FolderTooDeep({ limit: limits.depth }))
  if (folders.length >= limits.folders) return Result.fail(new FolderLimitReached({ limit: limits.folders }))
  return isTaken(folders, folder) ? Result.fail(new FolderNameTaken({ name: folder.name })) : Result.void
}

/**
 * Whether the folder with the id of `moved` may become that one.
 * Refuses, in this order: `FolderUnknown` (its parent), `FolderCycle` (its parent is itself or within it), `FolderTooDeep`
 * (with its contents), `FolderNameTaken`.
 */
export const allows = (
  folders: Folders,
  moved: Placed,
  limits: FolderLimits
): Result.Result<void, FolderUnknown | FolderCycle | FolderTooDeep | FolderNameTaken> => {
  const above = ancestors(folders, moved.parentId)
  if (above === undefined) return Result.fail(FolderUnknown.at("parentId"))
  if (above.includes(moved.id)) return Result.fail(new FolderCycle())
  // Only a move can be too deep: a folder that was there before the limit was lowered can still be renamed.
  const stays = folders.some(({ id, parentId }) => id === moved.id && parentId === moved.parentId)
  if (!stays && above.length + height(folders, moved.id) > limits.depth)
    return Result.fail(new FolderTooDeep({ limit: limits.depth }))
  return isTaken(folders, moved) ? Result.fail(new FolderNameTaken({ name: moved.name })) : Result.void
}

/** `id` and every folder around it; undefined if `id` is not a folder. */
const ancestors = (folders: Folders, id: FolderId | null): ReadonlyArray<FolderId> | undefined => {
  const parents = new Map(folders.map((folder) => [folder.id, folder.parentId]))
  const found: Array<FolderId> = []
  for (let at = id; at !== null;) {
    const parent = parents.get(at)
    if (parent === undefined) return undefined
    found.push(at)
    at = parent
  }
  return found
}

/** The levels of folders from `id` down: 1 for a folder without folders in it. */
const height = (folders: Folders, id: FolderId): number => {
  let levels = 0
  for (let level = new Set([id]); level.size > 0; levels++)
    level = new Set(
      folders.flatMap((folder) => (folder.parentId !== null && level.has(folder.parentId) ? [folder.id] : []))
    )
  return levels
}

const isTaken = (folders: Folders, { id, name, parentId }: Placed): boolean => {
  const wanted = foldCase(name)
  return folders.some((other) => other.id !== id && other.parentId === parentId && foldCase(other.name) === wanted)
}

/** The lines of the audit log for a change: action and detail. */
export const changes = (
  before: Placed,
  after: Placed
): ReadonlyArray<readonly [action: "folder.renamed" | "folder.moved", detail: string | null]> => [
  ...(before.name === after.name ? [] : [["folder.renamed", after.name] as const]),
  ...(before.parentId === after.parentId ? [] : [["folder.moved", after.parentId] as const])
]
