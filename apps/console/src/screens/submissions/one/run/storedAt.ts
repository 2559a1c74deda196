/** When the values of a submission were stored. */
import type { Revision, Submission } from "@formwork/client/contract"

export const draft = "draft"

/** When the values were stored: a transition keeps them. */
export const storedAt = (history: ReadonlyArray<Revision>, { createdAt, revision }: Submission): string =>
  history.findLast((one) => one.transition === null && one.revision <= revision)?.at ?? createdAt
