/** Port: the records of API keys, and the hashes of their tokens. */
import { Context } from "effect"
import type { DateTime, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Privilege } from "../callers/Privilege.ts"
import type {
  ApiKeyEnded,
  ApiKeyLimitReached,
  ApiKeyNotFound,
  PrivilegeMissing,
  RequestInvalid,
  Unauthenticated
} from "../callers/Refusal.ts"
import type { ApiKey, ApiKeyId, RevokedReason } from "./ApiKey.ts"
import type { TokenHash } from "../credentials/TokenHasher.ts"

/** A key to make. */
export interface NewApiKey {
  readonly id: ApiKeyId
  readonly name: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly expiresAt: DateTime.Utc | null
  readonly hint: string
  readonly hash: TokenHash
}

/** A key to replace another, with the same privileges. */
export type Replacement = Omit<NewApiKey, "privileges" | "name"> & {
  /** Undefined: the name of the key that it replaces. */
  readonly name: string | undefined
}

export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /**
     * Stores a key. In one transaction, with the creator's row locked: the creator's account and credential have not ended,
     * and the creator holds every privilege that the key gets. Leaves an audit row.
     * @param activeLimit the limit of active keys. A rotated key in its overlap and its replacement count as one, as long as the
     * replacement works and has not been rotated itself. So at most twice as many keys work.
     * Refuses, in this order: `Unauthenticated` (the creator's own credential or account has ended), `PrivilegeMissing`,
     * `RequestInvalid` (`expiresAt` is not in the future, by the store's clock), `ApiKeyLimitReached`.
     */
    readonly insert: (
      creator: Caller,
      key: NewApiKey,
      activeLimit: number
    ) => Effect.Effect<ApiKey, Unauthenticated | PrivilegeMissing | RequestInvalid | ApiKeyLimitReached>
    /** Every key of the caller's organisation, revoked ones too, newest first. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<ApiKey>>
    /** Refuses: `ApiKeyNotFound`, also for a key of another organisation. */
    readonly get: (caller: Caller, id: ApiKeyId) => Effect.Effect<ApiKey, ApiKeyNotFound>
    /**
     * Ends a key. When this returns, no later admission of it succeeds, on any node. Revoking twice keeps the first date,
     * person and reason; a rotated key in its overlap ends now. Leaves an audit row if it ends a key.
     * Refuses: `ApiKeyNotFound`.
     */
    readonly revoke: (caller: Caller, id: ApiKeyId, reason: RevokedReason) => Effect.Effect<ApiKey, ApiKeyNotFound>
    /**
     * Stores `replacement` with the privileges of the key `id`, which ends `overlapMillis` from now (`rotated`), or at its own
     * earlier end. In one transaction, with the caller's effective privileges locked: the caller holds every one of those
     * privileges. Key and replacement count as one, so an organisation at its limit can rotate. If the key `id` replaced a key
     * that still works, that one counts by itself from now on. Leaves one audit row, about the old key, whose `detail` is the
     * new key's id.
     * Refuses, in this order: `Unauthenticated`, `ApiKeyNotFound`, `RequestInvalid` (as `insert`), `ApiKeyEnded` (revoked, rotated or
     * expired), `PrivilegeMissing`, `ApiKeyLimitReached` (one more would count; never without an overlap).
     */
    readonly rotate: (
      caller: Caller,
      id: ApiKeyId,
      replacement: Replacement,
      overlapMillis: number,
      activeLimit: number
    ) => Effect.Effect<
      { readonly key: ApiKey; readonly replaced: ApiKey },
      Unauthenticated | ApiKeyNotFound | RequestInvalid | ApiKeyEnded | PrivilegeMissing | ApiKeyLimitReached
    >
  }
>()("@formwork/domain/keys/ApiKeyStore") {}
