/** What the address says about which calls are shown. */
import { isInOrder, lengthOf, periodSearch } from "../period.ts"
import type { Period, PeriodSearch } from "../period.ts"

export interface UsageSearch extends PeriodSearch {
  readonly form?: string
}

/** Days that the server shows at most. */
export const MOST_DAYS = 92

export const usageSearch = (given: Readonly<Record<string, unknown>>): UsageSearch => {
  const { form } = given
  return { ...periodSearch(given), ...(typeof form === "string" && form !== "" ? { form } : {}) }
}

export const isTooLong = (period: Period): boolean => isInOrder(period) && lengthOf(period) > MOST_DAYS
