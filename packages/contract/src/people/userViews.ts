/** Laws of UserStore: when a person was last here, and what became of their invitation. */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { UserId } from "@formwork/domain/callers/Ids"
import * as Role from "@formwork/domain/callers/Role"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import type { Token } from "@formwork/domain/credentials/Token"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import { UserStore } from "@formwork/domain/people/UserStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const password = PasswordHash.make("$chosen")

const viewOf = (caller: Caller, id: UserId) => UserStore.use((users) => users.view(caller, id))
const seen = (caller: Caller, id: UserId) => Effect.map(viewOf(caller, id), ({ lastSeenAt }) => lastSeenAt)
const invitationOf = (caller: Caller, id: UserId) => Effect.map(viewOf(caller, id), ({ invitation }) => invitation)
const stateOf = (caller: Caller, id: UserId) => Effect.map(invitationOf(caller, id), (found) => found?.state)

/** A session that has made a request, and when its person was seen then. A database notes it in the background. */
const used = Effect.fnUntraced(function* (owner: Caller, person: Caller, { pass }: Time) {
  const before = yield* seen(owner, person.userId)
  const made = yield* Fixture.newSession(person)
  const { caller } = yield* (yield* Admissions).admit(made.token)
  const noted = yield* Effect.repeat(Effect.tap(seen(owner, person.userId), isNoted(before, pass)), {
    until: (at) => !isSame(at, before),
    times: 1_000
  })
  return { ...made, caller, at: noted ?? assert.fail("no use was noted") }
})

const isSame = (one: DateTime.Utc | null, other: DateTime.Utc | null) =>
  one === null || other === null ? one === other : DateTime.toEpochMillis(one) === DateTime.toEpochMillis(other)

const isNoted = (before: DateTime.Utc | null, pass: Time["pass"]) => (at: DateTime.Utc | null) =>
  isSame(at, before) ? pass("2 millis") : Effect.void

const sightings = (it: It, time: Time): void => {
  it.effect("a person is seen at the latest use of any of their sessions, and by nothing else", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { operator, user } = yield* Fixture.person(owner, "author")
      assert.isNull(yield* seen(owner, user.id))
      yield* Fixture.machine(operator)
      yield* Fixture.newSession(operator)
      assert.isNull(yield* seen(owner, user.id))

      const first = yield* used(owner, operator, time)
      assert.isAtLeast(Duration.toMillis(DateTime.distance(user.createdAt, first.at)), 0)
      yield* time.pass("10 millis")
      const second = yield* used(owner, operator, time)
      assert.isAbove(Duration.toMillis(DateTime.distance(first.at, second.at)), 0)

      assert.isNull(yield* seen(owner, owner.userId))
      const stranger = yield* Fixture.owner
      yield* refuses(viewOf(stranger, user.id), "UserNotFound")
      const listed = yield* (yield* UserStore).list(owner)
      assert.deepStrictEqual(
        listed.map(({ id, lastSeenAt }) => [id, lastSeenAt]),
        [
          [owner.userId, null],
          [user.id, second.at]
        ]
      )
      assert.deepStrictEqual(listed[1], yield* viewOf(owner, user.id))
      for (const { lastSeenAt } of yield* (yield* UserStore).list(stranger)) assert.isNull(lastSeenAt)
    })
  )

  it.effect("when a person was last seen stays, whatever ends their sessions and their account", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const { operator, user } = yield* Fixture.person(owner, "author")
      const { at, caller } = yield* used(owner, operator, time)
      yield* (yield* SessionStore).end(caller)
      assert.deepStrictEqual(yield* seen(owner, user.id), at)
      yield* users.change(owner, user.id, { name: "Olivia", role: "viewer" })
      yield* users.deactivate(owner, user.id)
      yield* users.reactivate(owner, user.id)
      const { token } = yield* Fixture.renewed(owner, user.id)
      yield* (yield* InvitationStore).accept(token, password)
      assert.deepStrictEqual(yield* seen(owner, user.id), at)
      if (time.clock === "real") return
      // A sign-in deletes sessions that were over 30 days ago.
      yield* time.pass("60 days")
      yield* Fixture.newSession(operator, { password })
      assert.deepStrictEqual(yield* seen(owner, user.id), at)
    })
  )

  it.effect("within a minute of a use no other of the same session is noted", () =>
    Effect.gen(function* () {
      if (time.clock === "real") return
      const owner = yield* Fixture.owner
      const { operator, user } = yield* Fixture.person(owner, "author")
      const { at, token } = yield* used(owner, operator, time)
      const admissions = yield* Admissions
      yield* time.pass("59 seconds")
      yield* admissions.admit(token)
      assert.deepStrictEqual(yield* seen(owner, user.id), at)
      yield* time.pass("1 second")
      yield* admissions.admit(token)
      assert.deepStrictEqual(yield* seen(owner, user.id), DateTime.add(at, { minutes: 1 }))
    })
  )
}

