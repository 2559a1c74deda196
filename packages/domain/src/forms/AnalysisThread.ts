/** Port: where definitions are analysed. By default on this thread, in slices; apps/server provides other threads. */
import { Clock, Context, Effect } from "effect"
import { analyse } from "./Analysis.ts"
import type { Answer, Job, Kind } from "./Analysis.ts"
import { inSlices } from "../limits/inSlices.ts"

export interface AnalysisThreads {
  /** How many jobs can be done at once. */
  readonly atOnce: number
  /** Does a job. Dies of `Unavailable` where the thread that did it has ended, or was ended because the job took too long. */
  readonly run: <K extends Kind>(job: Job<K>) => Effect.Effect<Answer<K>>
}

export const AnalysisThread = Context.Reference<AnalysisThreads>("@formwork/domain/forms/AnalysisThread", {
  defaultValue: () => ({
    atOnce: 1,
    run: (job) =>
      Effect.flatMap(Clock.Clock, (clock) =>
        inSlices(analyse(job, () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)))
      )
  })
})
