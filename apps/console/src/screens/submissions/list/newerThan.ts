/** Which submissions of a list came after those that it shows. */
import type { Submission } from "@formwork/client/contract"
import type { SubmissionFilter } from "../../../api/submissionLists.ts"

/**
 * The filter of those that came after.
 * @param rows of the list, the newest first; by reference number if the filter has one.
 * @param readAt when the list was read first, for one that has no row.
 * @returns undefined where no new one can pass.
 */
export const newerThan = (
  filter: SubmissionFilter,
  rows: ReadonlyArray<Pick<Submission, "createdAt">>,
  readAt: number
): SubmissionFilter | undefined => {
  const newest = rows.reduce((latest, { createdAt }) => Math.max(latest, Date.parse(createdAt)), 0)
  const from = new Date(newest === 0 ? readAt : newest + 1).toISOString()
  const { createdBefore, createdFrom } = filter
  if (createdBefore !== undefined && createdBefore <= from) return undefined
  return { ...filter, createdFrom: createdFrom !== undefined && createdFrom > from ? createdFrom : from }
}
