/** What the palette finds by a text: a few of each kind. An answer is kept as long as it is shown. */
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"

const MOST = 8

const asked = { gcTime: 0, staleTime: 0, retry: false, refetchOnWindowFocus: false } as const

/** Forms with the text in their title or code. */
export const formsFoundQuery = (text: string) =>
  queryOptions({
    queryKey: ["found", "forms", text],
    queryFn: async ({ signal }) => (await api.forms.list({ text, limit: String(MOST) }, { signal })).body,
    ...asked
  })

/** Submissions whose reference number begins with the text. */
export const submissionsFoundQuery = (text: string) =>
  queryOptions({
    queryKey: ["found", "submissions", text],
    queryFn: async ({ signal }) =>
      (await api.submissions.list({ reference: `${text}*`, fields: "none", limit: String(MOST) }, { signal })).body
        .items,
    ...asked
  })
