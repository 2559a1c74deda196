/** What becomes of a submission after it was stored: read, saved again, filed, moved through its form's workflow. */
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Evaluation } from "@formwork/rules/Evaluation"
import type { JsonObject } from "@formwork/rules/Json"
import { firingsOf } from "./fire.ts"
import type { Happening } from "./fire.ts"
import { Wakeup } from "./Wakeup.ts"
import type { Firing } from "./Firing.ts"
import { today } from "../forms/Today.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import type { LiveForm } from "../forms/LiveForms.ts"
import * as Caller from "../callers/Caller.ts"
import { Privilege } from "../callers/Privilege.ts"
import {
  DraftLeft,
  FormArchived,
  RevisionStale,
  SubmissionInvalid,
  TransitionNotPossible,
  Unavailable
} from "../callers/Refusal.ts"
import type { FormNotFound, PrivilegeMissing, SubmissionNotFound, Unauthenticated } from "../callers/Refusal.ts"
import { draft } from "./Submission.ts"
import type { Content, Revision, Status, Submission, SubmissionId } from "./Submission.ts"
import { SubmissionStore } from "./SubmissionStore.ts"

export interface DraftRequest {
  /** The revision that the change is based on. */
  readonly revision: number
  /** Values keyed by field slug, as parsed from JSON; untrusted. They replace what was stored. */
  readonly data: JsonObject
}

export interface FileRequest {
  readonly revision: number
  /** Undefined files what is stored. */
  readonly data: JsonObject | undefined
}

export interface TransitionRequest {
  readonly revision: number
  readonly name: string
  /** 1 to 2,000 characters. */
  readonly comment: string | undefined
}

type ChangeRefusal = PrivilegeMissing | SubmissionNotFound | RevisionStale | Unauthenticated
type DraftRefusal = DraftLeft | FormArchived | SubmissionInvalid

export class Submissions extends Context.Service<
  Submissions,
  {
    /** Refuses, in this order: `PrivilegeMissing` (`submission:read`), `SubmissionNotFound`, also for another organisation's. */
    readonly get: (
      caller: Caller.Caller,
      id: SubmissionId
    ) => Effect.Effect<Submission, PrivilegeMissing | SubmissionNotFound>
    /** Every revision, oldest first: its state, who made it and when. Refuses as `get`. */
    readonly history: (
      caller: Caller.Caller,
      id: SubmissionId
    ) => Effect.Effect<ReadonlyArray<Revision>, PrivilegeMissing | SubmissionNotFound>
    /**
     * Saves a draft again, evaluated as a draft against the version that is live now. Fires what a saved draft fires. Goes on
     * to its end if the caller leaves meanwhile, as all changes do.
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `SubmissionNotFound`, `RevisionStale`, `DraftLeft`,
     * `FormArchived`, `SubmissionInvalid`, `Unauthenticated` (the credential ended meanwhile).
     */
    readonly saveDraft: (
      caller: Caller.Caller,
      id: SubmissionId,
      request: DraftRequest
    ) => Effect.Effect<Submission, ChangeRefusal | DraftRefusal>
    /**
     * Files a draft, evaluated in full against the version that is live now: its state is the workflow's initial one from
     * here on. Fires what a filing fires. Refuses as `saveDraft`; without `data` the caller also needs `submission:read`,
     * because the answer then shows what somebody else may have stored.
     */
    readonly file: (
      caller: Caller.Caller,
      id: SubmissionId,
      request: FileRequest
    ) => Effect.Effect<Submission, ChangeRefusal | DraftRefusal>
    /**
     * Makes a transition of the version that the submission was filed against. Fires the effects of the state that it leads
     * to, their `when` evaluated on the stored values and today's date.
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `SubmissionNotFound`, `PrivilegeMissing` (the
     * transition's own), `RevisionStale`, `TransitionNotPossible`, `Unauthenticated` (the credential ended meanwhile).
     */
    readonly transition: (
      caller: Caller.Caller,
      id: SubmissionId,
      request: TransitionRequest
    ) => Effect.Effect<Status, ChangeRefusal | TransitionNotPossible>
  }
>()("@formwork/domain/filing/Submissions") {
  static readonly layer = Layer.effect(
    Submissions,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const submissions = yield* SubmissionStore
      const wakeup = yield* Wakeup
      const tools: Tools = {
        forms: yield* LiveForms,
        store: { ...submissions, change: (...about) => Effect.tap(submissions.change(...about), () => wakeup) },
        firings: (...about) => Effect.provideService(firingsOf(...about), SecureRandom.SecureRandom, random)
      }
      const { store } = tools

      const get = Effect.fn("Submissions.get")(function* (caller: Caller.Caller, id: SubmissionId) {
        yield* Caller.require(caller, "submission:read")
        return yield* store.get(caller, id)
      })
      const history = Effect.fn("Submissions.history")(function* (caller: Caller.Caller, id: SubmissionId) {
        yield* Caller.require(caller, "submission:read")
        return yield* store.history(caller, id)
      })
      const saveDraft = Effect.fn("Submissions.saveDraft")(function* (
        caller: Caller.Caller,
        id: SubmissionId,
        request: DraftRequest
      ) {
        yield* Caller.require(caller, "submission:write")
        return yield* replace(tools, "draft")(caller, id, request)
      }, Effect.uninterruptible)
      const file = Effect.fn("Submissions.file")(function* (
        caller: Caller.Caller,
        id: SubmissionId,
        request: FileRequest
      ) {
        yield* Caller.require(caller, "submission:write")
        if (request.data === undefined) yield* Caller.require(caller, "submission:read")
        return yield* replace(tools, "filing")(caller, id, request)
      }, Effect.uninterruptible)
      const transition = Effect.fn("Submissions.transition")(move(tools), Effect.uninterruptible)
      return Submissions.of({ get, history, saveDraft, file, transition })
    })
  )
}

