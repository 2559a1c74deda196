/** Why the system refuses a file. */
import { dirname } from "node:path"
import { getSystemErrorMessage } from "node:util"

const isSystemError = (cause: unknown): cause is NodeJS.ErrnoException => cause instanceof Error && "errno" in cause

/**
 * The end of a sentence, without its full stop.
 * @param cause what Node threw.
 * @param path what was to be read, written or made.
 */
export const systemFact = (cause: unknown, path: string): string => {
  if (!isSystemError(cause)) return cause instanceof Error ? cause.message : String(cause)
  const { code, errno, message } = cause
  if (code === "EISDIR") return "it is a folder"
  if (code === "ENOENT") return `there is no folder ${dirname(path)}`
  if (code === "ENOTDIR") return `${dirname(path)} is no folder`
  return errno === undefined ? message : getSystemErrorMessage(errno)
}
