/** Deleting a submission over the app API, and v1's answer to a repeat of the request that filed it. */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

layer(Harness.layer(), { excludeTestServices: true })("deleting a submission", (it) => {
  it.effect("deleting a submission needs a reason and the privilege, answers 204, and later reads answer 404", () =>
    Effect.gen(function* () {
      const { form, key, mint } = yield* Harness.tenant
      const all = yield* mint("submission:delete", "submission:read", "submission:write")
      const token = Redacted.value(all.token.text)
      const id = String(Wire.json(yield* Harness.call(Harness.submissionsPath(form.id), key))["id"])
      const remove = (reason: unknown, who = token) =>
        Harness.platform("POST", `submissions/${id}/delete`, who, { reason })
      const refused = yield* remove("x", key)
      assert.deepStrictEqual([refused.status, Wire.json(refused)["privilege"]], [403, "submission:delete"])
      for (const reason of ["", "  \t", "x".repeat(501), "\u0000", 1, null])
        assert.strictEqual((yield* remove(reason)).status, 422, String(reason))
      assert.strictEqual((yield* Harness.platform("GET", `submissions/${id}`, token)).status, 200)
      const answer = yield* remove("\u{1F600}".repeat(500))
      assert.deepStrictEqual([answer.status, answer.body], [204, ""])
      for (const path of [
        `submissions/${id}`,
        `submissions/${id}/history`,
        `submissions/${id}/example`,
        `submissions/${id}/documents`
      ])
        assert.strictEqual((yield* Harness.platform("GET", path, token)).status, 404, path)
      assert.strictEqual((yield* remove("x")).status, 404)
    })
  )

  it.effect("after a deletion a repeat of the create answers 404, and its idempotency key stays used", () =>
    Effect.gen(function* () {
      const { form, mint } = yield* Harness.tenant
      const { token } = yield* mint("submission:delete", "submission:write")
      const text = Redacted.value(token.text)
      const create = (name: string) =>
        Harness.send(
          Wire.request({
            path: Harness.submissionsPath(form.id),
            token: text,
            headers: ["Idempotency-Key: once"],
            body: JSON.stringify({ data: { name } })
          })
        )
      const id = String(Wire.json(yield* create("Ada"))["id"])
      yield* Harness.platform("POST", `submissions/${id}/delete`, text, { reason: "x" })
      const again = yield* create("Ada")
      assert.deepStrictEqual([again.status, Wire.json(again)["code"]], [404, "NOT_FOUND"])
      assert.include(again.body, "has been deleted")
      assert.strictEqual((yield* create("Bea")).status, 422)
    })
  )
})
