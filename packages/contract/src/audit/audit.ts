/** Laws of the audit log: every change adds one line with its caller, action, time and address, which only its organisation reads. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { AuditAction, AuditEntry, AuditEvent, AuditEventId } from "@formwork/domain/audit/AuditEvent"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import type { AuditPage } from "@formwork/domain/audit/AuditStore"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import type { UserId } from "@formwork/domain/callers/Ids"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import { at, only, refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const request = { requestId: "request-7", address: "203.0.113.9" }

/** A line without its time and request. */
const brief = ({ action, credential, detail, subject, times, userId }: AuditEvent | AuditEntry) => ({
  action,
  by: userId,
  with: credential?.id ?? null,
  subject,
  detail,
  times
})
type Line = ReturnType<typeof brief>

const byAction = (a: Line, b: Line): number => (a.action < b.action ? -1 : 1)

/** The line of an action of a caller. */
const by = (caller: Caller, action: AuditAction, subject: string, detail: string | null = null): Line => ({
  action,
  by: caller.userId,
  with: caller.credential.id,
  subject,
  detail,
  times: 1
})

/** The line of an action without a credential. */
const without = (userId: UserId | null, action: AuditAction, subject: string, detail: string | null = null): Line => ({
  action,
  by: userId,
  with: null,
  subject,
  detail,
  times: 1
})

/** Asserts that `work` adds exactly these lines, each with the request. Returns the result of the work. */
const leaves = Effect.fnUntraced(function* <A, E, R>(
  owner: Caller,
  work: Effect.Effect<A, E, R>,
  expected: (result: A) => ReadonlyArray<Line>
) {
  const before = new Set((yield* Fixture.log(owner)).map(({ id }) => id))
  const result = yield* Effect.provideService(work, CurrentRequest, request)
  const lines = (yield* Fixture.log(owner)).filter(({ id }) => !before.has(id))
  for (const { address, requestId } of lines) assert.deepStrictEqual({ requestId, address }, request)
  assert.deepStrictEqual(lines.map(brief).sort(byAction), expected(result).toSorted(byAction))
  return result
})

/** Asserts that `work` adds no line, because it is refused or changes nothing. */
const leavesNothing = <A, E, R>(owner: Caller, work: Effect.Effect<A, E, R>) => leaves(owner, work, () => [])

export const example = (it: It): void => {
  it.effect("a line has the action, the person, the credential and the request", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const audit = yield* AuditStore
      const { caller, key: own } = yield* Fixture.machine(owner, ["apikey:write"])

      const { key } = yield* Effect.provideService(Fixture.newKey(caller, []), CurrentRequest, request)

      const { items } = yield* audit.list(owner, { subject: key.id }, { limit: 10, examine: 100 })
      assert.deepInclude(only(items), {
        action: "api_key.created",
        userId: owner.userId,
        ...request
      })
      assert.deepStrictEqual(only(items).credential, { kind: "api_key", id: own.id })
    })
  )
}

const founding = (it: It): void => {
  it.effect("the first line of an organisation's log is its founding, by the operator who is its owner", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const lines = (yield* Fixture.log(owner)).map(brief)
      assert.deepStrictEqual(lines, [by(owner, "organisation.created", owner.organisationId)])
    })
  )
}

const credentials = (it: It): void => {
  it.effect(
    "making, rotating, revoking and reporting a key each add one line; a call that changes nothing adds none",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const keys = yield* ApiKeyStore
        const { endLeaked } = yield* CredentialStore
        const { caller } = yield* Fixture.signedIn(owner)
        const { key } = yield* leaves(owner, Fixture.newKey(caller, []), ({ key }) => [
          by(caller, "api_key.created", key.id)
        ])
        const rotate = Fixture.rotate(caller, key.id, { overlapMillis: 3_600_000 })
        const next = yield* leaves(owner, rotate, (next) => [by(caller, "api_key.rotated", key.id, next.key.id)])
        const revoke = keys.revoke(caller, key.id, "manual")
        yield* leaves(owner, revoke, () => [by(caller, "api_key.revoked", key.id, "manual")])
        yield* leavesNothing(owner, revoke)
        yield* leaves(owner, endLeaked(next.token), () => [without(null, "api_key.revoked", next.key.id, "reported")])
        yield* leavesNothing(owner, refuses(Fixture.rotate(caller, key.id), "ApiKeyEnded"))
        yield* leavesNothing(owner, refuses(Fixture.newKey(caller, [], { activeLimit: 0 }), "ApiKeyLimitReached"))
      })
  )

  it.effect("signing in, signing out and a new password each add one line, and one for each session that ends", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const sessions = yield* SessionStore
      const { operator, user } = yield* Fixture.person(owner, "author")
      const { caller, session } = yield* leaves(owner, Fixture.signedIn(operator), ({ caller, session }) => [
        by(caller, "session.created", session.id)
      ])
      const other = yield* Fixture.newSession(operator)
      yield* leaves(owner, users.setPassword(caller, PasswordHash.make("$x")), () => [
        by(caller, "session.ended", other.session.id),
        by(caller, "user.password_changed", user.id)
      ])
      yield* leaves(owner, sessions.end(caller), () => [by(caller, "session.ended", session.id)])
      yield* leavesNothing(owner, refuses(sessions.end(caller), "SessionNotFound"))
    })
  )
}

