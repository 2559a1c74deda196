/** Laws of UserStore and OrganisationStore: adding and changing people, and what ends with an account. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option, Schema } from "effect"
import * as Grant from "@formwork/domain/callers/Grant"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import { UserStore } from "@formwork/domain/people/UserStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const Privileges = Schema.UniqueArray(Privilege)

export const example = (it: It): void => {
  it.effect("a person has the privileges of the role until the account is deactivated", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const { operator, user } = yield* Fixture.person(owner, "author")
      const { caller, token } = yield* Fixture.signedIn(operator)
      assert.sameMembers([...caller.privileges], [...Role.privileges("author")])

      yield* users.deactivate(owner, user.id)

      assert.isNotNull((yield* users.get(owner, user.id)).deactivatedAt)
      assert.strictEqual(yield* Fixture.verdict(token), "deactivated")
    })
  )
}

const adding = (it: It): void => {
  it.effect.prop(
    "a caller who adds a person, by key or session, needs user:write and every privilege of the new role",
    [Privileges, Role.Role, Role.Role],
    ([held, role, own]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const machine = yield* Fixture.machine(owner, held)
        const colleague = yield* Fixture.person(owner, own)
        const session = yield* Fixture.signedIn(colleague.operator)
        for (const [caller, holds] of [
          [machine.caller, held],
          [session.caller, Role.privileges(own)]
        ] as const) {
          const claiming = { ...caller, privileges: Privilege.literals }
          const result = yield* Effect.result(Fixture.person(claiming, role))
          const lacking = Grant.firstMissing(holds, ["user:write", ...Role.privileges(role)])
          if (result._tag === "Success") assert.isUndefined(lacking)
          else
            assert.strictEqual("privilege" in result.failure ? result.failure.privilege : result.failure._tag, lacking)
        }
      }),
    { arbitrary: { runs: 15 } }
  )

  it.effect("an address is unique in its organisation, without regard to case", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const users = yield* UserStore
      const added = yield* Fixture.person(owner, "viewer", { email: "olive@ashworth.example" })
      yield* refuses(Fixture.person(owner, "viewer", { email: "OLIVE@ashworth.example" }), "EmailTaken")
      yield* Fixture.person(stranger, "viewer", { email: "olive@ashworth.example" })
      yield* users.deactivate(owner, added.user.id)
      yield* refuses(Fixture.person(owner, "viewer", { email: "olive@ashworth.example" }), "EmailTaken")
    })
  )
}

const listing = (it: It): void => {
  it.effect("people are listed oldest first, and only those of the organisation", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const users = yield* UserStore
      const { user } = yield* Fixture.person(owner, "reviewer")
      assert.deepStrictEqual(
        (yield* users.list(owner)).map(({ id, role }) => [id, role]),
        [
          [owner.userId, "owner"],
          [user.id, "reviewer"]
        ]
      )
      assert.deepStrictEqual(yield* users.get(owner, user.id), user)
      assert.isNull(user.deactivatedAt)
      for (const attempt of [users.get, users.deactivate, users.reactivate])
        yield* refuses(attempt(stranger, user.id), "UserNotFound")
      assert.deepStrictEqual(yield* users.get(owner, user.id), user)
    })
  )

  it.effect("a caller whose credential has ended cannot add people", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const keys = yield* ApiKeyStore
      const { caller, key } = yield* Fixture.machine(owner, Role.privileges("viewer"))
      yield* keys.revoke(owner, key.id, "manual")
      yield* refuses(Fixture.person(caller, "viewer"), "Unauthenticated")
      const { operator, user } = yield* Fixture.person(owner, "admin")
      yield* users.deactivate(owner, user.id)
      yield* refuses(Fixture.person(operator, "viewer"), "Unauthenticated")
    })
  )

  it.effect("an organisation is found by its id, and the first one founded is the default", () =>
    Effect.gen(function* () {
      const organisations = yield* OrganisationStore
      const { organisationId } = yield* Fixture.owner
      const found = yield* organisations.find(organisationId)
      assert.deepStrictEqual(found, Option.some({ id: organisationId, name: "Ashworth & Daughters" }))
      assert.isTrue(Option.isNone(yield* organisations.find(OrganisationId.make(yield* Fixture.uuid))))
      const usual = yield* organisations.usual
      assert.isTrue(Option.isSome(usual))
      yield* Fixture.owner
      assert.deepStrictEqual(yield* organisations.usual, usual)
    })
  )
}

const changing = (it: It): void => {
  it.effect.prop(
    "a caller who changes a person's role needs every privilege of the old and of the new role",
    [Role.Role, Role.Role, Role.Role],
    ([own, before, after]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const users = yield* UserStore
        const held = Role.privileges(own)
        const { caller } = yield* Fixture.machine(owner, held)
        const { user } = yield* Fixture.person(owner, before)
        const claiming = { ...caller, privileges: Privilege.literals }
        const result = yield* Effect.result(users.change(claiming, user.id, { role: after }))
        const lacking = Grant.firstMissing(held, ["user:write", ...Role.privileges(before), ...Role.privileges(after)])
        if (result._tag === "Success") assert.isUndefined(lacking)
        else assert.strictEqual("privilege" in result.failure ? result.failure.privilege : result.failure._tag, lacking)
        assert.strictEqual((yield* users.get(owner, user.id)).role, lacking === undefined ? after : before)
      }),
    { arbitrary: { runs: 40 } }
  )

  it.effect("a session has the new role's privileges at its next request; a key keeps its grant over submissions", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const admissions = yield* Admissions
      const { operator, user } = yield* Fixture.person(owner, "admin")
      const { token } = yield* Fixture.signedIn(operator)
      const key = yield* Fixture.newKey(operator, ["submission:delete", "user:write"])
      for (const role of ["viewer", "author"] as const) {
        assert.deepStrictEqual(yield* users.change(owner, user.id, { role }), {
          user: { ...user, role },
          keysAboveRole: 1
        })
        assert.deepStrictEqual((yield* admissions.admit(token)).caller.privileges, Role.privileges(role))
        assert.deepStrictEqual((yield* admissions.admit(key.token)).caller.privileges, ["submission:delete"])
      }
      const { user: named } = yield* users.change(owner, user.id, { name: "Olivia" })
      assert.deepStrictEqual(named, { ...user, role: "author", name: "Olivia" })
      const stranger = yield* Fixture.owner
      yield* refuses(users.change(stranger, user.id, { name: "Eve" }), "UserNotFound")
      assert.deepStrictEqual(yield* users.get(owner, user.id), named)
    })
  )

  it.effect("the last active owner can change the name and keeps the role", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const demoted = users.change(owner, owner.userId, { role: "admin" })
      yield* refuses(demoted, "LastOwner")
      assert.strictEqual((yield* users.change(owner, owner.userId, { role: "owner", name: "E." })).user.name, "E.")
      const second = yield* Fixture.person(owner, "owner")
      yield* users.deactivate(owner, second.user.id)
      yield* refuses(demoted, "LastOwner")
      yield* users.change(owner, second.user.id, { role: "viewer" })
      yield* users.reactivate(owner, second.user.id)
      yield* users.change(owner, second.user.id, { role: "owner" })
      assert.strictEqual((yield* demoted).user.role, "admin")
    })
  )
}

const deactivation = (it: It, { pass }: Time): void => {
  it.effect("an organisation keeps an active owner", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      yield* Fixture.person(owner, "admin")
      yield* refuses(users.deactivate(owner, owner.userId), "LastOwner")
      const second = yield* Fixture.person(owner, "owner")
      yield* users.deactivate(second.operator, owner.userId)
      yield* refuses(users.deactivate(owner, second.user.id), "Unauthenticated")
      yield* refuses(users.deactivate(second.operator, second.user.id), "LastOwner")
      assert.isNotNull((yield* users.deactivate(second.operator, owner.userId)).deactivatedAt)
      yield* users.reactivate(second.operator, owner.userId)
      yield* users.deactivate(owner, second.user.id)
    })
  )

  it.effect("deactivating ends exactly the keys made on the person's behalf; keys that had ended keep their date", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const keys = yield* ApiKeyStore
      const { operator, user } = yield* Fixture.person(owner, "admin")
      const own = yield* Fixture.machine(operator, ["apikey:write", "form:read"])
      const byKey = yield* Fixture.newKey(own.caller, ["form:read"])
      const others = yield* Fixture.newKey(owner, ["form:read"])
      const revoked = yield* Fixture.newKey(operator, [])
      yield* keys.revoke(owner, revoked.key.id, "manual")
      const expiresAt = DateTime.add(yield* DateTime.now, { milliseconds: 400 })
      const expired = yield* Fixture.newKey(operator, [], { expiresAt })
      const rotated = yield* Fixture.newKey(operator, [])
      const { key: replacement } = yield* Fixture.rotate(owner, rotated.key.id, { overlapMillis: 3_600_000 })
      yield* pass("450 millis")
      const before = yield* keys.get(owner, revoked.key.id)
      const first = yield* users.deactivate(owner, user.id)
      const listed = new Map((yield* keys.list(owner)).map((key) => [key.id, key]))
      for (const { key, token } of [own, byKey, rotated]) {
        assert.strictEqual(listed.get(key.id)?.revokedReason, "creator_deactivated")
        assert.strictEqual(listed.get(key.id)?.revokedBy, owner.userId)
        assert.strictEqual(yield* Fixture.verdict(token), "deactivated")
      }
      assert.deepStrictEqual(listed.get(revoked.key.id), before)
      assert.isNull(listed.get(expired.key.id)?.revokedAt)
      assert.isNull(listed.get(others.key.id)?.revokedAt)
      assert.isNull(listed.get(replacement.id)?.revokedAt)
      assert.strictEqual(yield* Fixture.verdict(others.token), "good")
      yield* pass("10 millis")
      assert.deepStrictEqual(yield* users.deactivate(owner, user.id), first)
      for (const { id, revokedAt } of yield* keys.list(owner))
        assert.deepStrictEqual(revokedAt, listed.get(id)?.revokedAt)
      assert.isNull((yield* users.reactivate(owner, user.id)).deactivatedAt)
      for (const { token } of [own, byKey, rotated]) assert.strictEqual(yield* Fixture.verdict(token), "revoked")
      assert.strictEqual(yield* Fixture.tagOf(Fixture.newKey(operator, [])), "Success")
    })
  )
}

export const contract = suite("people", (it, time) => {
  example(it)
  adding(it)
  listing(it)
  changing(it)
  deactivation(it, time)
})
