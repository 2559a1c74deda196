/** Concurrent changes of people and credentials, on a real server: what has ended stays ended, and counts are exact. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Ref } from "effect"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import type { Token } from "@formwork/domain/credentials/Token"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import * as Fixture from "@formwork/contract/Fixture"
import { Raw, superuser } from "./Databases.ts"
import { each, processes, times, unbounded, waiting, waitingForCredential, Watcher } from "./Processes.ts"

const isGood = (token: Token) => Effect.map(Fixture.verdict(token), (verdict) => verdict === "good")

layer(processes, { excludeTestServices: true })("accounts at once", (it) => {
  it.effect("a key that is made while its creator is deactivated does not outlive the deactivation", () =>
    Effect.gen(function* () {
      const [users, others] = yield* each(UserStore)
      const keys = yield* ApiKeyStore
      let made = 0
      const race = Effect.fnUntraced(function* (round: number) {
        const owner = yield* Fixture.owner
        const { operator, user } = yield* Fixture.person(owner, "admin")
        const { caller } = yield* Fixture.signedIn(operator)
        const [tokens] = yield* Effect.all(
          [
            Effect.forEach(
              times(3, (index) => index),
              (index) => Effect.result(Fixture.newKey(index === 1 ? operator : caller, [])),
              unbounded
            ),
            Effect.andThen(
              Effect.sleep(`${round % 8} millis`),
              (round % 2 === 0 ? users : others).deactivate(owner, user.id)
            )
          ],
          unbounded
        )
        for (const result of tokens) {
          if (result._tag === "Failure") assert.strictEqual(result.failure._tag, "Unauthenticated")
          else {
            made += 1
            assert.isFalse(yield* isGood(result.success.token))
          }
        }
        for (const key of yield* keys.list(owner)) assert.strictEqual(key.revokedReason, "creator_deactivated")
      })
      yield* Effect.forEach(
        times(200, (index) => index),
        race,
        { concurrency: 8 }
      )
      assert.isAbove(made, 0, "the deactivation came first every time")
      assert.isBelow(made, 600, "the deactivation came last every time")
    })
  )

  it.effect(
    "after a deactivation has returned, no filing of that person commits, by key, by session or by the operator",
    () =>
      Effect.gen(function* () {
        const stores = yield* each(SubmissionStore)
        const [, users] = yield* each(UserStore)
        for (let round = 0; round < 4; round++) {
          const owner = yield* Fixture.owner
          const { operator, user } = yield* Fixture.person(owner, "admin")
          const callers = [
            (yield* Fixture.machine(operator)).caller,
            (yield* Fixture.signedIn(operator)).caller,
            (yield* Fixture.machine(operator)).caller
          ]
          const { form, version } = yield* Fixture.liveForm(owner)
          const filed = yield* Ref.make(0)
          const busy = yield* Deferred.make<void>()
          const client = Effect.fnUntraced(function* (index: number) {
            const caller = callers[index % callers.length] ?? operator
            while (true) {
              yield* stores[index % 2 === 0 ? 0 : 1].file(caller, yield* Fixture.filing(version))
              if ((yield* Ref.updateAndGet(filed, (n) => n + 1)) === 60) yield* Deferred.succeed(busy, undefined)
            }
          })
          const clients = yield* Effect.forEach(
            times(15, (index) => index),
            (index) => Effect.forkChild(Effect.flip(client(index)))
          )
          const count = Effect.map(
            superuser("select count(*)::integer as n from formwork.submissions where form_id = $1", [form.id]),
            ([row]) => row?.["n"]
          )
          yield* Deferred.await(busy)
          yield* users.deactivate(owner, user.id)
          const atReturn = yield* count
          const endings = yield* Effect.forEach(clients, Fiber.join)
          assert.deepStrictEqual([...new Set(endings.map(({ _tag }) => _tag))], ["Unauthenticated"])
          assert.strictEqual(yield* count, atReturn)
        }
      })
  )

  it.effect("a deactivation waits for an earlier filing by a session; a later filing waits for it and is refused", () =>
    Effect.gen(function* () {
      const [first, second] = yield* each(SubmissionStore)
      const users = yield* UserStore
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { operator, user } = yield* Fixture.person(owner, "admin")
      const { caller } = yield* Fixture.signedIn(operator)
      const { form, version } = yield* Fixture.liveForm(owner)
      yield* first.file(caller, yield* Fixture.filing(version))
      const [filing, laterFiling] = yield* Effect.all([Fixture.filing(version), Fixture.filing(version)])
      const count = Effect.gen(function* () {
        const watcher = yield* Watcher
        return yield* watcher`select count(*)::integer as n from formwork.submissions where form_id = ${form.id}`
      })
      const fibers = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select from formwork.reference_counters where form_id = ${form.id} for update`
          const before = yield* Effect.forkDetach(first.file(caller, filing))
          yield* waiting(1, before)
          const deactivated = yield* Effect.forkDetach(Effect.andThen(users.deactivate(owner, user.id), count))
          yield* waitingForCredential(1, deactivated)
          const after = yield* Effect.forkDetach(Effect.flip(second.file(caller, laterFiling)))
          yield* waitingForCredential(2, after)
          return { before, deactivated, after }
        })
      )
      assert.strictEqual((yield* Fiber.join(fibers.before))._tag, "Filed")
      const atReturn = yield* Fiber.join(fibers.deactivated)
      assert.strictEqual((yield* Fiber.join(fibers.after))._tag, "Unauthenticated")
      assert.deepStrictEqual(yield* count, atReturn)
    })
  )

  it.effect("of two owners who deactivate each other, or themselves, at once, one remains", () =>
    Effect.gen(function* () {
      const [here, there] = yield* each(UserStore)
      for (let round = 0; round < 20; round++) {
        const owner = yield* Fixture.owner
        const second = yield* Fixture.person(owner, "owner")
        const isMutual = round % 2 === 0
        const tags = yield* Effect.all(
          [
            Fixture.tagOf(here.deactivate(owner, isMutual ? second.user.id : owner.userId)),
            Fixture.tagOf(there.deactivate(second.operator, isMutual ? owner.userId : second.user.id))
          ],
          unbounded
        )
        assert.deepStrictEqual(tags.toSorted(), isMutual ? ["Success", "Unauthenticated"] : ["LastOwner", "Success"])
      }
    })
  )

  it.effect(
    "a key that many requests rotate at once is replaced once, and rotations and revocations do not deadlock",
    () =>
      Effect.gen(function* () {
        const keys = yield* ApiKeyStore
        for (let round = 0; round < 12; round++) {
          const owner = yield* Fixture.owner
          const { caller, key, token } = yield* Fixture.machine(owner, ["apikey:write"])
          const other = yield* Fixture.machine(owner, ["apikey:write"])
          const tags = yield* Effect.forEach(
            times(8, (index) => (index % 3 === 0 ? owner : index % 3 === 1 ? caller : other.caller)),
            (by) => Fixture.tagOf(Fixture.rotate(by, key.id, { overlapMillis: 3_600_000 })),
            unbounded
          )
          assert.strictEqual(tags.filter((tag) => tag === "Success").length, 1)
          assert.strictEqual(tags.filter((tag) => tag === "ApiKeyEnded").length, 7)
          assert.isTrue(yield* isGood(token))
          yield* Effect.all(
            [
              Fixture.tagOf(Fixture.rotate(caller, other.key.id, { overlapMillis: 3_600_000 })),
              Fixture.tagOf(Fixture.rotate(other.caller, other.key.id)),
              keys.revoke(owner, other.key.id, "manual"),
              keys.revoke(caller, key.id, "manual")
            ],
            unbounded
          )
          for (const ended of [token, other.token]) assert.isFalse(yield* isGood(ended))
        }
      })
  )

  it.effect("of 120 sign-ins at once from two processes, exactly twelve are let through", () =>
    Effect.gen(function* () {
      const stores = yield* each(SessionStore)
      for (const email of ["owner@ashworth.example", "nobody@ashworth.example"]) {
        const { organisationId } = yield* Fixture.owner
        const tags = yield* Effect.forEach(
          times(120, (index) => stores[index % 2 === 0 ? 0 : 1]),
          (store) => Fixture.tagOf(store.attempt(organisationId, email, Fixture.nowhere)),
          unbounded
        )
        assert.strictEqual(tags.filter((tag) => tag === "Success").length, 12)
      }
    })
  )

  it.effect("a session that is made while its person is deactivated or gets a new password has ended afterwards", () =>
    Effect.gen(function* () {
      const [users, others] = yield* each(UserStore)
      const [old, next] = [PasswordHash.make("$old"), PasswordHash.make("$new")]
      for (let round = 0; round < 60; round++) {
        const owner = yield* Fixture.owner
        const { operator, user } = yield* Fixture.person(owner, "author", { password: old })
        const ending =
          round % 2 === 0
            ? Fixture.tagOf(users.deactivate(owner, user.id))
            : Fixture.tagOf(others.setPassword(operator, next))
        const [results] = yield* Effect.all(
          [
            Effect.forEach(
              times(3, (index) => index),
              () => Effect.result(Fixture.newSession(operator, { password: old })),
              unbounded
            ),
            Effect.andThen(Effect.sleep(`${round % 4} millis`), ending)
          ],
          unbounded
        )
        for (const result of results) if (result._tag === "Success") assert.isFalse(yield* isGood(result.success.token))
      }
    })
  )

  it.effect("sessions that change the password at once do not deadlock", () =>
    Effect.gen(function* () {
      const [here, there] = yield* each(UserStore)
      for (let round = 0; round < 15; round++) {
        const owner = yield* Fixture.owner
        const one = yield* Fixture.signedIn(owner)
        const two = yield* Fixture.signedIn(owner)
        const tags = yield* Effect.all(
          [
            Fixture.tagOf(here.setPassword(one.caller, PasswordHash.make("$1"))),
            Fixture.tagOf(there.setPassword(two.caller, PasswordHash.make("$2")))
          ],
          unbounded
        )
        assert.deepStrictEqual(tags.toSorted(), ["Success", "Unauthenticated"])
      }
    })
  )
})
