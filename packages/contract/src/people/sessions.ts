/**
 * Laws of SessionStore: what a session may do, when it ends, and how wrong passwords slow an account (spec/http.md §3.13 and
 * spec/http.md §3.14).
 */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect } from "effect"
import * as Role from "@formwork/domain/callers/Role"
import { freeAttempts, SessionStore, waitSeconds } from "@formwork/domain/people/SessionStore"
import * as Token from "@formwork/domain/credentials/Token"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { PasswordHash, recipeOf } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { attempt, exhaust } from "./attempts.ts"
import { passTo, suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const hash = (text: string) => PasswordHash.make(`$pbkdf2-sha256$i=1$AAAA$${text}`)

export const example = (it: It): void => {
  it.effect("a person signs in with an address and a password, and signing out ends the session", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionStore
      const { operator, user } = yield* Fixture.person(yield* Fixture.owner, "author", { password: hash("olive") })
      const account = yield* sessions.attempt(operator.organisationId, user.email, Fixture.nowhere)
      assert.deepStrictEqual(account, { userId: user.id, recipe: recipeOf(hash("olive")) })
      const { caller, token } = yield* Fixture.signedIn(operator, { password: hash("olive") })
      assert.strictEqual(yield* Fixture.verdict(token), "good")

      yield* sessions.end(caller)

      assert.strictEqual(yield* Fixture.verdict(token), "revoked")
    })
  )
}

const worth = (it: It): void => {
  it.effect("a session has the privileges of its person's role, in the organisation of the sign-in", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      for (const role of Role.Role.literals) {
        const { operator } = yield* Fixture.person(owner, role)
        const { caller, session } = yield* Fixture.signedIn(operator)
        assert.deepStrictEqual([...caller.privileges].sort(), [...Role.privileges(role)].sort())
        assert.deepStrictEqual(caller.credential, { kind: "session", id: session.id })
        assert.strictEqual(caller.organisationId, owner.organisationId)
        assert.strictEqual(caller.userId, operator.userId)
      }
    })
  )

  it.effect("only the exact token authenticates, and only as its own kind", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const { session, token } = yield* Fixture.newSession(owner)
      assert.strictEqual(yield* Fixture.verdict(token), "good")
      assert.strictEqual(yield* Fixture.verdict(yield* Fixture.forged(token)), "wrong_secret")
      assert.isNull(yield* Fixture.verdict({ ...token, kind: "api_key" }))
      assert.isNull(yield* Fixture.verdict({ ...token, organisationId: stranger.organisationId }))
      const unknown = yield* Token.mint(Fixture.prefixes, "session", owner.organisationId, yield* Fixture.uuid)
      assert.isNull(yield* Fixture.verdict(unknown))
      const posing = yield* Token.mint(Fixture.prefixes, "api_key", owner.organisationId, session.id)
      assert.isNull(yield* Fixture.verdict(posing))
    })
  )
}

const endings = (it: It, { clock, pass }: Time): void => {
  it.effect("signing out ends only the caller's own session, once", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SessionStore
      const first = yield* Fixture.signedIn(owner)
      const second = yield* Fixture.signedIn(owner)
      yield* store.end(first.caller)
      assert.strictEqual(yield* Fixture.verdict(first.token), "revoked")
      assert.strictEqual(yield* Fixture.verdict(second.token), "good")
      yield* refuses(store.end(first.caller), "SessionNotFound")
      yield* refuses(store.end(owner), "SessionNotFound")
      const machine = yield* Fixture.machine(owner)
      yield* refuses(store.end(machine.caller), "SessionNotFound")
      const stranger = yield* Fixture.owner
      const foreign = { ...second.caller, organisationId: stranger.organisationId }
      yield* refuses(store.end(foreign), "SessionNotFound")
      assert.strictEqual(yield* Fixture.verdict(second.token), "good")
    })
  )

  it.effect("a session is refused from the moment it expires", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const lifetime = Duration.millis(600)
      const { session, token } = yield* Fixture.newSession(owner, { lifetime })
      assert.strictEqual(Duration.toMillis(DateTime.distance(session.createdAt, session.expiresAt)), 600)
      assert.strictEqual(yield* Fixture.verdict(token), "good")
      yield* passTo({ clock, pass }, 600)
      assert.strictEqual(yield* Fixture.verdict(token), "expired")
    })
  )

  if (clock === "test") {
    it.effect("a session that expired 30 days ago is deleted with the next one", () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const { token } = yield* Fixture.newSession(owner)
        yield* pass("30 days")
        yield* Fixture.newSession(owner)
        assert.strictEqual(yield* Fixture.verdict(token), "expired")
        yield* pass("12 hours")
        yield* Fixture.newSession(owner)
        assert.isNull(yield* Fixture.verdict(token))
      })
    )
  }
}

