/** Looks credentials up, in memory. */
import { Clock, DateTime, Duration, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import type { Token } from "@formwork/domain/credentials/Token"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { TokenHash } from "@formwork/domain/credentials/TokenHasher"
import type { UserId } from "@formwork/domain/callers/Ids"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { Unauthenticated } from "@formwork/domain/callers/Refusal"
import { Mac } from "effect/crypto"
import * as AuditWriter from "./auditWriter.ts"
import { endInvitationsOf, endKey, endSession } from "./endCredentials.ts"
import { limitsOf } from "./ApiKeyStore.ts"
import { isActive, isOpen, isUnrevoked } from "./effectivePrivileges.ts"
import { Tables } from "../Tables.ts"
import type { StoredKey, StoredSession, Tenant } from "../Tables.ts"

/** The credential that a token's ids name. Its secret is compared later. */
interface Known {
  readonly hash: TokenHash
  readonly userId: UserId
  readonly privileges: ReadonlyArray<Privilege>
  readonly limits: KeyLimits.Limits
  readonly isRevoked: boolean
  readonly isActive: boolean
}

const known = (tenant: Tenant | undefined, { credentialId, kind }: Token, nowMillis: number): Known | undefined => {
  if (kind === "api_key") {
    const stored = tenant?.keys.get(credentialId)
    if (stored === undefined) return undefined
    const { hash, key } = stored
    const isRevoked = !isUnrevoked(key, nowMillis)
    const { createdBy: userId } = key
    const maker = tenant?.users.get(userId)?.user
    const privileges = maker === undefined ? [] : Role.privilegesOfKey(key.privileges, maker.role)
    const limits = KeyLimits.compact(limitsOf(key))
    return { hash, userId, privileges, limits, isRevoked, isActive: isActive(key, nowMillis) }
  }
  const stored = tenant?.sessions.get(credentialId)
  if (stored === undefined) return undefined
  const { hash, isEnded, session } = stored
  const role = tenant?.users.get(session.userId)?.user.role
  const privileges = role === undefined ? [] : Role.privileges(role)
  const { userId } = session
  return { hash, userId, privileges, limits: null, isRevoked: isEnded, isActive: isOpen(stored, nowMillis) }
}

export const proves = (candidates: ReadonlyArray<TokenHash>, stored: TokenHash): boolean =>
  candidates.some(({ hash, pepperId }) => pepperId === stored.pepperId && Mac.timingSafeEqual(hash, stored.hash))

const isUseDue = (lastUsedAt: DateTime.Utc | null, nowMillis: number): boolean =>
  lastUsedAt === null || nowMillis - DateTime.toEpochMillis(lastUsedAt) >= 60_000

const noteUse = (tenant: Tenant, stored: StoredKey, nowMillis: number): void => {
  const { key } = stored
  if (isUseDue(key.lastUsedAt, nowMillis))
    tenant.keys.set(key.id, { ...stored, key: { ...key, lastUsedAt: DateTime.makeUnsafe(nowMillis) } })
}

const noteSession = (tenant: Tenant, stored: StoredSession, nowMillis: number): void => {
  const { session } = stored
  if (!isUseDue(session.lastUsedAt, nowMillis)) return
  const lastUsedAt = DateTime.makeUnsafe(nowMillis)
  tenant.sessions.set(session.id, { ...stored, session: { ...session, lastUsedAt } })
  const person = tenant.users.get(session.userId)
  if (person !== undefined) tenant.users.set(session.userId, { ...person, lastSeenAt: lastUsedAt })
}

const isConfirmed =
  (tenants: Tables["Service"]["tenants"]) =>
  ({ credential, organisationId }: Caller, within: Duration.Duration) =>
    Effect.map(Clock.currentTimeMillis, (nowMillis) => {
      const stored = tenants.get(organisationId)?.sessions.get(credential.id)
      const isRecent = stored !== undefined && nowMillis - stored.confirmedAtMillis < Duration.toMillis(within)
      return isRecent && isOpen(stored, nowMillis)
    })

export const layer: Layer.Layer<CredentialStore, never, Tables | TokenHasher> = Layer.effect(
  CredentialStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables
    const hasher = yield* TokenHasher

    const prove = (
      token: Token,
      candidates: ReadonlyArray<TokenHash>,
      address: string | undefined,
      now: number
    ): Caller | Unauthenticated => {
      const { credentialId: id, kind, organisationId } = token
      const tenant = tenants.get(organisationId)
      const found = known(tenant, token, now)
      if (tenant === undefined || found === undefined) return new Unauthenticated()
      const { limits, privileges, userId } = found
      const isDeactivated = tenant.users.get(userId)?.user.deactivatedAt !== null
      const reason = !proves(candidates, found.hash)
        ? "wrong_secret"
        : isDeactivated
          ? "deactivated"
          : found.isRevoked
            ? "revoked"
            : !found.isActive
              ? "expired"
              : tenant.suspendedAtMillis !== null
                ? "suspended"
                : KeyLimits.admitsAddress(limits, address)
                  ? undefined
                  : "wrong_address"
      if (reason !== undefined) return new Unauthenticated({ known: { kind, id, userId, reason } })
      const used = kind === "api_key" ? tenant.keys.get(id) : undefined
      if (used !== undefined) noteUse(tenant, used, now)
      const session = kind === "session" ? tenant.sessions.get(id) : undefined
      if (session !== undefined) noteSession(tenant, session, now)
      return {
        organisationId,
        userId,
        credential: { kind, id },
        privileges,
        limits,
        liveFormsRevision: tenant.liveFormsRevision
      }
    }
    const authenticate = (token: Token) =>
      Effect.flatMap(hasher.candidates(token), (candidates) =>
        Effect.withFiber<Caller, Unauthenticated>((fiber) => {
          const { address } = fiber.getRef(CurrentRequest)
          const proven = prove(token, candidates, address, fiber.getRef(Clock.Clock).currentTimeMillisUnsafe())
          return proven instanceof Unauthenticated ? Effect.fail(proven) : Effect.succeed(proven)
        })
      )

    const endLeaked = Effect.fnUntraced(function* (token: Token) {
      const candidates = yield* hasher.candidates(token)
      const auditContext = yield* AuditWriter.auditContext
      const tenant = tenants.get(token.organisationId)
      const found = known(tenant, token, auditContext.nowMillis)
      if (tenant === undefined || !found?.isActive || !proves(candidates, found.hash)) return
      const key = token.kind === "api_key" ? tenant.keys.get(token.credentialId) : undefined
      if (key !== undefined) endKey(tenant, key, auditContext, AuditWriter.unknownActor, "reported")
      const session = token.kind === "session" ? tenant.sessions.get(token.credentialId) : undefined
      endInvitationsOf(tenant, token.credentialId)
      if (session !== undefined) endSession(tenant, session, auditContext, AuditWriter.unknownActor, "reported")
    })

    return CredentialStore.of({ authenticate, endLeaked, isConfirmed: isConfirmed(tenants) })
  })
)
