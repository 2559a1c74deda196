/** Laws of HostedOrganisationStore about suspended organisations: what is refused, what waits, and that resuming brings all back. */
import { assert } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { AuditAction } from "@formwork/domain/audit/AuditEvent"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { HostedOrganisationStore } from "@formwork/domain/hosting/HostedOrganisationStore"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { Outbox } from "@formwork/domain/sending/Outbox"
import { refuses } from "../assertions.ts"
import * as FiringFixture from "../FiringFixture.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const password = PasswordHash.make("$chosen")

const credentials = (it: It): void => {
  it.effect("a suspended organisation's keys and sessions are refused, another's are not, until it is resumed", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const owner = yield* Fixture.owner
      const other = yield* Fixture.machine(yield* Fixture.owner)
      const key = yield* Fixture.machine(owner)
      const session = yield* Fixture.signedIn(owner)
      const before = { key: key.caller, session: session.caller }

      const suspended = yield* store.suspend(owner.organisationId)

      const since = suspended.suspendedAt ?? assert.fail("it is suspended")
      const now = yield* DateTime.now
      assert.isBelow(Math.abs(DateTime.toEpochMillis(now) - DateTime.toEpochMillis(since)), 60_000)
      assert.deepStrictEqual(
        [yield* Fixture.verdict(key.token), yield* Fixture.verdict(session.token)],
        ["suspended", "suspended"]
      )
      const { authenticate } = yield* CredentialStore
      for (const { token } of [key, session]) yield* refuses(authenticate(token), "Unauthenticated")
      assert.strictEqual(yield* Fixture.verdict(yield* Fixture.forged(key.token)), "wrong_secret")
      assert.strictEqual(yield* Fixture.verdict(other.token), "good")

      assert.deepInclude(yield* store.resume(owner.organisationId), { suspendedAt: null })
      for (const { caller, token } of [key, session]) {
        assert.strictEqual(yield* Fixture.verdict(token), "good")
        assert.deepStrictEqual(yield* authenticate(token), caller)
      }
      assert.deepStrictEqual(before, { key: key.caller, session: session.caller })
    })
  )

  it.effect("a write of a request that was admitted before the suspension is refused, and files nothing", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const { owner, version } = yield* FiringFixture.setting
      const key = yield* Fixture.machine(owner)
      const session = yield* Fixture.signedIn(owner)
      const organisations = yield* OrganisationStore
      const submissions = yield* SubmissionStore
      yield* store.suspend(owner.organisationId)
      yield* refuses(organisations.rename(session.caller, 1, "Late"), "Unauthenticated")
      const filing = yield* Fixture.filing(version)
      yield* refuses(submissions.file(key.caller, filing), "Unauthenticated")
      yield* store.resume(owner.organisationId)
      assert.strictEqual((yield* submissions.file(key.caller, filing))._tag, "Filed")
    })
  )

  it.effect("a suspended organisation takes no sign-in and no invitation, and the invitation stays usable", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const sessions = yield* SessionStore
      const invitations = yield* InvitationStore
      const owner = yield* Fixture.owner
      const { user } = yield* Fixture.person(owner, "author", { password })
      const { token } = yield* Fixture.invited(owner, "viewer")
      const attempt = sessions.attempt(owner.organisationId, user.email, Fixture.nowhere)
      yield* store.suspend(owner.organisationId)
      assert.isUndefined(yield* attempt)
      yield* refuses(invitations.accept(token, password), "InvitationRefused")
      yield* store.resume(owner.organisationId)
      assert.strictEqual((yield* attempt)?.userId, user.id)
      yield* invitations.accept(token, password)
    })
  )
}

const waiting = (it: It): void => {
  it.effect(
    "effects of a suspended organisation are neither sent nor counted as waiting, and are due when it is resumed",
    () =>
      Effect.gen(function* () {
        const store = yield* HostedOrganisationStore
        const outbox = yield* Outbox
        const { owner, version } = yield* FiringFixture.setting
        const other = yield* FiringFixture.setting
        const { ids } = yield* FiringFixture.file(owner, version, Object.values(FiringFixture.ofEachKind))
        const { pending } = yield* outbox.backlog
        yield* store.suspend(owner.organisationId)
        yield* FiringFixture.file(other.owner, other.version, [FiringFixture.note])
        assert.strictEqual((yield* outbox.backlog).pending, pending - ids.length + 1)
        const sent = yield* FiringFixture.claim([owner, other.owner])
        assert.deepStrictEqual(
          sent.map(({ organisationId }) => organisationId),
          [other.owner.organisationId]
        )
        yield* store.resume(owner.organisationId)
        const claimed = yield* FiringFixture.claim([owner])
        assert.deepStrictEqual(claimed.map(({ id }) => id).toSorted(), ids.toSorted())
      })
  )
}

const lines = (it: It): void => {
  it.effect("each suspension and its end leave a line, and one that changes nothing leaves none", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const owner = yield* Fixture.owner
      const first = yield* store.suspend(owner.organisationId)
      assert.deepStrictEqual(yield* store.suspend(owner.organisationId), first)
      yield* store.resume(owner.organisationId)
      yield* store.resume(owner.organisationId)
      yield* store.suspend(owner.organisationId)
      const found = (yield* Fixture.log(owner)).map(({ action, credential, subject, userId }) => ({
        action,
        by: credential?.kind,
        subject,
        userId
      }))
      const line = (action: AuditAction) => ({
        action,
        by: "operator" as const,
        subject: owner.organisationId,
        userId: null
      })
      assert.deepStrictEqual(found.slice(0, -1), [
        line("organisation.suspended"),
        line("organisation.resumed"),
        line("organisation.suspended")
      ])
    })
  )

  it.effect("an organisation that does not exist is neither suspended nor resumed", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const unknown = OrganisationId.make(yield* Fixture.uuid)
      yield* refuses(store.suspend(unknown), "OrganisationNotFound")
      yield* refuses(store.resume(unknown), "OrganisationNotFound")
    })
  )
}

export const contract = suite("suspension", (it) => {
  credentials(it)
  waiting(it)
  lines(it)
})
