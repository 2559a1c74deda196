/** The layer for programs on Effect, against the real server. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted, Stream } from "effect"
import { SecureRandom } from "effect/crypto"
import { FetchHttpClient } from "effect/http"
import { FormworkClient } from "../src/effect/FormworkClient.ts"
import * as Harness from "../../http/test/support/Harness.ts"

const data = { name: "Ada", age: 36 }

const connected = (token: string) =>
  Layer.unwrap(
    Effect.map(Harness.port, (port) =>
      FormworkClient.layer({ baseUrl: `http://127.0.0.1:${port}`, token: Redacted.make(token) })
    )
  ).pipe(Layer.provide(Layer.merge(FetchHttpClient.layer, SecureRandom.layerWebCrypto)))

layer(Harness.layer(), { excludeTestServices: true })("the Effect client", (it) => {
  it.effect("the Effect client evaluates and files; a refusal is a typed failure", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      yield* Effect.gen(function* () {
        const { v1 } = yield* FormworkClient
        const params = { formId: form.id }
        const result = yield* v1.evaluate({ params, query: {}, payload: { data } })
        assert.isTrue(result.valid)
        const created = yield* v1.createSubmission({ params, headers: {}, payload: { data } })
        assert.strictEqual(created.body.formId, form.id)
        const refused = yield* Effect.flip(v1.createSubmission({ params, headers: {}, payload: { data: { age: 3 } } }))
        assert.propertyVal(refused, "code", "INVALID_SUBMISSION")
      }).pipe(Effect.provide(connected(key)))
    })
  )

  it.effect("the Effect client has the whole app API", () =>
    Effect.gen(function* () {
      const { mint } = yield* Harness.tenant
      const { token } = yield* mint("apikey:read")
      yield* Effect.gen(function* () {
        const { platform } = yield* FormworkClient
        const { items } = yield* platform.keys.list({ query: {} })
        assert.isNotEmpty(items)
        assert.propertyVal(yield* Effect.flip(platform.users.list()), "code", "PRIVILEGE_REQUIRED")
      }).pipe(Effect.provide(connected(Redacted.value(token.text))))
    })
  )

  it.effect("the Effect client takes a stream of payloads, and gives one of results", () =>
    Effect.gen(function* () {
      const { form, key, version } = yield* Harness.tenant
      yield* Effect.gen(function* () {
        const { platform } = yield* FormworkClient
        const payload = Stream.map(Stream.range(1, 250), (age) => ({ id: `${age}`, data: { name: "Ada", age } }))
        const { body, headers } = yield* platform.forms.evaluateBatch({
          params: { formId: form.id },
          payload
        })
        assert.strictEqual(headers["formwork-form-version"], version.id)
        const lines = yield* Stream.runCollect(body)
        assert.lengthOf(lines, 250)
        assert.deepInclude(lines[249], { id: "250", line: 250, valid: true, calculatedData: { premium: "625.00" } })
      }).pipe(Effect.provide(connected(key)))
    })
  )
})
