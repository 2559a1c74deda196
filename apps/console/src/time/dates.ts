/** Times as people read them, in their own zone. */

/** A format takes longer to make than to use, and a list uses one for each row. */
const once = <A>(make: (language: string) => A): ((language: string) => A) => {
  const made = new Map<string, A>()
  return (language) => {
    const known = made.get(language) ?? make(language)
    made.set(language, known)
    return known
  }
}

const ago = once((language) => new Intl.RelativeTimeFormat(language, { numeric: "auto" }))
const days = once((language) => new Intl.DateTimeFormat(language, { dateStyle: "medium" }))
const civilDays = once((language) => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" }))
const moments = once(
  (language) =>
    new Intl.DateTimeFormat(language, {
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "short"
    })
)

const units = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
] as const

/** `4 minutes ago`, `in 3 days`; `now` within a minute. */
const relative = (language: string, at: number, now: number): string => {
  const seconds = (at - now) / 1_000
  const format = ago(language)
  for (const [unit, size] of units) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit)
  }
  return format.format(0, "second")
}

/** `4 minutes ago` within a week, `in 3 weeks` within two months; else the date. */
export const nearOrDay = (language: string, at: number, now: number): string => {
  const distance = (at - now) / 86_400_000
  return distance > -7 && distance < 60 ? relative(language, at, now) : day(language, at)
}

/** `3 Dec 2026` */
export const day = (language: string, at: number | string): string => days(language).format(new Date(at))

/** The same for a day of the calendar, `2026-12-03`, which is that day in every zone. */
export const civilDay = (language: string, day: string): string => civilDays(language).format(new Date(day))

/** Whether a text is a day of the calendar, `2026-12-03`. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(text))

/** `3 Dec 2026, 14:05:09 CET` */
export const moment = (language: string, at: number | string): string => moments(language).format(new Date(at))

/** A day of the calendar in UTC, `2026-11-23`, so many days before. */
export const utcDay = (now: number, daysBefore = 0): string =>
  new Date(now - daysBefore * 86_400_000).toISOString().slice(0, 10)

/** Each day from one to the other, both included. */
export const utcDaysBetween = (from: string, to: string): ReadonlyArray<string> => {
  const first = Date.parse(`${from}T00:00:00Z`)
  const count = Math.round((Date.parse(`${to}T00:00:00Z`) - first) / 86_400_000) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => utcDay(first, -index))
}

/** When a day of the calendar begins in the person's zone, or so many days later; undefined for a text that is no day. */
export const startOfDay = (day: string, daysLater = 0): string | undefined => {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number)
  const at = new Date(year, month - 1, date + daysLater)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
