/** A request that a service decodes after it has found the record (docs/decisions/0111). */
import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { RequestInvalid } from "../../src/callers/Refusal.ts"
import { decode, decodeFor } from "../../src/request/Decoded.ts"
import type { Decoded } from "../../src/request/Decoded.ts"

const invalid = new RequestInvalid({ problems: [] })

it.effect("a plain value is the request itself, also where it is JSON with the member that marks an Effect", () =>
  Effect.gen(function* () {
    const marked = Object.fromEntries(Object.keys(Object.getPrototypeOf(Effect.void)).map((name) => [name, name]))
    const payloads: ReadonlyArray<unknown> = [{}, [], [{}], null, 0, "", undefined, marked, { "~effect/Effect": {} }]
    assert.isTrue(payloads.some((payload) => Effect.isEffect(payload)))
    for (const payload of payloads) assert.strictEqual(yield* decode(payload), payload)
  })
)

it.effect("an Effect is run, and what it gives or refuses is the request", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* decode(Effect.succeed(7)), 7)
    assert.deepStrictEqual(yield* Effect.result(decode<number, RequestInvalid>(invalid)), Result.fail(invalid))
  })
)

it.effect("the record is looked for only where the request is invalid, and its absence is told first", () =>
  Effect.gen(function* () {
    let looked = 0
    const about = (request: Decoded<number>, found: Effect.Effect<void, "not there">) =>
      Effect.result(
        decodeFor(
          request,
          Effect.suspend(() => (looked++, found))
        )
      )
    const missing = Effect.fail("not there" as const)
    assert.deepStrictEqual(yield* about(Effect.fail(invalid), missing), Result.fail("not there" as const))
    assert.deepStrictEqual(yield* about(Effect.fail(invalid), Effect.void), Result.fail(invalid))
    assert.strictEqual(looked, 2)
    for (const good of [7, Effect.succeed(7)]) assert.deepStrictEqual(yield* about(good, missing), Result.succeed(7))
    assert.strictEqual(looked, 2)
  })
)
