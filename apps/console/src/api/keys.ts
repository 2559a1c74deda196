/** API keys: their records, how often each is called, and what each did. A token never gets into a query. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"
import { queries } from "./queries.ts"

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: async ({ signal }) => (await api.keys.list({}, { signal })).body.items
})

export const keyQuery = (apiKeyId: string) =>
  queryOptions({
    queryKey: ["keys", apiKeyId],
    queryFn: async ({ signal }) => (await api.keys.get({ apiKeyId }, { signal })).body
  })

/** The keys that a key made. */
export const keysMadeByQuery = (createdByKey: string) =>
  queryOptions({
    queryKey: ["keys", createdByKey, "made"],
    queryFn: async ({ signal }) => (await api.keys.list({ createdByKey }, { signal })).body.items
  })

/** @param from, to days in UTC, `2026-11-23`, both included. */
export const keyUsageQuery = (apiKeyId: string, from: string, to: string) =>
  queryOptions({
    queryKey: ["keys", apiKeyId, "usage", from, to],
    queryFn: async ({ signal }) => (await api.keys.usage({ apiKeyId, from, to }, { signal })).body.items
  })

/** What was done to a key: it was made, rotated, revoked. */
export const auditOfKeyQuery = (apiKeyId: string) =>
  queryOptions({
    queryKey: ["audit", "subject", apiKeyId],
    queryFn: async ({ signal }) => (await api.audit.list({ subject: apiKeyId, limit: "50" }, { signal })).body.items
  })

/** What was done with a key, newest first. A page may be empty and still have a next one. */
export const auditByKeyQuery = (apiKeyId: string) =>
  infiniteQueryOptions({
    queryKey: ["audit", "credential", apiKeyId],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === "" ? {} : { cursor: pageParam }
      return (await api.audit.list({ credential: apiKeyId, limit: "20", ...cursor }, { signal })).body
    },
    getNextPageParam: ({ next }) => next
  })

/** After a key was made, rotated or revoked: every list of keys and every page of one is read again. */
export const forgetKeys = async (): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["keys"] }),
    queries.invalidateQueries({ queryKey: ["audit"] })
  ])
}
