/** The users of an organisation, in memory. */
import { Clock, DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import * as Role from "@formwork/domain/callers/Role"
import type { UserId } from "@formwork/domain/callers/Ids"
import type { NewUser, User } from "@formwork/domain/people/Organisation"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import * as Authority from "@formwork/domain/people/Authority"
import { UserStore } from "@formwork/domain/people/UserStore"
import type { UserChange } from "@formwork/domain/people/UserStore"
import { EmailTaken, LastOwner, Unauthenticated, UserNotFound } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { endInvitations, endInvitationsBy, endKey, endSessions } from "./endCredentials.ts"
import { isActive, effectivePrivileges, authorityOf } from "./effectivePrivileges.ts"
import { viewsOf } from "./userViews.ts"
import { Tables } from "../Tables.ts"
import type { StoredUser, Tenant } from "../Tables.ts"

type Tenants = Tables["Service"]["tenants"]

export const insert = (tenants: Tenants) =>
  Effect.fnUntraced(function* (creator: Caller, user: NewUser, password: PasswordHash | null) {
    const auditContext = yield* AuditWriter.auditContext
    const tenant = tenants.get(creator.organisationId)
    const authority = authorityOf(tenant, creator, auditContext.nowMillis)
    if (tenant === undefined || authority === undefined) return yield* new Unauthenticated()
    const refusal = Authority.refusal(authority, undefined, [user.role])
    if (refusal !== undefined) return yield* refusal
    if (tenant.users.has(user.id)) return yield* Effect.die(new Error(`user ${user.id} exists`))
    const address = user.email.toLowerCase()
    if ([...tenant.users.values()].some(({ user: { email } }) => email.toLowerCase() === address))
      return yield* new EmailTaken()
    const added: User = { ...user, createdAt: DateTime.makeUnsafe(auditContext.nowMillis), deactivatedAt: null }
    tenant.users.set(user.id, { user: added, lastSeenAt: null, password })
    AuditWriter.record(tenant, auditContext, creator, "user.created", user.id)
    return added
  })

export const found = (tenants: Tenants) =>
  Effect.fnUntraced(function* ({ organisationId }: Caller, id: UserId) {
    const tenant = tenants.get(organisationId)
    const stored = tenant?.users.get(id)
    return tenant === undefined || stored === undefined ? yield* new UserNotFound() : { tenant, stored }
  })

/** The person, where the caller may do this to them. */
export const allowed = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, id: UserId, nowMillis: number, next: ReadonlyArray<Role.Role> = []) {
    const authority = authorityOf(tenants.get(caller.organisationId), caller, nowMillis)
    if (authority === undefined) return yield* new Unauthenticated()
    const { stored, tenant } = yield* found(tenants)(caller, id)
    const refusal = Authority.refusal(authority, id, [stored.user.role, ...next])
    return refusal === undefined ? { authority, stored, tenant } : yield* refusal
  })

const isLastOwner = (tenant: Tenant, { password, user: { deactivatedAt, id, role } }: StoredUser): boolean => {
  const others = [...tenant.users.values()].filter(
    ({ user }) => user.id !== id && user.role === "owner" && user.deactivatedAt === null
  )
  return (
    role === "owner" &&
    deactivatedAt === null &&
    Authority.isLastOwner(
      { hasPassword: password !== null },
      others.map((other) => ({ hasPassword: other.password !== null }))
    )
  )
}

