/** Reference numbers, and the JSON that idempotency compares. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import * as CanonicalJson from "@formwork/domain/filing/CanonicalJson"
import * as Reference from "@formwork/domain/filing/Reference"
import type { ReferencePart } from "@formwork/rules/Definition"

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

const template = (parts: ReadonlyArray<ReferencePart>) =>
  SecureRandom.SecureRandom.use((random) => Reference.template(random, parts, "2026-03-09")).pipe(
    Effect.provide(SecureRandom.layerWebCrypto)
  )

it.effect("a pattern is filled with the date in the form's time zone and the form's next number", () =>
  Effect.gen(function* () {
    const parts: ReadonlyArray<ReferencePart> = [
      { kind: "literal", text: "MQ-" },
      { kind: "year", digits: 4 },
      { kind: "month" },
      { kind: "day" },
      { kind: "literal", text: "-" },
      { kind: "sequence", width: 6 },
      { kind: "literal", text: "/" },
      { kind: "year", digits: 2 }
    ]
    assert.strictEqual(Reference.fill(yield* template(parts), 42), "MQ-20260309-000042/26")
    assert.strictEqual(Reference.fill(yield* template(parts), 1_234_567), "MQ-20260309-1234567/26")
  })
)

it.effect("a random reference has the length asked for and ends in its check character", () =>
  Effect.gen(function* () {
    const seen = new Set<string>()
    for (let sample = 0; sample < 200; sample++) {
      const text = Reference.fill(yield* template([{ kind: "random", length: 12 }]), 1)
      assert.match(text, /^[0-9A-HJKMNP-TV-Z]{12}$/)
      assert.strictEqual(Reference.checkCharacter(text.slice(0, -1)), text.slice(-1))
      seen.add(text)
    }
    assert.strictEqual(seen.size, 200)
  })
)

const Characters = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 31 }))).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(20)
)

it.prop("the check character catches every single misread character", [Characters, Schema.Int], ([values, change]) => {
  const text = values.map((value) => alphabet.charAt(value)).join("")
  const at = Math.abs(change) % text.length
  for (const wrong of alphabet) {
    if (wrong === text.charAt(at)) continue
    const misread = text.slice(0, at) + wrong + text.slice(at + 1)
    assert.notStrictEqual(Reference.checkCharacter(misread), Reference.checkCharacter(text))
  }
})

it("two bodies are equal when their members are equal, in any order", () => {
  const same = (a: Schema.Json, b: Schema.Json) =>
    assert.deepStrictEqual(CanonicalJson.bytes(a), CanonicalJson.bytes(b))
  const other = (a: Schema.Json, b: Schema.Json) => assert.notDeepEqual(CanonicalJson.bytes(a), CanonicalJson.bytes(b))
  same({ a: 1, b: { c: [1, 2], d: null } }, { b: { d: null, c: [1, 2] }, a: 1 })
  other({ a: [1, 2] }, { a: [2, 1] })
  other({ a: "1" }, { a: 1 })
  other({ a: null }, {})
  other({ ab: 1 }, { a: { b: 1 } })
  other({ a: "é" }, { a: "e\u0301" })
  same(JSON.parse(`{"__proto__":{"x":1}}`), JSON.parse(`{"__proto__":{"x":1}}`))
  other(JSON.parse(`{"__proto__":{"x":1}}`), {})
})
