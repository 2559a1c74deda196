/** Submissions as a caller may see them: without `form:read`, nothing of the internal fields of their forms. */
import { Effect } from "effect"
import type { InternalFields } from "@formwork/rules/Internal"
import { shownWithout } from "@formwork/rules/Internal"
import type { Caller } from "../callers/Caller.ts"
import { concealing, seesForms } from "../forms/concealing.ts"
import type { Submission } from "./Submission.ts"

export const visible = Effect.map(concealing, ({ fieldsOf }) => {
  const all = Effect.fnUntraced(function* (caller: Caller, submissions: ReadonlyArray<Submission>) {
    if (seesForms(caller)) return submissions
    const known = new Map<string, InternalFields | undefined>()
    const shown: Array<Submission> = []
    for (const submission of submissions) {
      const { formId, formVersionId } = submission
      if (!known.has(formVersionId)) known.set(formVersionId, yield* fieldsOf(caller, formId, formVersionId))
      shown.push(shownWithout(submission, known.get(formVersionId)))
    }
    return shown
  })
  const one = (caller: Caller, submission: Submission): Effect.Effect<Submission> =>
    Effect.map(all(caller, [submission]), ([shown = submission]) => shown)
  return { all, one }
})
