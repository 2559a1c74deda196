/** Port: the records of API keys, and the hashes of their tokens. */
import { Context } from "effect"
import type { DateTime, Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { Privilege } from "../callers/Privilege.ts"
import type { KeyLimits } from "../callers/KeyLimits.ts"
import type {
  ApiKeyEnded,
  ApiKeyLimitReached,
  ApiKeyNotFound,
  BeyondLimits,
  PrivilegeMissing,
  RequestInvalid,
  Unauthenticated
} from "../callers/Refusal.ts"
import type { ApiKey, ApiKeyId, ApiKeyView, RevokedReason } from "./ApiKey.ts"
import type { TokenHash } from "../credentials/TokenHasher.ts"

/** A key to make. */
export interface NewApiKey {
  readonly id: ApiKeyId
  readonly name: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly limits: KeyLimits
  readonly expiresAt: DateTime.Utc | null
  readonly hint: string
  readonly hash: TokenHash
}

/** A key to replace another, with the same privileges and limits. */
export type Replacement = Omit<NewApiKey, "privileges" | "limits" | "name" | "expiresAt"> & {
  /** Undefined: the end of the key that it replaces. Null: none. */
  readonly expiresAt: DateTime.Utc | null | undefined
  /** Undefined: the name of the key that it replaces. */
  readonly name: string | undefined
}

/** What a deployment allows. */
export interface Policy {
  /** How many keys an organisation may have active. */
  readonly activeLimit: number
  /** The budget of a key without one of its own, as requests a minute. */
  readonly requestsPerMinute: number
}

/** Each member narrows the list. */
export interface ApiKeyFilter {
  readonly createdByKey?: ApiKeyId | undefined
}

/**
 * A caller whose limits name forms or folders finds its own key and those that descend from it; every other key is missing. A key
 * descends from the key that made it, and from those that this one descends from.
 */
export class ApiKeyStore extends Context.Service<
  ApiKeyStore,
  {
    /**
     * Stores a key. In one transaction, with the creator's row locked: the creator's account and credential have not ended,
     * and the creator holds every privilege that the key gets. Leaves an audit row.
     * @param policy its limit of active keys: a rotated key in its overlap and its replacement count as one, as long as the
     * replacement works and has not been rotated itself. So at most twice as many keys work.
     * Refuses, in this order: `Unauthenticated` (the creator's own credential or account has ended), `PrivilegeMissing`,
     * `BeyondLimits` (the creator is a key that ends before the new one, or has limits and cannot reach a form or folder that the
     * new one names), `RequestInvalid` (the organisation has no such form or folder, or `expiresAt` is not in the future, by the store's clock),
     * `ApiKeyLimitReached`.
     */
    readonly insert: (
      creator: Caller,
      key: NewApiKey,
      policy: Policy
    ) => Effect.Effect<ApiKey, Unauthenticated | PrivilegeMissing | BeyondLimits | RequestInvalid | ApiKeyLimitReached>
    /**
     * Every key of the caller's organisation, revoked ones too, newest first, with the present names of the people and keys of its
     * record; also of a key that the caller does not find itself. Days begin by the store's clock.
     */
    readonly list: (caller: Caller, filter?: ApiKeyFilter) => Effect.Effect<ReadonlyArray<ApiKeyView>>
    /** Refuses: `ApiKeyNotFound`, also for a key of another organisation. */
    readonly get: (caller: Caller, id: ApiKeyId) => Effect.Effect<ApiKeyView, ApiKeyNotFound>
    /**
     * Ends a key. When this returns, no later admission of it succeeds, on any node. Revoking twice keeps the first date,
     * person and reason; a rotated key in its overlap ends now. Leaves an audit row if it ends a key.
     * @param descendants also ends every key that descends from it, each with its audit row.
     * Refuses: `ApiKeyNotFound`.
     */
    readonly revoke: (
      caller: Caller,
      id: ApiKeyId,
      reason: RevokedReason,
      descendants?: boolean
    ) => Effect.Effect<ApiKey, ApiKeyNotFound>
    /**
     * Stores `replacement` with the privileges and limits of the key `id`, which ends `overlapMillis` from now (`rotated`), or at its own
     * earlier end. In one transaction, with the caller's effective privileges locked: the caller holds every one of those
     * privileges, and goes beyond none of its own limits. Key and replacement count as one, so an organisation at its limit can rotate. If the key `id` replaced a key
     * that still works, that one counts by itself from now on. Leaves one audit row, about the old key, whose `detail` is the
     * new key's id.
     * Refuses, in this order: `Unauthenticated`, `ApiKeyNotFound`, `RequestInvalid` (`expiresAt` as in `insert`), `ApiKeyEnded` (revoked, rotated or expired), `PrivilegeMissing` (also
     * `apikey:budget`, for a budget above the deployment's and above the caller's own), `BeyondLimits`, `ApiKeyLimitReached` (one more would count; never without an overlap).
     */
    readonly rotate: (
      caller: Caller,
      id: ApiKeyId,
      replacement: Replacement,
      overlapMillis: number,
      policy: Policy
    ) => Effect.Effect<
      { readonly key: ApiKey; readonly replaced: ApiKey },
      | Unauthenticated
      | ApiKeyNotFound
      | ApiKeyEnded
      | RequestInvalid
      | PrivilegeMissing
      | BeyondLimits
      | ApiKeyLimitReached
    >
  }
>()("@formwork/domain/keys/ApiKeyStore") {}
