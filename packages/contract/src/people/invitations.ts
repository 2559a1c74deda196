/** Laws of InvitationStore: who may send an invitation, what it does once, and when it ends. */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect, Schema } from "effect"
import * as Grant from "@formwork/domain/callers/Grant"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { freeAttempts, SessionStore } from "@formwork/domain/people/SessionStore"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const Privileges = Schema.UniqueArray(Privilege)
const password = PasswordHash.make("$chosen")

export const example = (it: It): void => {
  it.effect("an invited person sets their password with the link, once", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const invitations = yield* InvitationStore
      const sessions = yield* SessionStore
      const { token, user } = yield* Fixture.invited(owner, "author")

      assert.deepStrictEqual(yield* invitations.accept(token, password), user)

      assert.isTrue(yield* sessions.proves({ ...owner, userId: user.id }, password))
      yield* refuses(invitations.accept(token, password), "InvitationRefused")
    })
  )
}

const inviting = (it: It): void => {
  it.effect.prop(
    "a caller who invites a person, or sends another link, needs user:write and every privilege of the person's role",
    [Privileges, Role.Role],
    ([held, role]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { caller } = yield* Fixture.machine(owner, held)
        const { user } = yield* Fixture.person(owner, role)
        const claiming = { ...caller, privileges: Privilege.literals }
        const lacking = Grant.firstMissing(held, ["user:write", ...Role.privileges(role)])
        for (const outcome of [
          yield* Effect.result(Fixture.invited(claiming, role)),
          yield* Effect.result(Fixture.renewed(claiming, user.id))
        ]) {
          if (outcome._tag === "Success") assert.isUndefined(lacking)
          else assert.strictEqual("privilege" in outcome.failure ? outcome.failure.privilege : undefined, lacking)
          assert.strictEqual(outcome._tag, lacking === undefined ? "Success" : "Failure")
        }
      }),
    { arbitrary: { runs: 15 } }
  )

  it.effect("an invited person exists at once, without a password, and the address cannot be invited again", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const users = yield* UserStore
      const sessions = yield* SessionStore
      const invitations = yield* InvitationStore
      const { invitation, user } = yield* Fixture.invited(owner, "author")
      assert.strictEqual(invitation.userId, user.id)
      assert.deepStrictEqual(yield* users.get(owner, user.id), user)
      assert.deepStrictEqual(yield* sessions.attempt(owner.organisationId, user.email, Fixture.nowhere), {
        userId: user.id,
        recipe: undefined
      })
      const { stored } = yield* Fixture.invitation(owner)
      const again = { ...user, id: owner.userId }
      yield* refuses(Fixture.renewed(stranger, user.id), "UserNotFound")
      const other = { ...again, id: (yield* Fixture.invited(stranger, "viewer")).user.id }
      yield* refuses(invitations.invite(owner, other, stored), "EmailTaken")
    })
  )
}

const accepting = (it: It, { pass }: Time): void => {
  it.effect("an invitation sets the password once, ends the person's sessions, and forgets their failures", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const sessions = yield* SessionStore
      const invitations = yield* InvitationStore
      const { operator, user } = yield* Fixture.person(owner, "author", { password: PasswordHash.make("$forgotten") })
      const open = yield* Fixture.newSession(operator, { password: PasswordHash.make("$forgotten") })
      const colleague = yield* Fixture.newSession(owner)
      const attempt = sessions.attempt(owner.organisationId, user.email, Fixture.nowhere)
      for (let wrong = 0; wrong < freeAttempts; wrong++) yield* attempt
      const { token } = yield* Fixture.renewed(owner, user.id)
      assert.strictEqual(yield* Fixture.verdict(open.token), "good")
      const taken = yield* Effect.all(
        Array.from({ length: 5 }, (_, index) =>
          Fixture.tagOf(invitations.accept(token, PasswordHash.make(`$${index}`)))
        ),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(taken.toSorted(), [...Array.from({ length: 4 }, () => "InvitationRefused"), "Success"])
      const chosen = `$${taken.indexOf("Success")}`
      assert.deepInclude(yield* attempt, { userId: user.id })
      assert.isTrue(yield* sessions.proves(operator, PasswordHash.make(chosen)))
      assert.strictEqual(yield* Fixture.verdict(open.token), "revoked")
      assert.strictEqual(yield* Fixture.verdict(colleague.token), "good")
      yield* Fixture.newSession(operator, { password: PasswordHash.make(chosen) })
    })
  )

  it.effect(
    "an invitation ends for good with a later one, with the account, when it expires, and when it is reported",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const users = yield* UserStore
        const invitations = yield* InvitationStore
        const refused = Effect.fnUntraced(function* (
          token: Effect.Success<ReturnType<typeof Fixture.invited>>["token"]
        ) {
          yield* refuses(invitations.accept(token, password), "InvitationRefused")
        })
        const replaced = yield* Fixture.invited(owner, "viewer")
        const second = yield* Fixture.renewed(owner, replaced.user.id)
        yield* refused(replaced.token)
        yield* refused(yield* Fixture.forged(second.token))
        yield* invitations.endLeaked(yield* Fixture.forged(second.token))
        assert.deepStrictEqual(yield* invitations.accept(second.token, password), replaced.user)

        const left = yield* Fixture.invited(owner, "viewer")
        const others = yield* Fixture.invited(owner, "viewer")
        yield* users.deactivate(owner, left.user.id)
        yield* refused(left.token)
        yield* refuses(Fixture.renewed(owner, left.user.id), "UserDeactivated")
        yield* users.reactivate(owner, left.user.id)
        yield* refused(left.token)
        yield* invitations.accept((yield* Fixture.renewed(owner, left.user.id)).token, password)

        yield* invitations.endLeaked(others.token)
        yield* refused(others.token)

        const brief = yield* Fixture.renewed(owner, others.user.id, { lifetime: Duration.millis(300) })
        const { createdAt, expiresAt } = brief.invitation
        assert.strictEqual(Duration.toMillis(DateTime.distance(createdAt, expiresAt)), 300)
        yield* pass("400 millis")
        yield* refused(brief.token)
      })
  )
}

const credentials = (it: It): void => {
  it.effect(
    "an invitation does not authenticate as any kind of credential, and no credential is accepted as an invitation",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const invitations = yield* InvitationStore
        const { token } = yield* Fixture.invited(owner, "owner")
        for (const kind of ["api_key", "session"] as const) assert.isNull(yield* Fixture.verdict({ ...token, kind }))
        const session = yield* Fixture.newSession(owner)
        const key = yield* Fixture.newKey(owner, [])
        for (const other of [session.token, key.token]) {
          const posing = invitations.accept({ ...other, kind: "invitation" }, password)
          yield* refuses(posing, "InvitationRefused")
          assert.strictEqual(yield* Fixture.verdict(other), "good")
        }
      })
  )

  it.effect("a caller whose credential has ended cannot invite", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { caller, session } = yield* Fixture.signedIn(owner)
      const { user } = yield* Fixture.person(owner, "viewer")
      assert.strictEqual(session.userId, owner.userId)
      yield* (yield* SessionStore).end(caller)
      yield* refuses(Fixture.invited(caller, "viewer"), "Unauthenticated")
      yield* refuses(Fixture.renewed(caller, user.id), "Unauthenticated")
    })
  )
}

export const contract = suite("invitations", (it, time) => {
  example(it)
  inviting(it)
  accepting(it, time)
  credentials(it)
})
