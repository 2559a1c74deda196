/** Makes a checked form ready to be filled, with the trace of its rules: for pages that have the definition, such as an author's preview. */
import type { FillableForm } from "../FillableForm.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import { finish } from "../values/Slices.ts"
import { closuresOf, fillingOf } from "./closures/closuresOf.ts"
import { explainer } from "./explain/explain.ts"

/** No code is generated, so that it works under a Content-Security-Policy without `unsafe-eval`. */
export const fillable = (checked: CheckedForm): FillableForm => {
  const closures = finish(closuresOf(checked))
  const { explain } = explainer(
    () => checked,
    () => closures.run
  )
  return {
    title: checked.definition.title,
    timeZone: checked.definition.timeZone,
    ...fillingOf(checked, closures),
    trace: (data, today) => explain(data, { today, draft: false }).trace
  }
}
