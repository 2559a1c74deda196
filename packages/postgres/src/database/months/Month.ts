/** Months, counted from the year 0, and where each begins in a column. */

/** A calendar month in UTC: twelve times the year, and 0 for January. */
export type Month = number

export const of = (time: Date): Month => time.getUTCFullYear() * 12 + time.getUTCMonth()

/** Such as `2026-11`. */
export const shown = (month: Month): string =>
  `${Math.floor(month / 12)}-${((month % 12) + 1).toString().padStart(2, "0")}`

const begins = (month: Month): number => Date.UTC(Math.floor(month / 12), month % 12)

/** The least value of a column in a month. Ids are time-ordered: they begin with the milliseconds (RFC 9562 §5.7). */
export const least = {
  id: (month: Month): string => {
    const time = begins(month).toString(16).padStart(12, "0")
    return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
  },
  day: (month: Month): string => `${shown(month)}-01`
}

/** The month that begins with a value that `least` gave. */
export const from = {
  id: (value: string): Month => of(new Date(Number.parseInt(value.replaceAll("-", "").slice(0, 12), 16))),
  day: (value: string): Month => of(new Date(value))
}
