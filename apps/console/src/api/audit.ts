/** The audit log. A page of it may be empty and still have a next one. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"

/** What was done to one record, the newest 50 lines. */
export const auditOfQuery = (subject: string) =>
  queryOptions({
    queryKey: ["audit", "subject", subject],
    queryFn: async ({ signal }) => (await api.audit.list({ subject, limit: "50" }, { signal })).body.items
  })

/** Who acted: a key or session by its id, or a person with all that was done on their behalf. */
export type Acting = { readonly credential: string } | { readonly user: string }

/** What was done by one key or one person, newest first. */
export const auditByQuery = (by: Acting) =>
  infiniteQueryOptions({
    queryKey: ["audit", "by", by],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === "" ? {} : { cursor: pageParam }
      return (await api.audit.list({ ...by, limit: "20", ...cursor }, { signal })).body
    },
    getNextPageParam: ({ next }) => next
  })
