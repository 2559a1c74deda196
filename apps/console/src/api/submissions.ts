/** Lists of submissions, and filing one. */
import type { Submission } from "@formwork/client/contract"
import { createFormwork } from "@formwork/client/Formwork"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { api, ofThisPage } from "./api.ts"

/** The filters of a list, as the API takes them. A filter that is left out lets every submission pass. */
export interface SubmissionFilter {
  readonly form?: string
  readonly state?: string
  /** RFC 3339. */
  readonly createdFrom?: string
  readonly createdBefore?: string
  /** A reference number; with `*` at its end, the beginning of one. */
  readonly reference?: string
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

/** The newest first. What they hold is kept as long as it is shown. */
export const latestSubmissionsQuery = (formId: string) =>
  infiniteQueryOptions({
    queryKey: ["form", formId, "latest submissions"],
    queryFn: async ({ pageParam, signal }) =>
      (await api.submissions.list({ form: formId, cursor: pageParam, limit: "10" }, { signal })).body,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    gcTime: 0
  })

export type FiledDraft = Pick<Submission, "id" | "referenceNumber">

/**
 * Files a payload as a draft of a submission, by the live version of its form.
 * @param payload JSON of an object, sent as it is: parsing it would round long numbers.
 * @param idempotencyKey the same for a repeat whose first answer was lost, so that it files once.
 */
export const fileDraft = async (formId: string, payload: string, idempotencyKey: string): Promise<FiledDraft> => {
  const client = createFormwork({
    baseUrl: location.origin,
    fetch: (input, init) => ofThisPage(input, { ...init, body: `{"data":${payload},"draft":true}` }),
    retries: { attempts: 1 }
  })
  const { body } = await client.v1.createSubmission({ formId, idempotencyKey, body: { data: {}, draft: true } })
  return body
}
