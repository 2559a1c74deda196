import { Effect } from "effect"
import { Unavailable } from "../callers/Refusal.ts"
import type { LiveForm } from "../forms/LiveForms.ts"
import * as Evaluated from "./Evaluated.ts"

/**
 * Nothing was stored: another version went live since the evaluation, the reference number drawn is another submission's, or so is an
 * upload by now.
 */
type TryAgain =
  | { readonly _tag: "Superseded" }
  | { readonly _tag: "ReferenceTaken" }
  | { readonly _tag: "UploadsTaken" }

const again: ReadonlySet<string> = new Set<TryAgain["_tag"]>(["Superseded", "ReferenceTaken", "UploadsTaken"])

const attempts = 10

/**
 * Evaluates values against a form's live version and stores them; again with the newer version where one went live in between.
 * After ten attempts it gives up, as a defect (`Unavailable`).
 * @param live the version to begin with.
 * @param refresh asks for the version that is live now.
 */
export const evaluateAndStore = Effect.fnUntraced(function* <A extends { readonly _tag: string }, E, F>(
  live: LiveForm,
  refresh: Effect.Effect<LiveForm, E>,
  values: Evaluated.Values,
  store: (evaluated: Evaluated.Evaluated) => Effect.Effect<A | TryAgain, F>
): Effect.fn.Return<A, E | F> {
  let form = live
  for (let attempt = 0; attempt < attempts; attempt++) {
    const stored = yield* store(yield* Evaluated.evaluate(form, values))
    if (!isTryAgain(stored)) return stored
    if (stored._tag === "Superseded") form = yield* refresh
  }
  const reason = `form ${live.formId}: ten attempts met a newer version, or a reference number or a file that was taken`
  return yield* Effect.die(new Unavailable({ reason }))
})

const isTryAgain = (stored: { readonly _tag: string }): stored is TryAgain => again.has(stored._tag)
