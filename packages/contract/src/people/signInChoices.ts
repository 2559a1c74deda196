/** Laws of SessionStore: the organisations in which an address can sign in (spec/http.md §3.27). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { HostedOrganisationStore } from "@formwork/domain/hosting/HostedOrganisationStore"
import { freeAttempts, mostChoices, SessionStore } from "@formwork/domain/people/SessionStore"
import { UserStore } from "@formwork/domain/people/UserStore"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const password = PasswordHash.make("$pbkdf2-sha256$i=1$AAAA$olive")
const name = "Ashworth & Daughters"

const idsOf = (email: string) =>
  Effect.map(
    SessionStore.use((store) => store.choicesOf(email)),
    (found) => found.map(({ id }) => id)
  )

const member = (owner: Caller, email: string, secret: PasswordHash | undefined = password) =>
  Fixture.person(owner, "viewer", { email, ...(secret === undefined ? {} : { password: secret }) })

const choices = (it: It): void => {
  it.effect(
    "an address finds every organisation in which it can sign in, in the order of their founding, and no other",
    () =>
      Effect.gen(function* () {
        const email = `Olive-${yield* Fixture.uuid}@ashworth.example`
        const [first, second, third, fourth, fifth] = yield* Effect.all([
          Fixture.owner,
          Fixture.owner,
          Fixture.owner,
          Fixture.owner,
          Fixture.owner
        ])
        const users = yield* UserStore
        const store = yield* SessionStore
        yield* member(second, email.toUpperCase())
        yield* member(first, email)
        yield* users.deactivate(third, (yield* member(third, email)).user.id)
        yield* Fixture.person(fourth, "viewer", { email })
        yield* member(fifth, `x${email}`)
        assert.deepStrictEqual(yield* store.choicesOf(email.toLowerCase()), [
          { id: first.organisationId, name },
          { id: second.organisationId, name }
        ])
        const hosted = yield* HostedOrganisationStore
        yield* hosted.suspend(first.organisationId)
        assert.deepStrictEqual(yield* idsOf(email), [second.organisationId])
        for (const other of ["", "%", `${email}%`, "nobody@ashworth.example"])
          assert.deepStrictEqual(yield* idsOf(other), [])
      })
  )

  it.effect("of very many organisations the oldest are offered", () =>
    Effect.gen(function* () {
      const email = `olive-${yield* Fixture.uuid}@ashworth.example`
      const owners = yield* Effect.forEach(Array.from({ length: mostChoices + 2 }), () => Fixture.owner)
      for (const owner of owners) yield* member(owner, email)
      assert.deepStrictEqual(
        yield* idsOf(email),
        owners.slice(0, mostChoices).map(({ organisationId }) => organisationId)
      )
    })
  )

  it.effect(
    "a right password clears the failed attempts of its account and network without a session; a wrong one does not",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const store = yield* SessionStore
        const { operator, user } = yield* member(owner, `olive-${yield* Fixture.uuid}@ashworth.example`)
        const home = { network: "192.0.2.1" }
        const attempt = Fixture.tagOf(store.attempt(owner.organisationId, user.email, home))
        for (let count = 0; count < freeAttempts; count++) assert.strictEqual(yield* attempt, "Success")
        const account = { userId: user.id, ...home }
        const wrong = PasswordHash.make("$pbkdf2-sha256$i=1$AAAA$oliva")
        assert.isFalse(yield* store.stands(owner.organisationId, { ...account, password: wrong }))
        assert.strictEqual(yield* attempt, "SignInThrottled")
        const stranger = yield* Fixture.owner
        assert.isFalse(yield* store.stands(stranger.organisationId, { ...account, password }))
        assert.isTrue(yield* store.stands(owner.organisationId, { ...account, password }))
        assert.strictEqual(yield* attempt, "Success")
        assert.deepStrictEqual(yield* store.list(operator), [])
      })
  )
}

export const contract = suite("sign-in choices", choices)
