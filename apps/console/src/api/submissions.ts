/** Submissions of a form. */
import type { Submission } from "@formwork/client/contract"
import { createFormwork } from "@formwork/client/Formwork"
import { infiniteQueryOptions } from "@tanstack/react-query"
import { api, ofThisPage } from "./api.ts"

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
