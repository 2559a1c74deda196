/** Evaluating a payload against a form's live version. Stores nothing. */
import { Clock, Context, Effect, Layer } from "effect"
import type { Evaluation, ExplainedEvaluation } from "@formwork/rules/Evaluation"
import { resultWithout } from "@formwork/rules/Internal"
import type { JsonObject } from "@formwork/rules/Json"
import type { FormId } from "../forms/Form.ts"
import { concealedOf } from "../forms/concealing.ts"
import { inSlices } from "../limits/inSlices.ts"
import { type Accepts, type Said, saidBy } from "../forms/Reader.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import * as Caller from "../callers/Caller.ts"
import type { FormNotFound, PrivilegeMissing, RequestInvalid } from "../callers/Refusal.ts"
import { isEffect } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import * as Payload from "../request/Payload.ts"
import { CallCounter } from "../usage/CallCounter.ts"
import { dateAt } from "../forms/Today.ts"

export class Evaluations extends Context.Service<
  Evaluations,
  {
    /**
     * Runs `data` through the live version of `formId`, as a complete submission: a missing required value makes it invalid.
     * A caller without `form:read` gets nothing of internal fields.
     * @param data values keyed by field slug; untrusted. A plain value is read by `Payload.decode`; an Effect has decoded it already.
     * @param accepts the languages that the reader wants; a form that names no languages has one.
     * @returns every problem found, never an error for invalid data (spec/service.md §7.4).
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `FormNotFound`, also for another organisation's form
     * and one never published, `RequestInvalid` where `data` is not a JSON object, or is a request that cannot be decoded.
     */
    readonly evaluate: (
      caller: Caller.Caller,
      formId: FormId,
      data: Decoded<JsonObject>,
      accepts?: Accepts
    ) => Effect.Effect<Evaluation & Said, PrivilegeMissing | FormNotFound | RequestInvalid>
    /**
     * Evaluates and explains the result: each rule, what it read and its value (spec/http.md §5.7).
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `FormNotFound`, `PrivilegeMissing` (`form:read`: how a form is
     * written is for callers who may read forms), `RequestInvalid`.
     */
    readonly explain: (
      caller: Caller.Caller,
      formId: FormId,
      data: Decoded<JsonObject>,
      accepts?: Accepts
    ) => Effect.Effect<ExplainedEvaluation & Said, PrivilegeMissing | FormNotFound | RequestInvalid>
  }
>()("@formwork/domain/evaluation/Evaluations") {
  static readonly layer = Layer.effect(
    Evaluations,
    Effect.gen(function* () {
      const forms = yield* LiveForms
      const calls = yield* CallCounter
      // Eager: where the form is cached and the request decoded, it waits for nothing.
      const prepare = Effect.fnUntracedEager(function* (
        clock: Clock.Clock,
        caller: Caller.Caller,
        formId: FormId,
        request: Decoded<JsonObject>,
        accepts: Accepts
      ) {
        yield* Caller.require(caller, "submission:write")
        const form = yield* forms.get(caller, formId)
        // A form in one language is the same for every reader.
        const { compiled } =
          accepts === undefined || form.compiled.definition.languages === undefined
            ? form
            : yield* forms.inLanguage(caller, form, accepts)
        const data = yield* isEffect(request) ? request : Payload.decode(request)
        const now = clock.currentTimeMillisUnsafe()
        calls.countUnsafe(now, caller, "evaluate", formId)
        return { compiled, data, options: { today: dateAt(now, compiled.definition.timeZone), draft: false } }
      })
      // Untraced: a span with its stack takes as long as the evaluation of a small form.
      const evaluate = (caller: Caller.Caller, formId: FormId, request: Decoded<JsonObject>, accepts?: Accepts) =>
        Clock.clockWith((clock) =>
          Effect.mapEager(prepare(clock, caller, formId, request, accepts), ({ compiled, data, options }) =>
            saidBy(compiled, resultWithout(compiled.evaluate(data, options), concealedOf(caller, compiled)))
          )
        )
      const explain = Effect.fn("Evaluations.explain")(function* (
        caller: Caller.Caller,
        formId: FormId,
        request: Decoded<JsonObject>,
        accepts?: Accepts
      ) {
        yield* Caller.require(caller, "submission:write")
        yield* forms.get(caller, formId)
        yield* Caller.require(caller, "form:read")
        const { compiled, data, options } = yield* prepare(yield* Clock.Clock, caller, formId, request, accepts)
        return saidBy(compiled, yield* inSlices(compiled.explainInSlices(data, options)))
      })
      return Evaluations.of({ evaluate, explain })
    })
  )
}
