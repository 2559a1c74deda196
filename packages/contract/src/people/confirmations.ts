/** Laws of SessionStore and CredentialStore: a session in which the password was proven (spec/http.md §3.26). */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { freeAttempts, SessionStore } from "@formwork/domain/people/SessionStore"
import { UserStore } from "@formwork/domain/people/UserStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const password = PasswordHash.make("$pbkdf2-sha256$i=1$AAAA$olive")
const wrong = PasswordHash.make("$pbkdf2-sha256$i=1$AAAA$oliva")

const confirmed = (caller: Caller, within: Duration.Input = "1 hour") =>
  CredentialStore.use((store) => store.isConfirmed(caller, Duration.fromInputUnsafe(within)))

const member = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const { operator, user } = yield* Fixture.person(owner, "admin", { password })
  return { owner, operator, user, here: yield* Fixture.signedIn(operator, { password }) }
})

const confirming = (it: It, { pass }: Time): void => {
  it.effect("a sign-in counts as a confirmation for a while, and the password renews it in that session alone", () =>
    Effect.gen(function* () {
      const { here, operator } = yield* member
      const there = yield* Fixture.signedIn(operator, { password })
      const store = yield* SessionStore
      assert.isTrue(yield* confirmed(here.caller))
      yield* pass("300 millis")
      assert.isFalse(yield* confirmed(here.caller, "300 millis"))
      const at = yield* store.confirm(here.caller, password)
      assert.isAtLeast(Duration.toMillis(DateTime.distance(here.session.createdAt, at)), 300)
      assert.isTrue(yield* confirmed(here.caller))
      assert.isFalse(yield* confirmed(there.caller, "300 millis"))
      yield* pass("10 millis")
      assert.isFalse(yield* confirmed(here.caller, "10 millis"))
    })
  )

  it.effect("another password confirms nothing, and takes no confirmation away", () =>
    Effect.gen(function* () {
      const { here } = yield* member
      const store = yield* SessionStore
      yield* pass("300 millis")
      for (const given of [wrong, PasswordHash.make("")])
        yield* refuses(store.confirm(here.caller, given), "PasswordWrong")
      assert.isFalse(yield* confirmed(here.caller, "300 millis"))
      assert.isTrue(yield* confirmed(here.caller))
    })
  )

  it.effect("a confirmation clears the failed attempts of its session, and no others", () =>
    Effect.gen(function* () {
      const { here, owner, user } = yield* member
      const store = yield* SessionStore
      const at = (place: Parameters<typeof store.attempt>[2]) =>
        Fixture.tagOf(store.attempt(owner.organisationId, user.email, place))
      const [own, home] = [{ session: here.session.id }, { network: "192.0.2.1" }]
      for (const place of [own, home]) {
        for (let count = 0; count < freeAttempts; count++) assert.strictEqual(yield* at(place), "Success")
        assert.strictEqual(yield* at(place), "SignInThrottled")
      }
      yield* store.confirm(here.caller, password)
      assert.strictEqual(yield* at(own), "Success")
      assert.strictEqual(yield* at(home), "SignInThrottled")
    })
  )
}

const ends = (it: It): void => {
  it.effect("nothing is confirmed by a key, by a session that has ended, or in another organisation", () =>
    Effect.gen(function* () {
      const { here, operator, owner, user } = yield* member
      const store = yield* SessionStore
      const users = yield* UserStore
      const machine = yield* Fixture.machine(operator)
      const stranger = yield* Fixture.owner
      const foreign = { ...here.caller, organisationId: stranger.organisationId }
      for (const caller of [machine.caller, operator, foreign]) {
        assert.isFalse(yield* confirmed(caller))
        yield* refuses(store.confirm(caller, password), "Unauthenticated")
      }
      const there = yield* Fixture.signedIn(operator, { password })
      yield* store.end(there.caller)
      assert.isFalse(yield* confirmed(there.caller))
      yield* refuses(store.confirm(there.caller, password), "Unauthenticated")
      assert.isTrue(yield* confirmed(here.caller))
      yield* users.deactivate(owner, user.id)
      assert.isFalse(yield* confirmed(here.caller))
      yield* refuses(store.confirm(here.caller, password), "Unauthenticated")
    })
  )
}

export const contract = suite("confirmations", (it, time) => {
  confirming(it, time)
  ends(it)
})