interface Tools {
  readonly forms: LiveForms["Service"]
  readonly store: SubmissionStore["Service"]
  readonly firings: (
    form: LiveForm,
    evaluation: Evaluation,
    happening: Happening
  ) => Effect.Effect<ReadonlyArray<Firing>>
}

/** Evaluates and stores new content of a draft, once more for each version that goes live meanwhile. */
const replace = ({ firings, forms, store }: Tools, as: "draft" | "filing") =>
  Effect.fnUntraced(function* (
    caller: Caller.Caller,
    id: SubmissionId,
    { data, revision }: FileRequest
  ): Effect.fn.Return<Submission, ChangeRefusal | DraftRefusal> {
    const isDraft = as === "draft"
    const before = yield* store.get(caller, id)
    if (before.revision !== revision) return yield* new RevisionStale(whereIs(before))
    if (before.workflowState !== draft) return yield* new DraftLeft(whereIs(before))
    let form = yield* usable(forms.get(caller, before.formId))
    for (let attempts = 0; attempts < 10; attempts++) {
      const { timeZone, workflow } = form.compiled.definition
      const date = yield* today(timeZone)
      const evaluation = form.compiled.evaluate(data ?? before.data, { today: date, draft: isDraft })
      if (!evaluation.valid) return yield* new SubmissionInvalid(evaluation)
      const content = contentOf(form, evaluation)
      const workflowState = isDraft ? draft : workflow.initial
      const changed = yield* store.change(caller, {
        id,
        revision,
        action: isDraft ? "submission.saved" : "submission.filed",
        workflowState,
        content,
        transition: null,
        comment: null,
        firings: yield* firings(form, evaluation, {
          today: date,
          on: isDraft ? "draft_saved" : "filed",
          submissionId: id,
          state: workflowState,
          at: yield* DateTime.now,
          createdAt: before.createdAt
        })
      })
      if (changed._tag === "Changed") return { ...before, ...content, workflowState, revision: changed.revision }
      form = yield* usable(forms.refresh(caller, before.formId))
    }
    return yield* Effect.die(new Unavailable({ reason: `form ${before.formId}: no version held for ten attempts` }))
  })

/** Makes a transition of the submission's own version. */
const move = ({ firings, forms, store }: Tools) =>
  function* (
    caller: Caller.Caller,
    id: SubmissionId,
    { comment, name, revision }: TransitionRequest
  ): Effect.fn.Return<Status, ChangeRefusal | TransitionNotPossible> {
    yield* Caller.require(caller, "submission:write")
    const before = yield* store.get(caller, id)
    const form = yield* present(forms.version(caller, before.formId, before.formVersionId))
    const { timeZone, workflow } = form.compiled.definition
    const possible = workflow.transitions.filter(({ from }) => from === before.workflowState)
    const chosen = possible.find((one) => one.name === name)
    if (chosen?.privilege !== undefined) yield* Caller.require(caller, yield* privilegeOf(chosen.privilege))
    if (before.revision !== revision) return yield* new RevisionStale(whereIs(before))
    if (chosen === undefined) {
      const transitions = possible.map((one) => one.name)
      return yield* new TransitionNotPossible({ ...whereIs(before), transitions })
    }
    const date = yield* today(timeZone)
    const evaluation = form.compiled.evaluate(before.data, { today: date, draft: false })
    const changed = yield* store.change(caller, {
      id,
      revision,
      action: "submission.transitioned",
      workflowState: chosen.to,
      content: undefined,
      transition: name,
      comment: comment ?? null,
      firings: yield* firings(form, evaluation, {
        today: date,
        on: `state:${chosen.to}`,
        submissionId: id,
        state: chosen.to,
        at: yield* DateTime.now,
        createdAt: before.createdAt
      })
    })
    return changed._tag === "Changed"
      ? { id, referenceNumber: before.referenceNumber, workflowState: chosen.to, revision: changed.revision }
      : yield* Effect.die(new Error("a change without content is of no version that could go out of date"))
  }

const contentOf = ({ versionId }: LiveForm, evaluation: Evaluation): Content => ({
  formVersionId: versionId,
  data: evaluation.data,
  calculatedData: evaluation.calculatedData,
  hiddenFields: evaluation.hiddenFields,
  outcomes: evaluation.outcomes
})

const whereIs = ({ revision, workflowState }: Submission) => ({ workflowState, revision })

/** The form of a draft was live once: where it is not, it is archived. */
const usable = <A>(self: Effect.Effect<A, FormNotFound>): Effect.Effect<A, FormArchived> =>
  Effect.mapError(self, () => new FormArchived())

/** A submission's version is there for as long as it is. */
const present = <A, E extends Error>(self: Effect.Effect<A, E>): Effect.Effect<A> => Effect.orDie(self)

const isPrivilege = Schema.is(Privilege)

/** Publishing checked that there is such a privilege. */
const privilegeOf = (name: string): Effect.Effect<Privilege> =>
  isPrivilege(name) ? Effect.succeed(name) : Effect.die(new Error(`a transition needs ${name}, which is no privilege`))
