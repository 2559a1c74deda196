/** Making, listing and ending API keys. */
import { Context, Duration, Effect, Layer, Option, Schema } from "effect"
import type { DateTime, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import * as Caller from "../callers/Caller.ts"
import * as Grant from "../callers/Grant.ts"
import * as KeyLimits from "../callers/KeyLimits.ts"
import type { Privilege } from "../callers/Privilege.ts"
import * as Confirmation from "../credentials/Confirmation.ts"
import { InvitationStore } from "../people/InvitationStore.ts"
import { PrivilegeMissing, RequestInvalid } from "../callers/Refusal.ts"
import type {
  ApiKeyEnded,
  ApiKeyLimitReached,
  ApiKeyNotFound,
  BeyondLimits,
  ConfirmationRequired,
  Unauthenticated
} from "../callers/Refusal.ts"
import { decodeFor } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { ApiKeyId, ApiKeyName } from "./ApiKey.ts"
import type { ApiKey, ApiKeyView } from "./ApiKey.ts"
import { ApiKeyStore } from "./ApiKeyStore.ts"
import type { ApiKeyFilter, Policy } from "./ApiKeyStore.ts"
import * as Budget from "../limits/Budget.ts"
import { CredentialStore } from "../credentials/CredentialStore.ts"
import * as Token from "../credentials/Token.ts"
import { TokenHasher } from "../credentials/TokenHasher.ts"
import { TokenPrefixes } from "../credentials/Token.ts"

/** What a creator chooses. */
export interface ApiKeyRequest {
  /** 1 to 100 characters. */
  readonly name: string
  readonly privileges: ReadonlyArray<Privilege>
  readonly expiresAt?: DateTime.Utc
  /** A member that is left out or null is no limit. */
  readonly limits?: Partial<KeyLimits.KeyLimits>
}

/** A key just made. Its token is shown here and never again. */
export interface CreatedApiKey {
  readonly key: ApiKey
  readonly token: Token.Token
}

/** What a caller chooses of a key that replaces another. */
export interface RotationRequest {
  /** How long the old key still works: at most 7 days; 0 ends it at once. */
  readonly overlap: Duration.Duration
  /** 1 to 100 characters; undefined keeps the old one's. */
  readonly name: string | undefined
  /** Undefined keeps the old one's; null: the new key does not expire. */
  readonly expiresAt: DateTime.Utc | null | undefined
}

/** A key just made, and the one that it replaces. */
export interface RotatedApiKey extends CreatedApiKey {
  readonly replaced: ApiKey
}

/** The longest that a rotated key and its replacement both work. */
export const maxOverlap = Duration.days(7)

/** Configurable. */
export const ApiKeyPolicy = Context.Reference<Policy>("@formwork/domain/keys/ApiKeyPolicy", {
  defaultValue: () => ({ activeLimit: 100, requestsPerMinute: Budget.perMinute(Budget.defaultQuota) })
})

const nameIsValid = Schema.is(ApiKeyName)
const limitsAreValid = Schema.is(KeyLimits.KeyLimits)

export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /**
     * Makes a key with a subset of the caller's own privileges and within the caller's own limits. A key that ends makes none
     * that ends later.
     * Refuses, in this order: `PrivilegeMissing` (`apikey:write`, then the first wanted privilege that the caller lacks, then
     * `apikey:budget` for a budget above the deployment's), `RequestInvalid` (a privilege over the whole organisation, for a key
     * with `forms` or `folders`), `BeyondLimits`, `ConfirmationRequired` (with a privilege of keys, people or the organisation),
     * `Unauthenticated` (the caller's credential has ended meanwhile), then as
     * `ApiKeyStore.insert`.
     */
    readonly create: (
      caller: Caller.Caller,
      request: ApiKeyRequest
    ) => Effect.Effect<
      CreatedApiKey,
      PrivilegeMissing | RequestInvalid | BeyondLimits | ConfirmationRequired | Unauthenticated | ApiKeyLimitReached
    >
    /** Every key of the organisation, newest first; revoked ones stay. Refuses: `PrivilegeMissing` (`apikey:read`). */
    readonly list: (
      caller: Caller.Caller,
      filter?: ApiKeyFilter
    ) => Effect.Effect<ReadonlyArray<ApiKeyView>, PrivilegeMissing>
    /** Refuses, in this order: `PrivilegeMissing` (`apikey:read`), `ApiKeyNotFound`. */
    readonly get: (caller: Caller.Caller, id: ApiKeyId) => Effect.Effect<ApiKeyView, PrivilegeMissing | ApiKeyNotFound>
    /**
     * Ends a key at once: its next request is refused. Revoking twice is fine and keeps the first date.
     * @param request `descendants`: also ends every key that it made, every key that those made, and so on.
     * Refuses, in this order: `PrivilegeMissing` (`apikey:write`), `ApiKeyNotFound`, `RequestInvalid`.
     */
    readonly revoke: (
      caller: Caller.Caller,
      id: ApiKeyId,
      request?: Decoded<{ readonly descendants?: boolean }>
    ) => Effect.Effect<ApiKey, PrivilegeMissing | ApiKeyNotFound | RequestInvalid>
    /**
     * Makes the replacement of a key first, with the same privileges and limits, and lets the old one end after an overlap.
     * Refuses, in this order: `PrivilegeMissing` (`apikey:write`), `RequestInvalid` (`ApiKeyNotFound` where there is no such key),
     * `ConfirmationRequired` (as `create`), `Unauthenticated` (the caller's credential has ended meanwhile), `ApiKeyNotFound`,
     * `RequestInvalid`, `ApiKeyEnded`, `PrivilegeMissing` (the first of the key's privileges that the caller lacks, or
     * `apikey:budget`), `BeyondLimits`, `ApiKeyLimitReached` (with an overlap, of a key whose own predecessor still works).
     */
    readonly rotate: (
      caller: Caller.Caller,
      id: ApiKeyId,
      request: Decoded<RotationRequest>
    ) => Effect.Effect<
      RotatedApiKey,
      | PrivilegeMissing
      | ConfirmationRequired
      | Unauthenticated
      | ApiKeyNotFound
      | RequestInvalid
      | ApiKeyEnded
      | BeyondLimits
      | ApiKeyLimitReached
    >
    /**
     * Ends a leaked key, session or invitation. Anyone who has its token may report it. A text with a wrong checksum is not looked
     * up. The answer never shows whether the token was valid.
     */
    readonly report: (secret: Redacted.Redacted<string>) => Effect.Effect<void>
  }
