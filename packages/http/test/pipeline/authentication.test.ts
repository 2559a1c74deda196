/**
 * The credential of a request, and the refusal of an unknown one (spec/service.md §5.1 and spec/service.md §5.7; spec/http.md §1.6 and
 * spec/http.md §2.6).
 */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const body = '{"data":{"name":"Ada","age":36}}'

layer(Harness.layer(), { excludeTestServices: true })("a credential", (it) => {
  it.effect(
    "the 401 is the same for a credential that is missing, malformed, of another scheme, unknown, expired, revoked or sent twice",
    () =>
      Effect.gen(function* () {
        const { form, key, mint, operator } = yield* Harness.tenant
        const keys = yield* ApiKeys
        const revoked = yield* mint("submission:write")
        yield* keys.revoke(operator, revoked.key.id)
        const soon = DateTime.addDuration(yield* DateTime.now, "50 millis")
        const expired = yield* keys.create(operator, {
          name: "Past",
          privileges: ["submission:write"],
          expiresAt: soon
        })
        yield* Effect.sleep("60 millis")
        const other = yield* Harness.tenant
        const path = Harness.evaluatePath(form.id)
        const answer = (...headers: ReadonlyArray<string>) =>
          Effect.map(Harness.send(Wire.request({ path, headers, body })), Wire.bytes)

        const missing = yield* answer()
        assert.deepStrictEqual(missing, {
          status: 401,
          body: JSON.stringify({
            type: "urn:formwork:problem:unauthenticated",
            title: "Authentication is required",
            status: 401,
            error: "This request needs a valid key, sent as: Authorization: Bearer <API_KEY>.",
            code: "UNAUTHENTICATED",
            requestId: "ID"
          }),
          headers: {
            "cache-control": "no-store",
            "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
            "x-content-type-options": "nosniff",
            connection: "close",
            "content-length": "257",
            "content-type": "application/problem+json",
            link: '</docs/problems/unauthenticated>; rel="help"',
            "www-authenticate": "Bearer"
          }
        })
        const flipped = key.replace(/.$/u, (last) => (last === "0" ? "1" : "0"))
        const refused: ReadonlyArray<ReadonlyArray<string>> = [
          ["Authorization: Bearer"],
          ["Authorization:"],
          [`Authorization: ${key}`],
          [`Authorization: Basic ${key}`],
          [`Authorization: Bearer${key}`],
          [`Authorization: Bearer\t${key}`],
          [`Authorization: Bearer ${key} ${key}`],
          [`Authorization: Bearer ${key},Bearer ${key}`],
          [`Authorization: Bearer ${key.toUpperCase()}`],
          [`Authorization: Bearer ${flipped}`],
          [`Authorization: Bearer fws${key.slice(3)}`],
          [`Authorization: Bearer ${Redacted.value(revoked.token.text)}`],
          [`Authorization: Bearer ${Redacted.value(expired.token.text)}`],
          [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
          [`Authorization: Bearer ${key}`, `authorization: Bearer ${other.key}`],
          [`Authorization: Bearer ${key}`, "Authorization:"],
          [`X-Api-Key: ${key}`],
          [`Cookie: authorization=${key}`]
        ]
        for (const headers of refused) assert.deepStrictEqual(yield* answer(...headers), missing, headers.join())
        const inQuery = yield* Harness.send(Wire.request({ path: `${path}?access_token=${key}`, body }))
        assert.deepStrictEqual(Wire.bytes(inQuery), missing)
      })
  )

  it.effect("an unknown key that is well-formed gets the same 401", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const stranger = yield* Harness.tenant.pipe(Effect.provide(Layer.fresh(Harness.services())))
      const mine = yield* Harness.call(Harness.evaluatePath(form.id), undefined)
      const unknown = yield* Harness.call(Harness.evaluatePath(form.id), stranger.key)
      assert.notStrictEqual(stranger.key, key)
      assert.deepStrictEqual(Wire.bytes(unknown), Wire.bytes(mine))
    })
  )

  it.effect("the scheme may be in any case, the token must match exactly", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      for (const scheme of ["bearer", "BEARER", "bEaReR", "Bearer  "]) {
        const headers = [`Authorization: ${scheme} ${key}`]
        assert.strictEqual(
          (yield* Harness.send(Wire.request({ path: Harness.evaluatePath(form.id), headers, body }))).status,
          200
        )
      }
    })
  )

  it.effect("the answer repeats the caller's request id only where it is a short token", () =>
    Effect.gen(function* () {
      const { form, key } = yield* Harness.tenant
      const echoed = (...headers: ReadonlyArray<string>) =>
        Effect.map(
          Harness.send(Wire.request({ path: Harness.evaluatePath(form.id), token: key, headers, body: "[" })),
          (answer) => {
            assert.strictEqual(JSON.parse(answer.body).requestId, answer.headers["x-request-id"])
            return answer.headers["x-request-id"]
          }
        )
      for (const id of ["a", "A-b_c.9", "x".repeat(64)]) assert.strictEqual(yield* echoed(`X-Request-Id: ${id}`), id)
      for (const id of ["", "a b", 'a"b', "é", "x".repeat(65), "a,b"]) {
        assert.match((yield* echoed(`X-Request-Id: ${id}`)) ?? "", /^[0-9a-f-]{36}$/u)
      }
      assert.match((yield* echoed("X-Request-Id: a", "X-Request-Id: a")) ?? "", /^[0-9a-f-]{36}$/u)
    })
  )
})
