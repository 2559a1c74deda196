/** What a credential may do now, whatever an earlier admission said. */
import { DateTime } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import type { ApiKey } from "@formwork/domain/keys/ApiKey"
import type { Authority } from "@formwork/domain/people/Authority"
import type { StoredInvitation, StoredSession, Tenant } from "../Tables.ts"

/** Whether `moment`, if there is one, has passed at `nowMillis`. */
export const isPast = (moment: DateTime.Utc | null, nowMillis: number): boolean =>
  moment !== null && DateTime.toEpochMillis(moment) <= nowMillis

/** Whether the key is not revoked. A rotated key is revoked when its overlap ends. */
export const isUnrevoked = ({ revokedAt }: ApiKey, nowMillis: number): boolean =>
  revokedAt === null || !isPast(revokedAt, nowMillis)

/** Whether a key may be used at `nowMillis`. */
export const isActive = (key: ApiKey, nowMillis: number): boolean =>
  isUnrevoked(key, nowMillis) && !isPast(key.expiresAt, nowMillis)

/** Whether a session may be used at `nowMillis`. */
export const isOpen = ({ isEnded, session }: StoredSession, nowMillis: number): boolean =>
  !isEnded && !isPast(session.expiresAt, nowMillis)

/** Whether an invitation may be used at `nowMillis`: the one that a key sent ends with the key. */
export const isUsable = (tenant: Tenant, { by, invitation, isEnded }: StoredInvitation, nowMillis: number): boolean => {
  const key = tenant.keys.get(by.credential.id)?.key
  return !isEnded && !isPast(invitation.expiresAt, nowMillis) && (key === undefined || isActive(key, nowMillis))
}

/** What the caller may do to people now; undefined once its credential has ended. */
export const authorityOf = (
  tenant: Tenant | undefined,
  caller: Pick<Caller, "credential" | "userId">,
  nowMillis: number
): Authority | undefined => {
  const privileges = effectivePrivileges(tenant, caller, nowMillis)
  const role = tenant?.users.get(caller.userId)?.user.role
  if (privileges === undefined || role === undefined) return undefined
  return { credential: caller.credential, userId: caller.userId, privileges, role }
}

/** The privileges that the caller's credential has now; undefined once it has ended. */
export const effectivePrivileges = (
  tenant: Tenant | undefined,
  { credential, userId }: Pick<Caller, "credential" | "userId">,
  nowMillis: number
): ReadonlyArray<Privilege> | undefined => {
  const user = tenant?.users.get(userId)?.user
  if (user === undefined || user.deactivatedAt !== null) return undefined
  // The operator still works on a suspended organisation.
  if (tenant?.suspendedAtMillis !== null && credential.kind !== "operator") return undefined
  switch (credential.kind) {
    case "operator":
      return Role.privileges(user.role)
    case "session": {
      const stored = tenant?.sessions.get(credential.id)
      const stands = stored?.session.userId === userId && isOpen(stored, nowMillis)
      return stands ? Role.privileges(user.role) : undefined
    }
    case "api_key": {
      const key = tenant?.keys.get(credential.id)?.key
      return key?.createdBy === userId && isActive(key, nowMillis)
        ? Role.privilegesOfKey(key.privileges, user.role)
        : undefined
    }
  }
}
