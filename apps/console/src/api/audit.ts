/** The audit log. A page of it may be empty and still have a next one. */
import type { AuditAction } from "@formwork/client/contract"
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

/** What narrows the log, as the server takes it. */
export interface AuditFilter {
  readonly action?: AuditAction
  readonly user?: string
  readonly credential?: string
  readonly subject?: string
  readonly request?: string
  /** Moments: the first is within, the second is not. */
  readonly from?: string
  readonly to?: string
}

export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["audit", "list", filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (await api.audit.list({ ...filter, cursor: pageParam, limit: "50" }, { signal })).body,
    getNextPageParam: ({ next }) => next ?? undefined
  })

/** Where the whole log that a filter matches is downloaded: the browser has the cookie, and writes it to disk as it comes. */
export const auditExportAddress = (filter: AuditFilter, format: "csv" | "ndjson"): string =>
  `/api/platform/audit/export?${new URLSearchParams({ ...filter, format }).toString()}`
