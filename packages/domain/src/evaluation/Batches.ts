/** Evaluating many payloads in one request: all by one version of a form, on one day. Stores nothing. */
import { Context, Effect, Layer } from "effect"
import type { Evaluation } from "@formwork/rules/Evaluation"
import { resultWithout } from "@formwork/rules/Internal"
import type { JsonObject } from "@formwork/rules/Json"
import * as Caller from "../callers/Caller.ts"
import type { FormNotFound, PrivilegeMissing } from "../callers/Refusal.ts"
import { concealedOf } from "../forms/concealing.ts"
import type { FormId, FormVersionId } from "../forms/Form.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import { today } from "../forms/Today.ts"
import { CallCounter } from "../usage/CallCounter.ts"

export interface Batch {
  /** The version that was live when the batch began. It stays, whatever is published meanwhile. */
  readonly versionId: FormVersionId
  /**
   * What `Evaluations.evaluate` gives for `data` and this version, on the day on which the batch began.
   * @param data values keyed by field slug, as `Payload.decode` or a strict reader of JSON gives them; untrusted otherwise.
   */
  readonly evaluate: (data: JsonObject) => Evaluation
  /** Counts evaluations that were made. */
  readonly count: (evaluations: number) => Effect.Effect<void>
}

export class Batches extends Context.Service<
  Batches,
  {
    /**
     * Begins a batch over the live version of `formId`. To ask whether a batch may go on, begin another with its caller as admitted
     * anew: what it refuses holds from then on for the one that runs (docs/decisions/0160).
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `FormNotFound` as `Evaluations.evaluate` does.
     */
    readonly begin: (caller: Caller.Caller, formId: FormId) => Effect.Effect<Batch, PrivilegeMissing | FormNotFound>
  }
>()("@formwork/domain/evaluation/Batches") {
  static readonly layer = Layer.effect(
    Batches,
    Effect.gen(function* () {
      const forms = yield* LiveForms
      const calls = yield* CallCounter
      const begin = Effect.fn("Batches.begin")(function* (caller: Caller.Caller, formId: FormId) {
        yield* Caller.require(caller, "submission:write")
        const { compiled, versionId } = yield* forms.get(caller, formId)
        const options = { today: yield* today(compiled.definition.timeZone), draft: false }
        const internal = concealedOf(caller, compiled)
        return {
          versionId,
          evaluate: (data: JsonObject) => resultWithout(compiled.evaluate(data, options), internal),
          count: (evaluations: number) => calls.count(caller, "evaluate", formId, evaluations)
        }
      })
      return Batches.of({ begin })
    })
  )
}
