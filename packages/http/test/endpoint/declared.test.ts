/** What a declaration makes of a request: the order of its refusals, and the parts that its handler gets (docs/decisions/0111). */
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Exit, Schema } from "effect"
import { HttpApi as Api, OpenApi } from "effect/http-api"
import type { IncomingMessage } from "node:http"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { ApiKeyNotFound } from "@formwork/domain/callers/Refusal"
import { Answer } from "../../src/connection/Answer.ts"
import { endpoint } from "../../src/endpoint/Endpoint.ts"
import type { Endpoint } from "../../src/endpoint/Endpoint.ts"
import * as IfMatch from "../../src/endpoint/IfMatch.ts"
import { resource } from "../../src/endpoint/Resource.ts"
import { json } from "../../src/endpoint/Success.ts"
import { exchangeOf, requestWith } from "../support/exchange.ts"

const operator = Caller.operator(
  OrganisationId.make("019a0000-0000-7000-8000-000000000001"),
  UserId.make("019a0000-0000-7000-8000-000000000002")
)
const byKey: Caller.Caller = { ...operator, credential: { kind: "api_key", id: "k" } }

interface Sent {
  readonly who?: Caller.Caller
  readonly url?: string
  readonly headers?: IncomingMessage["headers"]
  readonly params?: Readonly<Record<string, string>>
  readonly text?: string | undefined
  readonly type?: string
}

/** Runs the route of an endpoint in the group `tests`: the answer's body, or the tag of the refusal. */
const run = Effect.fnUntraced(function* (
  { route }: Pick<Endpoint<never, never>, "route">,
  { headers = {}, params = {}, text, type = "application/json", url = "/", who = operator }: Sent = {}
) {
  const request = requestWith({ ...headers, ...(text === undefined ? {} : { "content-type": type }) })
  request.url = url
  request.rawHeaders = text === undefined ? [] : ["Content-Type", type, "Content-Length", String(text.length)]
  request.push(text ?? null)
  if (text !== undefined) request.push(null)
  const exit = yield* Effect.exit((yield* route("tests")).run(exchangeOf(request, { caller: who }), params))
  if (Exit.isSuccess(exit)) return exit.value.answer.body
  const failure: unknown = Cause.squash(exit.cause)
  return typeof failure === "object" && failure !== null && "_tag" in failure ? failure._tag : failure
})

const declared = { summary: "", success: json(Schema.Unknown) } as const

const change = endpoint({
  ...declared,
  name: "change",
  method: "PATCH",
  path: "/keys/:keyId",
  needs: "apikey:write",
  of: { params: { keyId: Schema.String.check(Schema.isPattern(/^k\d$/u)) }, notFound: new ApiKeyNotFound() },
  query: { dry: Schema.optionalKey(Schema.Literal("true")) },
  headers: IfMatch.header,
  body: Schema.Struct({ name: Schema.String }),
  handle: Effect.fnUntraced(function* ({ body, caller, headers, params, query }) {
    const revision = yield* IfMatch.read(headers)
    const { dry } = yield* query
    const { name } = yield* body
    return [caller.userId, params.keyId, revision, dry ?? "false", name]
  })
})

const good: Sent = {
  url: "/keys/k1?dry=true",
  headers: { "if-match": '"3"' },
  params: { keyId: "k1" },
  text: '{"name":"a"}'
}

it.live("a handler gets each part that is declared, decoded", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* run(change, good), JSON.stringify([operator.userId, "k1", 3, "true", "a"]))
    const plain = yield* run(change, { ...good, url: "/keys/k1" })
    assert.strictEqual(plain, JSON.stringify([operator.userId, "k1", 3, "false", "a"]))
  })
)

it.live(
  "the refusals of a request come in this order: privilege, media type, JSON, header, id, and then the handler's",
  () =>
    Effect.gen(function* () {
      const steps: ReadonlyArray<readonly [refusal: string, mended: Sent]> = [
        ["PrivilegeMissing", { who: operator }],
        ["MediaTypeUnsupported", { type: "application/json" }],
        ["RequestMalformed", { text: '{"name":1}' }],
        ["RequestMalformed", { headers: {} }],
        ["ApiKeyNotFound", { params: { keyId: "k1" } }],
        ["RequestInvalid", { headers: { "if-match": '"3"' } }],
        ["RequestInvalid", { url: "/keys/k1" }],
        ["RequestInvalid", { text: '{"name":"a"}' }]
      ]
      let sent: Sent = {
        who: { ...operator, privileges: ["apikey:read"] },
        url: "/keys/k1?wet=true",
        headers: { "if-match": "*" },
        params: { keyId: "x" },
        text: "{",
        type: "text/plain"
      }
      for (const [refusal, mended] of steps) {
        assert.strictEqual(yield* run(change, sent), refusal, JSON.stringify(mended))
        sent = { ...sent, ...mended }
      }
      assert.include(String(yield* run(change, sent)), '"a"')
    })
)

