/** Impact runs for tests. */
import { Effect, Schedule } from "effect"
import type { FormId } from "@formwork/domain/forms/Form"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { ImpactRunId } from "@formwork/domain/impact/Impact"
import { Impacts } from "@formwork/domain/impact/Impacts"

const ended = (operator: Caller, formId: FormId, id: ImpactRunId) =>
  Impacts.use((impacts) => impacts.get(operator, formId, id, { limit: 1, after: 0 })).pipe(
    Effect.repeat({ until: ({ run }) => run.state !== "running", schedule: Schedule.spaced("1 millis") }),
    Effect.orDie
  )

/** A run that has ended, so that another can begin. */
export const toItsEnd = (operator: Caller, formId: FormId) =>
  Impacts.use((impacts) => impacts.start(operator, formId, { limit: 1 })).pipe(
    Effect.retry({ while: ({ _tag }) => _tag === "ImpactRunning", schedule: Schedule.spaced("1 millis") }),
    Effect.orDie,
    Effect.tap(({ id }) => ended(operator, formId, id))
  )
