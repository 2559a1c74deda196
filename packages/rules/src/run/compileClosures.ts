/** The closures back end: a checked form made ready to run, as plain functions. The readable reference, and what runs where code cannot be generated. */
import { bytesOfClosures } from "./lazy/memoryEstimate.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { closuresOf } from "./closures/closuresOf.ts"
import type { CompiledForm } from "../CompiledForm.ts"
import { explainer } from "./explain/explain.ts"
import { LazyForm } from "./lazy/LazyForm.ts"
import { renderer } from "./render/renderer.ts"
import { finish, type Slices } from "../values/Slices.ts"

/** Compiles a checked form to closures. Never fails: `check` has refused every definition that could. */
export const compileClosures = (checked: CheckedForm): CompiledForm => finish(closuresInSlices(checked))

/** The same in slices. */
export function* closuresInSlices(checked: CheckedForm): Slices<CompiledForm> {
  const { run } = yield* closuresOf(checked)
  const form = new LazyForm(checked)
  return {
    definition: form.head,
    internal: form.internal,
    files: form.files,
    bytes: bytesOfClosures(form.bytes, form.isText),
    evaluate: (data, options) => run(data, options).evaluation,
    ...explainer(form.checked, () => run),
    ...renderer(form.head, form.checked)
  }
}
