/** The answer to each refusal (spec/http.md §2.5; RFC 9457). Clients notice every change here. */
import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as ProblemDetails from "../../src/problem/ProblemDetails.ts"
import { table } from "../../src/problem/ProblemTable.ts"
import * as Request from "../../src/request/RequestRefusal.ts"
import { rows } from "../support/problemRows.ts"

const type = (code: string) => `urn:formwork:problem:${code.toLowerCase().replaceAll("_", "-")}`

const descriptions = {
  error: "A sentence for a person.",
  code: "What a program branches on.",
  requestId: "The answer's X-Request-Id; quote it when you report a problem."
}

const withoutId = ({ requestId: _, ...rest }: ReturnType<typeof ProblemDetails.members>) => rest

it("this table has a row for each refusal", () => {
  assert.deepStrictEqual([...new Set(rows.map(({ refusal }) => refusal._tag))].sort(), Object.keys(table).sort())
})

it("each refusal is answered with its own status, headers and body, byte for byte", () => {
  for (const { code, error, headers = {}, members = {}, refusal, status, title } of rows) {
    const answer = ProblemDetails.answer(refusal, "r-1")
    assert.deepStrictEqual(
      [answer.status, ProblemDetails.status(refusal), ProblemDetails.code(refusal)],
      [status, status, code]
    )
    assert.deepStrictEqual(ProblemDetails.headers(refusal), {
      "content-type": "application/problem+json",
      link: `</docs/problems/${code.toLowerCase().replaceAll("_", "-")}>; rel="help"`,
      ...headers
    })
    for (const [name, value] of Object.entries(ProblemDetails.headers(refusal)))
      assert.strictEqual(answer.headers[name], value, name)
    const expected = { type: type(code), title, status, error, code, requestId: "r-1", ...members }
    const body = JSON.stringify(expected)
    assert.strictEqual(answer.body, body)
    assert.strictEqual(ProblemDetails.body(refusal, "r-1"), body)
    assert.notInclude(body, "canary")
    assert.deepStrictEqual(
      ProblemDetails.members(refusal, undefined),
      withoutId(ProblemDetails.members(refusal, "r-1"))
    )
    const schema = ProblemDetails.schema(refusal._tag)
    assert.isTrue(Schema.is(Schema.toEncoded(schema))(expected), refusal._tag)
    assert.deepStrictEqual(Object.keys(schema.fields), Object.keys(expected))
    for (const change of [{ type: "" }, { status: 200 }, { code: "" }])
      assert.isFalse(Schema.is(Schema.toEncoded(schema))({ ...expected, ...change }), refusal._tag)
    const { annotations } = schema.ast
    assert.deepStrictEqual([annotations?.["identifier"], annotations?.["description"]], [refusal._tag, title])
    for (const [name, description] of Object.entries(descriptions)) {
      const field: Schema.Top | undefined = Reflect.get(schema.fields, name)
      assert.strictEqual(field?.ast.annotations?.["description"], description)
    }
  }
})

it.effect("outside of a request the request id is empty", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* ProblemDetails.encode(new Request.RouteNotFound()))["requestId"], "")
  })
)
