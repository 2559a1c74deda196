/** Which effects of a submission sent internal values: callers without `form:read` do not read what these sent. */
import { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import { SubmissionStore } from "../filing/SubmissionStore.ts"
import type { SubmissionId } from "../filing/Submission.ts"
import { seesForms } from "../forms/concealing.ts"
import { LiveForms } from "../forms/LiveForms.ts"

/** Whether an effect, by its id, is concealed. */
type IsConcealed = (effectId: string) => boolean

const none: IsConcealed = () => false
const all: IsConcealed = () => true

export const internalEffects = Effect.gen(function* () {
  const submissions = yield* SubmissionStore
  const forms = yield* LiveForms
  /** An effect may have fired under any version that a revision was evaluated by: one that is internal in any of them is concealed. */
  return Effect.fnUntraced(
    function* (caller: Caller, submissionId: SubmissionId) {
      if (seesForms(caller)) return none
      const { formId } = yield* submissions.get(caller, submissionId)
      const history = yield* submissions.history(caller, submissionId)
      const internal = new Set<string>()
      for (const versionId of new Set(history.map(({ formVersionId }) => formVersionId))) {
        const { compiled } = yield* Effect.orDie(forms.version(caller, formId, versionId))
        for (const effect of compiled.definition.effects) if (effect.internal === true) internal.add(effect.id)
      }
      return (effectId: string) => internal.has(effectId)
      // It is deleted meanwhile.
    },
    Effect.catchTag("SubmissionNotFound", () => Effect.succeed(all))
  )
})
