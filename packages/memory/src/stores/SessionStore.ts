/** Sessions and sign-in attempts, in memory. */
import { DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Session } from "@formwork/domain/people/Session"
import { SessionStore, waitSeconds } from "@formwork/domain/people/SessionStore"
import type { NewSession } from "@formwork/domain/people/SessionStore"
import { wholeSeconds } from "@formwork/domain/limits/Budget"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import { SessionNotFound, SignInRefused, SignInThrottled } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { endSession } from "./endCredentials.ts"
import { Tables } from "../Tables.ts"
import type { Tenant } from "../Tables.ts"

const forgottenAfterMillis = 24 * 60 * 60 * 1000

/** Counts one attempt, unless it came too soon. Gives the milliseconds that are left to wait: zero or less for an attempt that counted. */
const count = (tenant: Tenant, address: string, nowMillis: number): number => {
  const kept = tenant.failures.get(address)
  const failures = kept === undefined || nowMillis - kept.lastMillis >= forgottenAfterMillis ? undefined : kept
  const waitMillis = failures === undefined ? 0 : failures.lastMillis + waitSeconds(failures.count) * 1000 - nowMillis
  if (waitMillis <= 0) tenant.failures.set(address, { count: (failures?.count ?? 0) + 1, lastMillis: nowMillis })
  return waitMillis
}

export const layer: Layer.Layer<SessionStore, never, Tables> = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const attempt = Effect.fnUntraced(function* (organisationId: OrganisationId, email: string) {
      const { nowMillis } = yield* AuditWriter.auditContext
      const tenant = tenants.get(organisationId)
      if (tenant === undefined) return undefined
      const address = email.toLowerCase()
      const waitMillis = count(tenant, address, nowMillis)
      if (waitMillis > 0) return yield* new SignInThrottled({ retryAfterSeconds: wholeSeconds(waitMillis) })
      const found = [...tenant.users.values()].find(
        ({ user }) => user.email.toLowerCase() === address && user.deactivatedAt === null
      )
      return found === undefined ? undefined : { userId: found.user.id, password: found.password ?? undefined }
    })

    const insert = Effect.fnUntraced(function* (
      organisationId: OrganisationId,
      { hash, id, lifetime, password, userId }: NewSession
    ) {
      const auditContext = yield* AuditWriter.auditContext
      const tenant = tenants.get(organisationId)
      const stored = tenant?.users.get(userId)
      if (tenant === undefined || stored === undefined) return yield* new SignInRefused()
      const { user } = stored
      if (user.deactivatedAt !== null || stored.password !== password) return yield* new SignInRefused()
      const createdAt = DateTime.makeUnsafe(auditContext.nowMillis)
      const session: Session = { id, userId, createdAt, expiresAt: DateTime.addDuration(createdAt, lifetime) }
      tenant.sessions.set(id, { session, hash, isEnded: false })
      tenant.failures.delete(user.email.toLowerCase())
      AuditWriter.record(tenant, auditContext, { userId, credential: { kind: "session", id } }, "session.created", id)
      return session
    })

    const end = Effect.fnUntraced(function* (caller: Caller) {
      const auditContext = yield* AuditWriter.auditContext
      const tenant = tenants.get(caller.organisationId)
      const stored = caller.credential.kind === "session" ? tenant?.sessions.get(caller.credential.id) : undefined
      if (tenant === undefined || stored === undefined || stored.isEnded) return yield* new SessionNotFound()
      endSession(tenant, stored, auditContext, caller)
    })

    return SessionStore.of({ attempt, insert, end })
  })
)