const invitations = (it: It, { pass }: Time): void => {
  it.effect("a person has their latest invitation, with who sent it; one who was only added has none", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* InvitationStore
      const { name } = yield* viewOf(owner, owner.userId)
      const added = yield* Fixture.person(owner, "admin")
      assert.isNull(yield* invitationOf(owner, added.user.id))
      const { invitation, token, user } = yield* Fixture.invited(owner, "viewer")
      const { createdAt, expiresAt } = invitation
      const sent = { createdAt, expiresAt, sender: { kind: "user", id: owner.userId, name } as const }
      assert.deepStrictEqual(yield* viewOf(owner, user.id), {
        ...user,
        lastSeenAt: null,
        invitation: { state: "pending", ...sent, acceptedAt: null }
      })
      yield* pass("5 millis")
      yield* store.accept(token, password)
      const accepted = yield* invitationOf(owner, user.id)
      const { acceptedAt = null, ...rest } = accepted ?? {}
      assert.deepStrictEqual(rest, { state: "accepted", ...sent })
      if (acceptedAt === null) return assert.fail("it has no time")
      assert.isAtLeast(Duration.toMillis(DateTime.distance(createdAt, acceptedAt)), 5)

      const { caller, key } = yield* Fixture.machine(added.operator, ["user:write", ...Role.privileges("viewer")])
      yield* pass("5 millis")
      const again = yield* Fixture.renewed(caller, user.id)
      assert.deepInclude(yield* invitationOf(owner, user.id), {
        state: "pending",
        createdAt: again.invitation.createdAt,
        acceptedAt: null,
        sender: { kind: "key", id: key.id, name: key.name }
      })
    })
  )
}

const invitationEnds = (it: It, { pass }: Time): void => {
  it.effect("an invitation is expired once its time is over, and revoked by whatever ended it before it was used", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const keys = yield* ApiKeyStore
      const store = yield* InvitationStore
      const sender = yield* Fixture.person(owner, "admin")
      const machine = yield* Fixture.machine(sender.operator, ["user:write", ...Role.privileges("viewer")])
      const revoked = yield* Fixture.machine(owner, ["user:write", ...Role.privileges("viewer")])
      const of = (by: Caller) => Effect.map(Fixture.invited(by, "viewer"), ({ token, user: { id } }) => ({ token, id }))
      const [left, leaked] = [yield* of(owner), yield* of(owner)]
      const [bySender, byMachine, byRevoked, kept] = [
        yield* of(sender.operator),
        yield* of(machine.caller),
        yield* of(revoked.caller),
        yield* of(sender.operator)
      ]
      yield* store.accept(kept.token, password)
      for (const { id } of [left, leaked, bySender, byMachine, byRevoked])
        assert.strictEqual(yield* stateOf(owner, id), "pending")
      yield* users.deactivate(owner, left.id)
      yield* users.reactivate(owner, left.id)
      yield* store.endLeaked(leaked.token)
      yield* users.deactivate(owner, sender.user.id)
      yield* keys.revoke(owner, revoked.key.id, "manual")
      for (const { id } of [left, leaked, bySender, byMachine, byRevoked])
        assert.strictEqual(yield* stateOf(owner, id), "revoked")
      assert.strictEqual(yield* stateOf(owner, kept.id), "accepted")
      yield* users.deactivate(owner, kept.id)
      assert.strictEqual(yield* stateOf(owner, kept.id), "accepted")

      const brief = yield* Fixture.renewed(owner, left.id, { lifetime: Duration.millis(300) })
      assert.strictEqual(yield* stateOf(owner, left.id), "pending")
      yield* pass("400 millis")
      assert.strictEqual(yield* stateOf(owner, left.id), "expired")
      yield* refuses(store.accept(brief.token, password), "InvitationRefused")
    })
  )
}

const Act = Schema.Literals(["renew", "renew by key", "revoke key", "accept", "leak", "deactivate", "expire"])

const courses = (it: It, { pass }: Time): void => {
  it.effect.prop(
    "after any course of an invitation it is pending exactly where it can be accepted",
    [Schema.Array(Act)],
    ([acts]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const users = yield* UserStore
        const keys = yield* ApiKeyStore
        const store = yield* InvitationStore
        const { user, ...invited } = yield* Fixture.invited(owner, "viewer")
        const machine = yield* Fixture.machine(owner, ["user:write", ...Role.privileges("viewer")])
        let token: Token<"invitation"> = invited.token
        for (const act of acts.slice(0, 6)) {
          const renewed = Effect.gen(function* () {
            if (act === "renew") return yield* Fixture.renewed(owner, user.id)
            if (act === "renew by key") return yield* Fixture.renewed(machine.caller, user.id)
            if (act === "expire") return yield* Fixture.renewed(owner, user.id, { lifetime: Duration.millis(1) })
            return undefined
          })
          const next = yield* Effect.orElseSucceed(renewed, () => undefined)
          if (next !== undefined) token = next.token
          if (act === "expire") yield* pass("3 millis")
          if (act === "revoke key") yield* keys.revoke(owner, machine.key.id, "manual")
          if (act === "accept") yield* Effect.ignore(store.accept(token, password))
          if (act === "leak") yield* store.endLeaked(token)
          if (act === "deactivate") {
            yield* users.deactivate(owner, user.id)
            yield* users.reactivate(owner, user.id)
          }
        }
        const state = yield* stateOf(owner, user.id)
        const outcome = yield* Fixture.tagOf(store.accept(token, password))
        assert.strictEqual(outcome, state === "pending" ? "Success" : "InvitationRefused", String(state))
        assert.strictEqual(
          (yield* stateOf(owner, user.id)) === "accepted",
          outcome === "Success" || state === "accepted"
        )
      }),
    { arbitrary: { runs: 25 } }
  )
}

export const contract = suite("people as they are listed", (it, time) => {
  sightings(it, time)
  invitations(it, time)
  invitationEnds(it, time)
  courses(it, time)
})
