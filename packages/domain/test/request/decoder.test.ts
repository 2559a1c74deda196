/** A body that is JSON but not what a call takes: everything that is wrong with it, each with its place. */
import { assert, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import type { Json } from "@formwork/rules/Json"
import { decoder, problem } from "../../src/request/decoder.ts"

const Body = Schema.Struct({
  name: Schema.optionalKey(Schema.String.check(Schema.isMinLength(2, { expected: "2 characters at least" }))),
  bare: Schema.optionalKey(Schema.String.check(Schema.makeFilter((text: string) => text.length > 1))),
  unsaid: Schema.optionalKey(Schema.String.check(Schema.isMinLength(2, { expected: undefined }))),
  date: Schema.optionalKey(Schema.Date),
  role: Schema.optionalKey(Schema.Literals(["owner", "viewer", 7])),
  one: Schema.optionalKey(Schema.Literal("it")),
  either: Schema.optionalKey(
    Schema.Union([Schema.String.check(Schema.isMinLength(1, { expected: "1 character at least" })), Schema.Literal(1)])
  ),
  count: Schema.optionalKey(Schema.Finite),
  sure: Schema.optionalKey(Schema.Boolean),
  list: Schema.optionalKey(Schema.Array(Schema.String)),
  inner: Schema.optionalKey(Schema.Struct({ "a/b~": Schema.String })),
  map: Schema.optionalKey(Schema.Record(Schema.String, Schema.Null)),
  at: Schema.optionalKey(Schema.DateTimeUtcFromString),
  set: Schema.optionalKey(Schema.Array(Schema.String).check(Schema.isMinLength(1), Schema.isUnique()))
})

const decode = decoder(Body)

const problems = (body: Json) => {
  const result = decode(body)
  return Result.isFailure(result)
    ? result.failure.problems.map(({ code, field, message, pointer }) => [code, field, pointer, message])
    : []
}

it("each fault of a body is told with its code, its place and a sentence", () => {
  const cases: ReadonlyArray<readonly [body: Json, ...expected: ReadonlyArray<ReadonlyArray<string>>]> = [
    [{}],
    [{ name: "Ada", role: 7, count: 1, sure: false, list: ["a"], inner: { "a/b~": "" }, at: "2026-01-01T00:00:00Z" }],
    [[], ["type", "", "", "The body must be an object."]],
    [{ name: 1 }, ["type", "name", "/name", '"name" must be a text.']],
    [{ name: "A" }, ["rule", "name", "/name", '"name" must be 2 characters at least.']],
    [{ role: "root" }, ["choice", "role", "/role", '"role" must be one of "owner", "viewer", 7.']],
    [{ one: "that" }, ["type", "one", "/one", '"one" must be "it".']],
    [{ either: true }, ["type", "either", "/either", '"either" must be of another type.']],
    [{ either: "" }, ["rule", "either", "/either", '"either" must be 1 character at least.']],
    [{ count: "1" }, ["type", "count", "/count", '"count" must be a number.']],
    [{ sure: 1 }, ["type", "sure", "/sure", '"sure" must be true or false.']],
    [{ list: {} }, ["type", "list", "/list", '"list" must be a list.']],
    [
      { list: ["a", 1, "b", null] },
      ["type", "list.1", "/list/1", '"list.1" must be a text.'],
      ["type", "list.3", "/list/3", '"list.3" must be a text.']
    ],
    [{ inner: {} }, ["required", "inner.a/b~", "/inner/a~1b~0", '"inner.a/b~" is missing.']],
    [
      { inner: { "a/b~": "", "~~//": 1 } },
      ["unknown_field", "inner.~~//", "/inner/~0~0~1~1", '"inner.~~//" is not a member of this request.']
    ],
    [{ map: { x: 1 } }, ["type", "map.x", "/map/x", '"map.x" must be of another type.']],
    [{ at: "soon" }, ["rule", "at", "/at", '"at" has a value that this request does not take.']],
    [{ bare: "x" }, ["rule", "bare", "/bare", '"bare" has a value that this request does not take.']],
    [{ unsaid: "x" }, ["rule", "unsaid", "/unsaid", '"unsaid" has a value that this request does not take.']],
    [{ date: "2026-01-01" }, ["type", "date", "/date", '"date" must be an object.']],
    [{ at: 1 }, ["type", "at", "/at", '"at" must be a text.']],
    [{ set: [] }, ["rule", "set", "/set", '"set" must have a length of at least 1.']],
    [{ set: ["a", "a"] }, ["rule", "set", "/set", '"set" must have nothing twice.']]
  ]
  for (const [body, ...expected] of cases) assert.deepStrictEqual(problems(body), expected, JSON.stringify(body))
})

it("a problem without a place is one of the body", () => {
  const expected = { field: "", message: "The body must be a list.", code: "type", pointer: "" }
  assert.deepStrictEqual(problem([], "type", "must be a list"), expected)
})

it("99 unknown members are problems before that of a known one, and 100 are all that is listed", () => {
  const unknown = (count: number) => Array.from({ length: count }, (_, index) => [`unknown${index}`, index] as const)
  const codes = (count: number) =>
    problems({ name: 1, ...Object.fromEntries(unknown(count)), sure: true }).map(([code]) => code)
  const many = unknown(99).map(() => "unknown_field")
  assert.deepStrictEqual(codes(99), [...many, "type"])
  for (const count of [100, 101, 200]) assert.deepStrictEqual(codes(count), [...many, "unknown_field"])
})

it("no more than 100 are told", () => {
  assert.lengthOf(problems({ list: Array.from({ length: 100 }, () => 0) }), 100)
  assert.lengthOf(problems({ list: Array.from({ length: 101 }, () => 0) }), 100)
})

it("of many unknown members the first hundred are problems, and the schema sees no others", () => {
  const unknown = Array.from({ length: 50_000 }, (_, index) => [`unknown${index}`, index] as const)
  let read = 0
  const body = new Proxy(Object.fromEntries([...unknown, ["name", "Ada"] as const]), {
    get: (target, name) => {
      read += 1
      return typeof name === "string" ? target[name] : undefined
    }
  })
  assert.deepStrictEqual(
    problems(body).map(([code, field]) => [code, field]),
    unknown.slice(0, 100).map(([name]) => ["unknown_field", name])
  )
  // No value is looked at.
  assert.strictEqual(read, 0)
})

it("beside many unknown members a known one is decoded as ever", () => {
  const unknown = Array.from({ length: 300 }, (_, index) => [`unknown${index}`, index] as const)
  const found = problems({ name: "Ada", ...Object.fromEntries(unknown) })
  assert.deepStrictEqual(
    found.map(([code, field]) => [code, field]),
    unknown.slice(0, 100).map(([name]) => ["unknown_field", name])
  )
})

it("a list in the place of an object is one problem, however long it is", () => {
  const list = Array.from({ length: 300 }, () => 0)
  assert.deepStrictEqual(problems(list), [["type", "", "", "The body must be an object."]])
})

it("what takes any member takes many, and what is no object is decoded too", () => {
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`m${index}`, "x"]))
  assert.deepStrictEqual(decoder(Schema.Record(Schema.String, Schema.String))(many), Result.succeed(many))
  const list = Array.from({ length: 300 }, () => "x")
  assert.deepStrictEqual(decoder(Schema.Array(Schema.String))(list), Result.succeed(list))
  assert.deepStrictEqual(decoder(Schema.String)("x"), Result.succeed("x"))
  assert.isTrue(Result.isFailure(decoder(Schema.String)(many)))
})
