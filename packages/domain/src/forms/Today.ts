/** The one clock that a rule can see: the date in the form's time zone. */
import { Clock, DateTime, Effect } from "effect"

/** What was asked last of each zone. A date begins at a whole second in every zone that there ever was. */
const latest = new Map<string, { readonly second: number; readonly date: string }>()

/** Zones that are remembered; the IANA database has some 600 names. */
const mostZones = 1_000

/** The date in the IANA zone `timeZone` at `millis`, as `YYYY-MM-DD`. Throws for a zone that this machine does not know. */
export const dateAt = (millis: number, timeZone: string): string => {
  const second = Math.floor(millis / 1_000)
  const known = latest.get(timeZone)
  if (known?.second === second) return known.date
  const now = DateTime.makeUnsafe(millis)
  const date =
    timeZone === "UTC"
      ? DateTime.formatIsoDateUtc(now)
      : DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(now, timeZone))
  if (latest.size >= mostZones) latest.clear()
  latest.set(timeZone, { second, date })
  return date
}

/** The date in the IANA zone `timeZone` now, as `YYYY-MM-DD`. A zone that this machine does not know is a defect: publishing checked it. */
export const today = (timeZone: string): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (now) => dateAt(now, timeZone))
