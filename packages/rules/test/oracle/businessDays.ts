/** The oracle's business days: day by day, and over long times week by week. */
import type { FormTable } from "./Form.ts"
import { addDays, dayNumber } from "./calendar.ts"
import { present } from "../present.ts"

/** Days that are looked at one by one. */
const NEAR = 3_000

const holidaysOf = (table: FormTable | undefined): ReadonlySet<string> =>
  new Set((table?.rows ?? []).map((row) => String(row[0])).filter((date) => date !== "*"))

/** 0001-01-01 was a Monday. */
const isWeekday = (date: string): boolean => dayNumber(date) % 7 < 5

/** Business days after `from` up to and including `to`, which is not earlier. */
const countedAfter = (from: string, to: string, holidays: ReadonlySet<string>): number => {
  const days = dayNumber(to) - dayNumber(from)
  const weeks = days > NEAR ? Math.floor(days / 7) : 0
  let [count, date] = [weeks * 5, present(addDays(from, BigInt(weeks * 7)))]
  for (const holiday of holidays) if (weeks > 0 && isWeekday(holiday) && holiday > from && holiday <= date) count -= 1
  while (date < to) {
    date = present(addDays(date, 1n))
    if (isWeekday(date) && !holidays.has(date)) count += 1
  }
  return count
}

export const businessDaysBetween = (from: string, to: string, table: FormTable | undefined): number => {
  const holidays = holidaysOf(table)
  if (to >= from) return countedAfter(from, to, holidays)
  // From `to` on and before `from`: each counted for the day after it.
  const own = isWeekday(to) && !holidays.has(to) ? 1 : 0
  const last = isWeekday(from) && !holidays.has(from) ? 1 : 0
  return -(countedAfter(to, from, holidays) + own - last) + 0
}

/** Null outside the years 0001 to 9999. */
export const addBusinessDays = (date: string, count: bigint, table: FormTable | undefined): string | null => {
  if (count > 4_000_000n || count < -4_000_000n) return null
  const holidays = holidaysOf(table)
  const step = count < 0n ? -1 : 1
  let left = Math.abs(Number(count))
  let now: string | null = date
  if (left > NEAR) {
    // Not so far that too many are passed.
    const near: string | null = addDays(date, BigInt(step * 7 * (Math.floor(left / 5) - 1)))
    if (near === null) return null
    left -= Math.abs(businessDaysBetween(date, near, table))
    now = near
  }
  while (left > 0) {
    now = addDays(now, BigInt(step))
    if (now === null) return null
    if (isWeekday(now) && !holidays.has(now)) left -= 1
  }
  return now
}
