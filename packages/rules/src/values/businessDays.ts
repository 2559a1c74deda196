/** Business days: Monday to Friday, without holidays. Dates are days since 1970. */
import { FIRST_DAY, LAST_DAY } from "./civil.ts"

/** 1970-01-05. */
const MONDAY = 4
const WORKING = 5

/** How many days from Monday to Friday there are from a Monday long ago to a date, the date included. */
const weekdaysUpTo = (date: number): number => {
  const weeks = Math.floor((date - MONDAY) / 7)
  return weeks * WORKING + Math.min(date - MONDAY - weeks * 7 + 1, WORKING)
}

const isWeekday = (date: number): boolean => weekdaysUpTo(date) > weekdaysUpTo(date - 1)

/** How many of them, which are in order, are not after a date. */
const countUpTo = (dates: ReadonlyArray<number>, date: number): number => {
  let [from, to] = [0, dates.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((dates[middle] ?? Infinity) <= date) from = middle + 1
    else to = middle
  }
  return from
}

export interface BusinessDays {
  /** Those after `from` up to and including `to`; where `to` is earlier, those from `to` on and before `from`, negative. */
  readonly between: (from: number, to: number) => number
  /** The business day that comes as the `count`-th after a date, or before it; the date itself for 0. Null outside the years 0001 to 9999. */
  readonly later: (date: number, count: bigint) => number | null
}

/** @param holidays in any order; those at weekends change nothing. */
export const businessDays = (holidays: ReadonlyArray<number>): BusinessDays => {
  const free = [...new Set(holidays.filter(isWeekday))].sort((a, b) => a - b)
  const upTo = (date: number): number => weekdaysUpTo(date) - countUpTo(free, date)
  const [least, most] = [upTo(FIRST_DAY - 1), upTo(LAST_DAY)]
  /** The first date up to which there are so many. */
  const dateOf = (rank: number): number => {
    let [from, to] = [FIRST_DAY, LAST_DAY]
    while (from < to) {
      const middle = Math.floor((from + to) / 2)
      if (upTo(middle) >= rank) to = middle
      else from = middle + 1
    }
    return from
  }
  return {
    // Adding 0 makes 0 of -0.
    between: (from, to) => (to < from ? upTo(to - 1) - upTo(from - 1) : upTo(to) - upTo(from)) + 0,
    later: (date, count) => {
      if (count === 0n) return date
      const rank = count > 0n ? BigInt(upTo(date)) + count : BigInt(upTo(date - 1)) + count + 1n
      return rank <= BigInt(least) || rank > BigInt(most) ? null : dateOf(Number(rank))
    }
  }
}
