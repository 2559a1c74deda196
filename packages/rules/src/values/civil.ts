/** Civil dates as days since 1970-01-01 in the proleptic Gregorian calendar, years 0001 to 9999; times as seconds of the day. */

/** A moment as it was written: seconds since 1970 UTC and the rest in nanoseconds, and the date in its own offset. */
export interface Moment {
  readonly seconds: number
  readonly nanos: number
  readonly days: number
  readonly written: string
}

/** The same, with its instant as one number of nanoseconds since 1970 UTC. */
export interface Datetime {
  readonly instant: bigint
  readonly days: number
  readonly written: string
}

export interface Civil {
  readonly year: number
  readonly month: number
  readonly day: number
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^(\d\d):(\d\d)(?::(\d\d))?$/
const DATETIME = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const daysInMonth = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31

/** Days of a civil date that exists. The year is counted from March, so a leap day comes last. */
export const toDays = ({ year, month, day }: Civil): number => {
  const y = month > 2 ? year : year - 1
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Months since year 0 and the day of the month, as one number (months × 32 + day): a date's parts without an object for them. */
export const monthAndDay = (days: number): number => {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  // March is the third month of its year; counting on past December is right for January and February.
  return ((yearOfEra + era * 400) * 12 + fromMarch + 2) * 32 + day
}

export const toCivil = (days: number): Civil => {
  const packed = monthAndDay(days)
  const months = Math.floor(packed / 32)
  return { year: Math.floor(months / 12), month: (months % 12) + 1, day: packed % 32 }
}

export const FIRST_DAY = toDays({ year: 1, month: 1, day: 1 })
export const LAST_DAY = toDays({ year: 9999, month: 12, day: 31 })

/** Days of `YYYY-MM-DD`, or null where that is no date. */
export const parseDate = (text: string): number | null => {
  const match = DATE.exec(text)
  if (match === null) return null
  const year = Number(match[1])
  const month = Number(match[2])
  const day = Number(match[3])
  const exists = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return exists ? toDays({ year, month, day }) : null
}

/** Seconds of the day of `HH:MM` or `HH:MM:SS`, or null where that is no time. */
export const parseTime = (text: string): number | null => {
  const match = TIME.exec(text)
  if (match === null) return null
  const hours = Number(match[1])
  const minutes = Number(match[2])
  const seconds = Number(match[3] ?? "0")
  return hours <= 23 && minutes <= 59 && seconds <= 59 ? hours * 3600 + minutes * 60 + seconds : null
}

/** An RFC 3339 date-time with its offset and at most nine decimals of a second, or null. No leap seconds. */
export const parseMoment = (text: string): Moment | null => {
  const match = DATETIME.exec(text)
  if (match === null) return null
  const days = parseDate(match[1] ?? "")
  const seconds = parseTime(match[2] ?? "")
  const offsetHours = Number(match[5] ?? "0")
  const offsetMinutes = Number(match[6] ?? "0")
  if (days === null || seconds === null || offsetHours > 23 || offsetMinutes > 59) return null
  const offset = (offsetHours * 3600 + offsetMinutes * 60) * (match[4] === "-" ? -1 : 1)
  const nanos = Number((match[3] ?? "").padEnd(9, "0"))
  return { seconds: days * 86_400 + seconds - offset, nanos, days, written: text }
}

export const toDatetime = ({ days, nanos, seconds, written }: Moment): Datetime => ({
  instant: BigInt(seconds) * 1_000_000_000n + BigInt(nanos),
  days,
  written
})

export const parseDatetime = (text: string): Datetime | null => {
  const moment = parseMoment(text)
  return moment === null ? null : toDatetime(moment)
}

const padded = (value: number, width: number): string => String(value).padStart(width, "0")

export const formatDate = (days: number): string => {
  const { year, month, day } = toCivil(days)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`
}

/** `HH:MM`, and the seconds where there are any. */
export const formatTime = (time: number): string => {
  const seconds = time % 60
  const start = `${padded(Math.floor(time / 3600), 2)}:${padded(Math.floor(time / 60) % 60, 2)}`
  return seconds === 0 ? start : `${start}:${padded(seconds, 2)}`
}

/** Of a time in seconds; NaN of NaN. */
export const partOfTime = {
  hour: (time: number): number => Math.floor(time / 3600),
  minute: (time: number): number => Math.floor(time / 60) % 60
}

/** The time of an RFC 3339 date-time as it was written, in seconds. INVARIANT: the text is one. */
export const timeWritten = (written: string): number => parseTime(written.slice(11, 19)) ?? 0

/** `days` later; null outside the years 0001 to 9999. */
export const addDays = (date: number, days: bigint): number | null => {
  const result = BigInt(date) + days
  return result < BigInt(FIRST_DAY) || result > BigInt(LAST_DAY) ? null : Number(result)
}

/** The same day of another month, or that month's last day where it is shorter; null outside the years 0001 to 9999. */
export const addMonths = (date: number, months: bigint): number | null => {
  const { year, month, day } = toCivil(date)
  const index = BigInt(year * 12 + month - 1) + months
  if (index < 12n || index >= 120_000n) return null
  const target = Number(index)
  const targetYear = Math.floor(target / 12)
  const targetMonth = (target % 12) + 1
  return toDays({ year: targetYear, month: targetMonth, day: Math.min(day, daysInMonth(targetYear, targetMonth)) })
}

/**
 * Completed months from one date to another, negative where `to` is earlier. A month is completed when its day number is
 * reached: a person born on 29 February is a year older on 1 March of a common year (as in Java and PostgreSQL).
 */
export const monthsBetween = (from: number, to: number): number => {
  if (to < from) return 0 - monthsBetween(to, from)
  const a = toCivil(from)
  const b = toCivil(to)
  return (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0)
}

export const yearsBetween = (from: number, to: number): number => {
  const years = Math.trunc(monthsBetween(from, to) / 12)
  return years === 0 ? 0 : years // never -0
}

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export const weekday = (days: number): number => ((((days + 3) % 7) + 7) % 7) + 1

/** Of a date in days; NaN of NaN. */
export const partOfDate = {
  year: (days: number): number => toCivil(days).year,
  month: (days: number): number => toCivil(days).month,
  day: (days: number): number => toCivil(days).day,
  weekday
}
