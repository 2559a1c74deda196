/** Refused credentials count by address, and known ones are not held against it (spec/http.md §7.7; docs/decisions/0126). */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const quota = { limit: 3, windowMillis: 60_000, addresses: 100 }

const statusOf = (answer: Wire.Answer) => answer.status
const call = (token: string | undefined, ...headers: ReadonlyArray<string>) =>
  Harness.send(Wire.request({ method: "GET", path: "/api/platform/me", token, headers, contentType: undefined }))
const status = (token: string | undefined, ...headers: ReadonlyArray<string>) =>
  Effect.map(call(token, ...headers), statusOf)

/** A well-formed token of a server that is not this one. */
const foreign = Effect.map(Harness.tenant, ({ key }) => key).pipe(Effect.provide(Layer.fresh(Harness.services())))

layer(Harness.layer({ strangers: quota, proxies: 1 }))("an address with 3 refused credentials in a minute", (it) => {
  it.effect("then gets 429 in the place of 401, but for credentials that were accepted before", () =>
    Effect.gen(function* () {
      const { key } = yield* Harness.tenant
      const { key: fresh } = yield* Harness.tenant
      const { key: late } = yield* Harness.tenant
      const stranger = yield* foreign
      const here = "X-Forwarded-For: 198.51.100.7"
      assert.strictEqual(yield* status(key, here), 200)
      for (const token of [undefined, "none", undefined]) assert.strictEqual(yield* status(token, here), 401)
      const refused = yield* call(undefined, here)
      assert.deepStrictEqual(
        [refused.status, refused.headers["retry-after"], refused.headers["connection"], refused.headers["ratelimit"]],
        [429, "60", "close", undefined]
      )
      assert.deepStrictEqual([yield* status(key, here), yield* status(fresh, here)], [200, 200])
      for (let turn = 0; turn < 3; turn++) assert.strictEqual(yield* status(stranger, here), 401)
      const spent = yield* call(stranger, here)
      assert.deepStrictEqual([spent.status, spent.headers["connection"]], [429, "close"])
      assert.deepStrictEqual([yield* status(key, here), yield* status(late, here)], [200, 429])
      assert.deepStrictEqual([yield* status(late, "X-Forwarded-For: 198.51.100.8")], [200])
      assert.strictEqual(yield* status(late, here), 200, "it is known now")
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([yield* status(stranger, here), yield* status(undefined, here)], [401, 401])
    })
  )
})
