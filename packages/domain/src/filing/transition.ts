/** Submissions.transition: a submission moves to another state of its workflow, and its values stay. */
import { DateTime, Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Caller from "../callers/Caller.ts"
import { Privilege } from "../callers/Privilege.ts"
import { RevisionStale, TransitionNotPossible } from "../callers/Refusal.ts"
import type { PrivilegeMissing, RequestInvalid, SubmissionNotFound, Unauthenticated } from "../callers/Refusal.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import { decode } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import * as Evaluated from "./Evaluated.ts"
import { Wakeup } from "./Firing.ts"
import { firingsOf } from "./firingsOf.ts"
import { namedUploads } from "./namedUploads.ts"
import type { Status, SubmissionId } from "./Submission.ts"
import { SubmissionStore } from "./SubmissionStore.ts"
import { UploadStore } from "./UploadStore.ts"

export interface TransitionRequest {
  /** The revision that the change is based on. */
  readonly revision: number
  /** The transition's name in the form's workflow. */
  readonly name: string
  /** 1 to 2,000 characters. */
  readonly comment: string | undefined
}

export type TransitionRefusal =
  | PrivilegeMissing
  | SubmissionNotFound
  | RequestInvalid
  | RevisionStale
  | TransitionNotPossible
  | Unauthenticated

export const transition = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const forms = yield* LiveForms
  const store = yield* SubmissionStore
  const uploads = yield* UploadStore
  const wakeup = yield* Wakeup

  return Effect.fn("Submissions.transition")(function* (
    caller: Caller.Caller,
    id: SubmissionId,
    request: Decoded<TransitionRequest>
  ): Effect.fn.Return<Status, TransitionRefusal> {
    yield* Caller.require(caller, "submission:write")
    const before = yield* store.get(caller, id)
    const { comment, name, revision } = yield* decode(request)
    // A version is kept as long as one of its submissions.
    const form = yield* Effect.orDie(forms.version(caller, before.formId, before.formVersionId))
    const possible = form.compiled.definition.workflow.transitions.filter(({ from }) => from === before.workflowState)
    const chosen = possible.find((one) => one.name === name)
    if (chosen?.privilege !== undefined) yield* Caller.require(caller, yield* privilegeOf(chosen.privilege))
    const now = { workflowState: before.workflowState, revision: before.revision }
    if (before.revision !== revision) return yield* new RevisionStale(now)
    if (chosen === undefined) {
      const transitions = possible.map((one) => one.name)
      return yield* new TransitionNotPossible({ ...now, transitions })
    }
    const workflowState = chosen.to
    const evaluated = yield* Evaluated.evaluate(form, { data: before.data, draft: false })
    const firings = yield* firingsOf({ random, forms }, caller, evaluated, {
      on: `state:${workflowState}`,
      submissionId: id,
      state: workflowState,
      at: yield* DateTime.now,
      createdAt: before.createdAt,
      files: Effect.map(namedUploads(uploads, caller, evaluated, id), ({ names }) => names)
    })
    const changed = yield* store.change(caller, {
      id,
      revision,
      action: "submission.transitioned",
      workflowState,
      content: undefined,
      transition: name,
      comment: comment ?? null,
      firings,
      uploads: []
    })
    if (changed._tag !== "Changed")
      return yield* Effect.die(new Error("a change without content and files cannot be superseded"))
    yield* wakeup
    return { id, referenceNumber: before.referenceNumber, workflowState, revision: changed.revision }
  }, Effect.uninterruptible)
})

const isPrivilege = Schema.is(Privilege)

/** Publishing checked that the privilege exists. */
const privilegeOf = (name: string): Effect.Effect<Privilege> =>
  isPrivilege(name)
    ? Effect.succeed(name)
    : Effect.die(new Error(`a transition needs ${name}, which is not a privilege`))
