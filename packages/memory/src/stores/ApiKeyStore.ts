/** The records of API keys, in memory. */
import { DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import type { KeyLimits } from "@formwork/domain/callers/KeyLimits"
import type { ApiKey, ApiKeyId, ApiKeyView, RevokedReason } from "@formwork/domain/keys/ApiKey"
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
import { expiryPassed } from "@formwork/domain/keys/expiryPassed"
import { keyActorOf, personOf } from "./actorOf.ts"
import * as AuditWriter from "./auditWriter.ts"
import { endKey } from "./endCredentials.ts"
import { isActive, isPast, isUnrevoked, effectivePrivileges } from "./effectivePrivileges.ts"
import { descentOf, reachOf } from "./reachOf.ts"
import { Tables } from "../Tables.ts"
import type { StoredKey, Tenant } from "../Tables.ts"

type Tenants = Tables["Service"]["tenants"]

/** The limits of a key, from its record. */
export const limitsOf = ({ addresses, folders, forms, operations, requestsPerMinute }: KeyLimits): KeyLimits => ({
  forms,
  folders,
  requestsPerMinute,
  addresses,
  operations
})

/** The key that a caller came with. */
const own = (tenant: Tenant, { credential }: Caller): ApiKey | undefined =>
  credential.kind === "api_key" ? tenant.keys.get(credential.id)?.key : undefined

const endOf = (key: ApiKey | undefined) => (key === undefined ? null : Delegation.endOf(key))

/**
 * Stores a new key: unused, not rotated and not revoked.
 * @param replaced the key whose chain it continues.
 */
const put = (
  tenant: Tenant,
  creator: Caller,
  { hash, limits, ...chosen }: NewApiKey,
  nowMillis: number,
  replaced?: StoredKey
): ApiKey => {
  const key: ApiKey = {
    ...chosen,
    ...limits,
    createdBy: creator.userId,
    createdByKey: own(tenant, creator)?.id ?? replaced?.key.createdByKey ?? null,
    createdAt: DateTime.makeUnsafe(nowMillis),
    lastUsedAt: null,
    revokedAt: null,
    revokedBy: null,
    revokedReason: null,
    replacedBy: null
  }
  tenant.keys.set(key.id, { key, hash, firstId: replaced?.firstId ?? key.id })
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
  Effect.fnUntraced(function* (creator: Caller, request: NewApiKey, policy: Policy) {
    const auditContext = yield* AuditWriter.auditContext
    const { nowMillis } = auditContext
    const tenant = tenants.get(creator.organisationId)
    const held = effectivePrivileges(tenant, creator, nowMillis)
    if (tenant === undefined || held === undefined) return yield* new Unauthenticated()
    const lacking = Grant.firstMissing(held, request.privileges)
    if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
    const { folders, forms } = request.limits
    const reach = reachOf(tenant, creator)
    const found = new Set<string>([
      ...[...tenant.forms.keys()].filter((id) => forms?.includes(id) === true && reach.form(id)),
      ...[...tenant.folders.keys()].filter((id) => folders?.includes(id) === true && reach.folder(id))
    ])
    const beyond =
      Delegation.outlives(endOf(own(tenant, creator)), request.expiresAt) ??
      Delegation.notFound(creator.limits, request.limits, found)
    if (beyond !== undefined) return yield* beyond
    if (isPast(request.expiresAt, nowMillis)) return yield* expiryPassed()
    const limit = Delegation.placesFor(creator, policy)
    if (counted(tenant, nowMillis) >= limit) return yield* new ApiKeyLimitReached({ limit })
    const key = put(tenant, creator, request, nowMillis)
    AuditWriter.record(tenant, auditContext, creator, "api_key.created", key.id)
    return key
  })

const found = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, id: ApiKeyId) {
    const tenant = tenants.get(caller.organisationId)
    const stored = tenant?.keys.get(id)
    return tenant === undefined || stored === undefined || !reachOf(tenant, caller).key(id)
      ? yield* new ApiKeyNotFound()
      : { tenant, stored }
  })

