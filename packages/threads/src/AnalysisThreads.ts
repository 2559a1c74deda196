/** Adapter: definitions are analysed on threads of their own. A job that takes too long ends with its thread, and another thread is started. */
import { Context, Effect, Layer } from "effect"
import { availableParallelism } from "node:os"
import { extname } from "node:path"
import { Piscina } from "piscina"
import type { Answer, Job, Kind } from "@formwork/domain/forms/Analysis"
import { AnalysisThread } from "@formwork/domain/forms/AnalysisThread"
import { inSlices } from "@formwork/domain/limits/inSlices"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { writeInSlices } from "./Message.ts"
import { nextTurn } from "@formwork/domain/limits/nextTurn"

/** How many threads, and how long one may work on a job; configurable. */
export const Threads = Context.Reference("@formwork/threads/Threads", {
  defaultValue: () => ({
    // One core is left to the requests.
    atMost: Math.max(1, Math.min(4, availableParallelism() - 1)),
    timeoutMillis: 10_000,
    megabytes: 256
  })
})

/** The file of a thread, as it runs: the TypeScript sources, or what was built from them. */
const threadFile = new URL(`./analysisThread${extname(import.meta.filename)}`, import.meta.url).href

/** @param filename of another thread, in tests. */
export const layer = (filename: string = threadFile): Layer.Layer<never> =>
  Layer.effect(
    AnalysisThread,
    Effect.gen(function* () {
      const { atMost, megabytes, timeoutMillis } = yield* Threads
      const pool = yield* Effect.acquireRelease(
        Effect.sync(
          () =>
            new Piscina({
              filename,
              minThreads: 1,
              maxThreads: atMost,
              idleTimeout: 60_000,
              resourceLimits: { maxOldGenerationSizeMb: megabytes }
            })
        ),
        (pool) => Effect.promise(() => pool.destroy())
      )
      // A caller that goes away does not end the thread: starting another costs more than finishing.
      const run = <K extends Kind>(job: Job<K>): Effect.Effect<Answer<K>> =>
        Effect.flatMap(inSlices(writeInSlices(job)), (message) =>
          Effect.tryPromise({
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the thread answers what `analyse` returns for the job's kind
            try: () => pool.run(message, { signal: AbortSignal.timeout(timeoutMillis) }) as Promise<Answer<K>>,
            catch: (cause) => new Unavailable({ reason: `the analysis of a definition (${job.kind}) was ended`, cause })
          })
        ).pipe(
          Effect.orDie,
          Effect.uninterruptible,
          // Reading the answer off the thread may take milliseconds; what is done with it begins in a turn of its own.
          Effect.tap(() => nextTurn)
        )
      return { atOnce: atMost, run }
    })
  )
