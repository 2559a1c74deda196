/** `time`: a time of the day, `HH:MM` or `HH:MM:SS`. */
import { counted } from "../values/counted.ts"
import * as running from "./running/temporals.ts"
import { temporalType } from "./temporals.ts"

const { format, parse } = counted.time

export const time = temporalType("time", running.time, {
  expected: "a time such as `09:30`",
  tree: (place) => ({ kind: "time", node: "field", place }),
  // RFC 3339's `time` has an offset.
  schema: { type: "string", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$" },
  candidates: (bounds, _, literals) => {
    const near = [...literals.time, ...bounds].flatMap((literal) => {
      const seconds = parse(literal)
      return seconds === null ? [] : [seconds, seconds + 1, seconds - 1].map(format)
    })
    return ["09:30", "12:00", "18:00", "00:00", "23:59:59", ...bounds, ...near]
  }
})