it.live("a key lacks the privilege of each operation outside of its own, by the id that the document has", () =>
  Effect.gen(function* () {
    const within = (...operations: ReadonlyArray<string>): Caller.Caller => ({
      ...byKey,
      limits: { ...KeyLimits.none, operations }
    })
    const named = endpoint({
      ...declared,
      name: "named",
      operationId: "itsOwnName",
      method: "GET",
      path: "/named",
      needs: "form:read",
      handle: () => Effect.succeed("reached")
    })
    assert.include(String(yield* run(change, { ...good, who: within("tests.change") })), '"a"')
    for (const operation of ["change", "tests.named", "itsOwnName"])
      assert.strictEqual(yield* run(change, { ...good, who: within(operation) }), "PrivilegeMissing", operation)
    assert.strictEqual(yield* run(named, { who: within("itsOwnName") }), '"reached"')
    assert.strictEqual(yield* run(named, { who: within("tests.named") }), "PrivilegeMissing")
    const { operation, template } = yield* named.route("tests")
    assert.deepStrictEqual([operation, template], ["itsOwnName", "/named"])
    assert.strictEqual((yield* change.route("tests")).operation, "tests.change")
  })
)

it.live("what needs a session is refused to a key, and what needs any credential is not", () =>
  Effect.gen(function* () {
    const needing = (needs: "a session" | "any credential") =>
      endpoint({ ...declared, name: "it", method: "GET", path: "/it", needs, handle: () => Effect.succeed("reached") })
    for (const who of [operator, { ...operator, credential: { kind: "session" as const, id: "s" } }])
      assert.strictEqual(yield* run(needing("a session"), { who: { ...who, privileges: [] } }), '"reached"')
    assert.strictEqual(yield* run(needing("a session"), { who: byKey }), "SessionRequired")
    assert.strictEqual(yield* run(needing("any credential"), { who: { ...byKey, privileges: [] } }), '"reached"')
    assert.isFalse((yield* needing("a session").route("tests")).isOpen)
  })
)

it.live("a body may be left out only where that is declared, and not where its type is there", () =>
  Effect.gen(function* () {
    const taking = (more: { readonly bodyIsOptional?: true }) =>
      endpoint({
        ...declared,
        ...more,
        name: "it",
        method: "POST",
        path: "/it",
        needs: "any credential",
        body: Schema.Struct({ name: Schema.optionalKey(Schema.String) }),
        handle: ({ body }) => body
      })
    const optional = taking({ bodyIsOptional: true })
    assert.strictEqual(yield* run(optional), "{}")
    assert.strictEqual(yield* run(optional, { text: '{"name":"a"}' }), '{"name":"a"}')
    assert.strictEqual(yield* run(optional, { text: "" }), "RequestMalformed")
    assert.strictEqual(yield* run(optional, { text: "{}", type: "text/plain" }), "MediaTypeUnsupported")
    assert.strictEqual(yield* run(taking({})), "MediaTypeUnsupported")
  })
)

it.live("a body that fits is taken as it is, and any other by its schema", () =>
  Effect.gen(function* () {
    const fitting = endpoint({
      ...declared,
      name: "it",
      method: "POST",
      path: "/it",
      needs: "any credential",
      body: Schema.Struct({ name: Schema.String }),
      fits: (body) => JSON.stringify(body) === '{"fits":true}',
      handle: ({ body }) => body
    })
    assert.strictEqual(yield* run(fitting, { text: '{"fits": true}' }), '{"fits":true}')
    assert.strictEqual(yield* run(fitting, { text: '{"name": "a"}' }), '{"name":"a"}')
    assert.strictEqual(yield* run(fitting, { text: '{"fits": false}' }), "RequestInvalid")
  })
)

