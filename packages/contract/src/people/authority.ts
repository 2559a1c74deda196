/**
 * Laws of UserStore and InvitationStore: who may do what to whom (spec/http.md §3.16), over every pair of a caller and a person,
 * for keys and sessions, with what was claimed at the admission and is no longer true.
 */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as Grant from "@formwork/domain/callers/Grant"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import type { UserId } from "@formwork/domain/callers/Ids"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import type { Ports } from "../Subject.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const Privileges = Schema.UniqueArray(Privilege)
const password = PasswordHash.make("$chosen")

/** Everything that is done to a person, by name. Each leaves them so that the next may follow. */
const acts: {
  readonly [name: string]: (
    caller: Caller,
    id: UserId
  ) => Effect.Effect<unknown, { readonly _tag: string; readonly privilege?: Privilege }, Ports>
} = {
  rename: (caller, id) => UserStore.use((users) => users.change(caller, id, { name: "Olga" })),
  "change nothing but keys": (caller, id) => UserStore.use((users) => users.change(caller, id, { revokeKeys: true })),
  deactivate: (caller, id) => UserStore.use((users) => users.deactivate(caller, id)),
  reactivate: (caller, id) => UserStore.use((users) => users.reactivate(caller, id)),
  invite: (caller, id) => Fixture.renewed(caller, id)
}

/** What came of an act: `Success`, the privilege that was missing, or the tag of another refusal. */
const outcomeOf = <A>(act: Effect.Effect<A, { readonly _tag: string; readonly privilege?: Privilege }, Ports>) =>
  Effect.map(Effect.result(act), (result) =>
    result._tag === "Success" ? "Success" : (result.failure.privilege ?? result.failure._tag)
  )

const claiming = (caller: Caller): Caller => ({ ...caller, privileges: Privilege.literals })

const pairs = (it: It): void => {
  it.effect.prop(
    "of a key counts what its person's role still has, and of a session its person's role; each privilege of the other's role must be among them",
    [Privileges, Role.Role, Role.Role],
    ([held, now, other]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const users = yield* UserStore
        const maker = yield* Fixture.person(owner, "owner")
        const machine = yield* Fixture.machine(maker.operator, held)
        const session = yield* Fixture.signedIn(maker.operator)
        yield* users.change(owner, maker.user.id, { role: now })
        const { user } = yield* Fixture.person(owner, other)
        const own = Role.privileges(now)
        for (const [caller, counted] of [
          [machine.caller, held.filter((privilege) => own.includes(privilege))],
          [session.caller, own]
        ] as const) {
          const lacking =
            Grant.firstMissing(counted, ["user:write"]) ?? Grant.firstMissing(counted, Role.privileges(other))
          for (const [name, act] of Object.entries(acts))
            assert.strictEqual(yield* outcomeOf(act(claiming(caller), user.id)), lacking ?? "Success", name)
          assert.strictEqual(yield* outcomeOf(Fixture.person(claiming(caller), other)), lacking ?? "Success")
          assert.strictEqual(yield* outcomeOf(Fixture.invited(claiming(caller), other)), lacking ?? "Success")
        }
      }),
    { arbitrary: { runs: 30 } }
  )

  it.effect.prop(
    "a role is given by a key only while its person's role has all of it: no old key undoes a demotion",
    [Role.Role, Role.Role, Role.Role],
    ([now, before, after]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const users = yield* UserStore
        const maker = yield* Fixture.person(owner, "owner")
        const { caller } = yield* Fixture.machine(maker.operator, Privilege.literals)
        yield* users.change(owner, maker.user.id, { role: now })
        const { user } = yield* Fixture.person(owner, before)
        const lacking = Grant.firstMissing(Role.privileges(now), [
          "user:write",
          ...[before, after].flatMap(Role.privileges)
        ])
        assert.strictEqual(yield* outcomeOf(users.change(caller, user.id, { role: after })), lacking ?? "Success")
        assert.strictEqual((yield* users.get(owner, user.id)).role, lacking === undefined ? after : before)
      }),
    { arbitrary: { runs: 30 } }
  )
}

