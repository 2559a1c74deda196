/** The audit log: read page by page, and as one file. */
import { DateTime, Effect, Schema, Stream } from "effect"
import { AuditAction, AuditEventId, AuditLine } from "@formwork/domain/audit/AuditEvent"
import { AuditLog, maxExamined } from "@formwork/domain/audit/AuditLog"
import type { AuditFilter } from "@formwork/domain/audit/AuditStore"
import { lowerCase, UserId } from "@formwork/domain/callers/Ids"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as Query from "../../endpoint/Query.ts"
import { resource } from "../../endpoint/Resource.ts"
import { file, json } from "../../endpoint/Success.ts"
import { GivenTimestamp, Timestamp } from "../../endpoint/Timestamp.ts"
import * as Csv from "../wire/Csv.ts"
import * as Download from "../wire/Download.ts"
import * as Page from "../wire/Page.ts"

const AuditRecord = Schema.Struct({ ...AuditLine.fields, at: Timestamp }).annotate({
  identifier: "AuditEvent",
  description:
    "One entry: the caller, the action, its time and address. `detail` depends on the action. `by`, `person` and `about` have present names."
})

const AuditPage = Page.page(AuditRecord, AuditEventId).annotate({ identifier: "AuditPage" })

const uuid = Schema.String.check(lowerCase, Schema.isUUID())

const filters = {
  action: Query.optional("Lines of this action.", AuditAction),
  user: Query.optional("Actions of this person, and of keys made on the person's behalf.", UserId),
  credential: Query.optional("Actions with this key or session.", uuid),
  subject: Query.optional("Actions on the record with this id.", uuid),
  request: Query.optional(
    "Actions of the request with this X-Request-Id.",
    Schema.String.check(Schema.isPattern(/^[!-~]{1,200}$/u))
  ),
  from: Query.optional("From this moment on (RFC 3339).", GivenTimestamp),
  to: Query.optional("Before this moment (RFC 3339).", GivenTimestamp)
}
type Filter = Schema.Struct.Type<typeof filters>

const filterOf = ({ action, credential, from, request, subject, to, user }: Filter): AuditFilter => ({
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
  "requestId",
  "by",
  "person",
  "about"
]

const writers = {
  csv: ({
    about,
    action,
    address,
    at,
    by,
    credential,
    detail,
    id,
    person,
    requestId,
    subject,
    times,
    userId
  }: AuditLine) =>
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
        requestId,
        by?.name,
        person?.name,
        about?.name
      ].map((value) => Csv.cell(value))
    ),
  ndjson: (event: AuditLine) => `${JSON.stringify({ ...event, at: DateTime.formatIso(event.at) })}\n`
}

const list = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/audit",
  summary: "The audit log, newest first",
  description: `A page looks at ${maxExamined} lines at most: with a filter it may have few items, or none, and a next.`,
  needs: "audit:read",
  query: { ...filters, ...Page.parameters(200, AuditEventId) },
  success: json(AuditPage),
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const log = yield* AuditLog
    const { cursor, limit, ...filter } = yield* query
    const { items, next } = yield* log.list(caller, filterOf(filter), {
      limit: Page.limitOf(limit),
      ...(cursor === undefined ? {} : { before: cursor })
    })
    return { items, next: next ?? null }
  })
})

const exportFile = endpoint({
  name: "export",
  method: "GET",
  path: "/api/platform/audit/export",
  summary: "The audit log as a file, newest first",
  description: "If the file ends without the last chunk of the chunked coding, it is incomplete: the export failed.",
  needs: "audit:read",
  query: {
    ...filters,
    format: Query.optional(
      "`csv`, or `ndjson` (the default): one object per line, as in the list.",
      Schema.Literals(["csv", "ndjson"])
    )
  },
  success: file(...Download.either),
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const log = yield* AuditLog
    const { format = "ndjson", ...filter } = yield* query
    const lines = Stream.map(yield* log.stream(caller, filterOf(filter)), writers[format])
    const whole = format === "csv" ? Stream.concat(Stream.succeed(Csv.line(columns)), lines) : lines
    return Download.stream("audit", format, whole)
  })
})

export const audit = resource("audit", "The audit log, in pages and as a file.", list, exportFile)
