/** The oracle's calendar: dates stay `YYYY-MM-DD`, and days are counted by adding up years and months. */
import { present } from "../present.ts"

export interface Moment {
  readonly is: "datetime"
  /** Nanoseconds since the first of January of year 1, UTC. */
  readonly instant: bigint
  readonly date: string
  readonly sent: string
}

const isLeap = (year: number): boolean => (year % 100 === 0 ? year % 400 === 0 : year % 4 === 0)

const lengths = (year: number): ReadonlyArray<number> => [
  31,
  isLeap(year) ? 29 : 28,
  31,
  30,
  31,
  30,
  31,
  31,
  30,
  31,
  30,
  31
]

/** Days before the first of January of each year. */
const daysBefore: Array<number> = [0, 0]
for (let year = 1; year <= 9999; year += 1) daysBefore.push(present(daysBefore[year]) + (isLeap(year) ? 366 : 365))
const DAYS = present(daysBefore[10_000])

type Parts = readonly [year: number, month: number, day: number]

export const partsOf = (date: string): Parts => {
  const [year, month, day] = date.split("-").map(Number)
  return [present(year), present(month), present(day)]
}

const dateOf = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`

export const isDate = (text: string): boolean => {
  if (!/^\d\d\d\d-\d\d-\d\d$/.test(text)) return false
  const [year, month, day] = partsOf(text)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= present(lengths(year)[month - 1])
}

/** Days since 0001-01-01, which was a Monday. */
export const dayNumber = (date: string): number => {
  const [year, month, day] = partsOf(date)
  const months = lengths(year).slice(0, month - 1)
  return present(daysBefore[year]) + months.reduce((sum, days) => sum + days, 0) + day - 1
}

const dateOfDay = (number: number): string => {
  let year = Math.max(1, Math.floor(number / 366))
  while (present(daysBefore[year + 1]) <= number) year += 1
  let rest = number - present(daysBefore[year])
  let month = 1
  for (const days of lengths(year)) {
    if (rest < days) break
    rest -= days
    month += 1
  }
  return dateOf(year, month, rest + 1)
}

export const addDays = (date: string, days: bigint): string | null => {
  const target = BigInt(dayNumber(date)) + days
  return target < 0n || target >= BigInt(DAYS) ? null : dateOfDay(Number(target))
}

export const addMonths = (date: string, months: bigint): string | null => {
  if (months > 200_000n || months < -200_000n) return null
  let [year, month, day] = partsOf(date)
  month += Number(months)
  while (month > 12) [year, month] = [year + 1, month - 12]
  while (month < 1) [year, month] = [year - 1, month + 12]
  if (year < 1 || year > 9999) return null
  while (day > present(lengths(year)[month - 1])) day -= 1
  return dateOf(year, month, day)
}

const isReached = ([year, month, day]: Parts, by: Parts): boolean =>
  year !== by[0] ? year < by[0] : month !== by[1] ? month < by[1] : day <= by[2]

/** Steps of so many months from one date that the other has reached, each by its own number of the day. */
const completed = (from: string, to: string, step: 1 | 12): number => {
  if (to < from) return 0 - completed(to, from, step)
  const end = partsOf(to)
  const [year, month, day] = partsOf(from)
  let count = Math.max(0, (end[0] - year - 1) * (12 / step) - 1) // surely completed
  for (;;) {
    const months = month - 1 + (count + 1) * step
    if (!isReached([year + Math.floor(months / 12), (months % 12) + 1, day], end)) return count
    count += 1
  }
}

export const between = (unit: "days" | "months" | "years", from: string, to: string): number =>
  unit === "days" ? dayNumber(to) - dayNumber(from) : completed(from, to, unit === "months" ? 1 : 12)

/** `HH:MM:SS`, or null where the text is no time. */
export const timeOf = (text: string): string | null => {
  if (!/^\d\d:\d\d(:\d\d)?$/.test(text)) return null
  const [hours, minutes, seconds = 0] = text.split(":").map(Number)
  if (present(hours) > 23 || present(minutes) > 59 || seconds > 59) return null
  return text.length === 5 ? `${text}:00` : text
}

export const shownTime = (time: string): string => (time.endsWith(":00") ? time.slice(0, 5) : time)

const secondsOf = (time: string): number => {
  const [hours, minutes, seconds] = time.split(":").map(Number)
  return present(hours) * 3600 + present(minutes) * 60 + present(seconds)
}

/** A date-time of RFC 3339, or null. */
export const momentOf = (text: string): Moment | null => {
  const date = text.slice(0, 10)
  const time = timeOf(text.slice(11, 19))
  const rest = /^(?:\.(\d{1,9}))?(?:(z)|([+-])(\d\d:\d\d))$/i.exec(text.slice(19))
  if (text.length < 20 || !isDate(date) || !/[tT]/.test(text.charAt(10)) || time === null || rest === null) return null
  const [, decimals = "", , sign = "+", offset = "00:00"] = rest
  const away = timeOf(offset)
  if (away === null || text.charAt(16) !== ":") return null
  const seconds = dayNumber(date) * 86_400 + secondsOf(time) + (sign === "-" ? 1 : -1) * secondsOf(away)
  const instant = BigInt(seconds) * 1_000_000_000n + BigInt(decimals.padEnd(9, "0"))
  return { is: "datetime", instant, date, sent: text }
}