const change = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, id: UserId, { name, revokeKeys = false, role }: UserChange) {
    const auditContext = yield* AuditWriter.auditContext
    const roles = role === undefined ? [] : [role]
    const { stored, tenant } = yield* allowed(tenants)(caller, id, auditContext.nowMillis, roles)
    const { user } = stored
    const next = { name: name ?? user.name, role: role ?? user.role }
    if (next.role !== user.role) {
      if (isLastOwner(tenant, stored)) return yield* new LastOwner()
      AuditWriter.record(tenant, auditContext, caller, "user.role_changed", id, `${user.role} to ${next.role}`)
    }
    if (next.name !== user.name) AuditWriter.record(tenant, auditContext, caller, "user.renamed", id)
    const above = [...tenant.keys.values()].filter(
      ({ key }) =>
        key.createdBy === id &&
        isActive(key, auditContext.nowMillis) &&
        Grant.firstMissing(Role.privileges(next.role), key.privileges) !== undefined
    )
    if (revokeKeys) for (const made of above) endKey(tenant, made, auditContext, caller, "manual")
    return { user: put(tenant, stored, next), keysAboveRole: revokeKeys ? 0 : above.length }
  })

const deactivate = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, id: UserId) {
    const auditContext = yield* AuditWriter.auditContext
    const { stored, tenant } = yield* allowed(tenants)(caller, id, auditContext.nowMillis)
    const { user } = stored
    if (user.deactivatedAt !== null) return user
    if (isLastOwner(tenant, stored)) return yield* new LastOwner()
    AuditWriter.record(tenant, auditContext, caller, "user.deactivated", id)
    for (const made of tenant.keys.values()) {
      if (made.key.createdBy === id && isActive(made.key, auditContext.nowMillis))
        endKey(tenant, made, auditContext, caller, "creator_deactivated")
    }
    endSessions(tenant, id, auditContext, caller)
    endInvitations(tenant, id)
    endInvitationsBy(tenant, id)
    return put(tenant, stored, { deactivatedAt: DateTime.makeUnsafe(auditContext.nowMillis) })
  })

const reactivate = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, id: UserId) {
    const auditContext = yield* AuditWriter.auditContext
    const { stored, tenant } = yield* allowed(tenants)(caller, id, auditContext.nowMillis)
    if (stored.user.deactivatedAt === null) return stored.user
    AuditWriter.record(tenant, auditContext, caller, "user.reactivated", id)
    return put(tenant, stored, { deactivatedAt: null })
  })

const put = (tenant: Tenant, stored: StoredUser, change: Partial<User>): User => {
  const user = { ...stored.user, ...change }
  tenant.users.set(user.id, { ...stored, user })
  return user
}

const setPassword = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, password: PasswordHash) {
    const auditContext = yield* AuditWriter.auditContext
    const tenant = tenants.get(caller.organisationId)
    const stored = tenant?.users.get(caller.userId)
    const stands = effectivePrivileges(tenant, caller, auditContext.nowMillis) !== undefined
    if (tenant === undefined || stored === undefined || !stands) return yield* new Unauthenticated()
    tenant.users.set(caller.userId, { ...stored, password })
    tenant.failures.delete(stored.user.email.toLowerCase())
    AuditWriter.record(tenant, auditContext, caller, "user.password_changed", caller.userId)
    endSessions(tenant, caller.userId, auditContext, caller, caller.credential.id)
  })

export const layer: Layer.Layer<UserStore, never, Tables> = Layer.effect(
  UserStore,
  Effect.map(Tables, ({ tenants }) =>
    UserStore.of({
      insert: insert(tenants),
      list: ({ organisationId }) =>
        Effect.map(Clock.currentTimeMillis, (nowMillis) => {
          const tenant = tenants.get(organisationId)
          return tenant === undefined ? [] : viewsOf(tenant, tenant.users.values(), nowMillis)
        }),
      view: Effect.fnUntraced(function* (caller, id) {
        const { stored, tenant } = yield* found(tenants)(caller, id)
        const [view] = viewsOf(tenant, [stored], yield* Clock.currentTimeMillis)
        return view ?? (yield* new UserNotFound())
      }),
      get: (caller, id) => Effect.map(found(tenants)(caller, id), ({ stored }) => stored.user),
      change: change(tenants),
      deactivate: deactivate(tenants),
      reactivate: reactivate(tenants),
      setPassword: setPassword(tenants)
    })
  )
)
