/** A session in a cookie proves its password again, as an embedder's services see it (spec/http.md §3.26). */
import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Privilege } from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { Invitations } from "@formwork/domain/people/Invitations"
import { Users } from "@formwork/domain/people/Users"
import { Sessions } from "@formwork/domain/people/Sessions"
import { authenticate, password, services, setting, tag } from "./ownerFixture.ts"

const byCookie = Effect.provideService(CurrentRequest, { requestId: undefined, address: undefined, isCookie: true })

layer(services)("confirmations", (it) => {
  it.effect(
    "fifteen minutes after the sign-in a cookie is asked for the password, and fifteen minutes after that again",
    () =>
      Effect.gen(function* () {
        const { email, organisationId } = yield* setting
        const sessions = yield* Sessions
        const keys = yield* ApiKeys
        const { token } = yield* sessions.signIn({ email, organisationId, password })
        const { caller } = yield* authenticate(token.text)
        const make = tag(keys.create(caller, { name: "Web", privileges: ["user:write"] }))
        for (const begin of ["sign in", "confirm"]) {
          if (begin === "confirm") {
            const until = yield* byCookie(sessions.confirm(caller, password))
            assert.strictEqual(Duration.toMinutes(DateTime.distance(yield* DateTime.now, until)), 15)
          }
          yield* TestClock.adjust("14 minutes")
          assert.strictEqual(yield* byCookie(make), "nothing", begin)
          yield* TestClock.adjust("1 minute")
          assert.strictEqual(yield* byCookie(make), "ConfirmationRequired", begin)
          assert.strictEqual(yield* make, "nothing", "a token is not asked")
        }
        const wrong = Redacted.make("another long password")
        assert.strictEqual(yield* tag(byCookie(sessions.confirm(caller, wrong))), "PasswordWrong")
        assert.strictEqual(yield* byCookie(make), "ConfirmationRequired")
      })
  )

  it.effect(
    "making or replacing a key of keys, people or the organisation asks for it, and any other key does not",
    () =>
      Effect.gen(function* () {
        const { email, operator, organisationId } = yield* setting
        const sessions = yield* Sessions
        const keys = yield* ApiKeys
        const { caller } = yield* Effect.flatMap(sessions.signIn({ email, organisationId, password }), ({ token }) =>
          authenticate(token.text)
        )
        yield* TestClock.adjust("15 minutes")
        const rotation = { overlap: Duration.zero, name: undefined, expiresAt: undefined }
        for (const privilege of Privilege.literals) {
          const isLasting = ["apikey:write", "user:write", "organisation:write"].includes(privilege)
          const asked = isLasting ? "ConfirmationRequired" : "nothing"
          const wanted = { name: "Web", privileges: [privilege, "form:read"] as const }
          const { key } = yield* keys.create(operator, wanted)
          assert.strictEqual(yield* tag(byCookie(keys.create(caller, wanted))), asked, privilege)
          assert.strictEqual(yield* tag(byCookie(keys.rotate(caller, key.id, rotation))), asked, privilege)
        }
      })
  )

  it.effect("making a person an admin or an owner asks for it, and any other change of people does not", () =>
    Effect.gen(function* () {
      const { email, operator, organisationId } = yield* setting
      const sessions = yield* Sessions
      const users = yield* Users
      const invitations = yield* Invitations
      const { caller } = yield* Effect.flatMap(sessions.signIn({ email, organisationId, password }), ({ token }) =>
        authenticate(token.text)
      )
      yield* TestClock.adjust("15 minutes")
      let number = 0
      const person = (role: Role.Role) => ({ email: `${(number += 1)}@ashworth.example`, name: "Olive", role })
      const invited = (role: Role.Role) => Effect.map(invitations.invite(operator, person(role)), ({ user }) => user.id)
      for (const role of Role.Role.literals) {
        const asked = role === "owner" || role === "admin" ? "ConfirmationRequired" : "nothing"
        const [first, viewer] = [yield* invited(role), yield* invited("viewer")]
        const calls: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }>> = [
          users.create(caller, { ...person(role), password: undefined }),
          users.change(caller, viewer, { role }),
          invitations.invite(caller, person(role)),
          invitations.renew(caller, first)
        ]
        for (const [index, call] of calls.entries())
          assert.strictEqual(yield* tag(byCookie(call)), asked, `${role}, ${index}`)
        assert.strictEqual(yield* tag(byCookie(users.change(caller, first, { name: "Olga" }))), "nothing", role)
      }
    })
  )
})
