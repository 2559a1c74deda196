import * as fc from "fast-check"
import { expect, it } from "vitest"
import { defaultRetries, waitMillis } from "../src/retrying.ts"

const failure = fc.record({
  status: fc.constantFrom(0, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503, 504),
  code: fc.constantFrom(undefined, "RATE_LIMITED", "IDEMPOTENCY_IN_PROGRESS", "CONFLICT", "UNAVAILABLE", "INTERNAL"),
  retryAfterSeconds: fc.option(fc.nat(120), { nil: undefined })
})
const random = fc.double({ min: 0, max: 1, noNaN: true })

it("a call whose work may have been done is repeated only where that is safe", () => {
  fc.assert(
    fc.property(failure, random, (failed, chance) => {
      const refusedBefore = failed.code === "RATE_LIMITED" || failed.code === "IDEMPOTENCY_IN_PROGRESS"
      if (!refusedBefore) expect(waitMillis(failed, false, 1, defaultRetries, chance)).toBeUndefined()
    })
  )
})

it("a wait is at least what the server asks for and at most what is allowed, and attempts are limited", () => {
  fc.assert(
    fc.property(
      failure,
      fc.boolean(),
      fc.integer({ min: 1, max: 8 }),
      random,
      (failed, isRepeatable, attempt, chance) => {
        const millis = waitMillis(failed, isRepeatable, attempt, defaultRetries, chance)
        if (millis === undefined) return
        expect(attempt).toBeLessThan(defaultRetries.attempts)
        expect(millis).toBeLessThanOrEqual(defaultRetries.maxWaitSeconds * 1000)
        expect(millis).toBeGreaterThanOrEqual((failed.retryAfterSeconds ?? 0) * 1000)
        expect(
          [0, 429, 500, 502, 503, 504].includes(failed.status) ||
            failed.code === "RATE_LIMITED" ||
            failed.code === "IDEMPOTENCY_IN_PROGRESS"
        ).toBe(true)
      }
    )
  )
})

it("a refusal that a repeat cannot change is final", () => {
  for (const status of [400, 401, 403, 404, 422]) {
    expect(
      waitMillis({ status, code: "NOT_FOUND", retryAfterSeconds: undefined }, true, 1, defaultRetries, 0.5)
    ).toBeUndefined()
  }
})
