/** Reading JSON from a file that a person named, as strictly as the API reads a body. */
import { Effect, Result } from "effect"
import * as Strict from "@formwork/rules/readJson"
import { StartupFailure } from "../StartupFailure.ts"
import { readText } from "./TextFile.ts"

/**
 * The JSON in `path`, with a `LongNumber` for each number that a double may not hold. Fails with a sentence where the file is
 * missing, is not JSON, or names a member of an object twice.
 */
export const readJson = Effect.fnUntraced(function* (path: string) {
  const text = yield* readText(path)
  const read = Strict.readJson(text, { subject: path })
  if (Result.isSuccess(read)) return read.success
  return yield* new StartupFailure({ message: notJson(path, text) ?? read.failure })
})

/** Where JSON.parse finds the fault, which people look for in a file. Undefined for what only a strict reader refuses. */
const notJson = (path: string, text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (cause) {
    const fact = cause instanceof Error ? cause.message : String(cause)
    return `${path} is not JSON: ${fact.replaceAll(/\s+/gu, " ")}.`
  }
}
