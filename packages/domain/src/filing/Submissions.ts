/** Submissions: created, listed, changed by revision, moved through their form's workflow, deleted. Each act is a file beside this one. */
import { Context, Effect, Layer } from "effect"
import type { Stream } from "effect"
import type { Field } from "@formwork/rules/Definition"
import * as Caller from "../callers/Caller.ts"
import type {
  FormNotFound,
  FormVersionNotFound,
  PrivilegeMissing,
  RequestInvalid,
  SubmissionNotFound,
  Unauthenticated
} from "../callers/Refusal.ts"
import { findPublished } from "../forms/findPublished.ts"
import type { FormId, FormVersionId } from "../forms/Form.ts"
import { FormStore } from "../forms/FormStore.ts"
import { FormLimits } from "../forms/LiveForms.ts"
import { decodeFor } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { create } from "./create.ts"
import type { CreateRefusal, CreateRequest, CreateResult } from "./create.ts"
import { file } from "./file.ts"
import type { FileRequest } from "./file.ts"
import { list } from "./list.ts"
import type { ListRequest, SubmissionPage } from "./list.ts"
import type { DraftRefusal } from "./replaceDraft.ts"
import { save } from "./save.ts"
import type { SaveRequest } from "./save.ts"
import { stream } from "./stream.ts"
import type { Revision, Status, Submission, SubmissionId } from "./Submission.ts"
import { SubmissionDeletionStore } from "./SubmissionDeletionStore.ts"
import type { QueryRefusal, SubmissionQuery } from "./SubmissionQuery.ts"
import { SubmissionStore } from "./SubmissionStore.ts"
import { transition } from "./transition.ts"
import type { TransitionRefusal, TransitionRequest } from "./transition.ts"

