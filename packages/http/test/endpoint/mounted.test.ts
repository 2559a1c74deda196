/** An endpoint of another adapter: who may call it, what it gets, and what becomes of its answer. */
import { assert, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import type { IncomingMessage } from "node:http"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { FormNotFound, PrivilegeMissing } from "@formwork/domain/callers/Refusal"
import type { Json } from "@formwork/rules/Json"
import * as Answers from "../../src/connection/Answer.ts"
import * as MountedEndpoint from "../../src/endpoint/MountedEndpoint.ts"
import { exchangeOf, requestWith } from "../support/exchange.ts"

const caller = Caller.operator(
  OrganisationId.make("019a0000-0000-7000-8000-000000000001"),
  UserId.make("019a0000-0000-7000-8000-000000000002")
)

type Answering = MountedEndpoint.MountedEndpoint["answer"]

const fine: Answering = () => Effect.succeed({ status: 200, body: "[]" })

/** What a call of the endpoint comes to. */
const call = Effect.fnUntraced(function* (
  headers: IncomingMessage["headers"],
  { answer = fine, text = "{}", who = caller }: { answer?: Answering; text?: string; who?: Caller.Caller | null } = {}
) {
  const request = requestWith(headers)
  request.rawHeaders = ["Content-Type", "application/json", "Transfer-Encoding", "chunked"]
  request.push(text)
  request.push(null)
  const { run } = MountedEndpoint.route({
    path: "/mounted",
    origins: new Set(["https://app.example.com"]),
    envelope: 2,
    answer
  })
  return yield* Effect.result(run(exchangeOf(request, { caller: who ?? undefined }), {}))
})

const outcome = (result: Effect.Success<ReturnType<typeof call>>) =>
  Result.isSuccess(result) ? result.success.answer.status : result.failure._tag

it("it is a POST that needs a credential, in no document", () => {
  const { run: _, ...route } = MountedEndpoint.route({ path: "/m", origins: new Set(), envelope: 0, answer: fine })
  assert.deepStrictEqual(route, {
    method: "POST",
    template: "/m",
    operation: null,
    isOpen: false,
    services: undefined
  })
  assert.strictEqual(MountedEndpoint.MountedEndpoints.key, "@formwork/http/MountedEndpoint/MountedEndpoints")
  assert.deepStrictEqual(Effect.runSync(MountedEndpoint.MountedEndpoints), [])
})

it.live(
  "a page may call it from a known origin, or from this server's own on a loopback address; a program has none",
  () =>
    Effect.gen(function* () {
      assert.strictEqual(outcome(yield* call({})), 200)
      const host = "localhost:8080"
      for (const [origin, to] of [
        ["https://app.example.com", host],
        ["http://localhost:8080", host],
        ["http://localhost", "localhost"],
        ["http://127.0.0.1:65535", "127.0.0.1:65535"],
        ["http://[::1]:1", "[::1]:1"]
      ] as const)
        assert.strictEqual(outcome(yield* call({ origin, host: to })), 200, origin)
      for (const [origin, to] of [
        ["", host],
        ["null", host],
        ["https://app.example.com.evil.example", host],
        ["https://app.example.com:444", host],
        ["http://app.example.com", host],
        ["http://localhost:8081", host],
        ["https://localhost:8080", host],
        ["http://evil.example", "evil.example"],
        ["http://localhost.evil.example", "localhost.evil.example"],
        ["http://127x0x0x1", "127x0x0x1"],
        ["xhttp://localhost", "localhost"],
        ["http://evil.example,http://localhost", "evil.example,http://localhost"],
        ["http://localhost:123456", "localhost:123456"],
        ["http://localhost:", "localhost:"],
        ["http://undefined", undefined]
      ] as const) {
        const headers = to === undefined ? { origin } : { origin, host: to }
        assert.strictEqual(outcome(yield* call(headers)), "OriginForeign", origin)
      }
    })
)

it.live("it gets the caller, the body and the headers, and may nest a body two levels deeper than others", () =>
  Effect.gen(function* () {
    const seen: Array<readonly [Caller.Caller, Json, string | undefined, string | undefined, string | undefined]> = []
    const answer: Answering = ({ body, caller: who, header }) => {
      seen.push([who, body, header("x-one"), header("set-cookie"), header("x-none")])
      return Effect.succeed({ status: 202, body: undefined })
    }
    const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels)
    const answered = yield* call({ "x-one": "a", "set-cookie": ["b", "c"] }, { answer, text: '{"a": 1}' })
    assert.strictEqual(outcome(answered), 202)
    assert.deepStrictEqual(seen, [[caller, { a: 1 }, "a", "b, c", undefined]])
    assert.deepStrictEqual(Result.isSuccess(answered) && answered.success.answer, Answers.empty(202))
    assert.strictEqual(outcome(yield* call({}, { text: deep(34) })), 200)
    assert.strictEqual(outcome(yield* call({}, { text: deep(35) })), "RequestMalformed")
    assert.strictEqual(outcome(yield* call({}, { text: "{" })), "RequestMalformed")
  })
)

it.live("its answer is JSON, with the refusal that it reports; a refusal that it fails with is the request's", () =>
  Effect.gen(function* () {
    const answered = yield* call({})
    assert.isTrue(Result.isSuccess(answered))
    if (Result.isFailure(answered)) return
    const { answer } = answered.success
    assert.deepStrictEqual(
      [answer.status, answer.headers, answer.body],
      [200, { "content-type": "application/json" }, "[]"]
    )
    assert.notProperty(answered.success, "refusal")
    const refusal = new PrivilegeMissing({ privilege: "form:read" })
    const told = yield* call({}, { answer: () => Effect.succeed({ status: 200, body: "{}", refusal }) })
    assert.strictEqual(Result.isSuccess(told) ? told.success.refusal : undefined, refusal)
    assert.strictEqual(outcome(yield* call({}, { answer: () => Effect.fail(new FormNotFound()) })), "FormNotFound")
    const unknown = yield* Effect.exit(call({}, { who: null }))
    assert.include(String(unknown), "the request pipeline lets no unknown caller through")
  })
)
