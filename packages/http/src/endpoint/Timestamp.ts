/** Moments on the wire. */
import { DateTime, Effect, Schema, SchemaTransformation } from "effect"
import { RequestInvalid } from "@formwork/domain/callers/Refusal"
import { problem } from "@formwork/domain/request/decoder"

/** RFC 3339, in UTC. */
export const Timestamp = Schema.String.annotate({ format: "date-time" }).pipe(
  Schema.decodeTo(Schema.DateTimeUtc, SchemaTransformation.dateTimeUtcFromString)
)

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/iu

/** Date.parse takes the 31st of any month. */
const isDate = (text: string): boolean => {
  const [, year, month, day] = rfc3339.exec(text)?.map(Number) ?? []
  return (
    year !== undefined &&
    month !== undefined &&
    day !== undefined &&
    day <= new Date(Date.UTC(year, month, 0)).getUTCDate() &&
    !Number.isNaN(Date.parse(text))
  )
}

/** A moment that a request gives: RFC 3339, in any time zone. `future` checks whether it is to come. */
export const GivenTimestamp = Schema.String.check(
  Schema.makeFilter(isDate, { expected: "a date and time as RFC 3339 has it, such as 2030-12-31T23:59:59Z" })
)
  .annotate({ format: "date-time" })
  .pipe(Schema.decodeTo(Schema.DateTimeUtc, SchemaTransformation.dateTimeUtcFromString))

/** A date that a request gives for something to come. Refuses: `RequestInvalid`. */
export const future = Effect.fnUntraced(function* (
  member: string,
  date: DateTime.Utc | undefined
): Effect.fn.Return<void, RequestInvalid> {
  if (date === undefined || DateTime.isGreaterThan(date, yield* DateTime.now)) return
  return yield* new RequestInvalid({ problems: [problem([member], "min", "must be in the future")] })
})
