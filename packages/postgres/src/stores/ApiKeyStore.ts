/** The records of API keys on Postgres. Writes their hashes, and never reads them. */
import { DateTime, Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import { ApiKey } from "@formwork/domain/keys/ApiKey"
import type { ApiKeyId, RevokedReason } from "@formwork/domain/keys/ApiKey"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import type { NewApiKey, Replacement } from "@formwork/domain/keys/ApiKeyStore"
import {
  ApiKeyEnded,
  ApiKeyLimitReached,
  ApiKeyNotFound,
  PrivilegeMissing,
  Unauthenticated
} from "@formwork/domain/callers/Refusal"
import { expiryPassed } from "@formwork/domain/keys/expiryPassed"
import * as AuditWriter from "./auditWriter.ts"
import { effectivePrivileges } from "./effectivePrivileges.ts"
import { row, rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"
import { noConflict } from "../database/SqlFailure.ts"

const time = Schema.NullOr(Schema.DateTimeUtcFromDate)
const Key = Schema.Struct({
  ...ApiKey.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  expiresAt: time,
  lastUsedAt: time,
  revokedAt: time
})
const keyRow = row(Key)
const keyRows = rows(Key)

const countRow = row(Schema.Struct({ active: Schema.Int }))
const activeRow = row(Schema.Struct({ active: Schema.Boolean, overlapped: Schema.Boolean }))

const past = row(Schema.Struct({ past: Schema.Boolean }))

/** Refuses an end that is not in the future, by the database's clock. */
const judgeExpiry = Effect.fnUntraced(function* (sql: Sql, expiresAt: NewApiKey["expiresAt"]) {
  if (expiresAt === null) return
  const judged = yield* sql`select ${DateTime.toDate(expiresAt)}::timestamptz <= clock_timestamp() as past`.pipe(past)
  if (judged?.past !== false) return yield* expiryPassed()
})

const put = (
  sql: Sql,
  { organisationId, userId }: Caller,
  { expiresAt, hash, hint, id, name, privileges }: NewApiKey
) =>
  sql`
    insert into formwork.api_keys
      (organisation_id, key_id, name, privileges, created_by, expires_at, hint, token_hash, pepper_id)
    values (${organisationId}, ${id}, ${name}, ${privileges}, ${userId},
      ${expiresAt === null ? null : DateTime.toDate(expiresAt)}, ${hint}, ${hash.hash}, ${hash.pepperId})`

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
          where n.organisation_id = k.organisation_id and n.key_id = k.replaced_by and n.revoked_at is null
            and (n.expires_at is null or n.expires_at > clock_timestamp()))`.pipe(
    countRow,
    Effect.map((count) => count?.active ?? 0)
  )

const insert = (database: Database) =>
  Effect.fn("ApiKeyStore.insert")((creator: Caller, key: NewApiKey, activeLimit: number) =>
    database
      .transaction(
        creator.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the organisation's row is locked before its keys are counted. Otherwise two insertions could both take the last place.
          yield* sql`select from formwork.organisations where organisation_id = ${organisation} for no key update`
          const held = yield* effectivePrivileges(sql, creator)
          if (held === undefined) return yield* new Unauthenticated()
          const lacking = Grant.firstMissing(held, key.privileges)
          if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
          yield* judgeExpiry(sql, key.expiresAt)
          if ((yield* counted(sql, organisation)) >= activeLimit)
            return yield* new ApiKeyLimitReached({ limit: activeLimit })
          yield* put(sql, creator, key)
          yield* AuditWriter.record(sql, organisation, creator, "api_key.created", key.id)
          return yield* made(sql, creator, key.id)
        })
      )
      .pipe(noConflict)
  )

const list = (database: Database) =>
  Effect.fn("ApiKeyStore.list")((caller: Caller) =>
    database
      .transaction(
        caller.organisationId,
        (sql, organisation) =>
          sql`
            select key_id as "id", name, privileges, created_by as "createdBy", created_at as "createdAt",
                   expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt",
                   revoked_by as "revokedBy", revoked_reason as "revokedReason",
                   replaced_by as "replacedBy", hint
              from formwork.api_keys
             where organisation_id = ${organisation}
             order by created_at desc, key_id desc`
      )
      .pipe(keyRows, Effect.orDie)
  )

const get = (database: Database) =>
  Effect.fn("ApiKeyStore.get")(function* (caller: Caller, id: ApiKeyId) {
    const key = yield* database.transaction(caller.organisationId, (sql) => find(sql, caller, id)).pipe(Effect.orDie)
    return key ?? (yield* new ApiKeyNotFound())
  })

/** Waits until no filing of the credential is under way, and keeps new filings waiting until the transaction ends. */
const hold = (sql: Sql, id: ApiKeyId) =>
  // Filings hold this lock shared, and it has a queue, so this transaction gets its turn. The row's own lock has no queue.
  sql`select pg_advisory_xact_lock(hashtextextended(${id}::text, 0))::text`

const revoke = (database: Database) =>
  Effect.fn("ApiKeyStore.revoke")((caller: Caller, id: ApiKeyId, reason: RevokedReason) =>
    database
      .transaction(
        caller.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          if (yield* end(sql, organisation, id, caller.userId, reason))
            yield* AuditWriter.record(sql, organisation, caller, "api_key.revoked", id, reason)
          return (yield* find(sql, caller, id)) ?? (yield* new ApiKeyNotFound())
        })
      )
      .pipe(noConflict)
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
       set revoked_at = clock_timestamp(), revoked_by = ${by}, revoked_reason = ${reason}
     where organisation_id = ${organisation}
       and key_id = ${id}
       and (revoked_at is null or (revoked_reason = 'rotated' and revoked_at > clock_timestamp()))
    returning key_id`
  return ended.length > 0
})

const rotate = (database: Database) =>
  Effect.fn("ApiKeyStore.rotate")(
    (caller: Caller, id: ApiKeyId, replacement: Replacement, overlapMillis: number, activeLimit: number) =>
      database
        .transaction(
          caller.organisationId,
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
                      where p.organisation_id = k.organisation_id and p.replaced_by = k.key_id
                        and p.revoked_reason = 'rotated' and p.revoked_at > clock_timestamp()
                        and (p.expires_at is null or p.expires_at > clock_timestamp())) as "overlapped"
              from formwork.api_keys k
             where k.organisation_id = ${organisation} and k.key_id = ${id}`.pipe(activeRow)
            if (now?.active !== true) return yield* new ApiKeyEnded()
            const { name, privileges } = old
            const lacking = Grant.firstMissing(held, privileges)
            if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
            if (overlapMillis > 0 && (yield* counted(sql, organisation)) + (now.overlapped ? 1 : 0) > activeLimit)
              return yield* new ApiKeyLimitReached({ limit: activeLimit })
            yield* put(sql, caller, { ...replacement, name: replacement.name ?? name, privileges })
            // Cut to the millisecond, as the column keeps it: rounded up, a key without an overlap would still work after the answer.
            yield* sql`
            update formwork.api_keys
               set revoked_at = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${overlapMillis / 1000}),
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

const find = (sql: Sql, { organisationId }: Caller, id: ApiKeyId) =>
  sql`
    select key_id as "id", name, privileges, created_by as "createdBy", created_at as "createdAt",
           expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt",
           revoked_by as "revokedBy", revoked_reason as "revokedReason",
           replaced_by as "replacedBy", hint
      from formwork.api_keys
     where organisation_id = ${organisationId} and key_id = ${id}`.pipe(keyRow)

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