/** Every method that changes a submission runs to its end, even if the caller leaves meanwhile. */
export class Submissions extends Context.Service<
  Submissions,
  {
    /**
     * Runs the payload through the same engine as evaluate and stores it with one reference number and every due effect.
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `FormNotFound`, `RequestInvalid`,
     * `IdempotencyMismatch`, `SubmissionDeleted` (the key filed one that was deleted since), `SubmissionInvalid` (nothing was stored),
     * `Unauthenticated` (the credential ended meanwhile), `IdempotencyInProgress`.
     */
    readonly create: (
      caller: Caller.Caller,
      formId: FormId,
      request: Decoded<CreateRequest>
    ) => Effect.Effect<CreateResult, CreateRefusal>
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
     * Saves a draft again, evaluated as a draft against the version that is live now. Fires what a saved draft fires.
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `SubmissionNotFound`, `RequestInvalid`, `RevisionStale`,
     * `DraftLeft`, `FormArchived`, `SubmissionInvalid`, `Unauthenticated` (the credential ended meanwhile).
     */
    readonly save: (
      caller: Caller.Caller,
      id: SubmissionId,
      request: Decoded<SaveRequest>
    ) => Effect.Effect<Submission, PrivilegeMissing | RequestInvalid | DraftRefusal>
    /**
     * Files a draft, evaluated in full against the version that is live now: its state is the workflow's initial one from
     * here on. Fires what a filing fires. Refuses as `save`; without `data` the caller also needs `submission:read`,
     * because the answer then shows what another caller may have stored.
     */
    readonly file: (
      caller: Caller.Caller,
      id: SubmissionId,
      request: Decoded<FileRequest>
    ) => Effect.Effect<Submission, PrivilegeMissing | RequestInvalid | DraftRefusal>
    /**
     * Makes a transition of the version that the submission was filed against. Fires the effects of the state that it leads
     * to, their `when` evaluated on the stored values and today's date.
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `SubmissionNotFound`, `RequestInvalid`,
     * `PrivilegeMissing` (the transition's own), `RevisionStale`, `TransitionNotPossible`, `Unauthenticated` (the credential ended meanwhile).
     */
    readonly transition: (
      caller: Caller.Caller,
      id: SubmissionId,
      request: Decoded<TransitionRequest>
    ) => Effect.Effect<Status, TransitionRefusal>
    /**
     * A page, newest first; by reference number, the greatest first, where `query` has one. Going on from `next` shows every
     * submission once that was there all the time, whatever is added meanwhile.
     * Looks at no more than `maxExamined` submissions where `text`, `where` or something beside `reference` narrows, and then
     * answers what it has found, with where to go on.
     * Refuses, in this order: `PrivilegeMissing` (`submission:read`), and of a query with `where` `FormNotFound` (never
     * published, or none is named), `FormVersionNotFound`, `ConditionInvalid`.
     */
    readonly list: (
      caller: Caller.Caller,
      query: SubmissionQuery,
      page: ListRequest
    ) => Effect.Effect<SubmissionPage, QueryRefusal>
    /**
     * All of them in the same order, read as fast as they are taken, a few megabytes at a time. Each page is a statement of its
     * own, so that nothing is held up: a submission that changes meanwhile comes as it is when its page is read, one that is
     * added after the beginning does not come. The first page is read at once. Refuses, before anything comes, as `list`.
     */
    readonly stream: (
      caller: Caller.Caller,
      query: SubmissionQuery
    ) => Effect.Effect<Stream.Stream<Submission>, QueryRefusal>
    /**
     * The fields of a form's version, the live one where none is named: what the values of a list are called, in order.
     * Refuses, in this order: `PrivilegeMissing` (`submission:read`), `FormNotFound` (never published), `FormVersionNotFound`.
     */
    readonly fields: (
      caller: Caller.Caller,
      formId: FormId,
      versionId: FormVersionId | undefined
    ) => Effect.Effect<ReadonlyArray<Field>, PrivilegeMissing | FormNotFound | FormVersionNotFound>
    /**
     * Removes a submission and everything that was made of it, and writes down who did it and why. What is being sent at this
     * moment may still arrive; a file that a receiver or a folder already has stays there.
     * @param reason `DeletionReason`.
     * Refuses, in this order: `PrivilegeMissing` (`submission:delete`), `SubmissionNotFound`, also for another organisation's
     * and one that was deleted already, `RequestInvalid`, `Unauthenticated` (the credential ended meanwhile).
     */
    readonly remove: (
      caller: Caller.Caller,
      id: SubmissionId,
      reason: Decoded<string>
    ) => Effect.Effect<void, PrivilegeMissing | SubmissionNotFound | RequestInvalid | Unauthenticated>
  }
>()("@formwork/domain/filing/Submissions") {
  static readonly layer = Layer.effect(
    Submissions,
    Effect.gen(function* () {
      const store = yield* SubmissionStore
      const deletions = yield* SubmissionDeletionStore
      const forms = yield* FormStore
      const limits = yield* FormLimits
      return Submissions.of({
        create: yield* create,
        get: Effect.fn("Submissions.get")(function* (caller, id) {
          yield* Caller.require(caller, "submission:read")
          return yield* store.get(caller, id)
        }),
        history: Effect.fn("Submissions.history")(function* (caller, id) {
          yield* Caller.require(caller, "submission:read")
          return yield* store.history(caller, id)
        }),
        save: yield* save,
        file: yield* file,
        transition: yield* transition,
        list: yield* list,
        stream: yield* stream,
        fields: Effect.fn("Submissions.fields")(function* (caller, formId, versionId) {
          yield* Caller.require(caller, "submission:read")
          const { definition } = yield* findPublished(forms, limits, caller, formId, versionId)
          return definition.fields
        }),
        remove: Effect.fn("Submissions.remove")(function* (caller, id, reason) {
          yield* Caller.require(caller, "submission:delete")
          yield* deletions.remove(caller, id, yield* decodeFor(reason, store.get(caller, id)))
        }, Effect.uninterruptible)
      })
    })
  )
}
