/** Sessions and sign-in attempts, in memory. */
import { DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { User } from "@formwork/domain/people/Organisation"
import type { Session, SessionId } from "@formwork/domain/people/Session"
import {
  keptDays,
  knownNetworks,
  listedSessions,
  mostChoices,
  SessionStore,
  strangersWaitSeconds,
  waitSeconds
} from "@formwork/domain/people/SessionStore"
import type { NewSession, Place } from "@formwork/domain/people/SessionStore"
import { recipeOf } from "@formwork/domain/credentials/PasswordHasher"
import type { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { wholeSeconds } from "@formwork/domain/limits/Budget"
import type { OrganisationId } from "@formwork/domain/callers/Ids"
import {
  PasswordWrong,
  SessionNotFound,
  SignInRefused,
  SignInThrottled,
  Unauthenticated
} from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { endOtherSessions, endSession } from "./endCredentials.ts"
import { effectivePrivileges, isOpen } from "./effectivePrivileges.ts"
import { Tables } from "../Tables.ts"
import type { Failures, StoredSession, StoredUser, Tenant } from "../Tables.ts"

const dayMillis = 24 * 60 * 60 * 1000

/** The place of all networks that the account does not know. */
const strangers = "strangers"

const placeOf = (place: Place): string =>
  "session" in place ? `session ${place.session}` : `network ${place.network ?? ""}`

const isForgotten = ({ lastMillis }: Failures, nowMillis: number): boolean =>
  nowMillis - lastMillis >= keptDays.failures * dayMillis

/** Counts one attempt at every place, unless it came too soon for one of them. Gives the milliseconds that are left to wait. */
const count = (tenant: Tenant, address: string, places: ReadonlyArray<string>, nowMillis: number): number => {
  const kept = tenant.failures.get(address) ?? new Map<string, Failures>()
  for (const [place, failures] of kept) if (isForgotten(failures, nowMillis)) kept.delete(place)
  const waits = places.map((place) => {
    const failures = kept.get(place)
    const seconds = (place === strangers ? strangersWaitSeconds : waitSeconds)(failures?.count ?? 0)
    return failures === undefined ? 0 : failures.lastMillis + seconds * 1000 - nowMillis
  })
  const waitMillis = Math.max(...waits)
  if (waitMillis > 0) return waitMillis
  for (const place of places) kept.set(place, { count: (kept.get(place)?.count ?? 0) + 1, lastMillis: nowMillis })
  tenant.failures.set(address, kept)
  return 0
}

const accountOf = (tenant: Tenant, address: string): StoredUser | undefined =>
  [...tenant.users.values()].find(({ user }) => user.email.toLowerCase() === address && user.deactivatedAt === null)

/** Whether the session was over 30 days ago. Its end is not kept here, so its expiry counts. */
const isOld = ({ session }: StoredSession, nowMillis: number): boolean =>
  nowMillis - DateTime.toEpochMillis(session.expiresAt) >= keptDays.sessions * dayMillis

const attempt = (tenants: Tables["Service"]["tenants"]) =>
  Effect.fnUntraced(function* (organisationId: OrganisationId, email: string, at: Place) {
    const { nowMillis } = yield* AuditWriter.auditContext
    const tenant = tenants.get(organisationId)
    if (tenant === undefined || tenant.suspendedAtMillis !== null) return undefined
    const address = email.toLowerCase()
    const found = accountOf(tenant, address)
    const place = placeOf(at)
    const known = found === undefined ? [] : (tenant.networks.get(found.user.id) ?? [])
    const isKnown = "session" in at || (at.network !== undefined && known.includes(at.network))
    const waitMillis = count(tenant, address, isKnown ? [place] : [place, strangers], nowMillis)
    if (waitMillis > 0)
      return yield* new SignInThrottled({
        retryAfterSeconds: wholeSeconds(waitMillis),
        ...(found === undefined ? {} : { userId: found.user.id })
      })
    if (found === undefined) return undefined
    return { userId: found.user.id, recipe: found.password === null ? undefined : recipeOf(found.password) }
  })

/** Forgets the failed attempts of a person from this network, which the account knows from now on. */
const forget = (tenant: Tenant, { email, id: userId }: User, network: string | undefined): void => {
  const known = tenant.networks.get(userId) ?? []
  const failures = tenant.failures.get(email.toLowerCase())
  failures?.delete(placeOf({ network }))
  // Of unknown networks it takes back its own count alone: an attacker's guesses stay counted.
  const others = failures?.get(strangers)
  if (others !== undefined && (network === undefined || !known.includes(network)))
    failures?.set(strangers, { ...others, count: Math.max(0, others.count - 1) })
  if (network !== undefined)
    tenant.networks.set(userId, [...known.filter((one) => one !== network), network].slice(-knownNetworks))
}

const insert = (tenants: Tables["Service"]["tenants"]) =>
  Effect.fnUntraced(function* (
    organisationId: OrganisationId,
    { address, browser, hash, id, lifetime, network, password, userId }: NewSession
  ) {
    const auditContext = yield* AuditWriter.auditContext
    const tenant = tenants.get(organisationId)
    const stored = tenant?.users.get(userId)
    if (tenant === undefined || stored === undefined) return yield* new SignInRefused()
    const { user } = stored
    if (user.deactivatedAt !== null || stored.password !== password) return yield* new SignInRefused()
    const createdAt = DateTime.makeUnsafe(auditContext.nowMillis)
    const expiresAt = DateTime.addDuration(createdAt, lifetime)
    const from = { address: address ?? null, browser: browser ?? null }
    const session: Session = { id, userId, createdAt, expiresAt, lastUsedAt: null, ...from }
    tenant.sessions.set(id, { session, hash, isEnded: false, confirmedAtMillis: auditContext.nowMillis })
    for (const old of tenant.sessions.values())
      if (isOld(old, auditContext.nowMillis)) tenant.sessions.delete(old.session.id)
    forget(tenant, user, network)
    AuditWriter.record(tenant, auditContext, { userId, credential: { kind: "session", id } }, "session.created", id)
    return session
  })

/** What a person sees and ends of their own sessions. */
const own = (
  tenants: Tables["Service"]["tenants"]
): Pick<SessionStore["Service"], "confirm" | "list" | "endOne" | "endOthers"> => {
  const standing = Effect.fnUntraced(function* (caller: Caller) {
    const auditContext = yield* AuditWriter.auditContext
    const tenant = tenants.get(caller.organisationId)
    const stands = effectivePrivileges(tenant, caller, auditContext.nowMillis) !== undefined
    return tenant === undefined || !stands ? yield* new Unauthenticated() : { auditContext, tenant }
  })
  return {
    confirm: Effect.fnUntraced(function* (caller: Caller, password: PasswordHash) {
      const { auditContext, tenant } = yield* standing(caller)
      const { credential, userId } = caller
      const stored = tenant.sessions.get(credential.id)
      const account = tenant.users.get(userId)
      if (stored === undefined || account === undefined) return yield* new Unauthenticated()
      if (account.password !== password) return yield* new PasswordWrong()
      const { nowMillis } = auditContext
      tenant.sessions.set(credential.id, { ...stored, confirmedAtMillis: nowMillis })
      tenant.failures.get(account.user.email.toLowerCase())?.delete(placeOf({ session: credential.id }))
      return DateTime.makeUnsafe(nowMillis)
    }),
    list: ({ organisationId, userId }) =>
      Effect.map(AuditWriter.auditContext, ({ nowMillis }) =>
        [...(tenants.get(organisationId)?.sessions.values() ?? [])]
          .filter((stored) => stored.session.userId === userId && isOpen(stored, nowMillis))
          .map(({ session }) => session)
          .sort(newestFirst)
          .slice(0, listedSessions)
      ),
    endOne: Effect.fnUntraced(function* (caller: Caller, id: SessionId) {
      const { auditContext, tenant } = yield* standing(caller)
      const stored = tenant.sessions.get(id)
      if (stored?.session.userId !== caller.userId || !isOpen(stored, auditContext.nowMillis))
        return yield* new SessionNotFound()
      endSession(tenant, stored, auditContext, caller)
    }),
    endOthers: (caller) =>
      Effect.map(standing(caller), ({ auditContext, tenant }) =>
        endOtherSessions(tenant, caller.userId, auditContext, caller, caller.credential.id)
      )
  }
}

const newestFirst = (one: Session, other: Session): number =>
  DateTime.toEpochMillis(other.createdAt) - DateTime.toEpochMillis(one.createdAt) || (one.id < other.id ? 1 : -1)

export const layer: Layer.Layer<SessionStore, never, Tables> = Layer.effect(
  SessionStore,
  Effect.gen(function* () {
    const { tenants } = yield* Tables

    const proves = ({ organisationId, userId }: Caller, password: PasswordHash) =>
      Effect.sync(() => {
        const stored = tenants.get(organisationId)?.users.get(userId)
        return stored?.password === password && stored.user.deactivatedAt === null
      })

    const choicesOf = (email: string) =>
      Effect.sync(() =>
        [...tenants.values()]
          .filter(
            (tenant) => tenant.suspendedAtMillis === null && accountOf(tenant, email.toLowerCase())?.password != null
          )
          .map(({ organisation: { id, name } }) => ({ id, name }))
          .sort((one, other) => (one.id < other.id ? -1 : 1))
          .slice(0, mostChoices)
      )

    const stands: SessionStore["Service"]["stands"] = (organisationId, { network, password, userId }) =>
      Effect.sync(() => {
        const tenant = tenants.get(organisationId)
        const stored = tenant?.users.get(userId)
        if (tenant === undefined || stored?.password !== password || stored.user.deactivatedAt !== null) return false
        forget(tenant, stored.user, network)
        return true
      })

    const end = Effect.fnUntraced(function* (caller: Caller) {
      const auditContext = yield* AuditWriter.auditContext
      const tenant = tenants.get(caller.organisationId)
      const stored = caller.credential.kind === "session" ? tenant?.sessions.get(caller.credential.id) : undefined
      if (tenant === undefined || stored === undefined || stored.isEnded) return yield* new SessionNotFound()
      endSession(tenant, stored, auditContext, caller)
    })

    return SessionStore.of({
      attempt: attempt(tenants),
      insert: insert(tenants),
      choicesOf,
      stands,
      proves,
      end,
      ...own(tenants)
    })
  })
)
