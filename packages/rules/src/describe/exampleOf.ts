/** A payload that a form accepts, found by `searchExample` with the back end that the runtime allows. */
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { compileInSlices } from "../compile.ts"
import type { JsonObject } from "../Json.ts"
import { finish, type Slices } from "../values/Slices.ts"
import { searchInSlices } from "./searchExample.ts"

/**
 * An example of what a caller sends as `data`: the form finds it valid on `today`. The same form and `today` give the same one.
 * @param today `YYYY-MM-DD`, in the form's time zone.
 * @returns undefined if none was found: the rules may allow none, or only examples that a limited search does not find.
 */
export const exampleOf = (form: CheckedForm, today: string): JsonObject | undefined =>
  finish(exampleInSlices(form, today))

/** The same search in slices. */
export function* exampleInSlices(form: CheckedForm, today: string): Slices<JsonObject | undefined> {
  const { evaluate } = yield* compileInSlices(form)
  return yield* searchInSlices(form, today, evaluate)
}
