/** Who called what, by day. */
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"

/** The last 30 days, by key and person. */
export const usageQuery = queryOptions({
  queryKey: ["usage"],
  queryFn: async ({ signal }) => (await api.reports.usage({}, { signal })).body.items,
  staleTime: 60_000
})

/** The last 30 days of one form. */
export const formUsageQuery = (form: string) =>
  queryOptions({
    queryKey: ["form", form, "usage"],
    queryFn: async ({ signal }) => (await api.reports.usage({ form }, { signal })).body.items,
    staleTime: 60_000
  })
