/** The query of a request, read as strictly as its body (spec/http.md §1.16). Over a socket: v1/query.test.ts. */
import { assert, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { Decoder } from "@formwork/domain/request/decoder"
import * as Query from "../../src/endpoint/Query.ts"

const parameters = Query.decoderOf({
  name: Schema.optionalKey(Schema.String),
  other: Schema.optionalKey(Schema.String),
  count: Query.optional("How many.", Schema.Literals(["1", "2"]).annotate({ identifier: "Count" }))
})
const none = Query.decoderOf({})

/** What was read, or each problem. */
const read = (query: string, decode: Decoder<unknown> = parameters) => {
  const result = Query.read(`/path${query}`, decode)
  return Result.isSuccess(result)
    ? result.success
    : result.failure.problems.map(({ code, field, message, pointer }) => [code, field, message, pointer])
}

it("each parameter is known and given once; names and values are percent-encoded UTF-8, with + for a space", () => {
  for (const [query, values] of [
    ["", {}],
    ["?", {}],
    ["?&&", {}],
    ["?name=a", { name: "a" }],
    ["?name=a&other=b", { name: "a", other: "b" }],
    ["?&name=a&", { name: "a" }],
    ["?name", { name: "" }],
    ["?name=", { name: "" }],
    ["?name=a=b=c", { name: "a=b=c" }],
    ["?name=a?b", { name: "a?b" }],
    ["?name=a+b%2Bc+d", { name: "a b+c d" }],
    ["?n%61me=%F0%9F%98%80", { name: "😀" }],
    ["?count=2", { count: "2" }]
  ] as const)
    assert.deepStrictEqual(read(query), values, query)
})

it("every parameter that is wrong is a problem, with its name", () => {
  assert.deepStrictEqual(read("?name=%ff&other=%&count=%C3"), [
    ["type", "name", '"name" is not percent-encoded UTF-8.', "/name"],
    ["type", "other", '"other" is not percent-encoded UTF-8.', "/other"],
    ["type", "count", '"count" is not percent-encoded UTF-8.', "/count"]
  ])
  assert.deepStrictEqual(read("?name=a&n%61me=a&count=3"), [["unique", "name", '"name" is there twice.', "/name"]])
  const member = "is not a member of this request."
  assert.deepStrictEqual(read("?Name=a&%ff=b&__proto__=c&=d"), [
    ["unknown_field", "Name", `"Name" ${member}`, "/Name"],
    ["unknown_field", "%ff", `"%ff" ${member}`, "/%ff"],
    ["unknown_field", "__proto__", `"__proto__" ${member}`, "/__proto__"],
    ["unknown_field", "", `"" ${member}`, "/"]
  ])
  assert.deepStrictEqual(read("?count=3"), [["choice", "count", '"count" must be one of "1", "2".', "/count"]])
})

it("an operation without parameters takes none", () => {
  for (const query of ["", "?", "?&"]) assert.deepStrictEqual(read(query, none), {})
  assert.deepStrictEqual(read("?a=1&b", none), [
    ["unknown_field", "a", '"a" is not a member of this request.', "/a"],
    ["unknown_field", "b", '"b" is not a member of this request.', "/b"]
  ])
})

it("at most a hundred problems are listed", () => {
  const many = (count: number, parameter: (index: number) => string) =>
    `?${Array.from({ length: count }, (_, index) => parameter(index)).join("&")}`
  const listed = (query: string, decode: Decoder<unknown> = parameters) => {
    const result = Query.read(query, decode)
    return Result.isFailure(result) ? result.failure.problems.length : 0
  }
  for (const count of [99, 100, 101]) {
    const told = Math.min(count, 100)
    assert.strictEqual(listed(many(count, (index) => `a${index}=%`)), told)
    for (const decode of [parameters, none])
      assert.strictEqual(
        listed(
          many(count, (index) => `a${index}`),
          decode
        ),
        told
      )
  }
})

it("a parameter is a text with a description in the document", () => {
  const { ast } = Schema.toEncoded(Query.parameter("How many.", Schema.Literals(["1", "2"])))
  assert.deepStrictEqual([ast._tag, ast.annotations?.["description"]], ["String", "How many."])
  const shown = Query.parameter("How many.", Schema.Literals(["1"]).annotate({ identifier: "Count" }))
  assert.isUndefined(shown.ast.annotations?.["identifier"])
})

it("a refusal about one parameter names it", () => {
  assert.deepStrictEqual(Query.invalid("before", "rule", "is later than after").problems, [
    { field: "before", message: '"before" is later than after.', code: "rule", pointer: "/before" }
  ])
})

it("a parameter for a truth is the word true or false, and may be left out", () => {
  const decode = Query.decoderOf({ live: Query.optional("Whether it is live.", Query.truth) })
  assert.deepStrictEqual(read("?live=true", decode), { live: "true" })
  assert.deepStrictEqual(read("?live=false", decode), { live: "false" })
  for (const text of ["", "True", "1", "truefalse"])
    assert.deepStrictEqual(
      read(`?live=${text}`, decode),
      [["choice", "live", '"live" must be one of "true", "false".', "/live"]],
      text
    )
  assert.deepStrictEqual(
    [Query.truthOf("true"), Query.truthOf("false"), Query.truthOf(undefined)],
    [true, false, undefined]
  )
})
