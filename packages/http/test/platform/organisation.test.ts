/** The organisation itself, over a socket. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

layer(Harness.layer(), { excludeTestServices: true })("the organisation", (it) => {
  it.effect("any credential reads the organisation; a change needs the revision that was read", () =>
    Effect.gen(function* () {
      const { key, operator } = yield* Harness.tenant
      const session = yield* Harness.signIn(operator, (yield* Harness.person(operator, "owner")).email)
      const read = yield* Harness.platform("GET", "organisation", key)
      assert.deepStrictEqual([read.status, read.headers["etag"]], [200, '"1"'])
      const { createdAt, ...rest } = Wire.json(read)
      assert.deepStrictEqual(rest, { id: operator.organisationId, name: "Ashworth", edition: 1 })
      assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT.*Z$/u)

      const rename = (name: unknown, ...headers: ReadonlyArray<string>) =>
        Harness.platform("PATCH", "organisation", session, { name }, headers)
      const changed = yield* rename("Ashworth & Daughters", 'If-Match: "1"')
      assert.deepStrictEqual([changed.status, changed.headers["etag"]], [200, '"2"'], changed.body)
      assert.deepStrictEqual(Wire.json(changed), { ...rest, createdAt, name: "Ashworth & Daughters", edition: 2 })
      const stale = yield* rename("Late", 'If-Match: "1"')
      assert.deepStrictEqual(
        [stale.status, Wire.json(stale)["code"], Wire.json(stale)["edition"]],
        [409, "CONFLICT", 2]
      )
      const me = Wire.json(yield* Harness.platform("GET", "me", key))
      assert.deepStrictEqual(me["organisation"], { id: operator.organisationId, name: "Ashworth & Daughters" })

      for (const [name, header, status] of [
        ["x", [], 422],
        ["", ['If-Match: "2"'], 422],
        ["x".repeat(201), ['If-Match: "2"'], 422],
        ["a\nb", ['If-Match: "2"'], 422],
        [7, ['If-Match: "2"'], 422],
        ["x", ["If-Match: *"], 400],
        ["x", ['If-Match: W/"2"'], 400]
      ] as const)
        assert.strictEqual((yield* rename(name, ...header)).status, status, JSON.stringify([name, header]))
      assert.strictEqual(Wire.json(yield* Harness.platform("GET", "organisation", key))["edition"], 2)
    })
  )
})
