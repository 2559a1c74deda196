/** The refusal of values with problems, for the reader who sent them. */
import { Effect } from "effect"
import { resultWithout } from "@formwork/rules/Internal"
import type { Caller } from "../callers/Caller.ts"
import { SubmissionInvalid } from "../callers/Refusal.ts"
import { concealedOf } from "../forms/concealing.ts"
import type { LiveForms } from "../forms/LiveForms.ts"
import { type Accepts, saidBy } from "../forms/Reader.ts"
import type * as Evaluated from "./Evaluated.ts"
import { type NamedUploads, problemsOf } from "./namedUploads.ts"

/**
 * Nothing of it is stored, so its sentences may be in the reader's language: the values are evaluated again in that one. What is stored is in the
 * form's own language, also where the caller reads another one.
 */
export const refused = Effect.fnUntraced(function* (
  forms: LiveForms["Service"],
  caller: Caller,
  { draft, evaluation, form, today }: Evaluated.Evaluated,
  { accepts = [], data }: Pick<Evaluated.Values, "data"> & { readonly accepts?: Accepts },
  faults: NamedUploads["faults"]
): Effect.fn.Return<never, SubmissionInvalid> {
  const { compiled } = yield* forms.inLanguage(caller, form, accepts)
  const found = compiled === form.compiled ? evaluation : compiled.evaluate(data, { today, draft })
  const problems = [...found.problems, ...problemsOf(compiled, found.data, faults)]
  const said = { ...found, valid: false, problems }
  return yield* new SubmissionInvalid(saidBy(compiled, resultWithout(said, concealedOf(caller, compiled))))
})
