/** How many days of usage are shown, up to today. */
export const usagePeriods = [7, 30, 92] as const
export type UsagePeriod = (typeof usagePeriods)[number]

export const isUsagePeriod = (days: unknown): days is UsagePeriod => usagePeriods.some((one) => one === days)
