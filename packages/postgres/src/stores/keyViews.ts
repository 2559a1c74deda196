/** Reads the records of API keys, with the names in them and their calls of today. */
import { Effect, Schema, Struct } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { ApiKeyView } from "@formwork/domain/keys/ApiKey"
import type { ApiKey, ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { row, rows } from "../database/TenantDatabase.ts"
import type { Sql } from "../database/TenantDatabase.ts"

const time = Schema.NullOr(Schema.DateTimeUtcFromDate)
const Row = Schema.Struct({
  ...Struct.omit(ApiKeyView.fields, Struct.keys(KeyLimits.none)),
  limits: Schema.NullOr(KeyLimits.KeyLimits),
  createdAt: Schema.DateTimeUtcFromDate,
  expiresAt: time,
  lastUsedAt: time,
  revokedAt: time
})
const viewOf = ({ limits, ...key }: typeof Row.Type): ApiKeyView => ({ ...key, ...(limits ?? KeyLimits.none) })
const keyOf = (view: ApiKeyView): ApiKey =>
  Struct.omit(view, ["creator", "creatorKey", "revoker", "replacement", "callsToday"])

/** The rows of `select`. */
export const viewRows = <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  Effect.map(rows(Row)(self), (found) => found.map(viewOf))

/** The one row of `select`, where it finds it. */
export const viewRow = <E, R>(self: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  Effect.map(row(Row)(self), (found) => found && viewOf(found))

/** The record of a key; undefined where the caller does not find it. */
export const find = (sql: Sql, caller: Caller, id: ApiKeyId) =>
  select(sql, caller, { id }).pipe(
    viewRow,
    Effect.map((found) => found && keyOf(found))
  )

/** Keys with names and calls. A caller whose limits name forms or folders finds its own key and those that descend from it. */
export const select = (
  sql: Sql,
  { credential, limits, organisationId }: Caller,
  { createdByKey = null, id = null }: { readonly createdByKey?: ApiKeyId | null; readonly id?: ApiKeyId | null }
) => {
  const own = KeyLimits.reach(limits) === undefined ? null : credential.id
  return sql`
    with recursive descent as (
      select k.key_id from formwork.api_keys k where k.organisation_id = ${organisationId} and k.key_id = ${own}::uuid
      union
      select k.key_id
        from formwork.api_keys k
        join descent d on k.organisation_id = ${organisationId} and k.created_by_key = d.key_id
    )
    select a.key_id as "id", a.name, a.privileges, a.limits, a.created_by as "createdBy", a.created_by_key as "createdByKey",
           a.created_at as "createdAt", a.expires_at as "expiresAt", a.last_used_at as "lastUsedAt", a.revoked_at as "revokedAt",
           a.revoked_by as "revokedBy", a.revoked_reason as "revokedReason", a.replaced_by as "replacedBy", a.hint,
           json_build_object('kind', 'user', 'id', a.created_by, 'name', c.name) as "creator",
           case when m.key_id is not null then json_build_object('kind', 'key', 'id', m.key_id, 'name', m.name) end as "creatorKey",
           case when r.user_id is not null then json_build_object('kind', 'user', 'id', r.user_id, 'name', r.name) end as "revoker",
           case when n.key_id is not null then json_build_object('kind', 'key', 'id', n.key_id, 'name', n.name) end as "replacement",
           coalesce(d.calls, 0)::double precision as "callsToday"
      from formwork.api_keys a
      join formwork.users c on c.organisation_id = ${organisationId} and c.user_id = a.created_by
      left join formwork.api_keys m on m.organisation_id = ${organisationId} and m.key_id = a.created_by_key
      left join formwork.users r on r.organisation_id = ${organisationId} and r.user_id = a.revoked_by
      left join formwork.api_keys n on n.organisation_id = ${organisationId} and n.key_id = a.replaced_by
      left join lateral (
        select sum(u.calls) as calls
          from formwork.usage_days u
         where u.organisation_id = ${organisationId} and u.credential_id = a.key_id
           and u.day = (clock_timestamp() at time zone 'UTC')::date) d on true
     where a.organisation_id = ${organisationId}
       and (${id}::uuid is null or a.key_id = ${id}::uuid)
       and (${createdByKey}::uuid is null or a.created_by_key = ${createdByKey}::uuid)
       and (${own}::uuid is null or a.key_id in (select key_id from descent))
     order by a.created_at desc, a.key_id desc`
}
