/** Which bodies are read as a text in the place of JSON (spec/http.md §4.15), with Node's own request objects. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Head from "../../src/request/Head.ts"
import * as StrictBody from "../../src/request/StrictBody.ts"
import type { Texts } from "../../src/request/TextBody.ts"
import { exchange, limits } from "../support/bodies.ts"
import { requestWith } from "../support/exchange.ts"

const bytes = "[1]"

/** What comes of a body of this type. */
const read = Effect.fnUntraced(function* (type: string, texts: Texts | undefined, isCoded = false, text = bytes) {
  const head = requestWith()
  head.rawHeaders = ["Content-Type", type, ...(isCoded ? ["Content-Encoding", "gzip"] : [])]
  const { made, request } = exchange(Head.read(head))
  request.push(Buffer.from(text, "latin1"))
  request.push(null)
  return yield* Effect.match(StrictBody.read(made, limits, texts), {
    onFailure: (refusal) => refusal,
    onSuccess: (value) => ({ value })
  })
})

const Type = Schema.Literals(["application/json", "text/csv", "application/x-ndjson", "text/plain"])
const Taken = Schema.UndefinedOr(
  Schema.Struct({
    "text/csv": Schema.optionalKey(Schema.Literal("csv")),
    "application/x-ndjson": Schema.optionalKey(Schema.Literal("ndjson"))
  })
)

it.effect.prop(
  "a body is JSON, or the text of a type that the call takes beside it; any other type is refused, and every coding",
  [Type, Taken, Schema.Boolean],
  ([type, texts, isCoded]) =>
    Effect.gen(function* () {
      const found = yield* read(type, texts, isCoded)
      const member = Object.entries(texts ?? {}).find(([name]) => name === type)?.[1]
      if (isCoded || (type !== "application/json" && member === undefined)) {
        assert.deepInclude(found, { _tag: "MediaTypeUnsupported", isCoded })
        assert.strictEqual("mediaType" in found, texts !== undefined)
      } else assert.deepStrictEqual(found, { value: member === undefined ? [1] : { [member]: bytes } })
    })
)

it.live("a text is not read as JSON, and one that is not UTF-8 is refused", () =>
  Effect.gen(function* () {
    const texts = { "text/csv": "csv" }
    assert.deepStrictEqual(yield* read("text/csv", texts, false, "[[[a"), { value: { csv: "[[[a" } })
    const reason = "The body is not valid UTF-8. A spreadsheet program saves it so as “CSV UTF-8”."
    const refused = { _tag: "RequestMalformed", reason } as const
    assert.deepInclude(yield* read("text/csv", texts, false, "\u00e9"), refused)
    assert.deepInclude(yield* read("text/plain", texts), { mediaType: "application/json or text/csv" })
  })
)
