/** The If-Match header (RFC 9110 §13.1.1). */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as IfMatch from "../../src/endpoint/IfMatch.ts"

const is = Schema.is(Schema.Struct(IfMatch.header))

it("the revision is the number in the one strong tag that an answer gave", () => {
  for (const revision of [1, 9, 10, 999_999_999]) {
    const header = { "if-match": IfMatch.tag(revision) }
    assert.strictEqual(header["if-match"], `"${revision}"`)
    assert.isTrue(is(header))
    assert.strictEqual(Effect.runSync(IfMatch.read(header)), revision)
  }
  assert.isTrue(is({}))
  for (const text of [
    "",
    "1",
    '"0"',
    '"01"',
    '"1234567890"',
    '""',
    '"a"',
    'W/"1"',
    "*",
    '"1", "2"',
    '"1" ',
    '"1',
    '1"'
  ])
    assert.isFalse(is({ "if-match": text }), text)
})

it("a malformed header is told what it must be, and a missing one that it is missing", () => {
  const said = String(Schema.decodeUnknownResult(Schema.Struct(IfMatch.header))({ "if-match": "*" }))
  assert.include(said, 'The header If-Match must be one ETag as an answer gave it, such as "3".')
  assert.deepStrictEqual(Effect.runSync(Effect.flip(IfMatch.read({}))).problems, [
    {
      field: "If-Match",
      message: "The header If-Match is missing: send the ETag of the revision that the change is based on.",
      code: "required",
      pointer: ""
    }
  ])
})

it("the document of an operation says what the header is and that it is required, and leaves other parameters alone", () => {
  const contract = HttpApiEndpoint.make("GET")("it", "/it", { headers: IfMatch.header })
  const { paths } = OpenApi.fromApi(HttpApi.make("api").add(HttpApiGroup.make("group").add(contract)))
  const [header] = paths["/it"]?.get?.parameters ?? []
  assert.propertyVal(
    header?.schema,
    "description",
    "The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken."
  )
  const other = { name: "dry", required: false }
  assert.deepStrictEqual(
    IfMatch.required({ summary: "s", parameters: [{ name: "if-match", required: false }, other] }),
    {
      summary: "s",
      parameters: [{ name: "if-match", required: true }, other]
    }
  )
  assert.throws(() => IfMatch.required({}), "the operation declares no header")
})