>()("@formwork/domain/keys/ApiKeys") {
  static readonly layer = Layer.effect(
    ApiKeys,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const hasher = yield* TokenHasher
      const store = yield* ApiKeyStore
      const credentials = yield* CredentialStore
      const invitations = yield* InvitationStore
      const policy = yield* ApiKeyPolicy
      const prefixes = yield* TokenPrefixes
      const confirmed = yield* Confirmation.requiring

      const mint = Effect.fnUntraced(function* ({ organisationId }: Caller.Caller) {
        const id = ApiKeyId.make(yield* random.uuidV7())
        const token = yield* Token.mint(prefixes, "api_key", organisationId, id).pipe(
          Effect.provideService(SecureRandom.SecureRandom, random)
        )
        return { token, proof: { id, hint: Token.hint(token), hash: yield* hasher.hash(token) } }
      })
      const create = Effect.fn("ApiKeys.create")(function* (caller: Caller.Caller, request: ApiKeyRequest) {
        yield* Caller.require(caller, "apikey:write")
        const lacking = Grant.firstMissing(caller.privileges, request.privileges)
        if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
        const limits = { ...KeyLimits.none, ...request.limits }
        if (!limitsAreValid(limits)) return yield* Effect.die(new Error("These are not the limits of a key"))
        if ((limits.requestsPerMinute ?? 0) > policy.requestsPerMinute) yield* Caller.require(caller, "apikey:budget")
        yield* withinReach(limits, request.privileges)
        const beyond =
          KeyLimits.sharesBudget(caller.limits) ??
          KeyLimits.firstBeyond(caller.limits, limits, policy.requestsPerMinute)
        if (beyond !== undefined) return yield* beyond
        if (!nameIsValid(request.name)) return yield* Effect.die(new Error("A key's name has 1 to 100 characters"))
        if (Confirmation.isLasting(request.privileges)) yield* confirmed(caller)
        const { proof, token } = yield* mint(caller)
        const { expiresAt = null, name } = request
        const privileges = [...new Set(request.privileges)]
        const key = yield* store.insert(caller, { ...proof, name, privileges, limits, expiresAt }, policy)
        return { key, token }
      })
      const rotate = Effect.fn("ApiKeys.rotate")(function* (
        caller: Caller.Caller,
        id: ApiKeyId,
        request: Decoded<RotationRequest>
      ) {
        yield* Caller.require(caller, "apikey:write")
        const { expiresAt, name, overlap } = yield* decodeFor(request, store.get(caller, id))
        if (Duration.isLessThan(overlap, Duration.zero) || Duration.isGreaterThan(overlap, maxOverlap))
          return yield* Effect.die(new Error("A rotated key works for at most 7 days"))
        if (name !== undefined && !nameIsValid(name))
          return yield* Effect.die(new Error("A key's name has 1 to 100 characters"))
        yield* confirmed(
          caller,
          Effect.map(store.get(caller, id), ({ privileges }) => Confirmation.isLasting(privileges))
        )
        const { proof, token } = yield* mint(caller)
        const overlapMillis = Duration.toMillis(overlap)
        const replacement = { ...proof, name, expiresAt }
        const rotated = yield* store.rotate(caller, id, replacement, overlapMillis, policy)
        return { ...rotated, token }
      })
      const report = Effect.fn("ApiKeys.report")((secret: Redacted.Redacted<string>) =>
        Option.match(Token.parse(prefixes, secret), {
          onSome: (token) => credentials.endLeaked(token),
          onNone: () =>
            Option.match(Token.parseInvitation(prefixes, secret), {
              onSome: (token) => invitations.endLeaked(token),
              onNone: () => Effect.void
            })
        })
      )
      return ApiKeys.of({ ...records(store), create, rotate, report })
    })
  )
}

