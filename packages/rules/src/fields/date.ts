/** `date`: a civil date, `YYYY-MM-DD`. */
import { counted } from "../values/counted.ts"
import { datesWorthTrying, temporalType } from "./temporals.ts"

export const date = temporalType("date", {
  parse: counted.date.parse,
  write: counted.date.format,
  rank: (days) => days,
  wanted: "a date written as 2024-12-31",
  expected: "a date such as `2024-12-31`",
  tree: (place) => ({ kind: "date", node: "field", place }),
  schema: { type: "string", format: "date" },
  candidates: datesWorthTrying
})