const people = (it: It): void => {
  it.effect(
    "adding, deactivating and reactivating a person each add one line, and one for each credential that ends",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const users = yield* UserStore
        const { operator, user } = yield* leaves(owner, Fixture.person(owner, "author"), ({ user }) => [
          by(owner, "user.created", user.id)
        ])
        const { session } = yield* Fixture.newSession(operator)
        const { key } = yield* Fixture.newKey(operator, [])
        yield* leaves(owner, users.deactivate(owner, user.id), () => [
          by(owner, "api_key.revoked", key.id, "creator_deactivated"),
          by(owner, "session.ended", session.id),
          by(owner, "user.deactivated", user.id)
        ])
        yield* leavesNothing(owner, users.deactivate(owner, user.id))
        yield* leaves(owner, users.reactivate(owner, user.id), () => [by(owner, "user.reactivated", user.id)])
        yield* leavesNothing(owner, users.reactivate(owner, user.id))
        yield* leavesNothing(owner, refuses(users.deactivate(owner, owner.userId), "LastOwner"))
        yield* leavesNothing(owner, refuses(Fixture.person(owner, "viewer", { email: user.email }), "EmailTaken"))
      })
  )

  it.effect("sending and using an invitation, and changing a person's name or role, add their lines", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const { accept, endLeaked } = yield* InvitationStore
      const { token, user } = yield* leaves(owner, Fixture.invited(owner, "viewer"), ({ user }) => [
        by(owner, "user.created", user.id),
        by(owner, "user.invited", user.id)
      ])
      const accepting = accept(token, PasswordHash.make("$x"))
      yield* leaves(owner, accepting, () => [without(user.id, "user.invitation_accepted", user.id)])
      yield* leavesNothing(owner, refuses(accepting, "InvitationRefused"))
      const renewed = yield* leaves(owner, Fixture.renewed(owner, user.id), () => [by(owner, "user.invited", user.id)])
      yield* leaves(owner, endLeaked(renewed.token), () => [
        without(null, "user.invitation_ended", user.id, "reported")
      ])
      yield* leavesNothing(owner, endLeaked(renewed.token))
      const change = users.change(owner, user.id, { name: "Olivia", role: "author" })
      yield* leaves(owner, change, () => [
        by(owner, "user.renamed", user.id),
        by(owner, "user.role_changed", user.id, "viewer to author")
      ])
      yield* leavesNothing(owner, change)
    })
  )
}

const filings = (it: It): void => {
  it.effect("making and publishing a form and filing a submission add their lines", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SubmissionStore
      const { version } = yield* leaves(owner, Fixture.liveForm(owner), ({ form, version }) => [
        by(owner, "form.created", form.id),
        by(owner, "form.published", version.id)
      ])
      const published = (yield* Fixture.log(owner)).find(({ action }) => action === "form.published")
      const about = { kind: "form", id: version.formId, version: version.number } as const
      assert.deepInclude(published?.about, about)
      const { caller } = yield* Fixture.machine(owner)
      const filing = yield* Fixture.filing(version)
      yield* leaves(owner, store.file(caller, filing), () => [by(caller, "submission.created", filing.submission.id)])
    })
  )
}

const reading = (it: It, { pass }: Time): void => {
  it.effect("a refusal is recorded as given, and an unknown organisation gets no line", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const audit = yield* AuditStore
      const entries: ReadonlyArray<AuditEntry> = [
        { action: "sign_in.refused", userId: null, credential: null, subject: null, detail: "a@b.example", times: 3 },
        {
          action: "credential.refused",
          userId: owner.userId,
          credential: { kind: "api_key", id: yield* Fixture.uuid },
          subject: yield* Fixture.uuid,
          detail: "expired",
          times: 1
        }
      ]
      for (const entry of entries) yield* leaves(owner, audit.record(owner.organisationId, entry), () => [brief(entry)])
      const now = yield* DateTime.now
      const newest = at(yield* Fixture.log(owner), 0)
      assert.isBelow(Math.abs(DateTime.toEpochMillis(now) - DateTime.toEpochMillis(newest.at)), 60_000)
      const nowhere = OrganisationId.make(yield* Fixture.uuid)
      for (const entry of entries) yield* audit.record(nowhere, entry)
      assert.deepStrictEqual(yield* Fixture.log({ ...owner, organisationId: nowhere }), [])
    })
  )

  it.effect("pages have every line once, newest first; another organisation sees none of them", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const audit = yield* AuditStore
      for (let line = 0; line < 11; line++) {
        const entry = { action: "privilege.refused", userId: null, credential: null, subject: null } as const
        yield* audit.record(owner.organisationId, { ...entry, detail: String(line), times: 1 })
        yield* pass("2 millis")
      }
      const seen: Array<AuditEvent> = []
      let next: AuditEventId | undefined
      do {
        const page: AuditPage = yield* audit.list(
          owner,
          {},
          { limit: 4, examine: 100, ...(next === undefined ? {} : { before: next }) }
        )
        assert.isAtMost(page.items.length, 4)
        seen.push(...page.items)
        next = page.next
      } while (next !== undefined)
      assert.deepStrictEqual(
        seen.map(({ detail }) => detail),
        [...Array.from({ length: 11 }, (_, index) => String(10 - index)), null]
      )
      const theirs = yield* Fixture.log(stranger)
      assert.deepStrictEqual(theirs.map(brief), [by(stranger, "organisation.created", stranger.organisationId)])
      const others = yield* audit.list(stranger, {}, { limit: 10, examine: 100, before: at(seen, 0).id })
      assert.deepStrictEqual(others, { items: theirs, next: undefined })
    })
  )
}

export const contract = suite("audit", (it, time) => {
  example(it)
  founding(it)
  credentials(it)
  people(it)
  filings(it)
  reading(it, time)
})
