/** The records of API keys on Postgres. Writes their hashes, and never reads them. */
import { DateTime, Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import type { RevokedReason } from "@formwork/domain/keys/ApiKey"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import type { ApiKeyFilter, NewApiKey, Policy, Replacement } from "@formwork/domain/keys/ApiKeyStore"
import * as Delegation from "@formwork/domain/keys/delegation"
import {
  ApiKeyEnded,
  ApiKeyLimitReached,
  ApiKeyNotFound,
  PrivilegeMissing,
  Unauthenticated
} from "@formwork/domain/callers/Refusal"
import { judgeExpiry } from "./judgeExpiry.ts"
import * as AuditWriter from "./auditWriter.ts"
import { effectivePrivileges } from "./effectivePrivileges.ts"
import { find, select, viewRow, viewRows } from "./keyViews.ts"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"

const time = Schema.NullOr(Schema.DateTimeUtcFromDate)
const endRow = row(Schema.Struct({ expiresAt: time, revokedAt: time }))
const idRows = rows(Schema.Struct({ id: ApiKeyId }))
const countRow = row(Schema.Struct({ active: Schema.Int }))
const lineages = rows(Schema.Struct({ maker: Schema.NullOr(ApiKeyId), first: ApiKeyId }))
const activeRow = row(Schema.Struct({ active: Schema.Boolean, overlapped: Schema.Boolean }))

/** @param replaced the key whose chain it continues. */
const put = Effect.fnUntraced(function* (
  sql: Sql,
  { credential, organisationId, userId }: Caller,
  { expiresAt, hash, hint, id, limits, name, privileges }: NewApiKey,
  replaced: ApiKeyId | null = null
) {
  const narrowed = KeyLimits.compact(limits)
  const [before] =
    replaced === null
      ? []
      : yield* sql`
          select created_by_key as "maker", coalesce(first_key_id, key_id) as "first" from formwork.api_keys
           where organisation_id = ${organisationId} and key_id = ${replaced}`.pipe(lineages)
  const maker = credential.kind === "api_key" ? credential.id : (before?.maker ?? null)
  yield* sql`
    insert into formwork.api_keys
      (organisation_id, key_id, name, privileges, limits, created_by, created_by_key, first_key_id, expires_at, hint, token_hash,
       pepper_id)
    values
      (${organisationId}, ${id}, ${name}, ${privileges}, ${narrowed === null ? null : JSON.stringify(narrowed)}::jsonb, ${userId},
       ${maker}::uuid, ${before?.first ?? id}::uuid, ${expiresAt === null ? null : DateTime.toDate(expiresAt)}::timestamptz,
       ${hint}, ${hash.hash}, ${hash.pepperId})`
})

/** The caller's own key: when it ends, and what its limits are. */
const makerOf = Effect.fnUntraced(function* (sql: Sql, { credential, limits, organisationId }: Caller) {
  if (credential.kind !== "api_key") return { isKey: false, limits, end: null }
  const own = yield* sql`
    select expires_at as "expiresAt", revoked_at as "revokedAt" from formwork.api_keys
     where organisation_id = ${organisationId} and key_id = ${credential.id}`.pipe(endRow)
  return { isKey: true, limits, end: own === undefined ? null : Delegation.endOf(own) }
})

/** The forms and folders of a key's limits that the transaction can see. */
const seenOf = (sql: Sql, organisation: string, { folders, forms }: KeyLimits.KeyLimits) =>
  sql`
    select form_id as "id" from formwork.forms where organisation_id = ${organisation} and form_id = any (${forms ?? []}::uuid[])
    union all
    select folder_id from formwork.folders where organisation_id = ${organisation} and folder_id = any (${folders ?? []}::uuid[])`.pipe(
    idRows,
    Effect.map((found) => new Set(found.map(({ id }) => id)))
  )

/** How many keys count as active. A key in its overlap and its replacement count as one while the replacement works and is not rotated. */
const counted = (sql: Sql, organisation: string) =>
  sql`
    select count(*)::integer as active
      from formwork.api_keys k
     where k.organisation_id = ${organisation}
       and (k.revoked_at is null or (k.revoked_reason = 'rotated' and k.revoked_at > clock_timestamp()))
       and (k.expires_at is null or k.expires_at > clock_timestamp())
       and not exists (
         select from formwork.api_keys n
          where n.organisation_id = ${organisation} and n.key_id = k.replaced_by and n.revoked_at is null
            and (n.expires_at is null or n.expires_at > clock_timestamp()))`.pipe(
    countRow,
    Effect.map((count) => count?.active ?? 0)
  )

const insert = (database: Database) =>
  Effect.fn("ApiKeyStore.insert")((creator: Caller, key: NewApiKey, policy: Policy) =>
    database
      .transaction(
        creator,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the organisation's row is locked before its keys are counted. Otherwise two insertions could both take the last place.
          yield* sql`select from formwork.organisations where organisation_id = ${organisation} for no key update`
          const held = yield* effectivePrivileges(sql, creator)
          if (held === undefined) return yield* new Unauthenticated()
          const lacking = Grant.firstMissing(held, key.privileges)
          if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
          const { end } = yield* makerOf(sql, creator)
          const beyond =
            Delegation.outlives(end, key.expiresAt) ??
            Delegation.notFound(creator.limits, key.limits, yield* seenOf(sql, organisation, key.limits))
          if (beyond !== undefined) return yield* beyond
          yield* judgeExpiry(sql, key.expiresAt)
          const limit = Delegation.placesFor(creator, policy)
          if ((yield* counted(sql, organisation)) >= limit) return yield* new ApiKeyLimitReached({ limit })
          yield* put(sql, creator, key)
          yield* AuditWriter.record(sql, organisation, creator, "api_key.created", key.id)
          return yield* made(sql, creator, key.id)
        })
      )
      .pipe(noConflict)
  )

