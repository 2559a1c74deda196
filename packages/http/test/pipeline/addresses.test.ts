/** Open endpoints have a budget for each address; which address that is (spec/http.md §1.18 and spec/http.md §7.4). */
import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Tables } from "@formwork/memory/Tables"
import * as AddressBudgets from "../../src/pipeline/AddressBudgets.ts"
import * as ClientAddress from "../../src/request/ClientAddress.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

const report = (...headers: ReadonlyArray<string>) =>
  Harness.send(Wire.request({ path: "/api/platform/leaked-tokens", headers, body: '{"token":"x"}' }))

const quota = { limit: 3, windowMillis: 2_500, addresses: 100 }

layer(Harness.layer({ addresses: quota }))("an address with a budget of 3 requests in 2.5 seconds", (it) => {
  it.effect("an address without budget gets 429 before its request is read, and succeeds after Retry-After", () =>
    Effect.gen(function* () {
      const { key } = yield* Harness.tenant
      const odd = Harness.send(
        Wire.request({ path: "/api/platform/leaked-tokens", contentType: "text/plain", body: "[" })
      )
      assert.deepStrictEqual([(yield* report()).status, (yield* odd).status, (yield* report()).status], [204, 415, 204])
      yield* TestClock.adjust("900 millis")
      for (const answer of [yield* report(), yield* odd, yield* report(`Authorization: Bearer ${key}`)]) {
        assert.deepStrictEqual(
          [answer.status, answer.headers["retry-after"], answer.headers["ratelimit"], Wire.json(answer)["error"]],
          [429, "2", undefined, "The budget of 3 requests in 3 seconds is spent. Wait 2 seconds and go on."]
        )
      }
      // Not counted: a head that cannot be read, another method, and every endpoint that needs a credential.
      assert.strictEqual((yield* Harness.platform("GET", "me", key)).status, 200)
      assert.strictEqual((yield* Harness.platform("GET", "sessions", undefined)).status, 401)
      const get = yield* Harness.platform("GET", "sessions", key)
      assert.deepStrictEqual([get.status, get.headers["allow"]], [405, "POST"])
      assert.strictEqual((yield* report("Expect: tea")).status, 417)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* report()).status, 204)
    })
  )
})

it.effect("a window ends when its length has passed, also where the clock was set back meanwhile", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.parse("2026-11-21T13:00:00Z"))
    const budgets = AddressBudgets.make(yield* AddressBudgets.AddressQuota)
    yield* budgets.take("192.0.2.1")
    yield* TestClock.setTime(Date.parse("2026-11-21T12:00:00Z"))
    const refused = yield* Effect.flip(budgets.take("192.0.2.1"))
    assert.strictEqual(refused.retryAfterSeconds, 60)
    yield* TestClock.adjust("1 minute")
    yield* budgets.take("192.0.2.1")
  }).pipe(Effect.provide(Layer.succeed(AddressBudgets.AddressQuota, { limit: 1, windowMillis: 60_000, addresses: 2 })))
)

it.effect("the server remembers a fixed number of addresses", () =>
  Effect.gen(function* () {
    const budgets = AddressBudgets.make(yield* AddressBudgets.AddressQuota)
    const take = (address: string) => Effect.map(Effect.result(budgets.take(address)), ({ _tag }) => _tag)
    assert.deepStrictEqual([yield* take("192.0.2.1"), yield* take("192.0.2.1")], ["Success", "Failure"])
    yield* take("192.0.2.2")
    assert.strictEqual(yield* take("192.0.2.1"), "Failure")
    // The third address is one too many: the oldest window goes.
    yield* take("192.0.2.3")
    assert.deepStrictEqual([yield* take("192.0.2.3"), yield* take("192.0.2.1")], ["Failure", "Success"])
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual([yield* take("192.0.2.1"), yield* take("192.0.2.2")], ["Success", "Success"])
  }).pipe(Effect.provide(Layer.succeed(AddressBudgets.AddressQuota, { limit: 1, windowMillis: 60_000, addresses: 2 })))
)

it("an IPv6 customer is a network of 64 bits, in every way to write it", () => {
  for (const text of ["2001:db8:0:1::1", "2001:0db8::1:ffff:0:0:1", "2001:db8:0:1:1:2:3:4", "2001:db8:0:1::192.0.2.1"])
    assert.strictEqual(ClientAddress.network(text), "2001:db8:0:1::/64", text)
  assert.strictEqual(ClientAddress.network("::1"), "0:0:0:0::/64")
  assert.strictEqual(ClientAddress.network("2001:db8::"), "2001:db8:0:0::/64")
  assert.strictEqual(ClientAddress.network("192.0.2.1"), "192.0.2.1")
})

/** Each case: how many proxies, the header's lines, and what the audit log then says. */
const cases: ReadonlyArray<readonly [proxies: number, lines: ReadonlyArray<string>, address: string]> = [
  [0, ["203.0.113.9"], "127.0.0.1"],
  [1, [], "127.0.0.1"],
  [1, ["203.0.113.9"], "203.0.113.9"],
  [1, ["1.1.1.1, 203.0.113.9"], "203.0.113.9"],
  [1, ["1.1.1.1", "203.0.113.9"], "203.0.113.9"],
  [2, ["1.1.1.1, 203.0.113.9 , 198.51.100.7"], "203.0.113.9"],
  [2, ["203.0.113.9"], "203.0.113.9"],
  [1, ["203.0.113.9:4711"], "203.0.113.9"],
  [1, ["[2001:DB8::1]:4711"], "2001:db8::1"],
  [1, ["::ffff:203.0.113.9"], "203.0.113.9"],
  [1, ["fe80::1%eth0"], "fe80::1"],
  [1, ["203.0.113.9, unknown"], "127.0.0.1"],
  [1, ["' or 1=1 --"], "127.0.0.1"]
]

it.live(
  "behind n proxies the address is the nth from the right of X-Forwarded-For, and without proxies the socket's",
  () =>
    Effect.forEach(
      [0, 1, 2],
      (proxies) =>
        Effect.gen(function* () {
          const { tenants } = yield* Tables
          for (const [, lines, address] of cases.filter(([count]) => count === proxies)) {
            const { operator } = yield* Harness.tenant
            const body = JSON.stringify({ email: "a@b.example", password: "x", organisation: operator.organisationId })
            const headers = lines.map((line) => `X-Forwarded-For: ${line}`)
            const answer = yield* Harness.send(Wire.request({ path: "/api/platform/sessions", body, headers }))
            assert.strictEqual(answer.status, 401)
            for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
            const line = tenants.get(operator.organisationId)?.audit.at(-1)
            assert.deepStrictEqual([line?.action, line?.address], ["sign_in.refused", address], JSON.stringify(lines))
          }
        }).pipe(Effect.provide(Layer.fresh(Harness.layer({ proxies })))),
      { discard: true }
    )
)
