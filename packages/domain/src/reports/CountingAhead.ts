/** Counts submissions for reports while they are filed, so that a report of a form with very many has little left to count. */
import { Context, Effect, Layer, Queue } from "effect"
import type { Caller } from "../callers/Caller.ts"
import { findPublished } from "../forms/findPublished.ts"
import type { FormId } from "../forms/Form.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { FormStore } from "../forms/FormStore.ts"
import { ReportStore } from "./ReportStore.ts"
import { talliedFields } from "./SubmissionReport.ts"

/** How many submissions of a form this process stores before it counts them. */
export const CountedAt = Context.Reference("@formwork/domain/reports/CountedAt", { defaultValue: () => 2_000 })

/** Forms that wait to be counted. One that finds no room waits for its next submissions. */
const mostWaiting = 100
/** Forms whose submissions are remembered. Beyond that all begin anew. */
const mostForms = 10_000

export class CountingAhead extends Context.Service<
  CountingAhead,
  {
    /** A caller has stored a submission of a form. The count follows some time later, one form at a time. */
    readonly filed: (caller: Caller, formId: FormId) => Effect.Effect<void>
  }
>()("@formwork/domain/reports/CountingAhead") {
  static readonly layer = Layer.effect(
    CountingAhead,
    Effect.gen(function* () {
      const forms = yield* FormStore
      const compiler = yield* FormCompiler
      const store = yield* ReportStore
      const countedAt = yield* CountedAt
      const stored = new Map<FormId, number>()
      const due = yield* Queue.dropping<{ readonly caller: Caller; readonly formId: FormId }>(mostWaiting)

      const count = Effect.fnUntraced(function* (caller: Caller, formId: FormId) {
        const { definition } = yield* findPublished(forms, compiler, caller, formId)
        const { fields, timeZone } = definition
        yield* store.countAhead(caller, { formId, timeZone, fields: talliedFields(fields) })
      })
      yield* Queue.take(due).pipe(
        Effect.flatMap(({ caller, formId }) => count(caller, formId)),
        // A report counts what is missing.
        Effect.catchCause((cause) => Effect.logDebug("submissions could not be counted ahead", cause)),
        Effect.forever,
        Effect.forkScoped
      )

      const filed = (caller: Caller, formId: FormId): Effect.Effect<void> =>
        Effect.suspend(() => {
          const now = (stored.get(formId) ?? 0) + 1
          if (now < countedAt) {
            if (stored.size >= mostForms && !stored.has(formId)) stored.clear()
            stored.set(formId, now)
            return Effect.void
          }
          stored.delete(formId)
          return Effect.asVoid(Queue.offer(due, { caller, formId }))
        })
      return CountingAhead.of({ filed })
    })
  ).pipe(Layer.provide(FormCompiler.layer))
}