const list = (database: Database) =>
  Effect.fn("ApiKeyStore.list")((caller: Caller, { createdByKey }: ApiKeyFilter = {}) =>
    database
      .transaction(caller, (sql) => select(sql, caller, { createdByKey: createdByKey ?? null }))
      .pipe(viewRows, Effect.orDie)
  )

const get = (database: Database) =>
  Effect.fn("ApiKeyStore.get")(function* (caller: Caller, id: ApiKeyId) {
    const key = yield* database.transaction(caller, (sql) => select(sql, caller, { id })).pipe(viewRow, Effect.orDie)
    return key ?? (yield* new ApiKeyNotFound())
  })

/** Waits until no filing of the credential is under way, and keeps new filings waiting until the transaction ends. */
const hold = (sql: Sql, id: ApiKeyId) =>
  // Filings hold this lock shared, and it has a queue, so this transaction gets its turn. The row's own lock has no queue.
  sql`select pg_advisory_xact_lock(hashtextextended(${id}::text, 0))::text`

const revoke = (database: Database) =>
  Effect.fn("ApiKeyStore.revoke")((caller: Caller, id: ApiKeyId, reason: RevokedReason, descendants = false) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          if ((yield* find(sql, caller, id)) === undefined) return yield* new ApiKeyNotFound()
          // INVARIANT: the organisation's row is locked first, so that no descendant is added meanwhile; then each key, in order.
          if (descendants)
            yield* sql`select from formwork.organisations where organisation_id = ${organisation} for no key update`
          for (const each of descendants ? yield* descentOf(sql, organisation, id) : [id])
            if (yield* end(sql, organisation, each, caller.userId, reason))
              yield* AuditWriter.record(sql, organisation, caller, "api_key.revoked", each, reason)
          return yield* made(sql, caller, id)
        })
      )
      .pipe(noConflict)
  )

/** A key and those that descend from it. */
const descentOf = (sql: Sql, organisation: string, id: ApiKeyId) =>
  sql`
    with recursive descent as (
      select ${id}::uuid as key_id
      union
      select k.key_id
        from formwork.api_keys k
        join descent d on k.organisation_id = ${organisation} and k.created_by_key = d.key_id
    )
    select key_id as "id" from descent order by key_id`.pipe(
    idRows,
    Effect.map((found) => found.map((each) => each.id))
  )

