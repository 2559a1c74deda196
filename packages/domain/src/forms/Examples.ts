/** Examples of forms: kept by their authors, and run before publishing. */
import { Context, Effect, Layer } from "effect"
import type { Json } from "@formwork/rules/Json"
import * as Caller from "../callers/Caller.ts"
import type { ExamplesStale, FormNotFound, PrivilegeMissing, RequestInvalid } from "../callers/Refusal.ts"
import { decode, decodeFor } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { Analyses } from "./Analyses.ts"
import type { Example, ExampleCoverage, ExampleReport, KeptExamples } from "./Example.ts"
import type { FormId } from "./Form.ts"
import { FormStore } from "./FormStore.ts"
import { concealedCoverage, concealedFailures } from "./concealing.ts"
import { coverExamples, runExamples } from "./runExamples.ts"

export class Examples extends Context.Service<
  Examples,
  {
    /** Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormNotFound`. */
    readonly get: (caller: Caller.Caller, id: FormId) => Effect.Effect<KeptExamples, PrivilegeMissing | FormNotFound>
    /**
     * Replaces all examples of a form. They may fail, and may name fields that the draft lacks.
     * @param examples an `ExampleList`.
     * @param revision the revision that the change is based on.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`), `FormNotFound`, `RequestInvalid`, `ExamplesStale`.
     */
    readonly save: (
      caller: Caller.Caller,
      id: FormId,
      examples: Decoded<ReadonlyArray<Example>>,
      revision: Decoded<number>
    ) => Effect.Effect<KeptExamples, PrivilegeMissing | FormNotFound | RequestInvalid | ExamplesStale>
    /**
     * Runs the examples of a form by its draft, or by `definition`, off the thread of requests. Stores nothing.
     * @returns those that fail, and which rules none of them reaches; without `form:read` how many alone. Undefined where the definition has faults,
     * so that nothing can be run.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`), `FormNotFound`, `RequestInvalid`.
     */
    readonly run: (
      caller: Caller.Caller,
      id: FormId,
      definition: Decoded<Json | undefined>
    ) => Effect.Effect<
      (ExampleReport & { readonly coverage: ExampleCoverage }) | undefined,
      PrivilegeMissing | FormNotFound | RequestInvalid
    >
  }
>()("@formwork/domain/forms/Examples") {
  static readonly layer = Layer.effect(
    Examples,
    Effect.gen(function* () {
      const store = yield* FormStore
      const analyses = yield* Analyses
      const run = runExamples(store, analyses)
      const cover = coverExamples(store, analyses)
      return Examples.of({
        get: Effect.fn("Examples.get")(function* (caller, id) {
          yield* Caller.require(caller, "form:read")
          return yield* store.examples(caller, id)
        }),
        save: Effect.fn("Examples.save")(function* (caller, id, given, basis) {
          yield* Caller.require(caller, "form:write")
          const find = store.examples(caller, id)
          const revision = yield* decodeFor(basis, find)
          return yield* store.saveExamples(caller, id, revision, yield* decodeFor(given, find))
        }),
        run: Effect.fn("Examples.run")(function* (caller, id, given) {
          yield* Caller.require(caller, "form:write")
          const { draft } = yield* store.get(caller, id)
          const definition = (yield* decode(given)) ?? draft
          const report = yield* run(caller, id, definition)
          const coverage = report && (yield* cover(caller, id, definition))
          return (
            report &&
            coverage && {
              count: report.count,
              failed: concealedFailures(caller, report.failed),
              coverage: concealedCoverage(caller, coverage)
            }
          )
        })
      })
    })
  ).pipe(Layer.provide(Analyses.layer))
}
