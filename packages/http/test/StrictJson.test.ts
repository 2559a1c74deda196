/** Reading JSON strictly: like JSON.parse wherever JSON is unambiguous, and never where it is not. */
import { assert, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import * as StrictJson from "../src/StrictJson.ts"

const encoder = new TextEncoder()
const parse = (text: string) => StrictJson.parse(encoder.encode(text), 32)

it.prop("every JSON value is read as JSON.parse reads it, however it is laid out", [Schema.Json], ([value]) => {
  for (const space of [undefined, 1, "\t"]) {
    assert.deepStrictEqual(parse(JSON.stringify(value, null, space)), Result.succeed(JSON.parse(JSON.stringify(value))))
  }
})

it.prop("a text that JSON.parse refuses is refused, and never throws", [Schema.String], ([text]) => {
  let valid = true
  try {
    JSON.parse(text)
  } catch {
    valid = false
  }
  assert.strictEqual(Result.isSuccess(parse(text)), valid)
})

it.prop(
  "bytes of any kind never throw",
  [Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))],
  ([bytes]) => {
    StrictJson.parse(Uint8Array.from(bytes), 32)
  }
)

it.prop(
  "a member that is named twice is refused wherever it stands and however its name is escaped",
  [Schema.String, Schema.Json, Schema.Boolean],
  ([name, value, escaped]) => {
    const units = Array.from(
      { length: name.length },
      (_, index) => `\\u${name.charCodeAt(index).toString(16).padStart(4, "0")}`
    )
    const again = escaped ? `"${units.join("")}"` : JSON.stringify(name)
    const twice = `{${JSON.stringify(name)}:${JSON.stringify(value)},${again}:0}`
    for (const text of [twice, `[${twice}]`, `{"a":[0,${twice}]}`]) {
      assert.deepStrictEqual(parse(text), Result.fail("The body names a member of an object twice."))
    }
  }
)

it("the same name in two objects is no repetition, nor is a colon in a string", () => {
  for (const text of [
    '{"a":"\\\\","b":"\\\\\\""}',
    '{"\\\\":{"\\\\\\\\":[]}}',
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":0}}}',
    '{"a:b":":\\":"}',
    '{"":":::"}'
  ]) {
    assert.deepStrictEqual(parse(text), Result.succeed(JSON.parse(text)))
  }
})

it("a megabyte of quotes and backslashes costs no more than a megabyte of anything", () => {
  for (const text of [
    '"'.repeat(1_000_000),
    '\\"'.repeat(500_000),
    `"${"\\\\".repeat(499_999)}"`,
    `"${'\\"'.repeat(499_999)}"`,
    "[".repeat(1_000_000)
  ]) {
    parse(text)
  }
})