const accounts = (it: It): void => {
  it.effect("deactivating a person ends the person's sessions for good, also after a reactivation", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const { operator, user } = yield* Fixture.person(owner, "author")
      const { token } = yield* Fixture.newSession(operator)
      const colleague = yield* Fixture.newSession(owner)
      yield* users.deactivate(owner, user.id)
      assert.strictEqual(yield* Fixture.verdict(token), "deactivated")
      assert.strictEqual(yield* Fixture.verdict(colleague.token), "good")
      yield* refuses(Fixture.newSession(operator), "SignInRefused")
      yield* users.reactivate(owner, user.id)
      assert.strictEqual(yield* Fixture.verdict(token), "revoked")
      const again = yield* Fixture.newSession(operator)
      assert.strictEqual(yield* Fixture.verdict(again.token), "good")
    })
  )

  it.effect("a new password ends the person's other sessions, and a sign-in with the old one gets no session", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const users = yield* UserStore
      const { operator, user } = yield* Fixture.person(owner, "author", { password: hash("old") })
      const options = { password: hash("old") }
      const here = yield* Fixture.signedIn(operator, options)
      const there = yield* Fixture.newSession(operator, options)
      const colleague = yield* Fixture.newSession(owner)
      const sessions = yield* SessionStore
      const attempt = sessions.attempt(operator.organisationId, user.email, Fixture.nowhere)
      assert.isTrue(yield* sessions.proves(here.caller, hash("old")))
      for (let wrong = 0; wrong < freeAttempts; wrong++) assert.deepInclude(yield* attempt, { userId: user.id })
      yield* refuses(attempt, "SignInThrottled")
      yield* users.setPassword(here.caller, hash("new"))
      assert.deepInclude(yield* attempt, { userId: user.id })
      assert.isTrue(yield* sessions.proves(here.caller, hash("new")))
      assert.isFalse(yield* sessions.proves(here.caller, hash("old")))
      assert.strictEqual(yield* Fixture.verdict(here.token), "good")
      assert.strictEqual(yield* Fixture.verdict(there.token), "revoked")
      assert.strictEqual(yield* Fixture.verdict(colleague.token), "good")
      yield* refuses(Fixture.newSession(operator, options), "SignInRefused")
      yield* Fixture.newSession(operator, { password: hash("new") })
      yield* sessions.end(here.caller)
      yield* refuses(users.setPassword(here.caller, hash("late")), "Unauthenticated")
      assert.isTrue(yield* sessions.proves(here.caller, hash("new")))
    })
  )
}

