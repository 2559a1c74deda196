/** Submissions: created, listed, changed by revision, moved through their form's workflow, deleted. Each act is a file beside this one. */
import { Context, Effect, Layer } from "effect"
import * as Confirmation from "../credentials/Confirmation.ts"
import type { Stream } from "effect"
import type { Field } from "@formwork/rules/Definition"
import * as Caller from "../callers/Caller.ts"
import type {
  ConfirmationRequired,
  FormNotFound,
  FormVersionNotFound,
  PrivilegeMissing,
  RequestInvalid,
  SubmissionNotFound,
  Unauthenticated
} from "../callers/Refusal.ts"
import type { Example } from "../forms/Example.ts"
import { concealing } from "../forms/concealing.ts"
import { findPublished } from "../forms/findPublished.ts"
import type { FormId, FormVersionId } from "../forms/Form.ts"
import { FormStore } from "../forms/FormStore.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { decodeFor } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { count } from "./count.ts"
import type { SubmissionCount } from "./count.ts"
import { create } from "./create.ts"
import type { CreateRefusal, CreateRequest, CreateResult } from "./create.ts"
import { exampleOf } from "./exampleOf.ts"
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
import { visible } from "./visible.ts"
import { transition } from "./transition.ts"
import type { TransitionRefusal, TransitionRequest } from "./transition.ts"

/** Every method that changes a submission runs to its end, even if the caller disconnects. */
export class Submissions extends Context.Service<
  Submissions,
  {
    /**
     * Runs the payload through the same engine as evaluate and stores it with one reference number and every due effect.
     * Refuses, in this order: `PrivilegeMissing` (`submission:write`), `FormNotFound`, `RequestInvalid` (also for an idempotency key
     * that is none), `IdempotencyMismatch`, `SubmissionDeleted` (the submission filed under the idempotency key was deleted since),
     * `SubmissionInvalid` (nothing was stored), `Unauthenticated` (the credential ended meanwhile), `IdempotencyInProgress`.
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
    /** The submission as a revision of it left it: 1 is the first. Refuses as `get`, and where there is no such revision. */
    readonly revision: (
      caller: Caller.Caller,
      id: SubmissionId,
      revision: number
    ) => Effect.Effect<Submission, PrivilegeMissing | SubmissionNotFound>
    /** Every revision, oldest first: its state, who made it and when. Refuses as `get`. */
    readonly history: (
      caller: Caller.Caller,
      id: SubmissionId
    ) => Effect.Effect<ReadonlyArray<Revision>, PrivilegeMissing | SubmissionNotFound>
    /**
     * A submission as an example of its form: its values, the day on which they were stored, and what its version gave for them then. A
     * draft is evaluated as a complete submission.
     * @returns it under the reference number. Nothing is stored.
     * Refuses, in this order: `PrivilegeMissing` (`submission:read`), `SubmissionNotFound`, `PrivilegeMissing` (`form:read`).
     */
    readonly example: (
      caller: Caller.Caller,
      id: SubmissionId
    ) => Effect.Effect<Example, PrivilegeMissing | SubmissionNotFound>
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
     * A page, newest first; with a `reference`, by reference number, greatest first. Following `next` shows every submission once
     * that existed throughout, whatever is added meanwhile.
     * With `text`, `where`, or other members beside `reference`, examines at most `maxExamined` submissions, and then answers
     * what it has found, with the `next` to continue.
     * Refuses, in this order: `PrivilegeMissing` (`submission:read`), and for a query with `where` `FormNotFound` (never
     * published, or without a `formId`), `FormVersionNotFound`, `ConditionInvalid`.
     */
    readonly list: (
      caller: Caller.Caller,
      query: SubmissionQuery,
      page: ListRequest
    ) => Effect.Effect<SubmissionPage, QueryRefusal>
    /**
     * How many submissions a list of the query has: up to `maxCounted`, and of a query that a list has to examine, those among the
     * first `maxExamined`. Refuses as `list`.
     */
    readonly count: (caller: Caller.Caller, query: SubmissionQuery) => Effect.Effect<SubmissionCount, QueryRefusal>
    /**
     * Every submission of the query in the same order, a megabyte at a time, read as fast as the consumer takes them. Each
     * page is a statement of its own, so a long export blocks no other request: a submission that changes meanwhile comes as it
     * is when its page is read, one that is added meanwhile is left out. The first page is read at once. Refuses, before the
     * first submission, as `list`.
     */
    readonly stream: (
      caller: Caller.Caller,
      query: SubmissionQuery
    ) => Effect.Effect<Stream.Stream<Submission>, QueryRefusal>
    /**
     * The fields of a form's version in order, such as for the columns of an export; the live version if none is named.
     * Refuses, in this order: `PrivilegeMissing` (`submission:read`), `FormNotFound` (never published), `FormVersionNotFound`.
     */
    readonly fields: (
      caller: Caller.Caller,
      formId: FormId,
      versionId: FormVersionId | undefined
    ) => Effect.Effect<ReadonlyArray<Field>, PrivilegeMissing | FormNotFound | FormVersionNotFound>
    /**
     * Removes a submission and everything that was made of it, and records who did it and why. A firing that is being sent at
     * this moment may still arrive; a receiver or a folder keeps a file that it already has.
     * @param reason `DeletionReason`.
     * Refuses, in this order: `PrivilegeMissing` (`submission:delete`), `RequestInvalid` (`SubmissionNotFound` where there is no such
     * submission), `ConfirmationRequired`, `SubmissionNotFound`, also for another organisation's and one that was deleted already,
     * `Unauthenticated` (the credential ended meanwhile).
     */
    readonly remove: (
      caller: Caller.Caller,
      id: SubmissionId,
      reason: Decoded<string>
    ) => Effect.Effect<
      void,
      PrivilegeMissing | SubmissionNotFound | RequestInvalid | ConfirmationRequired | Unauthenticated
    >
  }
