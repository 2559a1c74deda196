/** Days of the calendar in a time zone that may be another than the person's. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** A format takes longer to make than to use. */
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" })
  formats.set(zone, known)
  return known
}

/** The day of a moment in a zone, `2026-11-23`. */
export const dayIn = (zone: string, at: number): string => formatOf(zone).format(at)

const MINUTE = 60_000
/** No zone is further from UTC. */
const FARTHEST = 16 * 60 * MINUTE

/** The first moment of a day in a zone, or of the first day after it where the zone has left the day out. */
export const beginOfDay = (zone: string, day: string): string => {
  const middle = Date.parse(`${day}T00:00:00Z`)
  let [before, from] = [middle - FARTHEST, middle + FARTHEST]
  while (from - before > MINUTE) {
    const at = before + Math.ceil((from - before) / 2 / MINUTE) * MINUTE
    if (dayIn(zone, at) < day) before = at
    else from = at
  }
  return new Date(from).toISOString()
}

/** So many days later; earlier where the number is negative. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
