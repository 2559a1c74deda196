/** The documents that were made of a submission. */
import { Context, Effect, Layer } from "effect"
import { SubmissionStore } from "../filing/SubmissionStore.ts"
import type { SubmissionId } from "../filing/Submission.ts"
import * as Caller from "../callers/Caller.ts"
import type { DocumentNotFound, PrivilegeMissing, SubmissionNotFound } from "../callers/Refusal.ts"
import { DocumentArchive } from "./DocumentArchive.ts"
import type { DocumentRecord } from "./DocumentArchive.ts"
import type { StoredFile } from "./DocumentStore.ts"
import type { FiringId } from "../filing/Firing.ts"

export class Documents extends Context.Service<
  Documents,
  {
    /** Oldest first. Refuses, in this order: `PrivilegeMissing` (`submission:read`), `SubmissionNotFound`. */
    readonly list: (
      caller: Caller.Caller,
      submissionId: SubmissionId
    ) => Effect.Effect<ReadonlyArray<DocumentRecord>, PrivilegeMissing | SubmissionNotFound>
    /** With its bytes. Refuses, in this order: `PrivilegeMissing` (`submission:read`), `DocumentNotFound`. */
    readonly get: (
      caller: Caller.Caller,
      submissionId: SubmissionId,
      id: FiringId
    ) => Effect.Effect<StoredFile, PrivilegeMissing | DocumentNotFound>
  }
>()("@formwork/domain/sending/Documents") {
  static readonly layer = Layer.effect(
    Documents,
    Effect.gen(function* () {
      const archive = yield* DocumentArchive
      const submissions = yield* SubmissionStore
      return Documents.of({
        list: Effect.fn("Documents.list")(function* (caller, submissionId) {
          yield* Caller.require(caller, "submission:read")
          yield* submissions.get(caller, submissionId)
          return yield* archive.list(caller, submissionId)
        }),
        get: Effect.fn("Documents.get")(function* (caller, submissionId, id) {
          yield* Caller.require(caller, "submission:read")
          return yield* archive.get(caller, submissionId, id)
        })
      })
    })
  )
}
