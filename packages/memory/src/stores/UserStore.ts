/** The users of an organisation, in memory. */
import { DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import * as Role from "@formwork/domain/callers/Role"
import type { UserId } from "@formwork/domain/callers/Ids"
import type { NewUser, User } from "@formwork/domain/people/Organisation"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import type { UserChange } from "@formwork/domain/people/UserStore"
import {
  EmailTaken,
  LastOwner,
  PrivilegeMissing,
  Unauthenticated,
  UserNotFound
} from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { endInvitations, endKey, endSessions } from "./endCredentials.ts"
import { isActive, effectivePrivileges } from "./effectivePrivileges.ts"
import { Tables } from "../Tables.ts"
import type { StoredUser, Tenant } from "../Tables.ts"

type Tenants = Tables["Service"]["tenants"]

export const insert = (tenants: Tenants) =>
  Effect.fnUntraced(function* (creator: Caller, user: NewUser, password: PasswordHash | null) {
    const auditContext = yield* AuditWriter.auditContext
    const tenant = tenants.get(creator.organisationId)
    const held = effectivePrivileges(tenant, creator, auditContext.nowMillis)
    if (tenant === undefined || held === undefined) return yield* new Unauthenticated()
    const lacking = Grant.firstMissing(held, Role.privileges(user.role))
    if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
    if (tenant.users.has(user.id)) return yield* Effect.die(new Error(`user ${user.id} exists`))
    const address = user.email.toLowerCase()
    if ([...tenant.users.values()].some(({ user: { email } }) => email.toLowerCase() === address))
      return yield* new EmailTaken()
    const added: User = { ...user, createdAt: DateTime.makeUnsafe(auditContext.nowMillis), deactivatedAt: null }
    tenant.users.set(user.id, { user: added, password })
    AuditWriter.record(tenant, auditContext, creator, "user.created", user.id)
    return added
  })

export const found = (tenants: Tenants) =>
  Effect.fnUntraced(function* ({ organisationId }: Caller, id: UserId) {
    const tenant = tenants.get(organisationId)
    const stored = tenant?.users.get(id)
    return tenant === undefined || stored === undefined ? yield* new UserNotFound() : { tenant, stored }
  })

const isLastOwner = (tenant: Tenant, { id, role }: User): boolean =>
  role === "owner" &&
  ![...tenant.users.values()].some(({ user }) => user.id !== id && user.role === "owner" && user.deactivatedAt === null)

const change = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, id: UserId, { name, role }: UserChange) {
    const auditContext = yield* AuditWriter.auditContext
    const held = effectivePrivileges(tenants.get(caller.organisationId), caller, auditContext.nowMillis)
    if (held === undefined) return yield* new Unauthenticated()
    const { stored, tenant } = yield* found(tenants)(caller, id)
    const { user } = stored
    const next = { name: name ?? user.name, role: role ?? user.role }
    const lacking = Grant.firstMissing(held, [...Role.privileges(user.role), ...Role.privileges(next.role)])
    if (lacking !== undefined) return yield* new PrivilegeMissing({ privilege: lacking })
    if (next.role !== user.role) {
      if (user.deactivatedAt === null && isLastOwner(tenant, user)) return yield* new LastOwner()
      AuditWriter.record(tenant, auditContext, caller, "user.role_changed", id, `${user.role} to ${next.role}`)
    }
    if (next.name !== user.name) AuditWriter.record(tenant, auditContext, caller, "user.renamed", id)
    return put(tenant, stored, next)
  })

const deactivate = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, id: UserId) {
    const auditContext = yield* AuditWriter.auditContext
    const { stored, tenant } = yield* found(tenants)(caller, id)
    const { user } = stored
    if (user.deactivatedAt !== null) return user
    if (isLastOwner(tenant, user)) return yield* new LastOwner()
    AuditWriter.record(tenant, auditContext, caller, "user.deactivated", id)
    for (const made of tenant.keys.values()) {
      if (made.key.createdBy === id && isActive(made.key, auditContext.nowMillis))
        endKey(tenant, made, auditContext, caller, "creator_deactivated")
    }
    endSessions(tenant, id, auditContext, caller)
    endInvitations(tenant, id)
    return put(tenant, stored, { deactivatedAt: DateTime.makeUnsafe(auditContext.nowMillis) })
  })

const reactivate = (tenants: Tenants) =>
  Effect.fnUntraced(function* (caller: Caller, id: UserId) {
    const auditContext = yield* AuditWriter.auditContext
    const { stored, tenant } = yield* found(tenants)(caller, id)
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
        Effect.sync(() => [...(tenants.get(organisationId)?.users.values() ?? [])].map(({ user }) => user)),
      get: (caller, id) => Effect.map(found(tenants)(caller, id), ({ stored }) => stored.user),
      change: change(tenants),
      deactivate: deactivate(tenants),
      reactivate: reactivate(tenants),
      setPassword: setPassword(tenants)
    })
  )
)
