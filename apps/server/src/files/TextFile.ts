/** Reading a text from a file that a person named. */
import { Effect, FileSystem } from "effect"
import type { PlatformError } from "effect"
import { StartupFailure } from "../StartupFailure.ts"
import { systemFact } from "./systemFact.ts"

/** Why a file that a person named cannot be read, as a sentence. */
export const unread = (path: string, { reason }: PlatformError.PlatformError): StartupFailure =>
  new StartupFailure({
    message:
      reason._tag === "NotFound"
        ? `There is no file ${path}.`
        : `${path} cannot be read: ${systemFact(reason.cause ?? reason.message, path)}.`
  })

/** The text in `path`. Fails with a sentence where the file is missing or cannot be read. */
export const readText = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  return yield* Effect.mapError(files.readFileString(path), (error) => unread(path, error))
})
