/** A file in the data folder that keeps what is shown only once: its owner alone may read it. */
import { Effect, FileSystem, Path } from "effect"
import type { PlatformError, Scope } from "effect"

export interface KeptFile {
  /** Its path, as a person types it: the data folder as it was set. */
  readonly path: string
  /** Replaces the file. */
  readonly write: (text: string) => Effect.Effect<void, PlatformError.PlatformError>
}

/**
 * Tries whether the folder takes a file, before there is anything to keep. Makes the folder where it is missing.
 * @param name of the file within `dataDir`.
 */
export const make = Effect.fnUntraced(function* (
  dataDir: string,
  name: string
): Effect.fn.Return<KeptFile, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path | Scope.Scope> {
  const files = yield* FileSystem.FileSystem
  const path = (yield* Path.Path).join(dataDir, name)
  // Of processes that start at once, each has a file of its own until one of them has something to keep.
  const mine = `${path}.${process.pid}`
  yield* files.makeDirectory(dataDir, { recursive: true, mode: 0o700 })
  yield* files.remove(mine, { force: true })
  // A new file, so that it has this mode whatever was there before.
  yield* files.writeFileString(mine, "", { flag: "wx", mode: 0o600 })
  yield* Effect.addFinalizer(() => Effect.ignore(files.remove(mine, { force: true })))
  const write = (text: string) => Effect.andThen(files.writeFileString(mine, text), files.rename(mine, path))
  return { path, write }
})
