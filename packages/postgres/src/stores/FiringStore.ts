/** An organisation's view of its own firings in the outbox, on Postgres. */
import { DateTime, Effect, Layer, Schema } from "effect"
import type { FiringId } from "@formwork/domain/filing/Firing"
import { Attempt, FiringRecord, StateSummary } from "@formwork/domain/sending/FiringRecord"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import type { FiringFilter } from "@formwork/domain/sending/FiringStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FiringDelivered, FiringNotFound } from "@formwork/domain/callers/Refusal"
import { Content } from "@formwork/domain/filing/Content"
import * as Retrying from "./retrying.ts"
import * as StoredContent from "./storedContent.ts"
import * as AuditWriter from "./auditWriter.ts"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { storedJson } from "../database/storedJson.ts"

const dates = { nextAttemptAt: Schema.NullOr(Schema.DateTimeUtcFromDate), createdAt: Schema.DateTimeUtcFromDate }
const LastAttempt = Schema.NullOr(Attempt)
const records = rows(Schema.Struct({ ...FiringRecord.fields, ...dates, lastAttempt: LastAttempt }))
const histories = row(
  Schema.Struct({ ...FiringRecord.fields, ...dates, lastAttempt: LastAttempt, attempts: Schema.Array(Attempt) })
)
const states = row(Schema.Struct({ state: FiringRecord.fields.state }))

const stored = row(Schema.Struct({ content: storedJson }))
const decodeContent = Schema.decodeUnknownEffect(Schema.NullOr(Content))

/** Null where a filter does not narrow. */
const narrowed = ({ destination, formId, from, kind, state, submissionId, to }: FiringFilter) => ({
  formId: formId ?? null,
  state: state ?? null,
  submissionId: submissionId ?? null,
  kind: kind ?? null,
  destination: destination ?? null,
  from: from === undefined ? null : DateTime.toDateUtc(from),
  to: to === undefined ? null : DateTime.toDateUtc(to)
})

const history = (sql: Sql, organisation: string, id: FiringId) =>
  sql`
    select f.firing_id as "id", f.effect_id as "effectId", f.kind, f.fires_on as "on", f.submission_id as "submissionId",
           s.form_id as "formId", f.state, f.destination, f.attempts as "attemptCount",
           nullif(f.next_attempt_at, 'infinity') as "nextAttemptAt", f.created_at as "createdAt",
           (select coalesce(json_agg(json_build_object('id', d.firing_id, 'effectId', d.effect_id, 'state', d.state)
                     order by strpos(f.content ->> 'attachments', d.firing_id::text)), '[]')
              from formwork.firings d
             where f.kind = 'notification' and f.content ->> 'attachments' is not null
               and d.organisation_id = ${organisation} and d.submission_id = f.submission_id
               and strpos(f.content ->> 'attachments', d.firing_id::text) > 0) as "attachments", a.attempts -> -1 as "lastAttempt", a.attempts
      from formwork.firings f
      join formwork.submissions s on s.organisation_id = ${organisation} and s.submission_id = f.submission_id
      cross join lateral (
        select coalesce(json_agg(json_build_object(
                 'number', t.attempt, 'startedAt', to_char(t.started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                 'result', t.result, 'durationMillis', t.duration_millis, 'status', t.status, 'excerpt', t.excerpt,
                 'reason', t.reason) order by t.attempt), '[]') as attempts
          from formwork.firing_attempts t
         where t.organisation_id = ${organisation} and t.firing_id = f.firing_id) a
     where f.organisation_id = ${organisation} and f.firing_id = ${id}`.pipe(histories)

const chosen = rows(Schema.Struct({ id: Schema.String }))

/** The oldest dead and stopped firings of a selection. */
const failed = (
  sql: Sql,
  organisation: string,
  selection: { readonly ids: ReadonlyArray<FiringId> } | { readonly filter: FiringFilter },
  limit: number
) => {
  const ids = "ids" in selection ? selection.ids : null
  const { destination, formId, from, kind, state, submissionId, to } = narrowed(
    "ids" in selection ? {} : selection.filter
  )
  return sql`
    select f.firing_id as "id"
      from formwork.firings f
      join formwork.submissions s on s.organisation_id = ${organisation} and s.submission_id = f.submission_id
     where f.organisation_id = ${organisation} and f.state in ('dead', 'stopped')
       and (${ids}::uuid[] is null or f.firing_id = any (${ids}::uuid[]))
       and (${formId}::uuid is null or s.form_id = ${formId}::uuid)
       and (${submissionId}::uuid is null or f.submission_id = ${submissionId}::uuid)
       and (${state}::text is null or f.state = ${state}::text)
       and (${kind}::text is null or f.kind = ${kind}::text)
       and (${destination}::text is null or f.destination = ${destination}::text)
       and (${from}::timestamptz is null or f.created_at >= ${from}::timestamptz)
       and (${to}::timestamptz is null or f.created_at < ${to}::timestamptz)
     order by f.firing_id
     limit ${limit}::integer`.pipe(
    chosen,
    Effect.map((found) => found.map(({ id }) => id))
  )
}

