/** Timestamps in requests. */
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { future } from "../../src/endpoint/Timestamp.ts"

it.effect("a date that must be in the future is later than now", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_000)
    const said = (millis: number | undefined) =>
      Effect.result(future("expiresAt", millis === undefined ? undefined : DateTime.makeUnsafe(millis)))
    for (const good of [undefined, 1_001]) assert.isTrue(Result.isSuccess(yield* said(good)))
    for (const bad of [999, 1_000]) {
      const result = yield* said(bad)
      assert.deepStrictEqual(Result.isFailure(result) && result.failure.problems, [
        { field: "expiresAt", message: '"expiresAt" must be in the future.', code: "min", pointer: "/expiresAt" }
      ])
    }
  })
)
