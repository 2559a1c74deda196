/** The audit log: read page by page, and as one file. */
import { Cause, DateTime, Effect, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AuditAction, AuditEvent, AuditEventId } from "@formwork/domain/audit/AuditEvent"
import { AuditLog, maxExamined } from "@formwork/domain/audit/AuditLog"
import type { AuditFilter } from "@formwork/domain/audit/AuditStore"
import { UserId } from "@formwork/domain/callers/Ids"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { canonicalId } from "../../endpoint/PathIds.ts"
import { GivenTimestamp, needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import * as Query from "../../endpoint/Query.ts"
import * as Csv from "../wire/Csv.ts"
import * as Page from "../wire/Page.ts"

const AuditRecord = Schema.Struct({ ...AuditEvent.fields, at: Timestamp }).annotate({
  identifier: "AuditEvent",
  description: "Who did what, when, from where. `detail` depends on the action."
})

const AuditPage = Schema.Struct({
  items: Schema.Array(AuditRecord),
  next: Schema.NullOr(AuditEventId).annotate({
    description: "The cursor of the next page; null where this is the last."
  })
}).annotate({ identifier: "AuditPage" })

const parameter = (description: string) => Schema.optionalKey(Schema.String.annotate({ description }))

const filters = {
  action: parameter("Lines of this action."),
  user: parameter("What this person did, or was done on their behalf by a key."),
  credential: parameter("What came with this key or session."),
  subject: parameter("What was done to the record with this id."),
  request: parameter("What one request did: its X-Request-Id."),
  from: parameter("From this moment on (RFC 3339)."),
  to: parameter("Before this moment (RFC 3339).")
}

const pages = Page.upTo(200)

const all = HttpApiEndpoint.get("list", "/api/platform/audit", {
  query: {
    ...filters,
    ...pages.parameters
  },
  success: AuditPage,
  error: refusals("audit:read", "RequestInvalid")
})
  .annotateMerge(needs("audit:read"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "The audit log, newest first",
      description: `A page looks at ${maxExamined} lines at most: with a filter it may have few items, or none, and a next.`
    })
  )

const types = { csv: "text/csv; charset=utf-8; header=present", ndjson: "application/x-ndjson" } as const

const file = HttpApiEndpoint.get("export", "/api/platform/audit/export", {
  query: {
    ...filters,
    format: parameter("`csv`, or `ndjson`: an object a line, as in the list, which it is if left out.")
  },
  success: Schema.String.pipe(HttpApiSchema.asText({ contentType: types.ndjson })),
  error: refusals("audit:read", "RequestInvalid")
})
  .annotateMerge(needs("audit:read"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "The audit log as a file, newest first",
      description:
        "A file that ends without the end of the chunked coding is not whole: something went wrong meanwhile."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("audit")
    .annotateMerge(OpenApi.annotations({ description: "The audit log, page by page and as one file." }))
    .add(all, file)
    .middleware(Guard)
)

const filterFields = {
  action: Schema.optionalKey(AuditAction),
  user: Schema.optionalKey(canonicalId(UserId)),
  credential: Schema.optionalKey(canonicalId(Schema.String.check(Schema.isUUID()))),
  subject: Schema.optionalKey(canonicalId(Schema.String.check(Schema.isUUID()))),
  request: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[!-~]{1,200}$/u))),
  from: Schema.optionalKey(GivenTimestamp),
  to: Schema.optionalKey(GivenTimestamp)
}
const Filter = Schema.Struct(filterFields)

const listQuery = Payload.decoder(
  Schema.Struct({
    ...filterFields,
    cursor: Schema.optionalKey(canonicalId(AuditEventId)),
    limit: Schema.optionalKey(pages.Limit)
  })
)
const exportQuery = Payload.decoder(
  Schema.Struct({ ...filterFields, format: Schema.optionalKey(Schema.Literals(["csv", "ndjson"])) })
)

const filterOf = ({ action, credential, from, request, subject, to, user }: typeof Filter.Type): AuditFilter => ({
  ...(action === undefined ? {} : { action }),
  ...(user === undefined ? {} : { userId: user }),
  ...(credential === undefined ? {} : { credentialId: credential }),
  ...(subject === undefined ? {} : { subject }),
  ...(request === undefined ? {} : { requestId: request }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to })
})

const columns = [
  "at",
  "id",
  "action",
  "userId",
  "credentialKind",
  "credentialId",
  "subject",
  "detail",
  "times",
  "address",
  "requestId"
]

const writers = {
  csv: ({ action, address, at, credential, detail, id, requestId, subject, times, userId }: AuditEvent) =>
    Csv.line(
      [
        DateTime.formatIso(at),
        id,
        action,
        userId,
        credential?.kind,
        credential?.id,
        subject,
        detail,
        times,
        address,
        requestId
      ].map((value) => Csv.cell(value))
    ),
  ndjson: (event: AuditEvent) => `${JSON.stringify({ ...event, at: DateTime.formatIso(event.at) })}\n`
}

export const layer = HttpApiBuilder.group(
  api,
  "audit",
  Effect.fnUntraced(function* (endpoints) {
    const log = yield* AuditLog

    const page = Effect.fnUntraced(function* () {
      const { cursor, limit, ...filter } = yield* Query.read(listQuery)
      const { items, next } = yield* log.list(yield* CurrentCaller, filterOf(filter), {
        limit: Page.limitOf(limit),
        ...(cursor === undefined ? {} : { before: cursor })
      })
      return { items, next: next ?? null }
    })
    const whole = Effect.fnUntraced(function* () {
      const { format = "ndjson", ...filter } = yield* Query.read(exportQuery)
      const lines = Stream.map(yield* log.stream(yield* CurrentCaller, filterOf(filter)), writers[format])
      return send(format, format === "csv" ? Stream.concat(Stream.succeed(Csv.line(columns)), lines) : lines)
    })
    return endpoints.handle("list", () => ProblemDetails.answering(page())).handle("export", () => ProblemDetails.answering(whole()))
  })
)

/** A trouble on the way ends the connection, so that nobody takes what has come for the whole. */
const send = (format: keyof typeof types, lines: Stream.Stream<string>) =>
  HttpServerResponse.stream(
    Stream.encodeText(lines).pipe(
      Stream.tapCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError("an export broke off", cause)
      )
    ),
    {
      contentType: types[format],
      headers: { "content-disposition": `attachment; filename="audit.${format}"`, "x-content-type-options": "nosniff" }
    }
  )
