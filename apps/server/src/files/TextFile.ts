/** Reading a text from a file that a person named. */
import { Effect, FileSystem } from "effect"
import { StartupFailure } from "../StartupFailure.ts"

const fact = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  if (code === "EISDIR") return "it is a folder"
  return cause instanceof Error ? cause.message : String(cause)
}

/** The text in `path`. Fails with a sentence where the file is missing or cannot be read. */
export const readText = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  return yield* files.readFileString(path).pipe(
    Effect.mapError(
      ({ reason }) =>
        new StartupFailure({
          message:
            reason._tag === "NotFound"
              ? `There is no file ${path}.`
              : `${path} cannot be read: ${fact(reason.cause ?? reason.message)}.`
        })
    )
  )
})
