/** Laws of the audit log: every change leaves its line, with who, what, when and from where, and nobody else sees it. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
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
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import * as Fixture from "../Fixture.ts"
import type { Ports, Subject } from "../Subject.ts"

const plenty = { limit: 100_000, windowMillis: 60_000 }
const request = { requestId: "request-7", address: "203.0.113.9" }

/** The lines that `work` adds, oldest first, without the times and ids that they were given. */
const added = Effect.fnUntraced(function* <A, E, R>(owner: Caller, work: Effect.Effect<A, E, R>) {
  const before = new Set((yield* Fixture.log(owner)).map(({ id }) => id))
  const result = yield* Effect.provideService(work, CurrentRequest, request)
  const lines = (yield* Fixture.log(owner)).filter(({ id }) => !before.has(id)).reverse()
  for (const { address, requestId } of lines) assert.deepStrictEqual({ requestId, address }, request)
  return { result, lines: lines.map(brief) }
})

const brief = ({ action, credential, detail, subject, times, userId }: AuditEvent | AuditEntry) => ({
  action,
  by: userId,
  with: credential?.id ?? null,
  subject,
  detail,
  times
})

const by = ({ credential, userId }: Caller, action: AuditAction, subject: string, detail: string | null = null) => ({
  action,
  by: userId,
  with: credential.id,
  subject,
  detail,
  times: 1
})

const changes = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect(
    "making, rotating, revoking and reporting a key each leave one line; what changes nothing leaves none",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const keys = yield* ApiKeyStore
        const credentials = yield* CredentialStore
        const { caller } = yield* Fixture.signedIn(owner)
        const made = yield* added(owner, Fixture.newKey(caller, []))
        const { key } = made.result
        assert.deepStrictEqual(made.lines, [by(caller, "api_key.created", key.id)])
        const rotated = yield* added(owner, Fixture.rotate(caller, key.id, { overlapMillis: 3_600_000 }))
        const next = rotated.result
        assert.deepStrictEqual(rotated.lines, [by(caller, "api_key.rotated", key.id, next.key.id)])
        const revoked = yield* added(owner, keys.revoke(caller, key.id, "manual"))
        assert.deepStrictEqual(revoked.lines, [by(caller, "api_key.revoked", key.id, "manual")])
        assert.deepStrictEqual((yield* added(owner, keys.revoke(caller, key.id, "manual"))).lines, [])
        const reported = yield* added(owner, credentials.endLeaked(next.token))
        const line = {
          action: "api_key.revoked" as const,
          by: null,
          with: null,
          subject: next.key.id,
          detail: "reported",
          times: 1
        }
        assert.deepStrictEqual(reported.lines, [line])
        const refused = Fixture.tagOf(Fixture.rotate(caller, key.id))
        assert.deepStrictEqual((yield* added(owner, refused)).lines, [])
        assert.deepStrictEqual(
          (yield* added(owner, Fixture.tagOf(Fixture.newKey(caller, [], { activeLimit: 0 })))).lines,
          []
        )
      })
  )

  it.effect("signing in and out, a new password, and a person's coming and going each leave one line", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const sessions = yield* SessionStore
      const joined = yield* added(owner, Fixture.person(owner, "author"))
      const { operator, user } = joined.result
      assert.deepStrictEqual(joined.lines, [by(owner, "user.created", user.id)])
      const signedIn = yield* added(owner, Fixture.signedIn(operator))
      const { caller, session } = signedIn.result
      assert.deepStrictEqual(signedIn.lines, [by(caller, "session.created", session.id)])
      const other = yield* Fixture.newSession(operator)
      const changed = yield* added(owner, users.setPassword(caller, PasswordHash.make("$x")))
      assert.deepStrictEqual(changed.lines.toSorted(byAction), [
        by(caller, "session.ended", other.session.id),
        by(caller, "user.password_changed", user.id)
      ])
      const signedOut = yield* added(owner, sessions.end(caller))
      assert.deepStrictEqual(signedOut.lines, [by(caller, "session.ended", session.id)])
      assert.deepStrictEqual((yield* added(owner, Fixture.tagOf(sessions.end(caller)))).lines, [])
      const last = yield* Fixture.newSession(operator, { password: PasswordHash.make("$x") })
      const key = yield* Fixture.newKey(operator, [])
      const left = yield* added(owner, users.deactivate(owner, user.id))
      assert.deepStrictEqual(left.lines.toSorted(byAction), [
        by(owner, "api_key.revoked", key.key.id, "creator_deactivated"),
        by(owner, "session.ended", last.session.id),
        by(owner, "user.deactivated", user.id)
      ])
      assert.deepStrictEqual((yield* added(owner, users.deactivate(owner, user.id))).lines, [])
      const back = yield* added(owner, users.reactivate(owner, user.id))
      assert.deepStrictEqual(back.lines, [by(owner, "user.reactivated", user.id)])
      assert.deepStrictEqual((yield* added(owner, users.reactivate(owner, user.id))).lines, [])
      assert.deepStrictEqual((yield* added(owner, Fixture.tagOf(users.deactivate(owner, owner.userId)))).lines, [])
      const taken = Fixture.person(owner, "viewer", { email: user.email })
      assert.deepStrictEqual((yield* added(owner, Fixture.tagOf(taken))).lines, [])
    })
  )

  it.effect("an invitation, what becomes of it, and a person's other name or role leave their lines", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const invitations = yield* InvitationStore
      const invited = yield* added(owner, Fixture.invited(owner, "viewer"))
      const { token, user } = invited.result
      assert.deepStrictEqual(invited.lines.toSorted(byAction), [
        by(owner, "user.created", user.id),
        by(owner, "user.invited", user.id)
      ])
      const person = {
        action: "user.invitation_accepted" as const,
        by: user.id,
        with: null,
        subject: user.id,
        detail: null,
        times: 1
      }
      const accept = invitations.accept(token, PasswordHash.make("$x"))
      assert.deepStrictEqual((yield* added(owner, accept)).lines, [person])
      assert.deepStrictEqual((yield* added(owner, Fixture.tagOf(accept))).lines, [])
      const renewed = yield* added(owner, Fixture.renewed(owner, user.id))
      assert.deepStrictEqual(renewed.lines, [by(owner, "user.invited", user.id)])
      const reported = yield* added(owner, invitations.endLeaked(renewed.result.token))
      const ended = { ...person, action: "user.invitation_ended" as const, by: null, detail: "reported" }
      assert.deepStrictEqual(reported.lines, [ended])
      assert.deepStrictEqual((yield* added(owner, invitations.endLeaked(renewed.result.token))).lines, [])
      const changed = yield* added(owner, users.change(owner, user.id, { name: "Olivia", role: "author" }))
      assert.deepStrictEqual(changed.lines.toSorted(byAction), [
        by(owner, "user.renamed", user.id),
        by(owner, "user.role_changed", user.id, "viewer to author")
      ])
      const same = users.change(owner, user.id, { name: "Olivia", role: "author" })
      assert.deepStrictEqual((yield* added(owner, same)).lines, [])
    })
  )

  it.effect("forms and filings leave their lines as well", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SubmissionStore
      const { result, lines } = yield* added(owner, Fixture.liveForm(owner))
      const { form, version } = result
      assert.deepStrictEqual(lines.toSorted(byAction), [
        by(owner, "form.created", form.id),
        by(owner, "form.published", version.id)
      ])
      const { caller } = yield* Fixture.machine(owner)
      const filing = yield* Fixture.filing(version)
      const filed = yield* added(owner, store.file(caller, filing))
      assert.deepStrictEqual(filed.lines, [by(caller, "submission.created", filing.submission.id)])
    })
  )
}

