/** Submissions.save: a draft gets other values and stays a draft. */
import { Effect } from "effect"
import type { JsonObject } from "@formwork/rules/Json"
import * as Caller from "../callers/Caller.ts"
import { decodeFor } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import * as Payload from "../request/Payload.ts"
import type { Accepts } from "../forms/Reader.ts"
import { replaceDraft } from "./replaceDraft.ts"
import type { SubmissionId } from "./Submission.ts"
import { SubmissionStore } from "./SubmissionStore.ts"

export interface SaveRequest {
  /** The languages that the reader of a refusal wants. */
  readonly accepts?: Accepts
  /** The revision that the change is based on. */
  readonly revision: number
  /** Values keyed by field slug; untrusted. Those of a plain request are read by `Payload.decode`. They replace what was stored. */
  readonly data: JsonObject
}

export const save = Effect.gen(function* () {
  const replace = yield* replaceDraft
  const store = yield* SubmissionStore
  return Effect.fn("Submissions.save")(function* (
    caller: Caller.Caller,
    id: SubmissionId,
    request: Decoded<SaveRequest>
  ) {
    yield* Caller.require(caller, "submission:write")
    const values = yield* decodeFor(Payload.ofRequest(request), store.get(caller, id))
    return yield* replace(caller, id, { ...values, draft: true })
  }, Effect.uninterruptible)
})
