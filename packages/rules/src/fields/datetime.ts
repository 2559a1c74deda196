/** `datetime`: a moment, RFC 3339 with its offset. */
import * as running from "./running/temporals.ts"
import { datesWorthTrying, temporalType } from "./temporals.ts"

export const datetime = temporalType("datetime", running.datetime, {
  expected: "a date with a time and its offset, such as `2024-12-31T09:30:00Z`",
  tree: (place) => ({ kind: "datetime", node: "field", place }),
  schema: { type: "string", format: "date-time" },
  candidates: (bounds, today, literals) => [
    ...datesWorthTrying(
      bounds.map((bound) => bound.slice(0, 10)),
      today,
      literals
    ).map((date) => `${date}T09:30:00Z`),
    ...bounds,
    ...literals.datetime
  ]
})