const founding = (it: Vitest.MethodsNonLive<Ports>): void => {
  it.effect("founding an organisation is the first line of its log, by the operator who is its owner", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const lines = (yield* Fixture.log(owner)).map(brief)
      assert.deepStrictEqual(lines, [by(owner, "organisation.created", owner.organisationId)])
    })
  )
}

const byAction = (a: { readonly action: string }, b: { readonly action: string }) => (a.action < b.action ? -1 : 1)

const reading = (it: Vitest.MethodsNonLive<Ports>, { pass }: Pick<Subject<never>, "pass">): void => {
  it.effect("what was refused is recorded as it is told, and to an organisation that is none nothing is", () =>
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
      for (const entry of entries) {
        const { lines } = yield* added(owner, audit.record(owner.organisationId, entry))
        assert.deepStrictEqual(lines, [brief(entry)])
      }
      const now = yield* DateTime.now
      const [newest] = yield* Fixture.log(owner)
      assert.isBelow(Math.abs(DateTime.toEpochMillis(now) - DateTime.toEpochMillis(newest?.at ?? now)), 60_000)
      const nowhere = OrganisationId.make(yield* Fixture.uuid)
      for (const entry of entries) yield* audit.record(nowhere, entry)
      assert.deepStrictEqual(yield* Fixture.log({ ...owner, organisationId: nowhere }), [])
    })
  )

  it.effect("pages, newest first, give every line once; another organisation sees none of them", () =>
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
      const [newest] = seen
      const others = yield* audit.list(stranger, {}, { limit: 10, examine: 100, before: newest?.id ?? assert.fail() })
      assert.deepStrictEqual(others, { items: theirs, next: undefined })
    })
  )
}

export const contract = <E>(name: string, subject: Subject<E>): void =>
  layer(subject.layer(plenty), { excludeTestServices: subject.clock === "real" })(`audit: ${name}`, (it) => {
    founding(it)
    changes(it)
    reading(it, subject)
  })
