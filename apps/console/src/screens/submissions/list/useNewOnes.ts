/** How many submissions were created since the newest that a list shows: rows come when a person asks for them, and never move by themselves. */
import { useQuery } from "@tanstack/react-query"
import { api } from "../../../api/api.ts"
import type { SubmissionFilter } from "../../../api/submissionLists.ts"

/** While the page is looked at. */
const EVERY_MILLIS = 30_000

const nothing = { count: 0, hasMore: false }

/** @param filter undefined while it is not known what would be new. */
export const useNewOnes = (filter: SubmissionFilter | undefined) => {
  const query = useQuery({
    queryKey: ["submissions", "new", filter ?? null],
    queryFn: async ({ signal }) => (await api.submissions.count({ ...filter }, { signal })).body,
    enabled: filter !== undefined,
    staleTime: 0,
    refetchInterval: EVERY_MILLIS
  })
  return query.data ?? nothing
}