/** Refuses `RequestInvalid`, with every privilege over the whole organisation that a key with `forms` or `folders` would get. */
const withinReach = (
  limits: KeyLimits.KeyLimits,
  privileges: ReadonlyArray<Privilege>
): Effect.Effect<void, RequestInvalid> => {
  if (KeyLimits.reach(limits) === undefined) return Effect.void
  const problems = privileges.flatMap((privilege, place) =>
    KeyLimits.wholeOrganisation.includes(privilege)
      ? [
          {
            field: "privileges",
            message: `A key with "forms" or "folders" cannot have ${privilege}, which is about the whole organisation.`,
            code: "rule" as const,
            pointer: `/privileges/${place}`
          }
        ]
      : []
  )
  return problems.length === 0 ? Effect.void : Effect.fail(new RequestInvalid({ problems }))
}

const records = (store: ApiKeyStore["Service"]): Pick<ApiKeys["Service"], "list" | "get" | "revoke"> => ({
  list: Effect.fn("ApiKeys.list")(function* (caller: Caller.Caller, filter?: ApiKeyFilter) {
    yield* Caller.require(caller, "apikey:read")
    return yield* store.list(caller, filter)
  }),
  get: Effect.fn("ApiKeys.get")(function* (caller: Caller.Caller, id: ApiKeyId) {
    yield* Caller.require(caller, "apikey:read")
    return yield* store.get(caller, id)
  }),
  revoke: Effect.fn("ApiKeys.revoke")(function* (
    caller: Caller.Caller,
    id: ApiKeyId,
    request: Decoded<{ readonly descendants?: boolean }> = {}
  ) {
    yield* Caller.require(caller, "apikey:write")
    const { descendants } = yield* decodeFor(request, store.get(caller, id))
    return yield* store.revoke(caller, id, "manual", descendants)
  })
})
