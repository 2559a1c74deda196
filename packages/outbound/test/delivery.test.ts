/** Signed deliveries, verified by the receiver's own library at a real receiver. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { randomBytes } from "node:crypto"
import { Webhook } from "standardwebhooks"
import type { DeliveryContent } from "@formwork/domain/filing/Content"
import type { SecretResolver } from "@formwork/domain/secrets/Secret"
import { Delivery } from "@formwork/outbound/delivery/Delivery"
import { dispatch, localHttp, secrets } from "./support/dispatch.ts"
import { both, only } from "./support/items.ts"
import * as Receiver from "./support/receiver.ts"

const layer = Delivery.layer.pipe(
  Layer.provide([localHttp, Mac.layerWebCrypto.pipe(Layer.provide(SecureRandom.layerWebCrypto))])
)

const send = (content: DeliveryContent, resolver: SecretResolver, { sentAtMillis } = dispatch) =>
  Effect.flatMap(Delivery, (delivery) => delivery.send({ ...dispatch, sentAtMillis }, content, resolver)).pipe(
    Effect.provide(layer)
  )

const secret = (bytes = 32) => `whsec_${randomBytes(bytes).toString("base64")}`

const delivery = (url: string): DeliveryContent => ({
  kind: "delivery",
  url,
  secret: "hook",
  event: {
    type: "submission.filed",
    timestamp: "2026-11-21T13:00:00Z",
    data: { referenceNumber: "MQ-1", data: { name: "Zoë ✓", __proto__x: [1, null] } }
  }
})

const headersOf = ({ request }: Receiver.Received): Record<string, string> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))

it.effect("a receiver verifies a delivery with the Standard Webhooks library", () =>
  Effect.gen(function* () {
    const { received, url } = yield* Receiver.http((_, response) => response.writeHead(200).end("thanks"))
    const [current, previous, stranger] = [secret(), secret(24), secret(64)]
    // The library compares with the real clock; this process's own is at the beginning of 1970.
    const now = { ...dispatch, sentAtMillis: Date.now() }
    const receipt = yield* send(delivery(url), secrets({ hook: [current, previous] }), now)
    assert.deepStrictEqual(receipt, { status: 200, excerpt: "thanks" })
    const one = only(received)
    for (const accepted of [current, previous]) {
      assert.deepStrictEqual(new Webhook(accepted).verify(one.body, headersOf(one)), delivery(url).event)
    }
    assert.throws(() => new Webhook(stranger).verify(one.body, headersOf(one)))
    assert.throws(() => new Webhook(current).verify(`${one.body} `, headersOf(one)))
    assert.throws(() => new Webhook(current).verify(one.body, { ...headersOf(one), "webhook-id": "another" }))
    assert.strictEqual(one.request.headers["webhook-id"], dispatch.id)
    assert.strictEqual(one.request.headers["content-type"], "application/json")
    assert.lengthOf(String(one.request.headers["webhook-signature"]).split(" "), 2)
  })
)

it.effect("a repeated delivery is signed anew and has the same id and body", () =>
  Effect.gen(function* () {
    const { received, url } = yield* Receiver.http((_, response) => response.end())
    const resolver = secrets({ hook: [secret()] })
    yield* send(delivery(url), resolver)
    yield* send(delivery(url), resolver, { ...dispatch, sentAtMillis: dispatch.sentAtMillis + 120_000 })
    const [first, second] = both(received)
    assert.strictEqual(first.body, second.body)
    assert.strictEqual(first.request.headers["webhook-id"], second.request.headers["webhook-id"])
    const at = ({ request }: Receiver.Received) => Number(request.headers["webhook-timestamp"])
    assert.strictEqual(at(second) - at(first), 120)
    assert.notStrictEqual(first.request.headers["webhook-signature"], second.request.headers["webhook-signature"])
  })
)

const verdicts: ReadonlyArray<readonly [status: number, verdict: string]> = [
  [301, "dead"],
  [304, "dead"],
  [307, "dead"],
  [400, "retry"],
  [401, "retry"],
  [404, "retry"],
  [408, "retry"],
  [409, "retry"],
  [410, "endpoint_gone"],
  [429, "retry"],
  [500, "retry"],
  [503, "retry"],
  [599, "retry"]
]

it.effect.each(verdicts)("an answer of %i means %s", ([status, verdict]) =>
  Effect.gen(function* () {
    const { url } = yield* Receiver.http((_, response) =>
      response.writeHead(status, { location: "/", "retry-after": "120" }).end("n\u0000o")
    )
    const failure = yield* Effect.flip(send(delivery(url), secrets({ hook: [secret()] })))
    assert.deepStrictEqual([failure.verdict, failure.status], [verdict, status])
    assert.strictEqual(failure.retryAfterSeconds, verdict === "retry" ? 120 : undefined)
    if (status !== 304) assert.strictEqual(failure.excerpt, "n\uFFFDo")
  })
)

it.effect("every 2xx status is a receipt", () =>
  Effect.gen(function* () {
    for (const status of [200, 201, 202, 204, 299]) {
      const { url } = yield* Receiver.http((_, response) => response.writeHead(status).end())
      assert.strictEqual((yield* send(delivery(url), secrets({ hook: [secret()] }))).status, status)
    }
  })
)

it.effect("a value that was mended signs at once, beside the wrong one before it", () =>
  Effect.gen(function* () {
    const { received, url } = yield* Receiver.http((_, response) => response.end())
    const current = secret()
    yield* send(delivery(url), secrets({ hook: [current, "whsec_abc"] }), { ...dispatch, sentAtMillis: Date.now() })
    const one = only(received)
    assert.deepStrictEqual(new Webhook(current).verify(one.body, headersOf(one)), delivery(url).event)
    assert.lengthOf(String(one.request.headers["webhook-signature"]).split(" "), 1)
  })
)

it.effect("a delivery without a valid signing secret is dead, and nothing is sent", () =>
  Effect.gen(function* () {
    const { received, url } = yield* Receiver.http((_, response) => response.end())
    const bad = ["whsec_", "whsec_!!!", secret(23), secret(65), randomBytes(32).toString("base64"), "token"]
    for (const value of bad) {
      const failure = yield* Effect.flip(send(delivery(url), secrets({ hook: [value] })))
      assert.strictEqual(failure.verdict, "dead")
      assert.notInclude(failure.reason, value.slice("whsec_".length) || "nothing")
    }
    const missing = yield* Effect.flip(send(delivery(url), secrets({})))
    assert.deepStrictEqual([missing.verdict, missing.reason], ["dead", "There is no secret “hook”."])
    assert.lengthOf(received, 0)
  })
)
