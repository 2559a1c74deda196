/** Port: where the records of API keys, and the hashes of their tokens, are kept. */
import { Context } from "effect"
import type { DateTime, Effect } from "effect"
import type { Caller } from "../grants/Caller.ts"
import type { Privilege } from "../grants/Privilege.ts"
import type { ApiKeyLimitReached, ApiKeyNotFound, PrivilegeMissing, Unauthenticated } from "../Refusal.ts"
import type { ApiKey, ApiKeyId, RevokedReason } from "./ApiKey.ts"
import type { TokenHash } from "./TokenHasher.ts"

/** A key about to be made. */
export interface NewApiKey {
  readonly id: ApiKeyId
  readonly name: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly expiresAt: DateTime.Utc | null
  readonly hint: string
  readonly hash: TokenHash
}

export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /**
     * Stores a key. In one transaction, with the creator's row locked: the creator is still in good standing and holds
     * every privilege that the key gets, whatever the caller claimed a moment ago.
     * Refuses, in this order: `Unauthenticated` (the creator's own credential or account has ended), `PrivilegeMissing`,
     * `ApiKeyLimitReached`.
     */
    readonly insert: (
      creator: Caller,
      key: NewApiKey,
      activeLimit: number
    ) => Effect.Effect<ApiKey, Unauthenticated | PrivilegeMissing | ApiKeyLimitReached>
    /** Every key of the caller's organisation, revoked ones too, newest first. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<ApiKey>>
    /** Refuses: `ApiKeyNotFound`, also for a key of another organisation. */
    readonly get: (caller: Caller, id: ApiKeyId) => Effect.Effect<ApiKey, ApiKeyNotFound>
    /**
     * Ends a key. When this returns, no later admission of it succeeds, on any node. Revoking twice keeps the first date,
     * person and reason.
     * Refuses: `ApiKeyNotFound`.
     */
    readonly revoke: (caller: Caller, id: ApiKeyId, reason: RevokedReason) => Effect.Effect<ApiKey, ApiKeyNotFound>
  }
>()("@formwork/domain/keys/ApiKeyStore") {}