/** Ends a key now, unless it has ended before. A rotated key in its overlap has not ended. */
export const end = Effect.fnUntraced(function* (
  sql: Sql,
  organisation: string,
  id: ApiKeyId,
  by: string | null,
  reason: RevokedReason
) {
  yield* hold(sql, id)
  const ended = yield* sql`
    update formwork.api_keys
       set revoked_at = statement_timestamp(), revoked_by = ${by}, revoked_reason = ${reason}
     where organisation_id = ${organisation}
       and key_id = ${id}
       and (revoked_at is null or (revoked_reason = 'rotated' and revoked_at > statement_timestamp()))
    returning key_id`
  return ended.length > 0
})

const rotate = (database: Database) =>
  Effect.fn("ApiKeyStore.rotate")(
    (caller: Caller, id: ApiKeyId, replacement: Replacement, overlapMillis: number, policy: Policy) =>
      database
        .transaction(
          caller,
          Effect.fnUntraced(function* (sql, organisation) {
            // INVARIANT: in this order. The lock of the organisation's row keeps two rotations apart: each could hold the key that
            // the other ends. The key is locked before the caller's credential, which may be the same key.
            yield* sql`select from formwork.organisations where organisation_id = ${organisation} for no key update`
            yield* hold(sql, id)
            const held = yield* effectivePrivileges(sql, caller)
            if (held === undefined) return yield* new Unauthenticated()
            const old = yield* find(sql, caller, id)
            if (old === undefined) return yield* new ApiKeyNotFound()
            yield* judgeExpiry(sql, replacement.expiresAt)
            const now = yield* sql`
            select k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp()) as active,
                   exists (
                     select from formwork.api_keys p
                      where p.organisation_id = ${organisation} and p.replaced_by = k.key_id
                        and p.revoked_reason = 'rotated' and p.revoked_at > clock_timestamp()
                        and (p.expires_at is null or p.expires_at > clock_timestamp())) as "overlapped"
              from formwork.api_keys k
             where k.organisation_id = ${organisation} and k.key_id = ${id}`.pipe(activeRow)
            if (now?.active !== true) return yield* new ApiKeyEnded()
            const { name = old.name, expiresAt = old.expiresAt } = replacement
            const refused = Delegation.rotationRefused(yield* makerOf(sql, caller), held, old, expiresAt, policy)
            if (refused !== undefined) return yield* refused
            if (
              overlapMillis > 0 &&
              (yield* counted(sql, organisation)) + (now.overlapped ? 1 : 0) > policy.activeLimit
            )
              return yield* new ApiKeyLimitReached({ limit: policy.activeLimit })
            const { addresses, folders, forms, operations, privileges, requestsPerMinute } = old
            const limits = { addresses, folders, forms, operations, requestsPerMinute }
            yield* put(sql, caller, { ...replacement, name, expiresAt, privileges, limits }, id)
            // Cut to the millisecond, as the column keeps it: rounded up, a key without an overlap would still work after the answer.
            yield* sql`
            update formwork.api_keys
               set revoked_at = date_trunc('milliseconds', statement_timestamp()) + make_interval(secs => ${overlapMillis / 1000}),
                   revoked_by = ${caller.userId}, revoked_reason = 'rotated', replaced_by = ${replacement.id}
             where organisation_id = ${organisation} and key_id = ${id}`
            yield* AuditWriter.record(sql, organisation, caller, "api_key.rotated", id, replacement.id)
            return { key: yield* made(sql, caller, replacement.id), replaced: yield* made(sql, caller, id) }
          })
        )
        .pipe(noConflict)
  )

/** A key that this transaction has just written. */
const made = Effect.fnUntraced(function* (sql: Sql, caller: Caller, id: ApiKeyId) {
  return (yield* find(sql, caller, id)) ?? (yield* Effect.die(new Error(`key ${id} vanished while it was made`)))
})

export const layer: Layer.Layer<ApiKeyStore, never, TenantDatabase> = Layer.effect(
  ApiKeyStore,
  Effect.map(TenantDatabase, (database) =>
    ApiKeyStore.of({
      insert: insert(database),
      list: list(database),
      get: get(database),
      revoke: revoke(database),
      rotate: rotate(database)
    })
  )
)
