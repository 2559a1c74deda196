/** Looks credentials up, in memory. */
import { Clock, DateTime, Effect, Layer } from "effect"
import { CredentialStore } from "@formwork/domain/keys/CredentialStore"
import type { Token } from "@formwork/domain/keys/Token"
import { TokenHasher } from "@formwork/domain/keys/TokenHasher"
import { Unauthenticated } from "@formwork/domain/Refusal"
import { Mac } from "effect/crypto"
import { isActive } from "./Standing.ts"
import { Tables } from "./Tables.ts"

export const layer: Layer.Layer<CredentialStore, never, Tables | TokenHasher> = Layer.effect(
  CredentialStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables
    const hasher = yield* TokenHasher

    const authenticate = Effect.fnUntraced(function* (token: Token) {
      const candidates = yield* hasher.candidates(token)
      const now = yield* Clock.currentTimeMillis
      const tenant = tenants.get(token.organisationId)
      const stored = tenant?.keys.get(token.credentialId)
      if (tenant === undefined || stored === undefined || !isActive(stored.key, now))
        return yield* new Unauthenticated()
      const proven = candidates.some(
        ({ hash, pepperId }) => pepperId === stored.hash.pepperId && Mac.timingSafeEqual(hash, stored.hash.hash)
      )
      if (!proven) return yield* new Unauthenticated()
      const { key } = stored
      const usedAt = key.lastUsedAt === null ? -Infinity : DateTime.toEpochMillis(key.lastUsedAt)
      if (now - usedAt >= 60_000) {
        tenant.keys.set(key.id, { ...stored, key: { ...key, lastUsedAt: DateTime.makeUnsafe(now) } })
      }
      return {
        organisationId: token.organisationId,
        userId: key.createdBy,
        credential: { kind: "api_key" as const, id: key.id },
        privileges: key.privileges,
        revision: tenant.revision
      }
    })
    return CredentialStore.of({ authenticate })
  })
)
