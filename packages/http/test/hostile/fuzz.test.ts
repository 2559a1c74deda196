/** Random bytes and random requests are answered, and never with a 5xx. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const runs = { arbitrary: { runs: 150 } }
const Bytes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 })))

layer(Harness.layer(), { excludeTestServices: true })("random bodies", (it) => {
  it.effect.prop(
    "any JSON body is answered without a 5xx, by both operations",
    [Schema.Json, Schema.JsonObject, Schema.Boolean],
    ([body, data, draft]) =>
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        for (const path of [Harness.evaluatePath(form.id), Harness.submissionsPath(form.id)]) {
          for (const sent of [body, { data }, { data, draft }, { data: { ...data, name: body, age: body } }]) {
            const answer = yield* Harness.call(path, key, JSON.stringify(sent))
            assert.include([200, 201, 400, 422], answer.status, answer.body)
          }
        }
      }),
    runs
  )

  it.effect.prop(
    "any bytes as a body are answered without a 5xx",
    [Bytes],
    ([bytes]) =>
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const answer = yield* Harness.send(
          Wire.request({ path: Harness.evaluatePath(form.id), token: key, body: Uint8Array.from(bytes) })
        )
        assert.include([200, 400, 422], answer.status)
      }),
    runs
  )
})

// Some of these never end their head, so this server waits for a head only 100 ms.
layer(Harness.layer({ head: { bytes: 16_384, millis: 100 } }), { excludeTestServices: true })(
  "random requests",
  (it) => {
    it.effect.prop(
      "any bytes for a request are answered with a 4xx or the end of the connection",
      [Bytes],
      ([bytes]) =>
        Effect.gen(function* () {
          const answer = yield* Wire.sendUntilClosed(yield* Harness.port, Uint8Array.from(bytes))
          assert.match(answer, /^$|^HTTP\/1\.1 4\d\d /u)
        }),
      runs
    )

    it.effect.prop(
      "any text in the path, a header or the token is answered with a 4xx",
      [Schema.String, Schema.String, Schema.String],
      ([path, header, token]) =>
        Effect.gen(function* () {
          const { form, key } = yield* Harness.tenant
          const inPath = Wire.request({
            path: Harness.evaluatePath(encodeURI(path.replaceAll(/\p{Cs}/gu, ""))),
            token: key,
            body: "{}"
          })
          const inHeader = Wire.request({
            path: Harness.submissionsPath(form.id),
            token: key,
            headers: [`Idempotency-Key: ${header}`],
            body: "{}"
          })
          const inToken = Wire.request({ path: Harness.evaluatePath(form.id), token, body: "{}" })
          for (const request of [inPath, inHeader, inToken]) {
            const { status } = yield* Harness.send(request)
            assert.isTrue(status >= 400 && status < 500, String(status))
          }
        }),
      runs
    )
  }
)
