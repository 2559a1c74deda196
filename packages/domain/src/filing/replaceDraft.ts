/** What Submissions.save and Submissions.file share: a draft's new values, evaluated and stored. */
import { DateTime, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { JsonObject } from "@formwork/rules/Json"
import type { Caller } from "../callers/Caller.ts"
import { DraftLeft, FormArchived, RevisionStale } from "../callers/Refusal.ts"
import type { FormNotFound, SubmissionInvalid, SubmissionNotFound, Unauthenticated } from "../callers/Refusal.ts"
import type { Accepts } from "../forms/Reader.ts"
import { refused } from "./refused.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import * as Evaluated from "./Evaluated.ts"
import { evaluateAndStore } from "./evaluateAndStore.ts"
import { Wakeup } from "./Firing.ts"
import { firingsOf } from "./firingsOf.ts"
import { namedUploads } from "./namedUploads.ts"
import { draft as draftState } from "./Submission.ts"
import type { Submission, SubmissionId } from "./Submission.ts"
import { SubmissionStore } from "./SubmissionStore.ts"
import { UploadStore } from "./UploadStore.ts"
import { visible } from "./visible.ts"

interface DraftValues {
  /** The revision that the change is based on. */
  readonly revision: number
  /** Undefined evaluates what is stored. */
  readonly data: JsonObject | undefined
  /** True leaves it a draft; false files it. */
  readonly draft: boolean
  readonly accepts?: Accepts
}

/** In the order in which they are checked. */
export type DraftRefusal =
  | SubmissionNotFound
  | RevisionStale
  | DraftLeft
  | FormArchived
  | SubmissionInvalid
  | Unauthenticated

export const replaceDraft = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const forms = yield* LiveForms
  const store = yield* SubmissionStore
  const uploads = yield* UploadStore
  const wakeup = yield* Wakeup
  const { one: shown } = yield* visible

  const storeOnce = Effect.fnUntraced(function* (
    caller: Caller,
    { createdAt, id, revision }: Submission,
    values: Evaluated.Values & { readonly accepts?: Accepts },
    evaluated: Evaluated.Evaluated
  ) {
    const { faults, ids, names } = yield* namedUploads(uploads, caller, evaluated, id)
    if (!evaluated.evaluation.valid || faults.size > 0) return yield* refused(forms, caller, evaluated, values, faults)
    const content = Evaluated.dataOf(evaluated)
    const { on, state } = Evaluated.entryOf(evaluated)
    const event = { on, submissionId: id, state, at: yield* DateTime.now, createdAt, files: Effect.succeed(names) }
    const changed = yield* store.change(caller, {
      id,
      revision,
      action: evaluated.draft ? "submission.saved" : "submission.filed",
      workflowState: state,
      content,
      transition: null,
      comment: null,
      firings: yield* firingsOf({ random, forms }, caller, evaluated, event),
      uploads: ids
    })
    return changed._tag !== "Changed" ? changed : { ...changed, content, workflowState: state }
  })

  return Effect.fnUntraced(function* (
    caller: Caller,
    id: SubmissionId,
    { accepts, data, draft, revision }: DraftValues
  ): Effect.fn.Return<Submission, DraftRefusal> {
    const before = yield* store.get(caller, id)
    const { formId, workflowState } = before
    const now = { workflowState, revision: before.revision }
    if (before.revision !== revision) return yield* new RevisionStale(now)
    if (workflowState !== draftState) return yield* new DraftLeft(now)
    const form = yield* live(forms.get(caller, formId))
    const values = { data: data ?? before.data, draft, accepts }
    const changed = yield* evaluateAndStore(form, live(forms.refresh(caller, formId)), values, (evaluated) =>
      storeOnce(caller, before, values, evaluated)
    )
    yield* wakeup
    const { content, revision: made, workflowState: state } = changed
    return yield* shown(caller, { ...before, ...content, workflowState: state, revision: made })
  })
})

/** The form of a draft was live when the draft was stored: if it no longer is, it was archived. */
const live = <A>(self: Effect.Effect<A, FormNotFound>): Effect.Effect<A, FormArchived> =>
  Effect.mapError(self, () => new FormArchived())
