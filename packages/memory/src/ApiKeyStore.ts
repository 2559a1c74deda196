/** The records of API keys, in memory. */
import { Clock, DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/grants/Caller"
import * as Grant from "@formwork/domain/grants/Grant"
import type { ApiKey, ApiKeyId, RevokedReason } from "@formwork/domain/keys/ApiKey"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import type { NewApiKey } from "@formwork/domain/keys/ApiKeyStore"
import { ApiKeyLimitReached, ApiKeyNotFound, PrivilegeMissing, Unauthenticated } from "@formwork/domain/Refusal"
import { isActive, privilegesNow } from "./Standing.ts"
import { Tables } from "./Tables.ts"

export const layer: Layer.Layer<ApiKeyStore, never, Tables> = Layer.effect(
  ApiKeyStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const insert = Effect.fnUntraced(function* (creator: Caller, request: NewApiKey, activeLimit: number) {
      const now = yield* Clock.currentTimeMillis
      const tenant = tenants.get(creator.organisationId)
      const held = privilegesNow(tenant, creator, now)
      if (tenant === undefined || held === undefined) return yield* new Unauthenticated()
      const lacking = Grant.firstMissing(held, request.privileges)
      if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
      const active = [...tenant.keys.values()].filter(({ key }) => isActive(key, now)).length
      if (active >= activeLimit) return yield* new ApiKeyLimitReached({ limit: activeLimit })
      const { hash, ...chosen } = request
      const key: ApiKey = {
        ...chosen,
        createdBy: creator.userId,
        createdAt: DateTime.makeUnsafe(now),
        lastUsedAt: null,
        revokedAt: null,
        revokedBy: null,
        revokedReason: null
      }
      tenant.keys.set(key.id, { key, hash })
      return key
    })

    const get = (caller: Caller, id: ApiKeyId) =>
      Effect.suspend(() => {
        const stored = tenants.get(caller.organisationId)?.keys.get(id)
        return stored === undefined ? Effect.fail(new ApiKeyNotFound()) : Effect.succeed(stored.key)
      })

    const revoke = Effect.fnUntraced(function* (caller: Caller, id: ApiKeyId, reason: RevokedReason) {
      const now = yield* DateTime.now
      const keys = tenants.get(caller.organisationId)?.keys
      const stored = keys?.get(id)
      if (stored === undefined) return yield* new ApiKeyNotFound()
      if (stored.key.revokedAt !== null) return stored.key
      const key: ApiKey = { ...stored.key, revokedAt: now, revokedBy: caller.userId, revokedReason: reason }
      keys?.set(id, { ...stored, key })
      return key
    })

    return ApiKeyStore.of({
      insert,
      get,
      revoke,
      list: (caller) =>
        Effect.sync(() =>
          [...(tenants.get(caller.organisationId)?.keys.values() ?? [])].map(({ key }) => key).reverse()
        )
    })
  })
)