const attempts = (it: It, subject: Time): void => {
  it.effect("an active account is found by its address in any case", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SessionStore
      const users = yield* UserStore
      const email = "Olive@ashworth.example"
      const { user } = yield* Fixture.person(owner, "author", { email, password: hash("olive") })
      const found = (text: string) => store.attempt(owner.organisationId, text, Fixture.nowhere)
      const account = { userId: user.id, recipe: recipeOf(hash("olive")) }
      assert.deepStrictEqual(yield* found("oLIVE@Ashworth.example"), account)
      const nobody = yield* found("owner@ashworth.example")
      assert.isTrue(nobody !== undefined && nobody.recipe === undefined)
      assert.isUndefined(yield* found("olive@ashworth.exampl"))
      assert.isTrue(yield* store.proves({ ...owner, userId: user.id }, hash("olive")))
      yield* users.deactivate(owner, user.id)
      assert.isUndefined(yield* found(email))
      assert.isFalse(yield* store.proves({ ...owner, userId: user.id }, hash("olive")))
    })
  )

  it.effect(
    "an account has twelve attempts in a row before it must wait; an unknown address has them too, and each its own",
    () =>
      Effect.gen(function* () {
        const owner = yield* Fixture.owner
        const stranger = yield* Fixture.owner
        const emails = ["owner@ashworth.example", "nobody@ashworth.example"]
        for (const email of emails) {
          assert.deepStrictEqual([...new Set(yield* exhaust(owner.organisationId, email))], ["free"])
        }
        for (const email of emails) assert.strictEqual(yield* attempt(owner.organisationId, email.toUpperCase()), 1)
        assert.strictEqual(yield* attempt(stranger.organisationId, "owner@ashworth.example"), "free")
        yield* subject.pass("1 second")
        for (const email of emails) {
          assert.strictEqual(yield* attempt(owner.organisationId, email), "free")
          assert.strictEqual(yield* attempt(owner.organisationId, email), 2)
        }
      })
  )

  if (subject.clock === "test") {
    it.effect(
      "each attempt after the twelfth waits twice as long, up to five minutes; a day without attempts resets the count",
      () =>
        Effect.gen(function* () {
          const { organisationId } = yield* Fixture.owner
          yield* exhaust(organisationId, "a@b.example")
          for (let failures = 12; failures < 40; failures++) {
            const wait = waitSeconds(failures)
            assert.strictEqual(yield* attempt(organisationId, "a@b.example"), wait)
            yield* subject.pass(`${wait * 1000 - 1} millis`)
            assert.strictEqual(yield* attempt(organisationId, "a@b.example"), 1)
            yield* subject.pass("1 millis")
            assert.strictEqual(yield* attempt(organisationId, "a@b.example"), "free")
          }
          assert.strictEqual(yield* attempt(organisationId, "a@b.example"), 300)
          yield* subject.pass("1 day")
          assert.deepStrictEqual([...new Set(yield* exhaust(organisationId, "a@b.example"))], ["free"])
          assert.strictEqual(yield* attempt(organisationId, "a@b.example"), 1)
        })
    )
  }
}

const counting = (it: It): void => {
  it.effect("attempts at once count like attempts in turn: twelve of forty are free", () =>
    Effect.gen(function* () {
      const { organisationId } = yield* Fixture.owner
      const all = yield* Effect.forEach(
        Array.from({ length: 40 }),
        () => attempt(organisationId, "owner@ashworth.example"),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(all.filter((outcome) => outcome === "free").length, 12)
    })
  )

  it.effect("a success resets the count of failures, of that account alone", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { organisationId } = owner
      for (const email of ["owner@ashworth.example", "nobody@ashworth.example"]) yield* exhaust(organisationId, email)
      yield* Fixture.newSession(owner)
      assert.deepStrictEqual([...new Set(yield* exhaust(organisationId, "owner@ashworth.example"))], ["free"])
      assert.isNumber(yield* attempt(organisationId, "owner@ashworth.example"))
      assert.isNumber(yield* attempt(organisationId, "nobody@ashworth.example"))
    })
  )

  it.effect("an unknown organisation counts no attempts and refuses every session", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const organisationId = OrganisationId.make(yield* Fixture.uuid)
      const all = yield* Effect.forEach(Array.from({ length: 20 }), () => attempt(organisationId, "a@b.example"))
      assert.deepStrictEqual([...new Set(all)], ["free"])
      yield* refuses(Fixture.newSession({ ...owner, organisationId }), "SignInRefused")
    })
  )
}

export const contract = suite("sessions", (it, time) => {
  example(it)
  worth(it)
  endings(it, time)
  accounts(it)
  attempts(it, time)
  counting(it)
})