const keys = (it: It): void => {
  it.effect("a key does nothing to the person behind it, whatever it was granted; a session of theirs may", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      yield* Fixture.person(owner, "owner")
      const { caller } = yield* Fixture.machine(owner, Privilege.literals)
      const child = yield* Fixture.machine(caller, Privilege.literals)
      for (const key of [caller, child.caller])
        for (const [name, act] of Object.entries(acts))
          assert.strictEqual(yield* outcomeOf(act(key, owner.userId)), "SessionRequired", name)
      const session = yield* Fixture.signedIn(owner)
      assert.strictEqual(yield* outcomeOf(Fixture.renewed(session.caller, owner.userId)), "Success")
      assert.isNull((yield* (yield* UserStore).get(owner, owner.userId)).deactivatedAt)
    })
  )

  it.effect("no key is shown an invitation, and a session is shown one that replaces a password only by an owner", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const shown = { isShown: true }
      const machine = yield* Fixture.machine(owner, Privilege.literals)
      const admin = yield* Fixture.signedIn((yield* Fixture.person(owner, "admin")).operator)
      const second = yield* Fixture.signedIn((yield* Fixture.person(owner, "owner")).operator)
      const fresh = yield* Fixture.person(owner, "viewer")
      const settled = yield* Fixture.person(owner, "viewer", { password })
      yield* refuses(Fixture.invited(machine.caller, "viewer", shown), "SessionRequired")
      for (const { user } of [fresh, settled]) {
        yield* refuses(Fixture.renewed(machine.caller, user.id, shown), "SessionRequired")
        yield* Fixture.renewed(machine.caller, user.id)
        yield* Fixture.renewed(admin.caller, user.id)
        yield* Fixture.renewed(second.caller, user.id, shown)
      }
      yield* Fixture.invited(admin.caller, "viewer", shown)
      yield* Fixture.renewed(admin.caller, fresh.user.id, shown)
      const refusal = yield* refuses(Fixture.renewed(admin.caller, settled.user.id, shown), "PrivilegeMissing")
      assert.strictEqual(refusal.privilege, "organisation:write")
    })
  )
}

const endings = (it: It, { pass }: Time): void => {
  it.effect("what a key sent ends with it: revoked, rotated, expired, reported, or with its person", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const store = yield* ApiKeyStore
      const invitations = yield* InvitationStore
      const ends = Effect.fnUntraced(function* (
        caller: Caller,
        end: Effect.Effect<unknown, { readonly _tag: string }, Ports>
      ) {
        const first = yield* Fixture.invited(caller, "viewer")
        const second = yield* Fixture.invited(caller, "viewer")
        yield* invitations.accept(first.token, password)
        yield* end
        yield* refuses(invitations.accept(second.token, password), "InvitationRefused")
        yield* invitations.accept((yield* Fixture.renewed(owner, second.user.id)).token, password)
      })
      const machine = Fixture.machine(owner, Privilege.literals)
      const revoked = yield* machine
      yield* ends(revoked.caller, store.revoke(owner, revoked.key.id, "manual"))
      const rotated = yield* machine
      yield* ends(rotated.caller, Fixture.rotate(owner, rotated.key.id))
      const overlapping = yield* machine
      yield* ends(
        overlapping.caller,
        Effect.andThen(Fixture.rotate(owner, overlapping.key.id, { overlapMillis: 200 }), pass("300 millis"))
      )
      const expiresAt = DateTime.add(yield* DateTime.now, { seconds: 2 })
      const expiring = yield* Fixture.newKey(owner, Privilege.literals, { expiresAt })
      const credential = { kind: "api_key" as const, id: expiring.key.id }
      yield* ends({ ...owner, credential }, pass("2100 millis"))
      const leaver = yield* Fixture.person(owner, "admin")
      const theirs = yield* Fixture.machine(leaver.operator, Role.privileges("admin"))
      yield* ends(
        theirs.caller,
        Effect.andThen(users.deactivate(owner, leaver.user.id), users.reactivate(owner, leaver.user.id))
      )
    })
  )

  it.effect("what a session sent ends with its person's account and password, and not when they sign out", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const invitations = yield* InvitationStore
      const admin = yield* Fixture.person(owner, "admin")
      const here = yield* Fixture.signedIn(admin.operator)
      const there = yield* Fixture.signedIn(admin.operator)
      const gone = yield* Fixture.signedIn(admin.operator)
      const key = yield* Fixture.machine(admin.operator, Role.privileges("admin"))
      const sent = yield* Effect.all({
        here: Fixture.invited(here.caller, "viewer"),
        there: Fixture.invited(there.caller, "viewer"),
        gone: Fixture.invited(gone.caller, "viewer"),
        late: Fixture.invited(here.caller, "viewer"),
        byKey: Fixture.invited(key.caller, "viewer")
      })
      yield* (yield* SessionStore).end(gone.caller)
      yield* invitations.accept(sent.gone.token, password)
      yield* users.setPassword(here.caller, password)
      yield* refuses(invitations.accept(sent.there.token, password), "InvitationRefused")
      yield* invitations.accept(sent.here.token, password)
      yield* invitations.accept(sent.byKey.token, password)
      yield* users.deactivate(owner, admin.user.id)
      yield* users.reactivate(owner, admin.user.id)
      yield* refuses(invitations.accept(sent.late.token, password), "InvitationRefused")
    })
  )
}

