/** Laws of SessionStore: what a person sees of their own sessions, and ends (spec/http.md §3.24). */
import { assert } from "@effect/vitest"
import { DateTime, Duration, Effect } from "effect"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import type { Caller } from "@formwork/domain/callers/Caller"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import { listedSessions, SessionStore } from "@formwork/domain/people/SessionStore"
import { SessionId } from "@formwork/domain/people/Session"
import { only, refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const idsOf = (caller: Caller) =>
  Effect.map(
    SessionStore.use((store) => store.list(caller)),
    (sessions) => sessions.map(({ id }) => id)
  )

const lists = (it: It, { pass }: Time): void => {
  it.effect("a person finds their own open sessions, newest first, with where each is from", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const from = { address: "192.0.2.7", browser: "Mozilla/5.0" }
      const first = yield* Fixture.newSession(owner, from)
      yield* pass("5 millis")
      const ended = yield* Fixture.signedIn(owner)
      const brief = yield* Fixture.newSession(owner, { lifetime: Duration.millis(100) })
      yield* pass("150 millis")
      const second = yield* Fixture.newSession(owner)
      const colleague = yield* Fixture.person(owner, "viewer")
      const other = yield* Fixture.newSession(colleague.operator)
      const store = yield* SessionStore
      yield* store.end(ended.caller)
      const found = yield* store.list(owner)
      assert.deepStrictEqual(
        found.map(({ address, browser, id, lastUsedAt }) => ({ address, browser, id, lastUsedAt })),
        [
          { id: second.session.id, address: null, browser: null, lastUsedAt: null },
          { id: first.session.id, ...from, lastUsedAt: null }
        ]
      )
      assert.deepStrictEqual(found.at(-1)?.expiresAt, first.session.expiresAt)
      assert.deepStrictEqual(yield* idsOf(colleague.operator), [other.session.id])
      assert.deepStrictEqual(yield* idsOf(yield* Fixture.owner), [])
      assert.notInclude(yield* idsOf(owner), brief.session.id)
    })
  )

  it.effect("of very many sessions the newest are listed, and all the others are ended together", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SessionStore
      const oldest = yield* Fixture.newSession(owner)
      yield* pass("5 millis")
      for (let count = 1; count < listedSessions; count++) yield* Fixture.newSession(owner)
      const last = yield* Fixture.signedIn(owner)
      const ids = yield* idsOf(owner)
      assert.strictEqual(ids.length, listedSessions)
      assert.notInclude(ids, oldest.session.id)
      yield* store.endOthers(last.caller)
      assert.deepStrictEqual(yield* idsOf(owner), [last.session.id])
      assert.strictEqual(yield* Fixture.verdict(oldest.token), "revoked")
    })
  )
}

const uses = (it: It, { clock, pass }: Time): void => {
  it.effect("a session knows its latest use, at most a minute before it", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const { session, token } = yield* Fixture.newSession(owner)
      const store = yield* SessionStore
      const admissions = yield* Admissions
      const used = Effect.map(store.list(owner), (found) => only(found).lastUsedAt)
      assert.isNull(yield* used)
      yield* admissions.admit(token)
      // A database notes it in the background.
      const waited = Effect.tap(used, (at) => (at === null ? pass("2 millis") : Effect.void))
      const first = yield* Effect.repeat(waited, { until: (at) => at !== null, times: 1_000 })
      if (first === null) return assert.fail("no use was noted")
      assert.isAtLeast(Duration.toMillis(DateTime.distance(session.createdAt, first)), 0)
      yield* admissions.admit(token)
      assert.deepStrictEqual(yield* used, first)
      if (clock === "real") return
      yield* pass("1 minute")
      yield* admissions.admit(token)
      assert.strictEqual(Duration.toMillis(DateTime.distance(first, (yield* used) ?? first)), 60_000)
    })
  )
}

