/** Lists of submissions: their pages, how many they have, and their files. */
import type { Submission, SubmissionPage } from "@formwork/client/contract"
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"
import { queries } from "./queries.ts"

/** The filters of a list, as the API takes them. A filter that is left out lets every submission pass. */
export interface SubmissionFilter {
  readonly form?: string
  readonly state?: string
  /** RFC 3339. */
  readonly createdFrom?: string
  readonly createdBefore?: string
  /** A reference number; with `*` at its end, the beginning of one. */
  readonly reference?: string
  /** `false`: drafts alone. */
  readonly filed?: "true" | "false"
  /** The id of an outcome. */
  readonly outcome?: string
  readonly text?: string
  /** A condition of the rule language over the fields of `form`. */
  readonly where?: string
}

const PAGE = 200

/** For how long a list that was left is kept, so that the way back to it is short. */
const KEPT_MILLIS = 120_000

/**
 * The newest first, in pages of 200. It is read again where a submission was changed, and by nothing else: rows must not move under a hand.
 * @param fields slugs of the values that are wanted, each once.
 */
export const submissionsQuery = (filter: SubmissionFilter, fields: ReadonlyArray<string>) =>
  infiniteQueryOptions({
    queryKey: ["submissions", "list", filter, fields],
    queryFn: async ({ pageParam, signal }) => {
      // Without any the server would send all values.
      const wanted = fields.length === 0 ? "none" : fields.join(",")
      const request = { ...filter, fields: wanted, cursor: pageParam, limit: String(PAGE) }
      return (await api.submissions.list(request, { signal })).body
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Infinity,
    gcTime: KEPT_MILLIS,
    refetchOnWindowFocus: false
  })

/** How many a list has, up to 10,000. */
export const submissionCountQuery = (filter: SubmissionFilter) =>
  queryOptions({
    queryKey: ["submissions", "count", filter],
    queryFn: async ({ signal }) => (await api.submissions.count({ ...filter }, { signal })).body
  })

export type Moved = Pick<Submission, "id" | "workflowState" | "revision">

/** Shows what the server answered to a transition, in every list that has the submission. */
export const showMoved = ({ id, revision, workflowState }: Moved): void => {
  const shown = (one: Submission): Submission => (one.id === id ? { ...one, revision, workflowState } : one)
  queries.setQueriesData<InfiniteData<SubmissionPage, string | undefined>>(
    { queryKey: ["submissions", "list"] },
    (data) =>
      data === undefined
        ? data
        : { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.map(shown) })) }
  )
}

export type ExportFormat = "csv" | "ndjson"

/** Where the file of a list is. The browser writes it to its disk while the server sends it. */
export const exportAddress = (filter: SubmissionFilter, format: ExportFormat): string =>
  `/api/platform/submissions/export?${new URLSearchParams({ format, ...filter }).toString()}`
