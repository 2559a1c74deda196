/**
 * A call that takes lines and answers each: it sends while it reads. Where the server ends a batch early, or the connection breaks,
 * the lines without an answer are sent again in another batch, so that the program sees one answer for each line, in their order.
 */
import { attempt, failureOf, pause, prepare, timeoutOf } from "./call.ts"
import type { Given, Prepared, Settings } from "./call.ts"
import { FormworkError, FormworkUnreachable } from "./FormworkError.ts"
import type { ProblemDetails } from "./generated/contract.ts"
import type { CallOptions, Lines, Operation } from "./Operation.ts"
import { waitMillis } from "./retrying.ts"

interface AnsweredLine {
  readonly line: number
  readonly problem?: ProblemDetails
  readonly resumeFrom?: number
  readonly retryAfter?: number
}

/** Lines of which the answer has not come, and those that are still to be read from the program. */
interface Outgoing {
  /** The bytes of a batch with all of them. */
  readonly body: () => ReadableStream<Uint8Array>
  readonly answered: () => void
  readonly isEmpty: () => boolean
  /** Why the program's lines ended; undefined where they did not fail. */
  readonly failure: () => { readonly error: unknown } | undefined
  readonly end: () => void
}

/** Lines that are sent before other work of the program has its turn. */
const linesInATurn = 200

const iteratorOf = (lines: Lines<unknown>): Iterator<unknown> | AsyncIterator<unknown> =>
  Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()

const outgoing = (lines: Lines<unknown>): Outgoing => {
  const source = iteratorOf(lines)
  const unanswered: Array<Uint8Array> = []
  const encoder = new TextEncoder()
  let isDone = false
  let failure: { readonly error: unknown } | undefined
  let reading: Promise<void> | undefined
  /** How many of `unanswered` the current batch has sent. */
  let current = { sent: 0 }
  let pulled = 0

  const read = async (): Promise<void> => {
    try {
      const next = await source.next()
      if (next.done === true) isDone = true
      else unanswered.push(encoder.encode(`${JSON.stringify(next.value)}\n`))
    } catch (error) {
      failure = { error }
      isDone = true
    }
    reading = undefined
  }

  const body = () => {
    // INVARIANT: of its own. The batch before may still wait for a line, which it then takes without an effect on this one.
    const own = { sent: 0 }
    current = own
    const isShort = () => own.sent >= unanswered.length && !isDone
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          // The batch before may have been cut off while it waited for a line: there is one reader at a time.
          while (isShort()) await (reading ??= read())
          const line = unanswered[own.sent]
          if (line === undefined) return controller.close()
          own.sent += 1
          pulled += 1
          // Lines that need no waiting would keep timers and sockets of the program from their turn.
          if (pulled % linesInATurn === 0) await new Promise((resolve) => setTimeout(resolve))
          controller.enqueue(line)
        }
      },
      { highWaterMark: 0 }
    )
  }
  return {
    body,
    answered: () => {
      unanswered.shift()
      current.sent -= 1
    },
    isEmpty: () => isDone && unanswered.length === 0,
    failure: () => failure,
    end: () => {
      isDone = true
      void Promise.resolve(source.return?.()).catch(() => undefined)
    }
  }
}

async function* linesOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<AnsweredLine, void, undefined> {
  const reader = bytes.getReader()
  const decoder = new TextDecoder()
  let text = ""
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const lines = text.split("\n")
      text = lines.pop() ?? ""
      for (const line of lines) {
        const answered: AnsweredLine = JSON.parse(line)
        yield answered
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

const isStream = (body: unknown): body is ReadableStream<Uint8Array> => body instanceof ReadableStream

/** One batch: gives its answers, and throws where it ends before its lines do. */
async function* batch(
  settings: Settings,
  prepared: Prepared,
  timeoutMillis: number,
  signal: AbortSignal,
  lines: Outgoing
): AsyncGenerator<AnsweredLine, void, undefined> {
  const init = { ...prepared.init, body: lines.body(), duplex: "half" as const }
  const { body } = await attempt(settings, { ...prepared, init }, timeoutMillis, signal)
  if (!isStream(body)) throw new FormworkUnreachable("something that is not Formwork answered a batch")
  try {
    for await (const answered of linesOf(body)) {
      if (answered.resumeFrom !== undefined && answered.problem !== undefined)
        throw new FormworkError(answered.problem, answered.retryAfter)
      lines.answered()
      yield answered
    }
  } catch (cause) {
    if (cause instanceof FormworkError || signal.aborted) throw cause
    throw new FormworkUnreachable("the answer to a batch broke off", { cause })
  }
  if (!lines.isEmpty()) throw new FormworkUnreachable("the answer to a batch ended before its lines did")
}

/** Throws, while it is iterated, a `FormworkError`, a `FormworkUnreachable`, what `lines` threw, or the reason of the caller's signal. */
export async function* callWithLines(
  settings: Settings,
  operation: Operation,
  request: Given,
  options: CallOptions
): AsyncGenerator<AnsweredLine, void, undefined> {
  const { lines: given, ...parameters } = request
  const prepared = prepare(settings, operation, parameters, options)
  prepared.init.headers.set("content-type", "application/x-ndjson")
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of the method says so
  const lines = outgoing(given as Lines<unknown>)
  const timeoutMillis = timeoutOf(settings, operation, options)
  const retries = { ...settings.retries, ...options.retries }
  const ending = new AbortController()
  const signal = options.signal === undefined ? ending.signal : AbortSignal.any([ending.signal, options.signal])
  let answered = 0
  try {
    for (let count = 1; ; count += 1) {
      const before = answered
      try {
        for await (const line of batch(settings, prepared, timeoutMillis, signal, lines)) {
          answered += 1
          yield { ...line, line: answered }
        }
        const failed = lines.failure()
        if (failed !== undefined) throw failed.error
        return
      } catch (error) {
        const failed = lines.failure()
        if (failed !== undefined) throw failed.error
        if (answered > before) count = 1
        const failure = signal.aborted ? undefined : failureOf(error)
        const millis = failure && waitMillis(failure, operation.isRepeatable, count, retries, Math.random())
        if (millis === undefined) throw error
        await pause(millis, signal)
      }
    }
  } finally {
    ending.abort()
    lines.end()
  }
}
