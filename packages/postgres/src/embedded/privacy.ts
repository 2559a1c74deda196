/** Keeps what the embedded database stores from everybody but its owner: password hashes and submissions are in its files. */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { codeOf } from "../database/codeOf.ts"

/** What Formwork keeps in a data folder. Other entries are the operator's. */
const kept = ["lock", "lock.takeover", "pepper", "pepper.new", "postgres", "postgres.new", "documents", "env"]

/**
 * Makes `folder` if it is not there, and takes every right of group and others from it.
 * @returns false where the folder belongs to another user, so that its mode stays.
 */
export const makePrivate = (folder: string): boolean => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    tighten(folder)
    return true
  } catch (cause) {
    if (codeOf(cause) === "EPERM") return false
    throw cause
  }
}

/**
 * Takes every right of group and others from what Formwork keeps in `folder`: an earlier program left it open, and the embedded
 * database gives its first files, its caches and its statistics mode 0666, whatever the umask is.
 */
export const mend = (folder: string): void => {
  for (const name of readdirSync(folder)) if (kept.includes(name)) mendTree(join(folder, name))
}

const mendTree = (path: string): void => {
  if (!tighten(path)) return
  for (const name of readdirSync(path)) mendTree(join(path, name))
}

/** Says whether `path` is a folder. A symbolic link has no mode of its own, and leads elsewhere. */
const tighten = (path: string): boolean => {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return false
  if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700)
  return found.isDirectory()
}
