/** Folders as a tree, and their paths. */
import type { Folder } from "@formwork/client/contract"

type Folders = ReadonlyArray<Folder>

const byName = (a: Folder, b: Folder): number => a.name.localeCompare(b.name)

export const childrenOf = (folders: Folders, parentId: string | null): Folders =>
  folders.filter((folder) => folder.parentId === parentId).toSorted(byName)

/** From the top down to the folder itself. Empty if the folder is not in the list. */
export const pathTo = (folders: Folders, id: string | null | undefined): Folders => {
  const path: Array<Folder> = []
  let next = id
  while (next !== null && next !== undefined) {
    const folder = folders.find((one) => one.id === next)
    // A folder that is out of a reader's reach, or was moved while the list was read.
    if (folder === undefined || path.includes(folder)) break
    path.unshift(folder)
    next = folder.parentId
  }
  return path
}

const pathName = (folders: Folders, id: string | null | undefined): string =>
  pathTo(folders, id)
    .map(({ name }) => name)
    .join(" / ")

/** All folders by their paths. `without` is a folder that is being moved: it and everything below it are left out. */
export const foldersByPath = (
  folders: Folders,
  without?: string
): ReadonlyArray<{ readonly id: string; readonly path: string }> =>
  folders
    .filter(({ id }) => without === undefined || pathTo(folders, id).every((folder) => folder.id !== without))
    .map(({ id }) => ({ id, path: pathName(folders, id) }))
    .toSorted((a, b) => a.path.localeCompare(b.path))
