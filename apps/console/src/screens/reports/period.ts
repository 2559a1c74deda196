/** Which days a report is about. They stand in the address; without them it is about the last 30. */
import { daysLater } from "../../time/zones.ts"

/** Days of the calendar, both within. */
export interface Period {
  readonly from: string
  readonly to: string
}

export type PeriodSearch = Partial<Period>

const usualDays = 30

/** `2026-02-30` is no day. */
const isDay = (text: unknown): text is string => {
  if (typeof text !== "string" || !/^(?!0000)\d{4}-\d{2}-\d{2}$/u.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

export const periodSearch = ({ from, to }: Readonly<Record<string, unknown>>): PeriodSearch => ({
  ...(isDay(from) ? { from } : {}),
  ...(isDay(to) ? { to } : {})
})

/** The last so many days. */
export const lastDays = (today: string, days: number): Period => ({ from: daysLater(today, 1 - days), to: today })

/** @param search a last day that it does not say is today, a first one 30 days with the last. */
export const periodOf = ({ from, to }: PeriodSearch, today: string): Period => {
  const end = to ?? today
  return { from: from ?? lastDays(end, usualDays).from, to: end }
}

/** Whether a period has a day at all. */
export const isInOrder = ({ from, to }: Period): boolean => from <= to

/** How many days it has. */
export const lengthOf = ({ from, to }: Period): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1
