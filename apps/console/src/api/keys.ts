/** API keys: their records, and how often each is called. A token never gets into a query. */
import { queryOptions } from "@tanstack/react-query"
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

/** After a key was made, rotated or revoked: every list of keys and every page of one is read again. */
export const forgetKeys = async (): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ["keys"] }),
    queries.invalidateQueries({ queryKey: ["audit"] })
  ])
}
