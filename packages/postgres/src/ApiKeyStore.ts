/** The records of API keys on Postgres. Their hashes go in and never come out here. */
import { DateTime, Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/grants/Caller"
import * as Grant from "@formwork/domain/grants/Grant"
import { Privilege } from "@formwork/domain/grants/Privilege"
import * as Role from "@formwork/domain/grants/Role"
import { ApiKey } from "@formwork/domain/keys/ApiKey"
import type { ApiKeyId, RevokedReason } from "@formwork/domain/keys/ApiKey"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import type { NewApiKey } from "@formwork/domain/keys/ApiKeyStore"
import { ApiKeyLimitReached, ApiKeyNotFound, PrivilegeMissing, Unauthenticated } from "@formwork/domain/Refusal"
import * as Audit from "./Audit.ts"
import { row, rows, Tenant } from "./Tenant.ts"
import type { Door, Sql } from "./Tenant.ts"
import { noConflict } from "./Trouble.ts"

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

/** A key stands for its own privileges, a person for those of their role. No row: neither stands any longer. */
const standingRow = row(
  Schema.Struct({ privileges: Schema.NullOr(Schema.Array(Privilege)), role: Schema.NullOr(Role.Role) })
)
const countRow = row(Schema.Struct({ active: Schema.Int }))

const insert = (tenant: Door) =>
  Effect.fn("ApiKeyStore.insert")((creator: Caller, key: NewApiKey, activeLimit: number) =>
    tenant
      .transaction(
        creator.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          // INVARIANT: the organisation's row is locked before its keys are counted, so that two insertions cannot both be the last.
          yield* sql`select from formwork.organisations where organisation_id = ${organisation} for no key update`
          const held = yield* privilegesNow(sql, creator)
          if (held === undefined) return yield* new Unauthenticated()
          const lacking = Grant.firstMissing(held, key.privileges)
          if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
          const count = yield* sql`
            select count(*)::integer as active
              from formwork.api_keys
             where organisation_id = ${organisation}
               and revoked_at is null
               and (expires_at is null or expires_at > clock_timestamp())`.pipe(countRow)
          if (count === undefined || count.active >= activeLimit)
            return yield* new ApiKeyLimitReached({ limit: activeLimit })
          yield* sql`
            insert into formwork.api_keys
              (organisation_id, key_id, name, privileges, created_by, expires_at, hint, token_hash, pepper_id)
            values (${organisation}, ${key.id}, ${key.name}, ${key.privileges}, ${creator.userId},
              ${key.expiresAt === null ? null : DateTime.toDate(key.expiresAt)}, ${key.hint}, ${key.hash.hash}, ${key.hash.pepperId})`
          yield* Audit.record(sql, creator, "api_key.created", key.id)
          return (
            (yield* find(sql, creator, key.id)) ??
            (yield* Effect.die(new Error(`key ${key.id} vanished while it was made`)))
          )
        })
      )
      .pipe(noConflict)
  )

const list = (tenant: Door) =>
  Effect.fn("ApiKeyStore.list")((caller: Caller) =>
    tenant
      .transaction(
        caller.organisationId,
        (sql, organisation) =>
          sql`
            select key_id as "id", name, privileges, created_by as "createdBy", created_at as "createdAt",
                   expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt",
                   revoked_by as "revokedBy", revoked_reason as "revokedReason", hint
              from formwork.api_keys
             where organisation_id = ${organisation}
             order by created_at desc, key_id desc`
      )
      .pipe(keyRows, Effect.orDie)
  )

const get = (tenant: Door) =>
  Effect.fn("ApiKeyStore.get")(function* (caller: Caller, id: ApiKeyId) {
    const key = yield* tenant.transaction(caller.organisationId, (sql) => find(sql, caller, id)).pipe(Effect.orDie)
    return key ?? (yield* new ApiKeyNotFound())
  })

const revoke = (tenant: Door) =>
  Effect.fn("ApiKeyStore.revoke")((caller: Caller, id: ApiKeyId, reason: RevokedReason) =>
    tenant
      .transaction(
        caller.organisationId,
        Effect.fnUntraced(function* (sql, organisation) {
          // Filings hold this lock shared. Waiting in its queue lets this one through between them; the row's own lock does not queue.
          yield* sql`select pg_advisory_xact_lock(hashtextextended(${id}::text, 0))::text`
          const ended = yield* sql`
            update formwork.api_keys
               set revoked_at = clock_timestamp(), revoked_by = ${caller.userId}, revoked_reason = ${reason}
             where organisation_id = ${organisation} and key_id = ${id} and revoked_at is null
            returning key_id`
          if (ended.length > 0) yield* Audit.record(sql, caller, "api_key.revoked", id)
          return (yield* find(sql, caller, id)) ?? (yield* new ApiKeyNotFound())
        })
      )
      .pipe(noConflict)
  )

const find = (sql: Sql, { organisationId }: Caller, id: ApiKeyId) =>
  sql`
    select key_id as "id", name, privileges, created_by as "createdBy", created_at as "createdAt",
           expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt",
           revoked_by as "revokedBy", revoked_reason as "revokedReason", hint
      from formwork.api_keys
     where organisation_id = ${organisationId} and key_id = ${id}`.pipe(keyRow)

const privilegesNow = Effect.fnUntraced(function* (sql: Sql, { credential, organisationId, userId }: Caller) {
  const standing = yield* sql`
    select privileges, role from formwork_auth.standing(${organisationId}, ${credential.kind}, ${credential.id}, ${userId})`.pipe(
    standingRow
  )
  if (standing === undefined) return undefined
  return standing.role === null ? (standing.privileges ?? []) : Role.privileges(standing.role)
})

export const layer: Layer.Layer<ApiKeyStore, never, Tenant> = Layer.effect(
  ApiKeyStore,
  Effect.map(Tenant, (tenant) =>
    ApiKeyStore.of({ insert: insert(tenant), list: list(tenant), get: get(tenant), revoke: revoke(tenant) })
  )
)
