/** A submission as each of its revisions left it, over the app API (docs/decisions/0240). */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

layer(Harness.layer(), { excludeTestServices: true })("revisions of a submission", (it) => {
  it.effect("each has its values and its state of then; a number that none has is 404", () =>
    Effect.gen(function* () {
      const { form, mint } = yield* Harness.tenant
      const key = Redacted.value((yield* mint("submission:read", "submission:write")).token.text)
      const first = Wire.json(yield* Harness.draft(key, form.id, { name: "Ada" }))
      const id = String(first["id"])
      const change = (method: string, path: string, revision: number, body: unknown) =>
        Harness.platform(method, `submissions/${id}${path}`, key, body, [`If-Match: "${revision}"`])
      const filed = Wire.json(yield* change("POST", "/file", 1, { data: { name: "Ada", age: 36 } }))
      const revision = (number: number | string, token = key) =>
        Harness.platform("GET", `submissions/${id}/revisions/${number}`, token)
      assert.deepStrictEqual(Wire.json(yield* revision(1)), { ...first, revision: 1 })
      assert.deepStrictEqual(Wire.json(yield* revision(2)), filed)
      assert.notDeepEqual(filed["data"], first["data"])
      for (const none of ["0", "3", "01", "1.0", "x", "999999999", "9999999999"])
        assert.strictEqual((yield* revision(none)).status, 404, none)
      const writer = Redacted.value((yield* mint("submission:write")).token.text)
      assert.strictEqual((yield* revision(1, writer)).status, 403)
    })
  )
})
