/** Deletes a submission on Postgres: one statement, the function formwork.delete_submission. */
import { Effect, Layer, Schema } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { SubmissionDeletionStore } from "@formwork/domain/filing/SubmissionDeletionStore"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { Caller } from "@formwork/domain/callers/Caller"
import { SubmissionNotFound, Unauthenticated } from "@formwork/domain/callers/Refusal"
import { row, TenantDatabase } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"

const ended = row(Schema.Struct({ status: Schema.Literals(["unauthenticated", "not_found", "deleted"]) }))

export const layer: Layer.Layer<SubmissionDeletionStore, never, TenantDatabase> = Layer.effect(
  SubmissionDeletionStore,
  Effect.map(TenantDatabase, (database) =>
    SubmissionDeletionStore.of({
      remove: Effect.fn("SubmissionDeletionStore.remove")(function* (caller: Caller, id: SubmissionId, reason: string) {
        const { address, requestId } = yield* CurrentRequest
        const answer = yield* database
          .call(
            "write",
            caller,
            (sql, organisation) =>
              sql`
                select formwork.delete_submission(
                  ${organisation}, ${caller.userId}, ${caller.credential.kind}, ${caller.credential.id}, ${requestId},
                  ${address}, ${id}, ${reason}) as status`
          )
          .pipe(ended, noConflict)
        if (answer?.status === "not_found") return yield* new SubmissionNotFound()
        if (answer?.status !== "deleted") return yield* new Unauthenticated()
      })
    })
  )
)
