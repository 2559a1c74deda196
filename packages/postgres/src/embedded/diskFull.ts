/** A full disk at the start, told from a folder that is damaged: who put an old copy of a sound folder back would lose what was stored since. */
import { statfsSync } from "node:fs"
import { codeOf } from "../database/codeOf.ts"
import { MigrationRefused } from "../database/MigrationRefused.ts"
import { StartRefused } from "../database/StartRefused.ts"

type Refusal = StartRefused | MigrationRefused

/** What the system, Postgres, and the file system within PGlite say where there is no room. */
const isOfNoRoom = (cause: unknown): boolean =>
  ["ENOSPC", "53100"].includes(codeOf(cause) ?? "") ||
  (typeof cause === "object" && cause !== null && "errno" in cause && cause.errno === 51 && !("code" in cause))

/** A start writes a segment of the log, of 16 MiB. Where it does not fit, PGlite takes back what it wrote, and says no more than that it failed. */
const leastBytes = 32 * 1024 * 1024

/** The room that the disk of a folder has; undefined where it cannot be read. */
const bytesFree = (folder: string): number | undefined => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** A failure and what caused it, down to the first. */
const causesOf = (failure: unknown): ReadonlyArray<unknown> => {
  const found: Array<unknown> = []
  for (let one: unknown = failure; typeof one === "object" && one !== null && !found.includes(one);) {
    found.push(one)
    one = "cause" in one ? one.cause : undefined
  }
  return found
}

const isOurs = (cause: unknown): boolean => cause instanceof StartRefused || cause instanceof MigrationRefused

/**
 * The refusal itself, or one that says that the disk is full. A refusal without a cause was decided by this program, so that it has
 * nothing to do with room.
 * @param free the room that the folder's disk has, for tests.
 */
export const orFull =
  (folder: string, free: (folder: string) => number | undefined = bytesFree) =>
  (refusal: Refusal): Refusal => {
    const causes = causesOf(refusal).filter((cause) => !isOurs(cause))
    const room = free(folder)
    const isFull = causes.some(isOfNoRoom) || (causes.length > 0 && room !== undefined && room < leastBytes)
    if (!isFull) return refusal
    const left = room === undefined ? "" : ` (${Math.floor(room / 1024 / 1024)} MiB are free)`
    return new StartRefused({
      reason: "full",
      message: `The disk of ${folder} is full${left}: make room and start again; the folder is as it was.`,
      cause: refusal
    })
  }
