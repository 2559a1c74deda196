/** The one clock that a rule can see: the date in the form's time zone. */
import { DateTime, Effect } from "effect"

/** The date in the IANA zone `timeZone` now, as `YYYY-MM-DD`. A zone that this machine does not know is a defect: publishing checked it. */
export const today = (timeZone: string): Effect.Effect<string> =>
  Effect.map(DateTime.now, (now) => DateTime.formatIsoDate(DateTime.setZoneNamedUnsafe(now, timeZone)))
