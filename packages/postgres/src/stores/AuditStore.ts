/** The audit log on Postgres. No role of a server may change or remove a line of it. */
import { DateTime, Effect, Layer, Schema } from "effect"
import { AuditEventId, AuditLine } from "@formwork/domain/audit/AuditEvent"
import type { AuditEntry } from "@formwork/domain/audit/AuditEvent"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { AuditFilter, AuditRange } from "@formwork/domain/audit/AuditStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import * as AuditWriter from "./auditWriter.ts"
import { row, rows, TenantDatabase, whole } from "../database/TenantDatabase.ts"
import type { Sql } from "../database/TenantDatabase.ts"

const events = rows(Schema.Struct({ ...AuditLine.fields, at: Schema.DateTimeUtcFromDate }))

const idRow = row(Schema.Struct({ id: AuditEventId }))

/** Ids begin with the milliseconds of their time (RFC 9562 §5.7): the lines of a period lie together in the primary key. */
const idAt = (millis: number): string => {
  const time = Math.max(0, Math.min(millis, 2 ** 48 - 1))
    .toString(16)
    .padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

/** How far a line's id may lie from its time: the database sets one after the other. */
const slackMillis = 60_000

const boundsOf = ({ from, to }: AuditFilter, { before }: AuditRange) => ({
  before: before ?? (to === undefined ? "ffffffff-ffff-ffff-ffff-ffffffffffff" : idAt(toMillis(to) + slackMillis)),
  after: idAt(from === undefined ? 0 : toMillis(from) - slackMillis),
  from: from === undefined ? "-infinity" : DateTime.formatIso(from),
  to: to === undefined ? "infinity" : DateTime.formatIso(to)
})

const toMillis = DateTime.toEpochMillis

/** The last line that a page may look at; none if fewer lines are left. */
const lastExamined = (
  sql: Sql,
  organisation: OrganisationId,
  { after, before, from, to }: ReturnType<typeof boundsOf>,
  examine: number
) =>
  sql`
    select event_id as "id"
      from formwork.audit_events
     where organisation_id = ${organisation} and event_id < ${before}::uuid and event_id >= ${after}::uuid
       and occurred_at >= ${from}::timestamptz and occurred_at < ${to}::timestamptz
     order by organisation_id desc, event_id desc
    offset ${examine} - 1 limit 1`.pipe(idRow)

/** Whether the filter may leave out lines of the period. */
const isNarrow = ({ action, credentialId, requestId, subject, userId }: AuditFilter): boolean =>
  [action, credentialId, requestId, subject, userId].some((value) => value !== undefined)

export const layer: Layer.Layer<AuditStore, never, TenantDatabase> = Layer.effect(
  AuditStore,
  Effect.gen(function* () {
    const database = yield* TenantDatabase

    const record = Effect.fn("AuditStore.record")((organisationId: OrganisationId, entry: AuditEntry) =>
      database
        .transaction(whole(organisationId), (sql, organisation) => AuditWriter.append(sql, organisation, entry))
        .pipe(Effect.orDie)
    )

    const list = Effect.fn("AuditStore.list")((caller: Caller, filter: AuditFilter, range: AuditRange) =>
      database
        .transaction(
          caller,
          Effect.fnUntraced(function* (sql, organisation) {
            const { action, credentialId, requestId, subject, userId } = filter
            const { examine, limit } = range
            const bounds = boundsOf(filter, range)
            const { after, before, from, to } = bounds
            // If every line passes the filter, the page is full before this bound.
            const bound =
              isNarrow(filter) || limit >= examine ? yield* lastExamined(sql, organisation, bounds, examine) : undefined
            const found = yield* sql`
              with page as (
              select event_id, occurred_at, action, user_id, credential_kind, credential_id, subject_id, detail, times, address,
                     request_id
                from formwork.audit_events
               where organisation_id = ${organisation}
                 and event_id < ${before}::uuid
                 and event_id >= ${bound?.id ?? after}::uuid
                 and occurred_at >= ${from}::timestamptz and occurred_at < ${to}::timestamptz
                 and (${action}::text is null or action = ${action}::text)
                 and (${userId}::uuid is null or user_id = ${userId}::uuid)
                 and (${credentialId}::uuid is null or credential_id = ${credentialId}::uuid)
                 and (${subject}::uuid is null or subject_id = ${subject}::uuid)
                 and (${requestId}::text is null or request_id = ${requestId}::text)
               order by organisation_id desc, event_id desc
               limit ${limit} + 1)
              select e.event_id as "id", e.occurred_at as "at", e.action, e.user_id as "userId",
                     case when e.credential_kind is not null then json_build_object('kind', e.credential_kind, 'id', e.credential_id) end as "credential",
                     e.subject_id as "subject", e.detail, e.times, e.address, e.request_id as "requestId",
                     case when k.key_id is not null then json_build_object('kind', 'key', 'id', k.key_id, 'name', k.name)
                          when u.user_id is not null then json_build_object('kind', 'user', 'id', u.user_id, 'name', u.name)
                     end as "by",
                     case when u.user_id is not null then json_build_object('kind', 'user', 'id', u.user_id, 'name', u.name)
                     end as "person",
                     case when su.user_id is not null then json_build_object('kind', 'user', 'id', su.user_id, 'name', su.name)
                          when sk.key_id is not null then json_build_object('kind', 'key', 'id', sk.key_id, 'name', sk.name)
                          when sd.folder_id is not null then json_build_object('kind', 'folder', 'id', sd.folder_id, 'name', sd.name)
                          when sf.form_id is not null then json_build_object('kind', 'form', 'id', sf.form_id, 'name', sf.title)
                          when vf.form_id is not null then json_build_object('kind', 'form', 'id', vf.form_id, 'name', vf.title, 'version', sv.number)
                          when ss.submission_id is not null then json_build_object('kind', 'submission', 'id', ss.submission_id, 'name', ss.reference_number)
                     end as "about"
                from page e
                left join formwork.users u on u.organisation_id = ${organisation} and u.user_id = e.user_id
                left join formwork.api_keys k
                  on k.organisation_id = ${organisation} and e.credential_kind = 'api_key' and k.key_id = e.credential_id
                left join formwork.users su on su.organisation_id = ${organisation} and su.user_id = e.subject_id
                left join formwork.api_keys sk on sk.organisation_id = ${organisation} and sk.key_id = e.subject_id
                left join formwork.folders sd on sd.organisation_id = ${organisation} and sd.folder_id = e.subject_id
                left join formwork.forms sf on sf.organisation_id = ${organisation} and sf.form_id = e.subject_id
                left join formwork.form_versions sv on sv.organisation_id = ${organisation} and sv.version_id = e.subject_id
                  and e.action in ('form.published', 'form.examples_overridden')
                left join formwork.forms vf on vf.organisation_id = ${organisation} and vf.form_id = sv.form_id
                left join formwork.submissions ss on ss.organisation_id = ${organisation} and ss.submission_id = e.subject_id
               order by e.event_id desc`.pipe(events)
            const items = found.slice(0, limit)
            return { items, next: found.length > limit ? items.at(-1)?.id : bound?.id }
          })
        )
        .pipe(Effect.orDie)
    )

    return AuditStore.of({ record, list })
  })
)
