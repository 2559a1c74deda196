/** Reading JSON from a file that a person named, as strictly as the API reads a body. */
import { Effect, Result } from "effect"
import * as Strict from "@formwork/rules/readJson"
import { StartupFailure } from "../StartupFailure.ts"
import { readText } from "./TextFile.ts"

/**
 * The JSON in `path`, with a `LongNumber` for each number that a double may not hold. Fails with a sentence where the file is
 * missing, is not JSON, or names a member of an object twice, and says where.
 */
export const readJson = Effect.fnUntraced(function* (path: string) {
  const read = Strict.readJson(yield* readText(path), { subject: path })
  return Result.isSuccess(read) ? read.success : yield* new StartupFailure({ message: read.failure })
})
