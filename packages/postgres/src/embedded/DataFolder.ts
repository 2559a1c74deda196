/**
 * Holds the data folder of the embedded database: one process at a time, and only as long as the folder stays what it was. The
 * database itself would notice neither a second process nor that its files are gone.
 */
import { Deferred, Effect } from "effect"
import type { Scope } from "effect"
import { statSync } from "node:fs"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { StartRefused } from "../database/StartRefused.ts"
import { FolderLost } from "./FolderLost.ts"
import * as LockFile from "./LockFile.ts"
import * as Privacy from "./privacy.ts"

const heartbeat = "2 seconds"
/** How long a look at the folder is good for, in milliseconds: a statement must not wait for three files. */
const freshMillis = 200

export interface DataFolder {
  /** Where the database's files are. */
  readonly data: string
  /** Takes the second lock, beside the database's files: it keeps off a process that found the first lock deleted. */
  readonly holdData: Effect.Effect<void, StartRefused, Scope.Scope>
  /** Makes what the database has written its owner's alone: after it was opened, and after it was closed. */
  readonly mend: Effect.Effect<void>
  /** Whether the folder is still the one that was held. Once it is not, it is never again. */
  readonly isHeld: () => boolean
  /** Fails with a sentence once the folder is not the one that was held. */
  readonly lost: Effect.Effect<never, FolderLost>
}

/**
 * Holds `folder`, which is made if it is not there, until the scope closes. Everything in it becomes its owner's alone.
 * Refuses with `unwritable`, and with `in_use` while another living process holds it.
 */
export const hold = Effect.fn("DataFolder.hold")(function* (
  folder: string
): Effect.fn.Return<DataFolder, StartRefused, Scope.Scope> {
  const data = join(folder, "postgres")
  const lost = yield* Deferred.make<never, FolderLost>()
  const watched: Array<() => boolean> = []
  const touches: Array<() => void> = []
  let held = true
  let lookedAt = 0

  const look = () => {
    lookedAt = performance.now()
    held = held && watched.every((isThere) => isThere())
    if (!held) Deferred.doneUnsafe(lost, Effect.fail(new FolderLost({ folder })))
    return held
  }
  const lock = Effect.fnUntraced(function* (path: string) {
    const taken = yield* Effect.acquireRelease(
      Effect.flatMap(
        Effect.try({ try: () => LockFile.take(path), catch: (cause) => unwritable(folder, cause) }),
        (found) => ("holder" in found ? Effect.fail(inUse(folder, path, found.holder)) : Effect.succeed(found))
      ),
      ({ release }) => Effect.sync(release)
    )
    watched.push(taken.isHeld)
    touches.push(taken.touch)
  })

  const owned = yield* Effect.try({
    try: () => Privacy.makePrivate(folder),
    catch: (cause) => unwritable(folder, cause)
  })
  if (!owned)
    yield* Effect.logWarning(
      `The data folder ${folder} belongs to another user, who can replace what is in it: give it to the user of this process.`
    )
  yield* lock(join(folder, "lock"))
  const mend = Effect.try({ try: () => Privacy.mend(folder), catch: (cause) => unwritable(folder, cause) })
  yield* mend
  watched.push(unchanged(folder))
  yield* Effect.sync(() => {
    if (look()) for (const touch of touches) touch()
  }).pipe(Effect.delay(heartbeat), Effect.forever, Effect.forkScoped)

  const holdData = Effect.andThen(
    lock(join(data, "formwork.lock")),
    Effect.sync(() => watched.push(unchanged(data), unchanged(join(data, "PG_VERSION"))))
  )
  return {
    data,
    holdData: Effect.asVoid(holdData),
    // A folder that is gone has nothing to mend.
    mend: Effect.ignore(mend),
    isHeld: () => (performance.now() - lookedAt < freshMillis ? held : look()),
    lost: Deferred.await(lost)
  }
})

/** Whether a path leads to the file or folder that it leads to now. */
const unchanged = (path: string): (() => boolean) => {
  const before = identityOf(path)
  return () => before !== undefined && identityOf(path) === before
}

const identityOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.dev} ${found.ino}`
}

const unwritable = (folder: string, cause: unknown) =>
  new StartRefused({
    reason: "unwritable",
    message: `The data folder ${folder} cannot be written to: ${cause instanceof Error ? cause.message : String(cause)}.`,
    cause
  })

const inUse = (folder: string, lock: string, holder: LockFile.Holder | "unreadable") =>
  new StartRefused({
    reason: "in_use",
    message:
      holder === "unreadable"
        ? `Another process is just opening the data folder ${folder}; if none is, delete ${lock}.`
        : `The data folder ${folder} is in use by process ${holder.pid} on ${holder.host}; stop it, or choose another folder.`
  })
