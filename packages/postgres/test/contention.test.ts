/** Limits and numbers under concurrent requests, on a real server. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import * as Fixture from "@formwork/contract/Fixture"
import { Raw } from "./Databases.ts"
import { each, processes, times, unbounded, waiting } from "./Processes.ts"

layer(processes, { excludeTestServices: true })("limits at once", (it) => {
  it.effect("one budget holds over two processes: it admits exactly its limit", () =>
    Effect.gen(function* () {
      const admissions = yield* each(Admissions)
      const { token } = yield* Fixture.newKey(yield* Fixture.owner, [])
      const results = yield* Effect.forEach(
        times(400, (index) => index),
        (index) => Effect.result(admissions[index % 2 === 0 ? 0 : 1].admit(token)),
        unbounded
      )
      const left = results.flatMap((result) => (result._tag === "Success" ? [result.success.budget.left] : []))
      assert.deepStrictEqual(
        left.sort((a, b) => b - a),
        times(100, (index) => 99 - index)
      )
      assert.isTrue(results.every((result) => result._tag === "Success" || result.failure._tag === "RateLimited"))
    })
  )

  it.effect(
    "exactly two requests take the last two of a budget, also among requests that saw it before it was spent",
    () =>
      Effect.gen(function* () {
        const admissions = yield* each(Admissions)
        const sql = yield* Raw
        const { token } = yield* Fixture.newKey(yield* Fixture.owner, [])
        yield* admissions[0].admit(token)
        const crowd = Effect.forEach(
          times(160, (index) => index),
          (index) => Effect.result(admissions[index % 2 === 0 ? 0 : 1].admit(token)),
          unbounded
        )
        const fiber = yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`update formwork_auth.rate_windows set used = 98 where credential_id = ${token.credentialId}`
            const fiber = yield* Effect.forkDetach(crowd)
            yield* waiting(2, fiber)
            return fiber
          })
        )
        const results = yield* Fiber.join(fiber)
        assert.strictEqual(results.filter(({ _tag }) => _tag === "Success").length, 2)
      })
  )

  it.effect(
    "the first request of a key is admitted, also if another process's request comes between two of its steps",
    () =>
      Effect.gen(function* () {
        const admissions = yield* each(Admissions)
        const sql = yield* Raw
        const owner = yield* Fixture.owner
        // Each admission pauses for a random time before its update, so the row that it read first may be out of date.
        yield* sql`
        create function public.dawdle() returns trigger language plpgsql as
          'begin perform pg_sleep(random() * 0.02); return null; end'`
        yield* sql`
        create trigger dawdle before update on formwork_auth.rate_windows for each statement execute function public.dawdle()`
        const rounds = Effect.gen(function* () {
          for (let round = 0; round < 20; round++) {
            const { token } = yield* Fixture.newKey(owner, [])
            const left = yield* Effect.forEach(
              times(4, (index) => index),
              (index) => Effect.map(admissions[index % 2 === 0 ? 0 : 1].admit(token), ({ budget }) => budget.left),
              unbounded
            )
            assert.deepStrictEqual(
              left.sort((a, b) => b - a),
              times(4, (index) => 99 - index)
            )
          }
        })
        yield* Effect.ensuring(rounds, Effect.orDie(sql`drop function public.dawdle() cascade`))
      })
  )

  it.effect("the first requests of a key, all at once, share one window", () =>
    Effect.gen(function* () {
      const admissions = yield* each(Admissions)
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { token } = yield* Fixture.newKey(owner, [])
      const crowd = Effect.forEach(
        times(20, (index) => index),
        (index) => admissions[index % 2 === 0 ? 0 : 1].admit(token),
        unbounded
      )
      const fiber = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`
          insert into formwork_auth.rate_windows (organisation_id, credential_id, window_started_at, used)
          values (${owner.organisationId}, ${token.credentialId}, clock_timestamp(), 1)`
          const fiber = yield* Effect.forkDetach(crowd)
          yield* waiting(2, fiber)
          return fiber
        })
      )
      const left = (yield* Fiber.join(fiber)).map(({ budget }) => budget.left)
      assert.deepStrictEqual(
        left.sort((a, b) => b - a),
        times(20, (index) => 98 - index)
      )
    })
  )

  it.effect("keys made at once stop exactly at the organisation's limit", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const results = yield* Effect.forEach(
        times(120, (index) => index),
        () => Effect.result(Fixture.newKey(owner, [])),
        unbounded
      )
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Success").length, 100)
      assert.isTrue(
        results.every((result) => result._tag === "Success" || result.failure._tag === "ApiKeyLimitReached")
      )
    })
  )

  it.effect("publishes at once give each version its own number, and the highest is live", () =>
    Effect.gen(function* () {
      const stores = yield* each(FormStore)
      const owner = yield* Fixture.owner
      const form = yield* Fixture.newForm(owner, "ENQ")
      const ids = yield* Effect.all(times(20, () => Fixture.uuid))
      const versions = yield* Effect.forEach(
        ids,
        (id, index) => stores[index % 2 === 0 ? 0 : 1].publish(owner, form.id, FormVersionId.make(id), form.draft),
        unbounded
      )
      assert.deepStrictEqual(
        versions.map(({ number }) => number).sort((a, b) => a - b),
        times(20, (index) => index + 1)
      )
      const live = yield* stores[0].findLive(owner, form.id)
      assert.strictEqual(live._tag === "Some" && live.value.number, 20)
    })
  )

  it.effect("twenty uses of a key at once are noted once", () =>
    Effect.gen(function* () {
      const [admissions] = yield* each(Admissions)
      const [keys] = yield* each(ApiKeyStore)
      const owner = yield* Fixture.owner
      const { key, token } = yield* Fixture.newKey(owner, [])
      assert.isNull((yield* keys.get(owner, key.id)).lastUsedAt)
      yield* Effect.forEach(
        times(20, (index) => index),
        () => admissions.admit(token),
        unbounded
      )
      const used = yield* keys
        .get(owner, key.id)
        .pipe(Effect.repeat({ until: ({ lastUsedAt }) => lastUsedAt !== null }))
      yield* admissions.admit(token)
      assert.deepStrictEqual((yield* keys.get(owner, key.id)).lastUsedAt, used.lastUsedAt)
    })
  )

  it.effect("statements that share credentials in opposite orders do not deadlock", () =>
    Effect.gen(function* () {
      const [here, there] = yield* each(Admissions)
      const owner = yield* Fixture.owner
      const tokens = yield* Effect.forEach(
        times(50, () => owner),
        (one) => Effect.map(Fixture.newSession(one), ({ token }) => token)
      )
      const reversed = tokens.toReversed()
      for (let round = 0; round < 40; round++) {
        yield* Effect.all(
          [
            Effect.forEach(tokens, (token) => here.admit(token), unbounded),
            Effect.forEach(reversed, (token) => there.admit(token), unbounded)
          ],
          unbounded
        )
      }
    })
  )
})
