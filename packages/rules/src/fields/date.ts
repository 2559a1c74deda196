/** `date`: a civil date, `YYYY-MM-DD`. */
import * as running from "./running/temporals.ts"
import { datesWorthTrying, temporalType } from "./temporals.ts"

export const date = temporalType("date", running.date, {
  expected: "a date such as `2024-12-31`",
  tree: (place) => ({ kind: "date", node: "field", place }),
  schema: { type: "string", format: "date" },
  candidates: datesWorthTrying
})
