/** Requests to other services: what is sent, what is refused, and what an answer means. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import type { IntegrationContent } from "@formwork/domain/filing/Content"
import { excerptLength } from "@formwork/domain/sending/Sender"
import { Integration } from "@formwork/outbound/integration/Integration"
import { retryAfterSeconds } from "@formwork/outbound/http/Verdict"
import { dispatch, localHttp, secrets } from "./support/dispatch.ts"
import { only } from "./support/items.ts"
import * as Receiver from "./support/receiver.ts"

const layer = Integration.layer.pipe(Layer.provide(localHttp))
const hook = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const named = { crm: ["s3cret-value"], broken: ["a\r\nX-Injected: 1"], hook: [hook] } as const

/** @param hosts those of every secret; where the request goes unless others are given. */
const send = (url: string, rest: Partial<IntegrationContent> = {}, hosts = [new URL(url).host]) =>
  Effect.flatMap(Integration, (integration) =>
    integration.send(
      dispatch,
      { kind: "integration", method: "POST", url, headers: [], body: { a: 1 }, ...rest },
      secrets(named, hosts)
    )
  ).pipe(Effect.provide(layer))

it.effect("an integration sends the author's request with its secrets filled in and the firing's id", () =>
  Effect.gen(function* () {
    const { received, url } = yield* Receiver.http((_, response) => response.writeHead(201).end("made"))
    const receipt = yield* send(`${url}/people?x=1`, {
      method: "PUT",
      headers: [
        { name: "Authorization", value: { secret: "crm", prefix: "Bearer " } },
        { name: "X-Source", value: { text: "formwork form" } },
        { name: "content-type", value: { text: "application/merge-patch+json" } }
      ],
      body: { name: "Zoë", list: [1, null, { __proto: true }] }
    })
    assert.deepStrictEqual(receipt, { status: 201, excerpt: null })
    const { body, request } = only(received)
    assert.deepStrictEqual([request.method, request.url], ["PUT", "/people?x=1"])
    assert.strictEqual(request.headers.authorization, "Bearer s3cret-value")
    assert.strictEqual(request.headers["x-source"], "formwork form")
    assert.strictEqual(request.headers["content-type"], "application/merge-patch+json")
    assert.strictEqual(request.headers["idempotency-key"], dispatch.id)
    assert.strictEqual(body, `{"name":"Zoë","list":[1,null,{"__proto":true}]}`)
  })
)

it.effect("an integration without a body sends none", () =>
  Effect.gen(function* () {
    const { received, url } = yield* Receiver.http((_, response) => response.end())
    const integration = { kind: "integration", method: "GET", url, headers: [] } as const
    yield* Effect.flatMap(Integration, (it) => it.send(dispatch, integration, secrets(named))).pipe(
      Effect.provide(layer)
    )
    assert.strictEqual(received[0]?.body, "")
    assert.isUndefined(received[0]?.request.headers["content-type"])
    assert.isUndefined(received[0]?.request.headers["content-length"])
  })
)

const headers = (...pairs: ReadonlyArray<readonly [string, string]>): Partial<IntegrationContent> => ({
  headers: pairs.map(([name, text]) => ({ name, value: { text } }))
})
const refused: ReadonlyArray<readonly [what: string, rest: Partial<IntegrationContent>]> = [
  ["a line break in a value", headers(["x-a", "1\r\nX-Injected: 1"])],
  ["a bare line feed in a value", headers(["x-a", "1\nX-Injected: 1"])],
  ["a NUL in a value", headers(["x-a", "1\u0000"])],
  ["a character that is not ASCII in a value", headers(["x-a", "ä"])],
  ["a line break in a name", headers(["x-a: 1\r\nx-b", "1"])],
  ["an empty name", headers(["", "1"])],
  ["a name with a colon", headers(["x:a", "1"])],
  ["a header twice", headers(["x-a", "1"], ["X-A", "2"])],
  ["more than 32 headers", headers(...Array.from({ length: 33 }, (_, index) => [`x-${index}`, "1"] as const))],
  ["a line break in a secret", { headers: [{ name: "x-a", value: { secret: "broken" } }] }],
  ["a line break before a secret", { headers: [{ name: "x-a", value: { secret: "crm", prefix: "\r\n" } }] }],
  ["a signing secret", { headers: [{ name: "x-a", value: { secret: "hook" } }] }],
  ["a secret that does not exist", { headers: [{ name: "x-a", value: { secret: "nothing" } }] }],
  ["a body with GET", { method: "GET" }],
  ...[
    "Host",
    "Content-Length",
    "Transfer-Encoding",
    "Connection",
    "Upgrade",
    "Expect",
    "TE",
    "Trailer",
    "Proxy-Authorization",
    "Content-Encoding",
    "User-Agent",
    "Idempotency-Key"
  ].map((name) => [`the header ${name}`, headers([name, "1"])] as const)
]

