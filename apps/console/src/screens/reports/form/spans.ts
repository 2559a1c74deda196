/** Days put together, so that a chart of any period has at most 92 columns. */
import { daysLater } from "../../../time/zones.ts"
import { lengthOf } from "../period.ts"
import type { Period } from "../period.ts"

/** Columns that a chart has at most. */
export const MOST_COLUMNS = 92

export type Unit = "day" | "week" | "month" | "year"

const units = ["day", "week", "month", "year"] as const

/** The first day of the week (from Monday), the month or the year that a day is in. */
const beginOf = (unit: Unit, day: string): string => {
  switch (unit) {
    case "day":
      return day
    case "week":
      return daysLater(day, -((new Date(day).getUTCDay() + 6) % 7))
    case "month":
      return `${day.slice(0, 8)}01`
    case "year":
      return `${day.slice(0, 5)}01-01`
  }
}

/** Days of the shortest and of the longest. */
const shortest = { day: 1, week: 7, month: 28, year: 365 } as const
const longest = { day: 1, week: 7, month: 31, year: 366 } as const

/** The first day of the unit after that of a day. */
const nextBegin = (unit: Unit, day: string): string => beginOf(unit, daysLater(beginOf(unit, day), longest[unit]))

const cut = (unit: Unit, { from, to }: Period): ReadonlyArray<Period> => {
  const spans: Array<Period> = []
  for (let day = from; day <= to; day = nextBegin(unit, day)) {
    const last = daysLater(nextBegin(unit, day), -1)
    spans.push({ from: day, to: last < to ? last : to })
  }
  return spans
}

export interface Spans {
  readonly unit: Unit
  readonly spans: ReadonlyArray<Period>
}

/** A period has at most so many units of a length, where its ends may cut two of them. */
const mostUnits = (days: number, length: number): number => (length === 1 ? days : Math.ceil(days / length) + 1)

/** The period in days; in weeks, months or years where there would be too many. Each day is in one span. */
export const spansOf = (period: Period): Spans => {
  const days = lengthOf(period)
  const unit = units.find((one) => mostUnits(days, shortest[one]) <= MOST_COLUMNS) ?? "year"
  return { unit, spans: cut(unit, period) }
}
