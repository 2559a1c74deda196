/** A body that is JSON but not what a call takes: everything that is wrong with it, each with its place. */
import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { Json } from "@formwork/rules/Json"
import { CurrentCaller, RequestBody } from "../src/endpoint/Guard.ts"
import * as Payload from "../src/endpoint/Payload.ts"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"

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
  at: Schema.optionalKey(Schema.DateTimeUtcFromString)
})

const decode = Payload.decoder(Body)

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
    [{ one: "that" }, ["type", "one", "/one", '"one" must be of another type.']],
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
    [{ at: 1 }, ["type", "at", "/at", '"at" must be a text.']]
  ]
  for (const [body, ...expected] of cases) assert.deepStrictEqual(problems(body), expected, JSON.stringify(body))
})

it("no more than 100 are told", () => {
  assert.lengthOf(problems({ list: Array.from({ length: 100 }, () => 0) }), 100)
  assert.lengthOf(problems({ list: Array.from({ length: 101 }, () => 0) }), 100)
})

it.effect("what is asked for comes from the request's body", () =>
  Effect.gen(function* () {
    const read = (body: Json) => Effect.result(Effect.provideService(Payload.read(decode), RequestBody, body))
    assert.deepStrictEqual(yield* read({ name: "Ada" }), Result.succeed({ name: "Ada" }))
    assert.isTrue(Result.isFailure(yield* read(null)))
  })
)

it.effect("of a record that is not there a body's faults are not told; where there is nothing wrong nobody asks", () =>
  Effect.gen(function* () {
    const id = "01890000-0000-7000-8000-000000000000"
    const caller = Caller.operator(OrganisationId.make(id), UserId.make(id))
    let asked = 0
    const about = (body: Json, found: Effect.Effect<void, "not there">) =>
      Payload.read(decode).pipe(
        Payload.of((who) => Effect.suspend(() => (asked++, assert.strictEqual(who, caller), found))),
        Effect.provideService(RequestBody, body),
        Effect.provideService(CurrentCaller, caller),
        Effect.result
      )
    const missing = Effect.fail("not there" as const)
    assert.deepStrictEqual(yield* about([], missing), Result.fail("not there" as const))
    const wrong = yield* about([], Effect.void)
    assert.isTrue(Result.isFailure(wrong) && wrong.failure !== "not there")
    assert.strictEqual(asked, 2)
    assert.isTrue(Result.isSuccess(yield* about({}, missing)))
    assert.strictEqual(asked, 2)
  })
)

it.effect("a date for something to come is later than now", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(1_000)
    const said = (millis: number | undefined) =>
      Effect.result(Payload.future("expiresAt", millis === undefined ? undefined : DateTime.makeUnsafe(millis)))
    for (const good of [undefined, 1_001]) assert.isTrue(Result.isSuccess(yield* said(good)))
    for (const bad of [999, 1_000]) {
      const result = yield* said(bad)
      assert.deepStrictEqual(Result.isFailure(result) && result.failure.problems, [
        { field: "expiresAt", message: '"expiresAt" must be in the future.', code: "min", pointer: "/expiresAt" }
      ])
    }
  })
)
