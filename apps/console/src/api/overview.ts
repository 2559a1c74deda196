/** Every form with its calls, submissions and dead effects of seven days. */
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"

const days = 7

/** The first of seven days in UTC; today is the last. */
const firstDay = (): string => new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10)

/** The newest hundred forms. */
export const weekQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: async ({ signal }) => (await api.reports.overview({ from: firstDay(), limit: "100" }, { signal })).body,
  staleTime: 60_000
})
