/** Reading JSON from a file that a person named. */
import { Effect, FileSystem } from "effect"
import type { Json } from "@formwork/rules/Json"
import { StartupFailure } from "./StartupFailure.ts"

/** The JSON in `path`. Fails with a sentence where the file is missing or is not JSON. */
export const readJson = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* files.readFileString(path).pipe(
    Effect.mapError(
      ({ reason }) =>
        new StartupFailure({
          message:
            reason._tag === "NotFound" ? `There is no file ${path}.` : `${path} cannot be read: ${reason.message}`
        })
    )
  )
  return yield* Effect.try({
    try: (): Json => JSON.parse(text),
    catch: (cause) =>
      new StartupFailure({ message: `${path} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}.` })
  })
})
