/** Days of usage, in requests and in answers. */
import { DateTime, Effect, Option, Schema } from "effect"
import { UsageDay } from "@formwork/domain/usage/Usage"
import * as Query from "../../endpoint/Query.ts"

/** The most days of usage that one answer shows. */
const mostDays = 92
const usualDays = 30

export const UsageRecord = UsageDay.annotate({
  identifier: "UsageDay",
  description: "Calls of a versioned operation by one credential on one day, in UTC."
})

/** A date of the years 0001 to 9999, as `YYYY-MM-DD`; 30 February is refused. */
const isDay = (text: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/u.test(text) &&
  Option.exists(DateTime.make(`${text}T00:00:00Z`), (day) => DateTime.formatIsoDateUtc(day) === text)

export const Day = Schema.String.check(
  Schema.makeFilter((day: string) => isDay(day), { expected: "a day, such as 2026-12-31" })
)

export const parameters = {
  from: Query.optional(`The first day, in UTC (YYYY-MM-DD); ${usualDays} days with \`to\` if left out.`, Day),
  to: Query.optional(`The last day, at most ${mostDays} days in all; today if left out.`, Day)
}

export const inOrder = (from: string | undefined, to: string | undefined) =>
  from !== undefined && to !== undefined && from > to
    ? Effect.fail(Query.invalid("to", "min", "is before `from`"))
    : Effect.void

/** The civil date that many days before another. */
const before = (day: string, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.makeUnsafe(day), { days }))

/** The days that the request asks for. Refuses: `RequestInvalid`. */
export const period = Effect.fnUntraced(function* (asked: { readonly from?: string; readonly to?: string }) {
  const to = asked.to ?? DateTime.formatIsoDateUtc(yield* DateTime.now)
  const from = asked.from ?? before(to, usualDays - 1)
  yield* inOrder(from, to)
  if (before(to, mostDays - 1) > from)
    return yield* Query.invalid("from", "min", `is more than ${mostDays} days before \`to\``)
  return { from, to }
})
