/** Making, listing and ending API keys. */
import { Context, Effect, Layer, Schema } from "effect"
import type { DateTime } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Caller from "../grants/Caller.ts"
import * as Grant from "../grants/Grant.ts"
import type { Privilege } from "../grants/Privilege.ts"
import { PrivilegeMissing } from "../Refusal.ts"
import type { ApiKeyLimitReached, ApiKeyNotFound, Unauthenticated } from "../Refusal.ts"
import { ApiKeyId, ApiKeyName } from "./ApiKey.ts"
import type { ApiKey } from "./ApiKey.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import * as Token from "./Token.ts"
import { TokenHasher } from "./TokenHasher.ts"

/** What a creator chooses. */
export interface ApiKeyRequest {
  /** 1 to 100 characters. */
  readonly name: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly expiresAt?: DateTime.Utc
}

/** A key just made. Its token is shown here and never again. */
export interface CreatedApiKey {
  readonly key: ApiKey
  readonly token: Token.Token
}

/** How tokens look and how many keys an organisation may have active; each configurable. */
export const ApiKeyPolicy = Context.Reference<{ readonly prefix: string; readonly activeLimit: number }>(
  "@formwork/domain/keys/ApiKeyPolicy",
  { defaultValue: () => ({ prefix: "fwk", activeLimit: 100 }) }
)

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /**
     * Makes a key with a subset of the caller's own privileges.
     * Refuses, in this order: `PrivilegeMissing` (`apikey:write`, then the first wanted privilege that the caller lacks),
     * `Unauthenticated` (the caller has ended meanwhile), `ApiKeyLimitReached`.
     */
    readonly create: (
      caller: Caller.Caller,
      request: ApiKeyRequest
    ) => Effect.Effect<CreatedApiKey, PrivilegeMissing | Unauthenticated | ApiKeyLimitReached>
    /** Every key of the organisation, newest first; revoked ones stay. Refuses: `PrivilegeMissing` (`apikey:read`). */
    readonly list: (caller: Caller.Caller) => Effect.Effect<ReadonlyArray<ApiKey>, PrivilegeMissing>
    /** Refuses, in this order: `PrivilegeMissing` (`apikey:read`), `ApiKeyNotFound`. */
    readonly get: (caller: Caller.Caller, id: ApiKeyId) => Effect.Effect<ApiKey, PrivilegeMissing | ApiKeyNotFound>
    /**
     * Ends a key at once: its next request is refused. Revoking twice is fine and keeps the first date.
     * Refuses, in this order: `PrivilegeMissing` (`apikey:write`), `ApiKeyNotFound`.
     */
    readonly revoke: (caller: Caller.Caller, id: ApiKeyId) => Effect.Effect<ApiKey, PrivilegeMissing | ApiKeyNotFound>
  }
>()("@formwork/domain/keys/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const hasher = yield* TokenHasher
      const store = yield* ApiKeyStore
      const policy = yield* ApiKeyPolicy
      const nameIsValid = Schema.is(ApiKeyName)

      const create = Effect.fn("ApiKeys.create")(function* (caller: Caller.Caller, request: ApiKeyRequest) {
        yield* Caller.require(caller, "apikey:write")
        const lacking = Grant.firstMissing(caller.privileges, request.privileges)
        if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
        if (!nameIsValid(request.name)) return yield* Effect.die(new Error("A key's name has 1 to 100 characters"))
        const id = ApiKeyId.make(yield* random.uuidV7())
        const token = yield* Token.mint(policy.prefix, caller.organisationId, id).pipe(
          Effect.provideService(SecureRandom.SecureRandom, random)
        )
        const key = yield* store.insert(
          caller,
          {
            id,
            name: request.name,
            privileges: [...new Set(request.privileges)],
            expiresAt: request.expiresAt ?? null,
            hint: Token.hint(policy.prefix, token),
            hash: yield* hasher.hash(token)
          },
          policy.activeLimit
        )
        return { key, token }
      })
      const list = Effect.fn("ApiKeys.list")(function* (caller: Caller.Caller) {
        yield* Caller.require(caller, "apikey:read")
        return yield* store.list(caller)
      })
      const get = Effect.fn("ApiKeys.get")(function* (caller: Caller.Caller, id: ApiKeyId) {
        yield* Caller.require(caller, "apikey:read")
        return yield* store.get(caller, id)
      })
      const revoke = Effect.fn("ApiKeys.revoke")(function* (caller: Caller.Caller, id: ApiKeyId) {
        yield* Caller.require(caller, "apikey:write")
        return yield* store.revoke(caller, id, "manual")
      })
      return ApiKeys.of({ create, list, get, revoke })
    })
  )
}