const endings = (it: It, { pass }: Time): void => {
  it.effect("a person ends one of their own sessions; every other one, and anybody else's, goes on", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SessionStore
      const here = yield* Fixture.signedIn(owner)
      const there = yield* Fixture.newSession(owner)
      const colleague = yield* Fixture.newSession((yield* Fixture.person(owner, "admin")).operator)
      const stranger = yield* Fixture.newSession(yield* Fixture.owner)
      for (const { session } of [colleague, stranger])
        yield* refuses(store.endOne(here.caller, session.id), "SessionNotFound")
      yield* refuses(store.endOne(here.caller, SessionId.make(yield* Fixture.uuid)), "SessionNotFound")
      yield* store.endOne(here.caller, there.session.id)
      assert.strictEqual(yield* Fixture.verdict(there.token), "revoked")
      for (const { token } of [here, colleague, stranger]) assert.strictEqual(yield* Fixture.verdict(token), "good")
      yield* refuses(store.endOne(here.caller, there.session.id), "SessionNotFound")
      const brief = yield* Fixture.newSession(owner, { lifetime: Duration.millis(100) })
      yield* pass("150 millis")
      yield* refuses(store.endOne(here.caller, brief.session.id), "SessionNotFound")
      yield* store.endOne(here.caller, here.session.id)
      assert.strictEqual(yield* Fixture.verdict(here.token), "revoked")
      const ended = (yield* Fixture.log(owner)).filter(({ action }) => action === "session.ended")
      assert.deepStrictEqual(
        ended.map(({ credential, subject }) => [credential?.id, subject]),
        [
          [here.session.id, here.session.id],
          [here.session.id, there.session.id]
        ]
      )
    })
  )

  it.effect("a person ends all of their other sessions, and their keys and invitations go on", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SessionStore
      const here = yield* Fixture.signedIn(owner)
      const others = yield* Effect.forEach([1, 2, 3], () => Fixture.signedIn(owner))
      const [first] = others
      const { token: key } = yield* Fixture.newKey(owner, [])
      const { token: invitation, user } = yield* Fixture.invited(first?.caller ?? owner, "viewer")
      const colleague = yield* Fixture.newSession((yield* Fixture.person(owner, "admin")).operator)
      yield* store.endOthers(here.caller)
      for (const { token } of others) assert.strictEqual(yield* Fixture.verdict(token), "revoked")
      for (const token of [here.token, key, colleague.token]) assert.strictEqual(yield* Fixture.verdict(token), "good")
      const invitations = yield* InvitationStore
      assert.deepStrictEqual(yield* invitations.accept(invitation, PasswordHash.make("$2$b$b")), user)
      yield* store.endOthers(here.caller)
      const ended = (yield* Fixture.log(owner)).filter(({ action }) => action === "session.ended")
      assert.sameMembers(
        ended.map(({ subject }) => String(subject)),
        others.map(({ session }) => session.id)
      )
    })
  )
}

const races = (it: It): void => {
  it.effect("a session that has ended ends no other", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SessionStore
      const thief = yield* Fixture.signedIn(owner)
      const here = yield* Fixture.signedIn(owner)
      yield* store.endOne(here.caller, thief.session.id)
      yield* refuses(store.endOne(thief.caller, here.session.id), "Unauthenticated")
      yield* refuses(store.endOthers(thief.caller), "Unauthenticated")
      assert.strictEqual(yield* Fixture.verdict(here.token), "good")
    })
  )

  it.effect("of sessions that end each other at the same time one remains", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const store = yield* SessionStore
      const all = yield* Effect.forEach([1, 2, 3, 4], () => Fixture.signedIn(owner))
      const done = yield* Effect.forEach(all, ({ caller }) => Fixture.tagOf(store.endOthers(caller)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(done.toSorted(), ["Success", "Unauthenticated", "Unauthenticated", "Unauthenticated"])
      assert.strictEqual((yield* idsOf(owner)).length, 1)
    })
  )
}

export const contract = suite("own sessions", (it, time) => {
  lists(it, time)
  uses(it, time)
  endings(it, time)
  races(it)
})
