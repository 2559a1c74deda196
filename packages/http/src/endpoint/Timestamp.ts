/** Timestamps on the wire. */
import { Schema, SchemaTransformation } from "effect"

/** RFC 3339, in UTC. */
export const Timestamp = Schema.String.annotate({ format: "date-time" }).pipe(
  Schema.decodeTo(Schema.DateTimeUtc, SchemaTransformation.dateTimeUtcFromString)
)

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/iu

/** The first and the last moment of the years 0001 to 9999 in UTC: RFC 3339 and every database have them. */
const first = Date.parse("0001-01-01T00:00:00Z")
const last = Date.parse("9999-12-31T23:59:59.999Z")

/** Whether a moment is in the years 0001 to 9999, in UTC. */
export const isInYears = (millis: number): boolean => millis >= first && millis <= last

/** Checks the day of the month, because Date.parse accepts the 31st of any month. */
const isDate = (text: string): boolean => {
  const parts = rfc3339.exec(text)
  if (parts === null) return false
  const [, year = 0, month = 0, day = 0] = parts.map(Number)
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate() && isInYears(Date.parse(text))
}

/** A timestamp in a request: RFC 3339, in any time zone. */
export const GivenTimestamp = Schema.String.annotate({ format: "date-time" })
  .check(Schema.makeFilter(isDate, { expected: "a date and time as RFC 3339 has it, such as 2030-12-31T23:59:59Z" }))
  .pipe(Schema.decodeTo(Schema.DateTimeUtc, SchemaTransformation.dateTimeUtcFromString))
