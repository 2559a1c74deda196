/** What every operation of either API declares: what it needs of its caller, and how it may be refused. */
import { Context, Schema, SchemaTransformation } from "effect"
import { HttpApiSchema, OpenApi } from "effect/http-api"
import * as Document from "../openapi/Document.ts"
import { Needs } from "./Guard.ts"
import type { Need } from "./Guard.ts"
import * as Problems from "../problem/Problem.ts"
import { table } from "../problem/ProblemTable.ts"

type Tag = keyof typeof table

/** Declares what an operation needs, to Guard.ts and in the document. */
export const needs = (need: Need) =>
  Context.merge(
    Context.make(Needs, need),
    OpenApi.annotations({
      override: { security: need === "nothing" ? [] : [{ [Document.securityScheme]: roles(need) }] }
    })
  )

const roles = (need: Exclude<Need, "nothing">) => (need === "any credential" ? [] : [need])

const declared = (tag: Tag, narrowed: Schema.Struct.Fields = {}) =>
  Problems.schema(tag, narrowed).pipe(
    HttpApiSchema.status(table[tag].status),
    HttpApiSchema.asJson({ contentType: "application/problem+json" })
  )
const declaredOnce = new Map<Tag, ReturnType<typeof declared>>()

/**
 * A refusal in the document: its status, its type and its members. One schema each, so that the document has one of each.
 * @param narrowed members of which an operation knows more.
 */
export const problem = (tag: Tag, narrowed?: Schema.Struct.Fields): ReturnType<typeof declared> => {
  if (narrowed !== undefined) return declared(tag, narrowed)
  const known = declaredOnce.get(tag) ?? declared(tag)
  declaredOnce.set(tag, known)
  return known
}

/** What any request may be refused with, whatever it is for. */
const always: ReadonlyArray<Tag> = [
  "RequestMalformed",
  "RequestTimedOut",
  "ExpectationUnsupported",
  "RateLimited",
  "HeadTooLarge",
  "InternalFault",
  "Unavailable"
]

/** What an operation with a body may be refused with beside that. */
export const bodyRefusals: ReadonlyArray<Tag> = ["MediaTypeUnsupported", "PayloadTooLarge", "RequestInvalid"]

/** The names of every refusal of an operation, given its own. */
export const refusalsOf = (need: Need, ...own: ReadonlyArray<Tag>): ReadonlyArray<Tag> => {
  const credential: ReadonlyArray<Tag> = need === "nothing" ? [] : ["Unauthenticated"]
  const privilege: ReadonlyArray<Tag> = need === "nothing" || need === "any credential" ? [] : ["PrivilegeMissing"]
  return [...new Set([...always, ...credential, ...privilege, ...own])]
}

/** Every refusal of an operation, in the document. */
export const refusals = (need: Need, ...own: ReadonlyArray<Tag>) => refusalsOf(need, ...own).map((tag) => problem(tag))

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

/** A moment that a request gives: RFC 3339, in any time zone. Whether it is to come is asked by `Payload.future`. */
export const GivenTimestamp = Schema.String.check(
  Schema.makeFilter(isDate, { expected: "a date and time as RFC 3339 has it, such as 2030-12-31T23:59:59Z" })
)
  .annotate({ format: "date-time" })
  .pipe(Schema.decodeTo(Schema.DateTimeUtc, SchemaTransformation.dateTimeUtcFromString))
