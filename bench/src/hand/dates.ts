/**
 * Dates of the hand-written quote, as one number: 20261121 is 21 November 2026. They compare as numbers, and the years
 * between two are their difference divided by ten thousand.
 */

/** Characters `from` to `to` as a number, or NaN where one is no digit. */
const digits = (text: string, from: number, to: number): number => {
  let value = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return NaN
    value = value * 10 + digit
  }
  return value
}

const daysIn = (year: number, month: number): number => {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** `YYYY-MM-DD`, in the first ten characters; undefined where they are not a date. */
const dateAtStart = (text: string): number | undefined => {
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 7)
  const day = digits(text, 8, 10)
  const exists =
    text[4] === "-" &&
    text[7] === "-" &&
    year > 0 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month)
  return exists ? year * 10_000 + month * 100 + day : undefined
}

export const parseDate = (text: string): number | undefined => (text.length === 10 ? dateAtStart(text) : undefined)

const isClock = (text: string, from: number, withSeconds: boolean): boolean =>
  digits(text, from, from + 2) <= 23 &&
  text[from + 2] === ":" &&
  digits(text, from + 3, from + 5) <= 59 &&
  (!withSeconds || (text[from + 5] === ":" && digits(text, from + 6, from + 8) <= 59))

/** `HH:MM` or `HH:MM:SS` as seconds of the day. */
export const parseTime = (text: string): number | undefined => {
  const withSeconds = text.length === 8
  if ((text.length !== 5 && !withSeconds) || !isClock(text, 0, withSeconds)) return undefined
  return digits(text, 0, 2) * 3600 + digits(text, 3, 5) * 60 + (withSeconds ? digits(text, 6, 8) : 0)
}

const ZONE = /^(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)$/

const isZone = (zone: string): boolean =>
  zone === "Z" || (ZONE.test(zone) && (zone.toUpperCase().endsWith("Z") || isClock(zone, zone.length - 5, false)))

/** The date of an RFC 3339 date-time, as written. The quote does not need its instant. */
export const parseDateOfDatetime = (text: string): number | undefined => {
  const separator = text[10]
  if ((separator !== "T" && separator !== "t") || !isClock(text, 11, true) || !isZone(text.slice(19))) return undefined
  return dateAtStart(text)
}

export const yearsBetween = (from: number, to: number): number => {
  const years = Math.trunc((to - from) / 10_000)
  return years === 0 ? 0 : years
}

/** Days of a date since a fixed day. */
const dayNumber = (date: number): number => {
  const month = Math.floor(date / 100) % 100
  const year = Math.floor(date / 10_000) - (month > 2 ? 0 : 1)
  const sinceMarch = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5)
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400) + sinceMarch + (date % 100)
}

export const daysBetween = (from: number, to: number): number => dayNumber(to) - dayNumber(from)
