/** Submissions.file: a draft leaves the draft state, with its stored values or with others. */
import { Effect } from "effect"
import type { JsonObject } from "@formwork/rules/Json"
import * as Caller from "../callers/Caller.ts"
import { decodeFor, isEffect } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import * as Payload from "../request/Payload.ts"
import type { Accepts } from "../forms/Reader.ts"
import { replaceDraft } from "./replaceDraft.ts"
import type { SubmissionId } from "./Submission.ts"
import { SubmissionStore } from "./SubmissionStore.ts"

export interface FileRequest {
  /** The languages that the reader of a refusal wants. */
  readonly accepts?: Accepts
  /** The revision that the change is based on. */
  readonly revision: number
  /** Values keyed by field slug; untrusted. Those of a plain request are read by `Payload.decode`. Undefined files what is stored. */
  readonly data: JsonObject | undefined
}

export const file = Effect.gen(function* () {
  const replace = yield* replaceDraft
  const store = yield* SubmissionStore
  return Effect.fn("Submissions.file")(function* (
    caller: Caller.Caller,
    id: SubmissionId,
    request: Decoded<FileRequest>
  ) {
    yield* Caller.require(caller, "submission:write")
    const values = yield* decodeFor(
      isEffect(request) || request.data === undefined ? request : Payload.ofRequest(request),
      store.get(caller, id)
    )
    if (values.data === undefined) yield* Caller.require(caller, "submission:read")
    return yield* replace(caller, id, { ...values, draft: false })
  }, Effect.uninterruptible)
})
