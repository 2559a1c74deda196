/** Laws of Admissions about budgets (spec/http.md §7.1 and spec/http.md §7.2). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { passTo, suite } from "../suite.ts"
import type { It, Time } from "../suite.ts"

const quota = { limit: 5, windowMillis: 1_000 }

export const example = (it: It): void => {
  it.effect("a token is admitted as its caller, and each request is taken from its budget", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const { key, token } = yield* Fixture.newKey(yield* Fixture.owner, ["submission:write"])

      const first = yield* admissions.admit(token)
      const second = yield* admissions.admit(token)

      const credential = { kind: "api_key" as const, id: key.id }
      assert.deepInclude(first.caller, { credential, privileges: ["submission:write"] })
      assert.deepStrictEqual([first.budget.left, second.budget.left], [4, 3])
    })
  )
}

const budgets = (it: It, { pass }: Time): void => {
  it.effect("a window admits exactly its limit, and a request after the time in the refusal succeeds", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const { token } = yield* Fixture.newKey(yield* Fixture.owner, [])
      for (let round = 0; round < 2; round++) {
        for (let left = 4; left >= 0; left--) {
          const { budget } = yield* admissions.admit(token)
          assert.strictEqual(budget.left, left)
          assert.strictEqual(budget.limit, 5)
          assert.strictEqual(budget.windowSeconds, 1)
          assert.strictEqual(budget.resetSeconds, 1)
        }
        for (let again = 0; again < 3; again++) {
          const refusal = yield* refuses(admissions.admit(token), "RateLimited")
          assert.strictEqual(refusal.limit, 5)
          assert.strictEqual(refusal.retryAfterSeconds, 1)
        }
        yield* pass("1 second")
      }
    })
  )

  it.effect("each key has its own budget", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const owner = yield* Fixture.owner
      const busy = yield* Fixture.newKey(owner, [])
      const calm = yield* Fixture.newKey(owner, [])
      for (let request = 0; request < 5; request++) yield* admissions.admit(busy.token)
      yield* refuses(admissions.admit(busy.token), "RateLimited")
      assert.strictEqual((yield* admissions.admit(calm.token)).budget.left, 4)
    })
  )

  it.effect("requests at once are admitted up to the limit and no further", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const { token } = yield* Fixture.newKey(yield* Fixture.owner, [])
      const exits = yield* Effect.all(
        Array.from({ length: 20 }, () => Effect.exit(admissions.admit(token))),
        {
          concurrency: "unbounded"
        }
      )
      assert.strictEqual(exits.filter(({ _tag }) => _tag === "Success").length, 5)
    })
  )

  it.effect("a wrong secret uses no budget, and a revoked key without budget is refused as unknown", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const store = yield* ApiKeyStore
      const owner = yield* Fixture.owner
      const { key, token } = yield* Fixture.newKey(owner, [])
      const forged = yield* Fixture.forged(token)
      for (let request = 0; request < 8; request++) {
        yield* refuses(admissions.admit(forged), "Unauthenticated")
      }
      for (let request = 0; request < 5; request++) yield* admissions.admit(token)
      yield* store.revoke(owner, key.id, "manual")
      yield* refuses(admissions.admit(token), "Unauthenticated")
    })
  )
}

const windows = (it: It, time: Time): void => {
  it.effect("a refused request does not put off the end of the window", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const { token } = yield* Fixture.newKey(yield* Fixture.owner, [])
      for (let request = 0; request < 5; request++) yield* admissions.admit(token)
      yield* time.pass("300 millis")
      const { retryAfterSeconds } = yield* refuses(admissions.admit(token), "RateLimited")
      assert.strictEqual(retryAfterSeconds, 1)
      yield* passTo(time, 700)
      assert.strictEqual((yield* admissions.admit(token)).budget.left, 4)
    })
  )
}

export const contract = suite(
  "admissions",
  (it, time) => {
    example(it)
    budgets(it, time)
    windows(it, time)
  },
  quota
)
