/** What a submission has fired, as its organisation sees it. */
import { Effect } from "effect"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FiringStore } from "@formwork/domain/sending/FiringStore"

/** The firings of a submission, by their ids. */
export const firedFor = (owner: Caller, submissionId: SubmissionId) =>
  Effect.map(
    FiringStore.use((firings) => firings.list(owner, { submissionId }, { limit: 100 })),
    (found) => found.map(({ id }) => id).toSorted()
  )
