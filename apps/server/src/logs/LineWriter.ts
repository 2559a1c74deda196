/**
 * Writes log lines to a file descriptor, in batches and off the event loop's own turn (docs/decisions/0168). What cannot be written
 * waits in a bounded queue; lines beyond it are dropped and counted, and a line says how many once writing works again. It never
 * fails, and never waits, so a full disk or a reader that has gone cannot stop a server.
 */
import { Effect } from "effect"
import { constants, fstatSync, openSync } from "node:fs"
import sonicBoom from "sonic-boom"

export interface Options {
  readonly fd: number
  /** Bytes of a batch. A pipe takes 4,096 whole or not at all, so that lines of several processes on one pipe do not mix. */
  readonly batchBytes?: number
  /** A line waits no longer than this for others. */
  readonly waitMillis?: number
  /** Bytes that wait; a line beyond that is dropped. */
  readonly queueBytes?: number
  /** How long the end waits for what is still to be written. */
  readonly endMillis?: number
  /** The line that says that lines were dropped. */
  readonly sayDropped: (lines: number) => string
}

export interface LineWriter {
  /** @param line without its line break. */
  readonly write: (line: string) => void
  /** Resolves when everything is written, or cannot be. A line after that is dropped. */
  readonly end: Effect.Effect<void>
}

/**
 * The same pipe under a description of its own that never blocks: a reader that stands still would otherwise hold one of the few threads
 * that also hash passwords. Changing the flag of the inherited description would change it for the parent too.
 */
const withoutBlocking = (fd: number): number => {
  try {
    if (process.platform !== "linux" || !fstatSync(fd).isFIFO()) return fd
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return fd
  }
}

const linesIn = (text: string): number => text.split("\n").length - 1

export const make = (options: Options): LineWriter => {
  const { batchBytes = 4_096, endMillis = 2_000, queueBytes = 4 * 1024 * 1024, sayDropped, waitMillis = 200 } = options
  let isEnding = false
  let isEnded = false
  let dropped = 0
  /** As many as the line that is being written now says. */
  let saying = 0
  let batch = ""
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  const out = new sonicBoom.SonicBoom({
    fd: withoutBlocking(options.fd),
    sync: false,
    maxWrite: batchBytes,
    maxLength: queueBytes,
    // At the very end one attempt is enough: the process does not stay for a reader that stands still.
    retryEAGAIN: () => !isEnding
  })

  const hand = (): void => {
    clearTimeout(timer)
    timer = undefined
    const lines = batch
    batch = ""
    bytes = 0
    if (lines !== "") out.write(lines)
  }
  const write = (line: string): void => {
    if (isEnded) return
    const lineBytes = Buffer.byteLength(line) + 1
    if (bytes + lineBytes > batchBytes) hand()
    batch += `${line}\n`
    bytes += lineBytes
    timer ??= setTimeout(hand, waitMillis)
  }
  /** At once, and not in a batch: where there is no place for it either, what it says is still to be said. */
  const sayWhatWasDropped = (): void => {
    if (dropped === 0) return
    saying = dropped
    dropped = 0
    out.write(`${sayDropped(saying)}\n`)
    saying = 0
  }
  // Whatever it is, there is no other place to say it. The batch stays first in the queue and is tried again with the next.
  out.on("error", () => undefined)
  out.on("drop", (lines: string) => (dropped += saying > 0 ? saying : linesIn(lines)))
  out.on("write", sayWhatWasDropped)

  /** For a process that ends in no order: an exception that was not caught. */
  const atExit = (): void => {
    isEnding = true
    hand()
    try {
      out.flushSync()
    } catch {
      // The lines cannot be written.
    }
  }
  process.once("exit", atExit)

  const flush = Effect.callback<void>((resume) => {
    hand()
    out.flush(() => resume(Effect.void))
  })
  /** The queue, and then how many lines had no place in it. */
  const flushed = flush.pipe(Effect.andThen(Effect.sync(sayWhatWasDropped)), Effect.andThen(flush))
  const end = flushed.pipe(
    Effect.timeoutOption(endMillis),
    Effect.andThen(
      Effect.sync(() => {
        isEnded = true
        process.off("exit", atExit)
        out.destroy()
      })
    )
  )
  return { write, end }
}
