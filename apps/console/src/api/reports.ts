/** Reports of a form's submissions, and where their files are. */
import { queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"

/** Days of the calendar, both within. */
interface Days {
  readonly from: string
  readonly to: string
}

/** A report may take long, so it is not asked for again because its window was looked at. */
export const reportQuery = (form: string, { from, to }: Days) =>
  queryOptions({
    queryKey: ["form", form, "report", from, to],
    queryFn: async ({ signal }) => (await api.reports.submissions({ form, from, to }, { signal })).body,
    staleTime: 60_000,
    refetchOnWindowFocus: false
  })

export const reportFile = (form: string, { from, to }: Days): string =>
  `/api/platform/reports/submissions?${new URLSearchParams({ format: "csv", form, from, to })}`

/** @param form an id; undefined for all forms. */
export const usageFile = ({ from, to }: Days, form: string | undefined): string =>
  `/api/platform/reports/usage?${new URLSearchParams({ format: "csv", from, to, ...(form === undefined ? {} : { form }) })}`
