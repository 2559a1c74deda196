/** Making PDFs one after another, on a separate thread. */
import { Context, Effect, Layer, Semaphore } from "effect"
import * as OptionalPackage from "@formwork/domain/OptionalPackage"
import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import type { DocumentContent } from "@formwork/domain/filing/Content"
import type { FiringId } from "@formwork/domain/filing/Firing"
import { SendFailed } from "@formwork/domain/sending/Sender"
import type { Order, Outcome } from "./pdfThread.ts"

/** Laying out so much takes two seconds of CPU at most, whatever its shape (measured: tables of short cells take longest). */
const mostCharacters = 200_000
/** What a line break counts as: laying out lines takes time that grows with the square of their number. */
const breakCharacters = 20
/** Of a PDF; a page of text has some 5,000. An e-mail attaches three documents at most, so that it has 9 MB at most. */
const mostBytes = 3_000_000
/** For a machine that has other work. */
const timeoutMillis = 25_000

const maker = { needs: "PDF documents need", name: "pdfmake", range: "~0.3.11" }

/** Asked here: the thread that imports it would end with an error of Node's. */
const isInstalled = (): boolean => {
  try {
    return import.meta.resolve(maker.name) !== ""
  } catch {
    return false
  }
}

export class Printer extends Context.Service<
  Printer,
  {
    /**
     * The PDF of a document: the same bytes for the same id and content.
     * Refuses, `dead`: more than 200,000 characters, where a line break counts as 20; 25 seconds' work; a PDF of more than 3 MB; a
     * document that cannot be laid out. `retry`: the package pdfmake is not installed.
     */
    readonly print: (id: FiringId, document: DocumentContent) => Effect.Effect<Uint8Array, SendFailed>
  }
>()("@formwork/outbound/document/Printer") {
  static readonly layer = Layer.effect(
    Printer,
    Effect.gen(function* () {
      const turn = yield* Semaphore.make(1)
      let thread: Worker | undefined
      const dismiss = Effect.promise(async () => {
        const dismissed = thread
        thread = undefined
        await dismissed?.terminate()
      })
      yield* Effect.addFinalizer(() => dismiss)
      const order = (what: Order) =>
        Effect.callback<Uint8Array, SendFailed>((resume) => {
          const worker = (thread ??= hire())
          const release = () => {
            worker.off("message", finish).off("error", crashed).off("exit", ended)
            worker.unref()
          }
          const finish = (outcome: Outcome) => {
            release()
            resume("bytes" in outcome ? Effect.succeed(outcome.bytes) : Effect.fail(failed(outcome.trouble)))
          }
          const crashed = (error: unknown) => {
            thread = undefined
            finish({ trouble: String(error) })
          }
          const ended = () => crashed("its thread ended")
          worker.ref()
          worker.on("message", finish).on("error", crashed).on("exit", ended)
          // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
          worker.postMessage(what)
          return Effect.suspend(() => {
            release()
            return dismiss
          })
        })
      const print = Effect.fn("Printer.print")(function* (id: FiringId, document: DocumentContent) {
        if (sizeOf(document) > mostCharacters) {
          return yield* failed(`it is longer than 200,000 characters, where a line break counts as ${breakCharacters}`)
        }
        if (!isInstalled())
          return yield* new SendFailed({ reason: `${OptionalPackage.sentence(maker)}.`, verdict: "retry" })
        const bytes = yield* order({ id, document }).pipe(
          Effect.timeoutOrElse({
            duration: timeoutMillis,
            orElse: () => failed(`it takes more than ${timeoutMillis / 1_000} seconds`)
          }),
          turn.withPermits(1)
        )
        return yield* withinSize(bytes)
      })
      return Printer.of({ print })
    })
  )
}

const sizeOf = (document: DocumentContent): number => {
  const written = JSON.stringify(document)
  return written.length + breakCharacters * (written.match(/\\[nr]|[\u2028\u2029]/gu)?.length ?? 0)
}

/** A PDF that an e-mail can carry beside two others. */
export const withinSize = (bytes: Uint8Array): Effect.Effect<Uint8Array, SendFailed> =>
  bytes.length > mostBytes ? Effect.fail(failed("its PDF is larger than 3 MB")) : Effect.succeed(bytes)

const failed = (trouble: string) =>
  new SendFailed({ reason: `The document cannot be laid out: ${trouble}.`, verdict: "dead" })

/** The process may end while the thread waits for work. */
const hire = (): Worker => {
  const file = new URL(`./pdfThread${extname(import.meta.filename)}`, import.meta.url)
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 512 } })
  worker.unref()
  return worker
}
