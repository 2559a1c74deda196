/** The records of API keys, in memory. */
import { DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import type { ApiKey, ApiKeyId, RevokedReason } from "@formwork/domain/keys/ApiKey"
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
import { endKey } from "./endCredentials.ts"
import { isActive, isPast, isUnrevoked, effectivePrivileges } from "./effectivePrivileges.ts"
import { Tables } from "../Tables.ts"
import type { Tenant } from "../Tables.ts"

type Tenants = Tables["Service"]["tenants"]

/** Stores a new key: unused, not rotated and not revoked. */
const put = (tenant: Tenant, creator: Caller, { hash, ...chosen }: NewApiKey, nowMillis: number): ApiKey => {
  const key: ApiKey = {
    ...chosen,
    createdBy: creator.userId,
    createdAt: DateTime.makeUnsafe(nowMillis),
    lastUsedAt: null,
    revokedAt: null,
    revokedBy: null,
    revokedReason: null,
    replacedBy: null
  }
  tenant.keys.set(key.id, { key, hash })
  return key
}

/** How many keys count as active. A key in its overlap and its replacement count as one while the replacement works and is not rotated. */
const counted = (tenant: Tenant, nowMillis: number): number =>
  [...tenant.keys.values()].filter(({ key }) => {
    const replacement = key.replacedBy === null ? undefined : tenant.keys.get(key.replacedBy)?.key
    const standsForIt = replacement?.revokedAt === null && isActive(replacement, nowMillis)
    return isActive(key, nowMillis) && !standsForIt
  }).length

const insert = (tenants: Tenants) =>
  Effect.fnUntraced(function* (creator: Caller, request: NewApiKey, activeLimit: number) {
    const auditContext = yield* AuditWriter.auditContext
    const { nowMillis } = auditContext
    const tenant = tenants.get(creator.organisationId)
    const held = effectivePrivileges(tenant, creator, nowMillis)
    if (tenant === undefined || held === undefined) return yield* new Unauthenticated()
    const lacking = Grant.firstMissing(held, request.privileges)
    if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
    if (isPast(request.expiresAt, nowMillis)) return yield* expiryPassed()
    if (counted(tenant, nowMillis) >= activeLimit) return yield* new ApiKeyLimitReached({ limit: activeLimit })
    const key = put(tenant, creator, request, nowMillis)
    AuditWriter.record(tenant, auditContext, creator, "api_key.created", key.id)
    return key
  })

const found = (tenants: Tenants) =>
  Effect.fnUntraced(function* ({ organisationId }: Caller, id: ApiKeyId) {
    const tenant = tenants.get(organisationId)
    const stored = tenant?.keys.get(id)
    return tenant === undefined || stored === undefined ? yield* new ApiKeyNotFound() : { tenant, stored }
  })

const revoke = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, id: ApiKeyId, reason: RevokedReason) {
    const auditContext = yield* AuditWriter.auditContext
    const { stored, tenant } = yield* found(tenants)(caller, id)
    return isUnrevoked(stored.key, auditContext.nowMillis)
      ? endKey(tenant, stored, auditContext, caller, reason)
      : stored.key
  })

const rotate = (tenants: Tenants) =>
  Effect.fnUntraced(function* (
    caller: Caller,
    id: ApiKeyId,
    replacement: Replacement,
    overlapMillis: number,
    activeLimit: number
  ) {
    const auditContext = yield* AuditWriter.auditContext
    const { nowMillis } = auditContext
    const held = effectivePrivileges(tenants.get(caller.organisationId), caller, nowMillis)
    if (held === undefined) return yield* new Unauthenticated()
    const { stored, tenant } = yield* found(tenants)(caller, id)
    if (isPast(replacement.expiresAt, nowMillis)) return yield* expiryPassed()
    const { name, privileges, revokedAt } = stored.key
    if (revokedAt !== null || !isActive(stored.key, nowMillis)) return yield* new ApiKeyEnded()
    const lacking = Grant.firstMissing(held, privileges)
    if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
    const predecessor = [...tenant.keys.values()].find(({ key }) => key.replacedBy === id)?.key
    const added = predecessor !== undefined && isActive(predecessor, nowMillis) ? 1 : 0
    if (overlapMillis > 0 && counted(tenant, nowMillis) + added > activeLimit)
      return yield* new ApiKeyLimitReached({ limit: activeLimit })
    const chosen = { ...replacement, name: replacement.name ?? name, privileges }
    const key = put(tenant, caller, chosen, nowMillis)
    const replaced: ApiKey = {
      ...stored.key,
      revokedAt: DateTime.makeUnsafe(nowMillis + overlapMillis),
      revokedBy: caller.userId,
      revokedReason: "rotated",
      replacedBy: key.id
    }
    tenant.keys.set(id, { ...stored, key: replaced })
    AuditWriter.record(tenant, auditContext, caller, "api_key.rotated", id, key.id)
    return { key, replaced }
  })

export const layer: Layer.Layer<ApiKeyStore, never, Tables> = Layer.effect(
  ApiKeyStore,
  Effect.map(Tables, ({ tenants }) =>
    ApiKeyStore.of({
      insert: insert(tenants),
      list: ({ organisationId }) =>
        Effect.sync(() => [...(tenants.get(organisationId)?.keys.values() ?? [])].map(({ key }) => key).reverse()),
      get: (caller, id) => Effect.map(found(tenants)(caller, id), ({ stored }) => stored.key),
      revoke: revoke(tenants),
      rotate: rotate(tenants)
    })
  )
)
