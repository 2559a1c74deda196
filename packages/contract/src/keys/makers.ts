/** Laws of a key whose maker's role has changed (spec/http.md §3.11 and docs/decisions/0176). */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Grant from "@formwork/domain/callers/Grant"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import { UserStore } from "@formwork/domain/people/UserStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const beyondForms: ReadonlyArray<Privilege> = [
  "apikey:read",
  "apikey:write",
  "apikey:budget",
  "user:read",
  "user:write",
  "audit:read",
  "organisation:write"
]

const reading = (it: It): void => {
  it.effect.prop(
    "a key keeps what it was granted over forms and submissions, and the rest while its maker's role has it, from one request to the next",
    [Schema.UniqueArray(Privilege), Role.Role],
    ([granted, role]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const users = yield* UserStore
        const admissions = yield* Admissions
        const maker = yield* Fixture.person(owner, "owner")
        const { caller, key, token } = yield* Fixture.machine(maker.operator, granted)
        assert.deepStrictEqual(new Set(caller.privileges), new Set(granted))
        yield* users.change(owner, maker.user.id, { role })
        const left = (yield* admissions.admit(token)).caller.privileges
        const has = Role.privileges(role)
        const expected = granted.filter((one) => !beyondForms.includes(one) || has.includes(one))
        assert.deepStrictEqual(new Set(left), new Set(expected))
        const store = yield* ApiKeyStore
        assert.deepStrictEqual(new Set((yield* store.get(owner, key.id)).privileges), new Set(granted))
        yield* users.change(owner, maker.user.id, { role: "owner" })
        assert.deepStrictEqual(new Set((yield* admissions.admit(token)).caller.privileges), new Set(granted))
      }),
    { arbitrary: { runs: 30 } }
  )
}

const acting = (it: It): void => {
  it.effect.prop(
    "an old key neither renames the organisation nor passes on what its maker's role lacks, whatever its admission said",
    [Role.Role],
    ([role]) =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const users = yield* UserStore
        const organisations = yield* OrganisationStore
        const maker = yield* Fixture.person(owner, "owner")
        const { caller } = yield* Fixture.machine(maker.operator, Privilege.literals)
        const child = yield* Fixture.machine(caller, Privilege.literals)
        yield* users.change(owner, maker.user.id, { role })
        const has = Role.privileges(role)
        for (const key of [caller, child.caller]) {
          const { edition } = yield* organisations.get(owner)
          const renamed = yield* Fixture.tagOf(organisations.rename(key, edition, `${role} ${edition}`))
          assert.strictEqual(renamed, Grant.covers(has, "organisation:write") ? "Success" : "PrivilegeMissing")
          for (const privilege of beyondForms) {
            if (Grant.covers(has, privilege)) yield* Fixture.newKey(key, [privilege])
            else
              assert.strictEqual(
                (yield* refuses(Fixture.newKey(key, [privilege]), "PrivilegeMissing")).privilege,
                privilege
              )
          }
        }
      }),
    { arbitrary: { runs: 10 } }
  )
}

export const contract = suite("makers of keys", (it) => {
  reading(it)
  acting(it)
})