it.effect.each(refused)("%s is refused before anything is sent", ([, rest]) =>
  Effect.gen(function* () {
    const { connections, url } = yield* Receiver.tcp((socket) => socket.end())
    const failure = yield* Effect.flip(send(url, rest))
    assert.strictEqual(failure.verdict, "dead", failure.reason)
    assert.notInclude(failure.reason, "Injected")
    assert.lengthOf(connections, 0)
  })
)

const verdicts: ReadonlyArray<readonly [status: number, verdict: string]> = [
  [302, "dead"],
  [400, "dead"],
  [401, "dead"],
  [404, "dead"],
  [408, "retry"],
  [409, "retry"],
  [410, "dead"],
  [422, "dead"],
  [425, "retry"],
  [429, "retry"],
  [500, "retry"],
  [501, "retry"],
  [503, "retry"]
]

it.effect.each(verdicts)("an answer of %i means %s", ([status, verdict]) =>
  Effect.gen(function* () {
    const { url } = yield* Receiver.http((_, response) => response.writeHead(status).end())
    assert.strictEqual((yield* Effect.flip(send(url))).verdict, verdict)
  })
)

const withSecret = { headers: [{ name: "X-Token", value: { secret: "crm", prefix: "t=" } }] }

it.effect("a secret goes to no host but those that it names, and not to another port of theirs", () =>
  Effect.gen(function* () {
    const { connections, url } = yield* Receiver.tcp((socket) => socket.end())
    const { host, hostname, port } = new URL(url)
    const others = [[], [hostname], [`other.example:${port}`], [`x.${host}`], [host.slice(1)], [`${host}0`], ["*"]]
    for (const hosts of others) {
      const failure = yield* Effect.flip(send(url, withSecret, hosts))
      assert.strictEqual(failure.verdict, "dead")
      assert.strictEqual(
        failure.reason,
        `The secret “crm” may not be sent to ${host}: it does not name that host.`,
        JSON.stringify(hosts)
      )
    }
    assert.lengthOf(connections, 0)
    assert.strictEqual((yield* Effect.flip(send(url, withSecret, ["other.example", host]))).verdict, "retry")
    assert.lengthOf(connections, 1)
  })
)

it.effect(
  "of an answer to a request with a secret only the status is kept, in whatever coding it repeats the secret",
  () =>
    Effect.gen(function* () {
      const answers = [200, 302, 400, 503]
      for (const status of answers) {
        const { received, url } = yield* Receiver.http(({ headers }, response) =>
          response.writeHead(status).end(Buffer.from(String(headers["x-token"])).toString("base64"))
        )
        const sent = send(url, withSecret)
        const { excerpt } = yield* status === 200 ? sent : Effect.flip(sent)
        assert.isNull(excerpt)
        assert.strictEqual(received[0]?.request.headers["x-token"], "t=s3cret-value")
      }
    })
)

it.effect("an excerpt is short and safe to store and show", () =>
  Effect.gen(function* () {
    const { url } = yield* Receiver.http((_, response) =>
      response.end(Buffer.concat([Buffer.from([0, 0x1b, 0x5b, 0xff]), Buffer.from(`\r\nx\t${"😀".repeat(3_000)}`)]))
    )
    const { excerpt } = yield* send(url)
    if (excerpt === null) assert.fail()
    assert.isTrue(excerpt.startsWith("\uFFFD\uFFFD[\uFFFD\nx\t😀"))
    assert.isAtMost(excerpt.length, excerptLength)
    assert.notMatch(excerpt, /\p{Surrogate}/u)
  })
)

it("Retry-After is read as seconds or a date, and is an hour at most", () => {
  const now = Date.parse("2026-11-21T13:00:00Z")
  const read = (header: string) => Option.getOrUndefined(retryAfterSeconds(header, now))
  assert.strictEqual(read("120"), 120)
  assert.strictEqual(read(" 1 "), 1)
  assert.strictEqual(read("0"), 1)
  assert.strictEqual(read("99999999999999999999999999"), 3_600)
  assert.strictEqual(read("Sat, 21 Nov 2026 13:01:30 GMT"), 90)
  assert.strictEqual(read("Sat, 21 Nov 2020 13:01:30 GMT"), 1)
  assert.strictEqual(read("Sat, 21 Nov 2099 13:01:30 GMT"), 3_600)
  for (const nonsense of ["", "soon", "-1", "1.5", "1e3", "2026-11-21", "tomorrow", "Sat, 99 Xyz 2026 13:01:30 GMT"]) {
    assert.isUndefined(read(nonsense), nonsense)
  }
})