const revoke = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, id: ApiKeyId, reason: RevokedReason, descendants = false) {
    const auditContext = yield* AuditWriter.auditContext
    const { stored, tenant } = yield* found(tenants)(caller, id)
    const ending = descendants ? [...descentOf(tenant, id)].sort() : [id]
    for (const each of ending) {
      const found = tenant.keys.get(each)
      if (found !== undefined && isUnrevoked(found.key, auditContext.nowMillis))
        endKey(tenant, found, auditContext, caller, reason)
    }
    return tenant.keys.get(id)?.key ?? stored.key
  })

const rotate = (tenants: Tenants) =>
  Effect.fnUntraced(function* (
    caller: Caller,
    id: ApiKeyId,
    replacement: Replacement,
    overlapMillis: number,
    policy: Policy
  ) {
    const auditContext = yield* AuditWriter.auditContext
    const { nowMillis } = auditContext
    const held = effectivePrivileges(tenants.get(caller.organisationId), caller, nowMillis)
    if (held === undefined) return yield* new Unauthenticated()
    const { stored, tenant } = yield* found(tenants)(caller, id)
    if (isPast(replacement.expiresAt ?? null, nowMillis)) return yield* expiryPassed()
    const { name, privileges, revokedAt } = stored.key
    const { expiresAt = stored.key.expiresAt } = replacement
    if (revokedAt !== null || !isActive(stored.key, nowMillis)) return yield* new ApiKeyEnded()
    const { limits } = caller
    const maker = { isKey: caller.credential.kind === "api_key", limits, end: endOf(own(tenant, caller)) }
    const refused = Delegation.rotationRefused(maker, held, stored.key, expiresAt, policy)
    if (refused !== undefined) return yield* refused
    const predecessor = [...tenant.keys.values()].find(({ key }) => key.replacedBy === id)?.key
    const added = predecessor !== undefined && isActive(predecessor, nowMillis) ? 1 : 0
    if (overlapMillis > 0 && counted(tenant, nowMillis) + added > policy.activeLimit)
      return yield* new ApiKeyLimitReached({ limit: policy.activeLimit })
    const chosen = {
      ...replacement,
      expiresAt,
      name: replacement.name ?? name,
      privileges,
      limits: limitsOf(stored.key)
    }
    const key = put(tenant, caller, chosen, nowMillis, stored)
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

const viewOf = (tenant: Tenant, key: ApiKey, nowMillis: number): ApiKeyView => {
  const today = DateTime.formatIsoDateUtc(DateTime.makeUnsafe(nowMillis))
  const calls = [...tenant.calls.values()].filter(({ credential, day }) => credential.id === key.id && day === today)
  return {
    ...key,
    creator: personOf(tenant, key.createdBy),
    creatorKey: key.createdByKey === null ? null : keyActorOf(tenant, key.createdByKey),
    revoker: key.revokedBy === null ? null : personOf(tenant, key.revokedBy),
    replacement: key.replacedBy === null ? null : keyActorOf(tenant, key.replacedBy),
    callsToday: calls.reduce((sum, one) => sum + one.calls, 0)
  }
}

export const layer: Layer.Layer<ApiKeyStore, never, Tables> = Layer.effect(
  ApiKeyStore,
  Effect.map(Tables, ({ tenants }) =>
    ApiKeyStore.of({
      insert: insert(tenants),
      list: (caller, { createdByKey }: ApiKeyFilter = {}) =>
        Effect.map(AuditWriter.auditContext, ({ nowMillis }) => {
          const tenant = tenants.get(caller.organisationId)
          if (tenant === undefined) return []
          const reach = reachOf(tenant, caller)
          return [...tenant.keys.values()]
            .map(({ key }) => key)
            .filter((key) => (createdByKey === undefined || key.createdByKey === createdByKey) && reach.key(key.id))
            .map((key) => viewOf(tenant, key, nowMillis))
            .reverse()
        }),
      get: (caller, id) =>
        Effect.zipWith(found(tenants)(caller, id), AuditWriter.auditContext, ({ stored, tenant }, { nowMillis }) =>
          viewOf(tenant, stored.key, nowMillis)
        ),
      revoke: revoke(tenants),
      rotate: rotate(tenants)
    })
  )
)