const list = (database: Database): FiringStore["Service"]["list"] =>
  Effect.fn("FiringStore.list")((caller, filter, { before, limit }) => {
    const { destination, formId, from, kind, state, submissionId, to } = narrowed(filter)
    return database
      .transaction(
        caller,
        (sql, organisation) =>
          sql`
              select f.firing_id as "id", f.effect_id as "effectId", f.kind, f.fires_on as "on", f.submission_id as "submissionId",
                     s.form_id as "formId", f.state, f.destination, f.attempts as "attemptCount",
                     nullif(f.next_attempt_at, 'infinity') as "nextAttemptAt", f.created_at as "createdAt",
                     (select coalesce(json_agg(json_build_object('id', d.firing_id, 'effectId', d.effect_id, 'state', d.state)
                               order by strpos(f.content ->> 'attachments', d.firing_id::text)), '[]')
                        from formwork.firings d
                       where f.kind = 'notification' and f.content ->> 'attachments' is not null
                         and d.organisation_id = ${organisation} and d.submission_id = f.submission_id
                         and strpos(f.content ->> 'attachments', d.firing_id::text) > 0) as "attachments",
                     (select json_build_object(
                        'number', t.attempt, 'startedAt', to_char(t.started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                        'result', t.result, 'durationMillis', t.duration_millis, 'status', t.status, 'excerpt', t.excerpt,
                        'reason', t.reason)
                        from formwork.firing_attempts t
                       where t.organisation_id = ${organisation} and t.firing_id = f.firing_id and t.attempt = f.attempts)
                       as "lastAttempt"
                from formwork.firings f
                join formwork.submissions s on s.organisation_id = ${organisation} and s.submission_id = f.submission_id
               where f.organisation_id = ${organisation} and (${before}::uuid is null or f.firing_id < ${before}::uuid)
                 and (${formId}::uuid is null or s.form_id = ${formId}::uuid)
                 and (${submissionId}::uuid is null or f.submission_id = ${submissionId}::uuid)
                 and (${state}::text is null or f.state = ${state}::text)
                 and (${kind}::text is null or f.kind = ${kind}::text)
                 and (${destination}::text is null or f.destination = ${destination}::text)
                 and (${from}::timestamptz is null or f.created_at >= ${from}::timestamptz)
                 and (${to}::timestamptz is null or f.created_at < ${to}::timestamptz)
               order by f.organisation_id desc, f.firing_id desc
               limit ${limit}::integer`
      )
      .pipe(records, Effect.orDie)
  })

const summaries = rows(StateSummary)

const summary = (database: Database): FiringStore["Service"]["summary"] =>
  Effect.fn("FiringStore.summary")((caller, { formId, most }) =>
    database
      .transaction(
        caller,
        (sql, organisation) =>
          sql`select state, firings as count, has_more as "hasMore"
                from formwork.firing_summary(${organisation}, ${formId ?? null}, ${most})`
      )
      .pipe(summaries, Effect.orDie)
  )

export const layer: Layer.Layer<FiringStore, never, TenantDatabase> = Layer.effect(
  FiringStore,
  Effect.gen(function* () {
    const database = yield* TenantDatabase

    const get = Effect.fn("FiringStore.get")(function* (caller: Caller, id: FiringId) {
      const found = yield* database
        .transaction(caller, (sql, organisation) => history(sql, organisation, id))
        .pipe(Effect.orDie)
      return found ?? (yield* new FiringNotFound())
    })

    const content = Effect.fn("FiringStore.content")(function* (caller: Caller, id: FiringId) {
      const found = yield* database
        .transaction(caller, (sql, organisation) =>
          sql`
              select f.content
                from formwork.firings f
                join formwork.submissions s on s.organisation_id = ${organisation} and s.submission_id = f.submission_id
               where f.organisation_id = ${organisation} and f.firing_id = ${id}`.pipe(stored)
        )
        .pipe(Effect.orDie)
      if (found === undefined) return yield* new FiringNotFound()
      return yield* Effect.orDie(decodeContent(StoredContent.read(found.content).content))
    })

    const retry = Effect.fn("FiringStore.retry")(function* (caller: Caller, id: FiringId) {
      const outcome = yield* database
        .transaction(
          caller,
          Effect.fnUntraced(function* (sql, organisation) {
            yield* Retrying.lock(sql, organisation, [id])
            const found = yield* sql`
              select f.state
                from formwork.firings f
                join formwork.submissions s on s.organisation_id = ${organisation} and s.submission_id = f.submission_id
               where f.organisation_id = ${organisation} and f.firing_id = ${id}`.pipe(states)
            if (found === undefined) return "missing"
            if (found.state === "delivered") return "delivered"
            yield* Retrying.again(sql, organisation, [id])
            yield* AuditWriter.record(sql, organisation, caller, "effect.retried", id)
            return yield* history(sql, organisation, id)
          })
        )
        .pipe(Effect.orDie)
      if (outcome === "missing" || outcome === undefined) return yield* new FiringNotFound()
      return outcome === "delivered" ? yield* new FiringDelivered() : outcome
    })

    const retryMany: FiringStore["Service"]["retryMany"] = Effect.fn("FiringStore.retryMany")(
      (caller, selection, limit) =>
        database
          .transaction(
            caller,
            Effect.fnUntraced(function* (sql, organisation) {
              const ids = yield* failed(sql, organisation, selection, limit)
              yield* Retrying.lock(sql, organisation, ids)
              // What it found may have changed before it was locked.
              const still = yield* Retrying.failedOf(sql, organisation, ids)
              if (still.length === 0) return 0
              yield* Retrying.again(sql, organisation, still)
              const { credential, userId } = caller
              const entry = { action: "effect.retried", userId, credential, subject: null, detail: null } as const
              yield* AuditWriter.append(sql, organisation, { ...entry, times: still.length })
              return still.length
            })
          )
          .pipe(Effect.orDie)
    )

    return FiringStore.of({ list: list(database), summary: summary(database), get, content, retry, retryMany })
  })
)