>()("@formwork/domain/filing/Submissions") {
  static readonly layer = Layer.effect(
    Submissions,
    Effect.gen(function* () {
      const store = yield* SubmissionStore
      const deletions = yield* SubmissionDeletionStore
      const forms = yield* FormStore
      const compiler = yield* FormCompiler
      const confirmed = yield* Confirmation.requiring
      const { one: shown } = yield* visible
      const { formOf } = yield* concealing
      return Submissions.of({
        create: yield* create,
        get: Effect.fn("Submissions.get")(function* (caller, id) {
          yield* Caller.require(caller, "submission:read")
          return yield* shown(caller, yield* store.get(caller, id))
        }),
        revision: Effect.fn("Submissions.revision")(function* (caller, id, revision) {
          yield* Caller.require(caller, "submission:read")
          return yield* shown(caller, yield* store.revision(caller, id, revision))
        }),
        history: Effect.fn("Submissions.history")(function* (caller, id) {
          yield* Caller.require(caller, "submission:read")
          return yield* store.history(caller, id)
        }),
        example: yield* exampleOf,
        save: yield* save,
        file: yield* file,
        transition: yield* transition,
        list: yield* list,
        count: yield* count,
        stream: yield* stream,
        fields: Effect.fn("Submissions.fields")(function* (caller, formId, versionId) {
          yield* Caller.require(caller, "submission:read")
          const form = yield* findPublished(forms, compiler, caller, formId, versionId)
          const { definition } = yield* formOf(caller, formId, form)
          return definition.fields
        }),
        remove: Effect.fn("Submissions.remove")(function* (caller, id, reason) {
          yield* Caller.require(caller, "submission:delete")
          const given = yield* decodeFor(reason, store.get(caller, id))
          yield* confirmed(caller)
          yield* deletions.remove(caller, id, given)
        }, Effect.uninterruptible)
      })
    })
  ).pipe(Layer.provide(FormCompiler.layer))
}