const owners = (it: It): void => {
  it.effect("the last owner who can sign in stays, however many were invited; an invited one may go", () =>
    Effect.gen(function* () {
      const founder = yield* Fixture.owner
      const users = yield* UserStore
      const invitations = yield* InvitationStore
      const real = yield* Fixture.person(founder, "owner", { password })
      yield* users.deactivate(real.operator, founder.userId)
      const { token, user } = yield* Fixture.invited(real.operator, "owner")
      yield* refuses(users.deactivate(real.operator, real.user.id), "LastOwner")
      yield* refuses(users.change(real.operator, real.user.id, { role: "admin" }), "LastOwner")
      yield* users.deactivate(real.operator, user.id)
      yield* users.reactivate(real.operator, user.id)
      yield* refuses(invitations.accept(token, password), "InvitationRefused")
      yield* invitations.accept((yield* Fixture.renewed(real.operator, user.id)).token, password)
      assert.isNotNull((yield* users.deactivate(real.operator, real.user.id)).deactivatedAt)
    })
  )

  it.effect("a change tells how many keys hold more than the role, and revokes those alone if asked to", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const store = yield* ApiKeyStore
      const { operator, user } = yield* Fixture.person(owner, "admin")
      const within = yield* Fixture.newKey(operator, ["form:read"])
      const above = yield* Fixture.newKey(operator, ["form:read", "user:write"])
      const ended = yield* Fixture.newKey(operator, ["user:write"])
      const others = yield* Fixture.newKey(owner, ["user:write"])
      yield* store.revoke(owner, ended.key.id, "manual")
      const ofRole = Effect.fnUntraced(function* (role: Role.Role, revokeKeys?: true) {
        const change = revokeKeys === undefined ? { role } : { role, revokeKeys }
        return (yield* users.change(owner, user.id, change)).keysAboveRole
      })
      assert.strictEqual(yield* ofRole("admin"), 0)
      assert.strictEqual(yield* ofRole("viewer"), 1)
      const before = (yield* Fixture.log(owner)).length
      assert.strictEqual(yield* ofRole("author", true), 0)
      const lines = (yield* Fixture.log(owner)).slice(0, -before)
      assert.sameDeepMembers(
        lines.map(({ action, detail, subject, userId }) => [action, subject, detail, userId]),
        [
          ["user.role_changed", user.id, "viewer to author", owner.userId],
          ["api_key.revoked", above.key.id, "manual", owner.userId]
        ]
      )
      assert.strictEqual(yield* Fixture.verdict(above.token), "revoked")
      for (const { token } of [within, others]) assert.strictEqual(yield* Fixture.verdict(token), "good")
    })
  )
}

export const contract = suite("authority over people", (it, time) => {
  pairs(it)
  keys(it)
  endings(it, time)
  owners(it)
})
