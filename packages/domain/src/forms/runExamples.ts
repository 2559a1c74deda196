/** Runs a form's examples by a definition that is not published yet. */
import { Clock, Effect } from "effect"
import type { Json } from "@formwork/rules/Json"
import type { Caller } from "../callers/Caller.ts"
import type { FormNotFound } from "../callers/Refusal.ts"
import type { Analyses } from "./Analyses.ts"
import type { ExampleReport } from "./Example.ts"
import type { FormId } from "./Form.ts"
import type { FormStore } from "./FormStore.ts"

/** Refuses: `FormNotFound`. Undefined: the definition has faults, so that nothing can be run. */
export const runExamples =
  (store: FormStore["Service"], analyses: Analyses["Service"]) =>
  (caller: Caller, id: FormId, definition: Json): Effect.Effect<ExampleReport | undefined, FormNotFound> =>
    Effect.gen(function* () {
      const { examples } = yield* store.examples(caller, id)
      if (examples.length === 0) return { count: 0, failed: [] }
      const now = yield* Clock.currentTimeMillis
      const answer = yield* analyses.run(caller, "examples", { definition, examples, now })
      return "faults" in answer ? undefined : { count: examples.length, failed: answer.failed }
    })