it.live("lines are left to the handler, once their media type is right", () =>
  Effect.gen(function* () {
    const streaming = endpoint({
      ...declared,
      name: "it",
      method: "POST",
      path: "/it",
      needs: "any credential",
      lines: Schema.Struct({ name: Schema.String }),
      handle: ({ exchange }) => Effect.succeed(String(exchange.request.read()))
    })
    assert.strictEqual(yield* run(streaming, { text: "{}\n", type: "application/x-ndjson" }), '"{}\\n"')
    assert.strictEqual(yield* run(streaming, { text: "{}" }), "MediaTypeUnsupported")
  })
)

it.live("an operation without parameters takes no query where that is declared, and ignores one where it is not", () =>
  Effect.gen(function* () {
    const asked = { name: "it", method: "GET", path: "/it", needs: "any credential" } as const
    const none = endpoint({ ...declared, ...asked, query: {}, handle: ({ query }) => query })
    assert.strictEqual(yield* run(none, { url: "/it?" }), "{}")
    assert.strictEqual(yield* run(none), "{}")
    assert.strictEqual(yield* run(none, { url: "/it?a" }), "RequestInvalid")
    const undeclared = endpoint({ ...declared, ...asked, handle: (given) => Effect.succeed(Object.keys(given)) })
    assert.include(String(yield* run(undeclared, { url: "/it?a" })), "caller")
  })
)

it("the document has what is declared, and every refusal that it implies", () => {
  const open = endpoint({
    ...declared,
    name: "open",
    method: "POST",
    path: "/open",
    summary: "Opens.",
    description: "At length.",
    needs: "nothing",
    bodyIsOptional: true,
    body: Schema.Struct({}),
    handle: () => Effect.succeed("reached")
  })
  const plain = endpoint({
    ...declared,
    name: "plain",
    operationId: "plainly",
    method: "GET",
    path: "/plain",
    needs: "a session",
    query: {},
    handle: () => Effect.succeed("reached")
  })
  const { group } = resource("tests", "For tests.", change, open, plain)
  const { paths } = OpenApi.fromApi(Api.make("it").add(group))
  const statuses = (responses: object | undefined) => Object.keys(responses ?? {})
  const [changing, opening, reading] = [paths["/keys/{keyId}"]?.patch, paths["/open"]?.post, paths["/plain"]?.get]
  assert.deepStrictEqual(
    [changing?.operationId, opening?.operationId, reading?.operationId],
    ["tests.change", "tests.open", "plainly"]
  )
  assert.deepStrictEqual(
    [opening?.summary, opening?.description, changing?.description],
    ["Opens.", "At length.", undefined]
  )
  assert.deepStrictEqual(
    [changing?.security, opening?.security, reading?.security],
    [[{ bearer: ["apikey:write"] }], [], [{ bearer: [] }]]
  )
  assert.deepStrictEqual(
    changing?.parameters.map(({ in: place, name, required }) => [place, name, required]),
    [
      ["path", "keyId", true],
      ["header", "if-match", true],
      ["query", "dry", false]
    ]
  )
  assert.deepStrictEqual([changing?.requestBody?.required, opening?.requestBody?.required], [true, false])
  const always = ["200", "400", "408", "417", "429", "431", "500", "503"]
  assert.deepStrictEqual(
    statuses(changing?.responses),
    [...always, "401", "403", "404", "413", "415", "422"].toSorted()
  )
  assert.deepStrictEqual(statuses(opening?.responses), [...always, "413", "415", "422"].toSorted())
  assert.deepStrictEqual(statuses(reading?.responses), [...always, "401", "403", "422"].toSorted())
})

it.live("an answer is the handler's value as its schema encodes it", () =>
  Effect.gen(function* () {
    const dated = endpoint({
      summary: "",
      success: json(Schema.Struct({ at: Schema.DateTimeUtcFromString })),
      name: "it",
      method: "GET",
      path: "/it",
      needs: "nothing",
      handle: () => Effect.succeed({ at: Schema.decodeSync(Schema.DateTimeUtcFromString)("2026-01-01T00:00:00Z") })
    })
    assert.isTrue((yield* dated.route("tests")).isOpen)
    assert.strictEqual(yield* run(dated), '{"at":"2026-01-01T00:00:00.000Z"}')
    assert.isTrue(new Answer(200, {}).body === undefined)
  })
)
