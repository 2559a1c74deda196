/** The successful answers of operations: status, headers and body, and the same in the document. */
import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Answers from "../../src/connection/Answer.ts"
import * as Success from "../../src/endpoint/Success.ts"

const Dated = Schema.Struct({ at: Schema.DateTimeUtcFromString })
const value = Schema.decodeSync(Dated)({ at: "2026-01-01T00:00:00Z" })
const text = '{"at":"2026-01-01T00:00:00.000Z"}'
const type = { "content-type": "application/json" }

const shown = (answer: Answers.Answer) => [answer.status, answer.headers, answer.body]

/** What the document says of an operation's answer: its status, media types and headers. */
const documented = ({ schemas }: { readonly schemas: ReadonlyArray<Schema.Top> }) => {
  const contract = HttpApiEndpoint.make("GET")("it", "/it", { success: schemas })
  const { paths } = OpenApi.fromApi(HttpApi.make("api").add(HttpApiGroup.make("group").add(contract)))
  const [[status, response] = []] = Object.entries(paths["/it"]?.get?.responses ?? {})
  return [status, Object.keys(response?.content ?? {}), Object.keys(response?.headers ?? {})]
}

it.effect("JSON has the status that was declared, 200 where none was", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(shown(yield* Success.json(Dated).respond(value)), [200, type, text])
    assert.deepStrictEqual(shown(yield* Success.json(Dated, 202).respond(value)), [202, type, text])
    assert.deepStrictEqual(documented(Success.json(Dated)), ["200", ["application/json"], []])
    assert.deepStrictEqual(documented(Success.json(Dated, 202)), ["202", ["application/json"], []])
  })
)

it.effect("a value that needs no encoding is written at once, any other by its schema", () =>
  Effect.gen(function* () {
    let asked = 0
    const written = Success.json(Dated, 200, () => (asked++ === 0 ? "{}" : undefined))
    assert.deepStrictEqual(shown(yield* written.respond(value)), [200, type, "{}"])
    assert.deepStrictEqual(shown(yield* written.respond(value)), [200, type, text])
    const headed = Success.jsonWithHeaders(200, Dated, { etag: Schema.String }, () => "{}")
    const answer = yield* headed.respond({ body: value, headers: { etag: "e" } })
    assert.deepStrictEqual(shown(answer), [200, { ...type, etag: "e" }, "{}"])
  })
)

it.effect("a record made is 201, and work begun 202, with its location; a tagged one is 200", () =>
  Effect.gen(function* () {
    for (const [success, status, name] of [
      [Success.created(Dated), 201, "location"],
      [Success.accepted(Dated), 202, "location"],
      [Success.tagged(Dated), 200, "etag"]
    ] as const) {
      const answer = yield* success.respond({ body: value, headers: { [name]: "x" } })
      assert.deepStrictEqual(shown(answer), [status, { ...type, [name]: "x" }, text])
      assert.deepStrictEqual(documented(success), [String(status), ["application/json"], [name]])
    }
  })
)

it.effect("headers that a handler adds may be in no document", () =>
  Effect.gen(function* () {
    const success = Success.jsonWithOtherHeaders(207, Dated)
    const answer = yield* success.respond({ body: value, headers: { "set-cookie": "x" } })
    assert.deepStrictEqual(shown(answer), [207, { ...type, "set-cookie": "x" }, text])
    assert.deepStrictEqual(documented(success), ["207", ["application/json"], []])
    const none = Success.noContentWithHeaders
    assert.deepStrictEqual(shown(yield* none.respond({ "set-cookie": "x" })), [204, { "set-cookie": "x" }, undefined])
    assert.deepStrictEqual(documented(none), ["204", [], []])
    assert.deepStrictEqual(
      [Success.noContent.schemas, none.schemas],
      [[HttpApiSchema.NoContent], [HttpApiSchema.NoContent]]
    )
  })
)

it.effect("no content is 204, and an answer that the handler made stays as it is", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(shown(yield* Success.noContent.respond()), [204, {}, undefined])
    assert.deepStrictEqual(documented(Success.noContent), ["204", [], []])
    const made = new Answers.Answer(206, { a: "b" }, "text")
    const file = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/csv" }))
    for (const [success, types, headers] of [
      [Success.file(file), ["text/csv"], []],
      [Success.jsonOr(Dated, file), ["application/json", "text/csv"], []],
      [Success.lines(Dated, { etag: Schema.String }), ["application/x-ndjson"], ["etag"]]
    ] as const) {
      assert.strictEqual(yield* success.respond(made), made)
      assert.deepStrictEqual(documented(success), ["200", [...types], [...headers]])
    }
    assert.deepStrictEqual(shown(yield* Success.jsonOr(Dated, file).respond(value)), [200, type, text])
  })
)

it.effect("a value that does not match its schema is a defect", () =>
  Effect.gen(function* () {
    const wrong = Schema.Struct({ age: Schema.Int.check(Schema.isGreaterThan(0)) })
    const exit = yield* Effect.exit(Success.json(wrong).respond({ age: -1 }))
    assert.include(String(exit), "Die")
  })
)

it.effect("other work has a turn after an answer whose encoding took more than two milliseconds", () =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    // oxlint-disable-next-line typescript/no-misused-spread -- its methods are its own members
    const slowed = (monotonicTimeNanosUnsafe: () => bigint): Clock.Clock => ({ ...clock, monotonicTimeNanosUnsafe })
    const isAtOnce = Effect.fnUntraced(function* (nanos: bigint) {
      let now = 0n
      const slow = slowed(() => (now += nanos))
      const answering = Effect.provideService(Success.json(Dated).respond(value), Clock.Clock, slow)
      const fiber = yield* Effect.forkChild(answering, { startImmediately: true })
      const wasAtOnce = fiber.pollUnsafe() !== undefined
      assert.deepStrictEqual(shown(yield* Fiber.join(fiber)), [200, type, text])
      return wasAtOnce
    })
    assert.deepStrictEqual([yield* isAtOnce(2_000_000n), yield* isAtOnce(2_000_001n)], [true, false])
  })
)

it("an answer in JSON has its type beside its own headers", () => {
  assert.deepStrictEqual(shown(Answers.json("[]")), [200, type, "[]"])
  assert.deepStrictEqual(shown(Answers.json("[]", 418, { a: "b" })), [418, { ...type, a: "b" }, "[]"])
  assert.deepStrictEqual(shown(Answers.empty(204)), [204, {}, undefined])
})

it("a browser that shows an answer as a page may load nothing, run nothing and be framed by nothing", () => {
  assert.strictEqual(Answers.policy, "default-src 'none'; frame-ancestors 'none'; sandbox")
})
