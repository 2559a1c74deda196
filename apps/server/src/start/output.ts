/**
 * Whether what a command prints is written: a full disk is a failure of the command, and a reader that has gone is none. A server goes on
 * either way. Imported before anything is printed.
 */
import { Effect } from "effect"
import { fstatSync, writeSync } from "node:fs"
import { getSystemErrorMessage } from "node:util"
import { StartupFailure } from "../StartupFailure.ts"

/** The first failure of standard output. */
let failure: NodeJS.ErrnoException | undefined

process.stdout.on("error", (cause: NodeJS.ErrnoException) => (failure ??= cause))
// There is no other place to say it.
process.stderr.on("error", () => undefined)

/** Node writes to a file once, and forgets what did not fit on the disk. */
const toItsEnd = (chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void => {
  try {
    for (let at = 0; at < chunk.length;) at += writeSync(process.stdout.fd, chunk, at)
    done()
  } catch (cause) {
    done(cause instanceof Error ? cause : new Error(String(cause)))
  }
}

const isFile = (): boolean => {
  try {
    return fstatSync(process.stdout.fd).isFile()
  } catch {
    return false
  }
}

if (isFile()) process.stdout._write = toItsEnd

const sentence = ({ errno, message }: NodeJS.ErrnoException): string =>
  `The output could not be written: ${errno === undefined ? message : getSystemErrorMessage(errno)}.`

/** A program such as `head` may stop reading. */
const isClosedPipe = ({ code }: NodeJS.ErrnoException): boolean => code === "EPIPE"

/** Waits for what has been printed. Fails with a sentence where it could not be written. */
export const written: Effect.Effect<void, StartupFailure> = Effect.callback((resume) => {
  process.stdout.write("", (error?: NodeJS.ErrnoException | null) => {
    const cause = failure ?? error
    resume(cause == null || isClosedPipe(cause) ? Effect.void : new StartupFailure({ message: sentence(cause) }))
  })
})
