/** Runs a form's examples by a definition that is not published yet. */
import { Clock, Effect } from "effect"
import type { Json } from "@formwork/rules/Json"
import type { Caller } from "../callers/Caller.ts"
import { type ExampleFailure, ExamplesFailed, type FormNotFound } from "../callers/Refusal.ts"
import type { PublishedDefinitions } from "../tables/NamedTables.ts"
import type { Analyses } from "./Analyses.ts"
import { concealedFailures } from "./concealing.ts"
import { type ExampleCoverage, type ExampleReport, mostDifferenceCharacters } from "./Example.ts"
import type { FormId } from "./Form.ts"
import { liveDefinition } from "./liveDefinition.ts"
import type { FormStore } from "./FormStore.ts"

type Store = FormStore["Service"]

/**
 * Refuses: `FormNotFound`. Undefined: the definition has faults, so that nothing can be run. `published` is what the form has published
 * (`NamedTables`): by default what is live.
 */
export const runExamples =
  (store: Store, analyses: Analyses["Service"]) =>
  (
    caller: Caller,
    id: FormId,
    definition: Json,
    published = liveDefinition(store, caller, id)
  ): Effect.Effect<ExampleReport | undefined, FormNotFound> =>
    Effect.gen(function* () {
      const { examples } = yield* store.examples(caller, id)
      const now = yield* Clock.currentTimeMillis
      const failed: Array<ExampleFailure> = []
      let room = mostDifferenceCharacters
      for (let ran = 0; ran < examples.length;) {
        const answer = yield* analyses.run(
          caller,
          "examples",
          { definition, examples: examples.slice(ran), now, room },
          published
        )
        if ("faults" in answer) return undefined
        failed.push(...answer.failed)
        room = answer.room
        ran += answer.ran
      }
      return { count: examples.length, failed }
    })

/** What the examples of a form reach of a definition's rules. Refuses and is undefined as `runExamples`. */
export const coverExamples =
  (store: Store, analyses: Analyses["Service"]) =>
  (caller: Caller, id: FormId, definition: Json): Effect.Effect<ExampleCoverage | undefined, FormNotFound> =>
    Effect.gen(function* () {
      const { examples } = yield* store.examples(caller, id)
      const now = yield* Clock.currentTimeMillis
      const answer = yield* analyses.run(
        caller,
        "coverage",
        { definition, examples, now },
        liveDefinition(store, caller, id)
      )
      return "faults" in answer ? undefined : answer.coverage
    })

/**
 * Refuses: `ExamplesFailed` where an example of the form fails by a definition without faults, unless there is a reason to publish it nevertheless.
 * @returns what the audit log says of that: how many failed, and the reason. Undefined where none failed.
 */
export const requireExamples = (store: Store, analyses: Analyses["Service"]) => {
  const run = runExamples(store, analyses)
  return Effect.fnUntraced(function* (
    caller: Caller,
    id: FormId,
    definition: Json,
    reason: string | undefined,
    published?: PublishedDefinitions
  ) {
    const { count = 0, failed = [] } = (yield* run(caller, id, definition, published)) ?? {}
    if (failed.length === 0) return undefined
    if (reason === undefined) return yield* new ExamplesFailed({ count, failed: concealedFailures(caller, failed) })
    return `${failed.length} of ${count}: ${reason}`
  })
}
