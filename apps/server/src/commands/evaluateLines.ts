/** `formwork evaluate form.json data.ndjson`: a form's rules on many payloads, without a server: a line for each, as a batch answers it. */
import { Effect, FileSystem, Result, Stdio, Stream } from "effect"
import type { PlatformError } from "effect"
import * as BatchLine from "@formwork/http/batch/batchLine"
import * as ProblemDetails from "@formwork/http/problem/ProblemDetails"
import { BodyLimits } from "@formwork/http/request/StrictBody"
import * as Lines from "@formwork/http/request/Lines"
import type { CompiledForm, EvaluateOptions } from "@formwork/rules/CompiledForm"
import { unread } from "../files/TextFile.ts"
import { Faulty } from "../StartupFailure.ts"

/** Whether a file holds lines of JSON, by its name; `-` is standard input, which holds lines. */
export const isOfLines = (path: string): boolean => path === "-" || /\.(?:ndjson|jsonl)$/iu.test(path)

interface Count {
  lines: number
  /** Lines that could not be evaluated. */
  refused: number
  /** Evaluated lines that have problems. */
  invalid: number
}

const bytesOf = (
  path: string
): Stream.Stream<Uint8Array, PlatformError.PlatformError, FileSystem.FileSystem | Stdio.Stdio> =>
  path === "-"
    ? Stream.unwrap(Effect.map(Stdio.Stdio, ({ stdin }) => stdin))
    : Stream.unwrap(Effect.map(FileSystem.FileSystem, (files) => files.stream(path)))

/** The answers to the lines in `path`, as bytes. `count` is kept while they are read. */
const answers = Effect.fnUntraced(function* (path: string, form: CompiledForm, options: EvaluateOptions, count: Count) {
  const limits = yield* BodyLimits
  const lines = Lines.make(limits.bytes)

  const answer = ({ bytes, number }: Lines.Line): string => {
    const { id, result } = BatchLine.read(bytes, limits)
    count.lines += 1
    if (Result.isFailure(result)) {
      count.refused += 1
      return BatchLine.refusal(id, number, ProblemDetails.body(result.failure))
    }
    const evaluation = form.evaluate(result.success, options)
    if (!evaluation.valid) count.invalid += 1
    return BatchLine.answer(id, number, evaluation)
  }
  const here = (): string => {
    let text = ""
    for (let line = lines.next(); line !== undefined; line = lines.next()) text += answer(line)
    return text
  }
  return bytesOf(path).pipe(
    Stream.mapError((error) => unread(path, error)),
    Stream.map((bytes) => {
      lines.push(Buffer.from(bytes))
      return here()
    }),
    Stream.concat(
      Stream.suspend(() => {
        lines.end()
        return Stream.succeed(here())
      })
    ),
    Stream.filter((text) => text !== ""),
    Stream.encodeText
  )
})

/** Writes over one line of stderr, at most ten times a second, where it is a terminal. */
const progress = (count: Count) => {
  const { isTTY } = process.stderr
  let shownAt = 0
  return {
    show: (): void => {
      if (!isTTY || performance.now() - shownAt < 100) return
      shownAt = performance.now()
      process.stderr.write(`\r\u001b[K${count.lines.toLocaleString("en")} lines`)
    },
    clear: (): void => void (isTTY && process.stderr.write("\r\u001b[K"))
  }
}

const summary = ({ invalid, lines, refused }: Count): string =>
  `${lines} ${lines === 1 ? "line" : "lines"}: ${invalid} with problems, ${refused} that could not be evaluated.\n`

/** A program such as `head` may stop reading. */
const isClosedPipe = ({ message, reason }: PlatformError.PlatformError): boolean =>
  `${message} ${String(reason.cause)}`.includes("EPIPE")

/** Prints an answer for each line in `path`, and then on stderr how many there were. Fails with `Faulty` where a line could not be evaluated. */
export const evaluateLines = Effect.fnUntraced(function* (path: string, form: CompiledForm, options: EvaluateOptions) {
  const stdio = yield* Stdio.Stdio
  const count: Count = { lines: 0, refused: 0, invalid: 0 }
  const bar = progress(count)
  yield* (yield* answers(path, form, options, count)).pipe(
    Stream.tap(() => Effect.sync(bar.show)),
    Stream.run(stdio.stdout({ endOnDone: false })),
    Effect.ensuring(Effect.sync(bar.clear)),
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        process.stderr.write(`Interrupted. ${summary(count)}`)
        process.exitCode = 130
      })
    ),
    // Of the program's output, which says itself what else was wrong with it.
    Effect.catchTag("PlatformError", (error) => (isClosedPipe(error) ? Effect.interrupt : Effect.fail(new Faulty())))
  )
  process.stderr.write(summary(count))
  if (count.refused > 0) return yield* new Faulty()
})
