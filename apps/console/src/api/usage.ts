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

/** @param days in UTC, both included. @param form an id; undefined for all forms. */
export const usageOfDaysQuery = ({ from, to }: { readonly from: string; readonly to: string }, form?: string) =>
  queryOptions({
    queryKey: ["usage", from, to, form],
    queryFn: async ({ signal }) => (await api.reports.usage({ from, to, form }, { signal })).body.items,
    staleTime: 30_000
  })
