/** Ids in a path: a malformed one is as good as an unknown one (spec/http.md §1.5). */
import { assert, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { FormNotFound } from "@formwork/domain/callers/Refusal"
import * as PathIds from "../../src/endpoint/PathIds.ts"

const Id = Schema.String.check(Schema.isPattern(/^[a-z]\d+$/u))
const notFound = new FormNotFound()

it("well-formed ids are read, each by its own name; a malformed or missing one is refused as not found, every time", () => {
  const read = PathIds.reader({ params: { one: Id, other: Id }, notFound })
  for (let time = 0; time < 2; time++) {
    assert.deepStrictEqual(read({ one: "a1", other: "b2" }), Result.succeed({ one: "a1", other: "b2" }))
    assert.deepStrictEqual(read({ one: "b2", other: "a1" }), Result.succeed({ one: "b2", other: "a1" }))
    for (const bad of [
      { one: "a1", other: "B2" },
      { one: "", other: "b2" },
      { one: "a1/b2", other: "" },
      { one: "a1" },
      { other: "a1" },
      {}
    ])
      assert.deepStrictEqual(read(bad), Result.fail(notFound), JSON.stringify(bad))
  }
})

it("a thousand paths are remembered, and no path twice", () => {
  let decoded = 0
  const counting = Schema.String.check(
    Schema.makeFilter((text: string) => {
      decoded += 1
      return text !== ""
    })
  )
  const read = PathIds.reader({ params: { id: counting }, notFound })
  const readAll = (count: number) => {
    decoded = 0
    for (let index = 0; index < count; index++) assert.isTrue(Result.isSuccess(read({ id: `${index}` })))
    return decoded
  }
  assert.deepStrictEqual([readAll(1_000), readAll(1_000)], [1_000, 0])
  // One more makes the reader forget all of them.
  assert.deepStrictEqual([readAll(1_001), readAll(1)], [1, 1])
  decoded = 0
  for (let time = 0; time < 2; time++) assert.isTrue(Result.isFailure(read({ id: "" })))
  assert.strictEqual(decoded, 2, "a malformed id is remembered nowhere")
})
