/** A body that is a file: what is read, what is refused, and its pace on a clock that the test moves. Over a socket: platform/uploads.test.ts. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Head } from "../../src/request/Head.ts"
import * as FileBody from "../../src/request/FileBody.ts"
import { comingBy, within } from "../../src/request/receiveBody.ts"
import { exchange } from "../support/bodies.ts"

const limits = {
  idleMillis: 10_000,
  bytesPerSecond: 16_384,
  crowdedBytesPerSecond: 65_536,
  millis: 300_000,
  roomMillis: 1_000
}

const read = (head: Partial<Head>, chunks: ReadonlyArray<string>, headers: Readonly<Record<string, string>> = {}) => {
  const { continues, made, request } = exchange({ declaresJson: false, ...head })
  Object.assign(request.headers, headers)
  for (const chunk of chunks) request.push(chunk)
  request.push(null)
  return Effect.match(FileBody.read(made, 10, limits), {
    onFailure: (refusal) => ({ refusal, continues: continues() }),
    onSuccess: (bytes) => ({ text: bytes.toString(), continues: continues() })
  })
}

it.live("a file of any type is read as it came, up to the limit", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* read({ contentType: "image/png" }, ["{", "no JSON"]), {
      text: "{no JSON",
      continues: 0
    })
    assert.deepStrictEqual(yield* read({ expectation: "continue" }, ["a"]), { text: "a", continues: 1 })
    assert.deepStrictEqual(yield* read({ contentType: undefined }, ["a"]), { text: "a", continues: 0 })
    const declared = yield* read({ contentLength: 11, expectation: "continue" }, [])
    assert.deepNestedInclude(declared, { "refusal._tag": "PayloadTooLarge", "refusal.limitBytes": 10, continues: 0 })
    const found = yield* read({}, ["12345", "678901"])
    assert.deepNestedInclude(found, { "refusal._tag": "PayloadTooLarge", "refusal.limitBytes": 10 })
  })
)

it.live(
  "a body that is coded, or a form around a file, is none, and a key for repeats is refused: before a byte is read",
  () =>
    Effect.gen(function* () {
      const refused = { "refusal._tag": "FileBodyUnsupported", continues: 0 }
      const coded = yield* read({ isCoded: true, contentLength: 11, expectation: "continue" }, [])
      assert.deepNestedInclude(coded, { ...refused, "refusal.isCoded": true })
      for (const contentType of [
        "multipart/form-data; boundary=x",
        "Multipart/Form-Data",
        "multipart/mixed; boundary=x",
        "multipart/related",
        "application/x-www-form-urlencoded",
        "application/x-www-form-urlencoded;charset=utf-8"
      ])
        assert.deepNestedInclude(
          yield* read({ contentType, expectation: "continue" }, ["a=1"]),
          { ...refused, "refusal.isCoded": false },
          contentType
        )
      const keyed = yield* read({ expectation: "continue" }, ["a"], { "idempotency-key": "k" })
      assert.deepNestedInclude(keyed, { "refusal._tag": "RequestMalformed", continues: 0 })
      assert.match(JSON.stringify(keyed), /Leave Idempotency-Key out: a file that is sent twice is two files/u)
    })
)

const steps = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 400 }))

it.prop(
  "a file is late where it pauses for ten steps, comes more slowly than the least rate, or is not whole in time; no other is",
  [steps, steps, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000_000 }))],
  ([elapsed, idle, received]) => {
    const { isLate, stepMillis } = comingBy(limits)
    assert.strictEqual(stepMillis, 1_000)
    const isSlow = received < (elapsed - 10) * 16_384 || (elapsed === 10 && received === 0)
    const isOver = elapsed >= 300
    const expected = idle >= 10 || isSlow || isOver || received === (elapsed - 10) * 16_384
    assert.strictEqual(isLate(elapsed, idle, received), expected)
  }
)

it("a megabit a second brings ten megabytes, and a body of JSON has its ten steps whatever comes", () => {
  const { isLate } = comingBy(limits)
  for (let second = 1; second <= 80; second++) assert.isFalse(isLate(second, 0, second * 125_000))
  // A byte a second, for ever.
  assert.isTrue(isLate(11, 0, 11))
  const json = within(10_000)
  assert.deepStrictEqual([json.isLate(9, 9, 0), json.isLate(10, 0, 1_000_000)], [false, true])
})
