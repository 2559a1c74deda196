/** Submissions.save. */
import { Effect } from "effect"
import type { JsonObject } from "@formwork/rules/Json"
import * as Caller from "../callers/Caller.ts"
import { replaceDraft } from "./replaceDraft.ts"
import type { SubmissionId } from "./Submission.ts"

export interface SaveRequest {
  /** The revision that the change is based on. */
  readonly revision: number
  /** Values keyed by field slug, as parsed from JSON; untrusted. They replace what was stored. */
  readonly data: JsonObject
}

export const save = Effect.gen(function* () {
  const replace = yield* replaceDraft
  return Effect.fn("Submissions.save")(function* (caller: Caller.Caller, id: SubmissionId, request: SaveRequest) {
    yield* Caller.require(caller, "submission:write")
    return yield* replace(caller, id, { ...request, draft: true })
  }, Effect.uninterruptible)
})
