/** Which address a request came from, and which addresses share a budget. Over a socket: addresses.test.ts. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import * as AddressBudgets from "../../src/pipeline/AddressBudgets.ts"
import * as ClientAddress from "../../src/request/ClientAddress.ts"

const forwarded = "x-forwarded-for"

/** A request as Node's parser leaves it, from a socket at `remote`. */
const from = (remote: string | undefined, proxies: number, ...rawHeaders: ReadonlyArray<string>) => {
  const socket = new Socket()
  Object.defineProperty(socket, "remoteAddress", { value: remote })
  const request = new IncomingMessage(socket)
  request.rawHeaders = [...rawHeaders]
  return ClientAddress.of(request, proxies)
}

it.effect("the client address is the socket's without a proxy, which is the default", () =>
  Effect.gen(function* () {
    assert.strictEqual(ClientAddress.TrustedProxies.key, "@formwork/http/ClientAddress/TrustedProxies")
    assert.strictEqual(yield* ClientAddress.TrustedProxies, 0)
    assert.strictEqual(from("192.0.2.1", 0, forwarded, "203.0.113.9"), "192.0.2.1")
    assert.strictEqual(from("::FFFF:192.0.2.1", 0), "192.0.2.1")
    assert.strictEqual(from("FE80::A%eth0", 0), "fe80::a")
    for (const proxies of [0, 1]) assert.isUndefined(from(undefined, proxies))
  })
)

it("behind n proxies the client address is the nth from the right of the header's lines", () => {
  const socket = "192.0.2.1"
  const cases: ReadonlyArray<readonly [proxies: number, headers: ReadonlyArray<string>, address: string]> = [
    [1, [], socket],
    [1, [forwarded, ""], socket],
    [1, ["X-FORWARDED-FOR", "198.51.100.1"], "198.51.100.1"],
    [1, ["x-forwarded", "198.51.100.1"], socket],
    // A value with the name of the header does not count.
    [1, ["x", forwarded, "198.51.100.1", "x"], socket],
    [1, ["x", forwarded, forwarded, "198.51.100.1"], "198.51.100.1"],
    [1, [forwarded, "198.51.100.1", "x", "198.51.100.2"], "198.51.100.1"],
    [1, [forwarded, "198.51.100.1", forwarded, "198.51.100.2"], "198.51.100.2"],
    [2, [forwarded, "198.51.100.1", forwarded, "198.51.100.2"], "198.51.100.1"],
    [3, [forwarded, "198.51.100.1,198.51.100.2"], "198.51.100.1"],
    [2, [forwarded, "198.51.100.0,\t198.51.100.1 ,198.51.100.2"], "198.51.100.1"]
  ]
  for (const [proxies, headers, address] of cases)
    assert.strictEqual(from(socket, proxies, ...headers), address, headers.join(" "))
})

it("an address is read with or without a port, a zone and brackets; other text is refused", () => {
  const read = (text: string) => from(undefined, 1, forwarded, text)
  const good = [
    ["198.51.100.1", "198.51.100.1"],
    ["198.51.100.1:80", "198.51.100.1"],
    ["198.51.100.1:65535", "198.51.100.1"],
    ["2001:DB8::A", "2001:db8::a"],
    ["[2001:db8::a]", "2001:db8::a"],
    ["[2001:db8::a]:80", "2001:db8::a"],
    ["[2001:db8::a]:65535", "2001:db8::a"],
    ["[fe80::a%eth0]:80", "fe80::a"],
    ["::ffff:198.51.100.1", "198.51.100.1"],
    ["::FFFF:198.51.100.123", "198.51.100.123"],
    ["[::ffff:198.51.100.1]:80", "198.51.100.1"]
  ] as const
  for (const [text, address] of good) assert.strictEqual(read(text), address, text)
  for (const text of [
    "",
    "unknown",
    "_hidden",
    "198.51.100",
    "198.51.100.256",
    "x198.51.100.1:80",
    "198.51.100.1:80x",
    "198.51.100.1:",
    "198.51.100.1:x",
    "x[2001:db8::a]:80",
    "[2001:db8::a]:80x",
    "[2001:db8::a]80",
    "[2001:db8::a]:",
    "[]",
    "[198.51.100.1",
    "x::ffff:198.51.100.1",
    "::ffff:198.51.100.1x"
  ]) {
    assert.isUndefined(read(text), text)
  }
})

it("an IPv6 network is the first four groups of the address, in every way to write it", () => {
  const networks = [
    ["1:2:3:4:5:6:7:8", "1:2:3:4::/64"],
    ["1:2:3:4::", "1:2:3:4::/64"],
    ["1:2:3::", "1:2:3:0::/64"],
    ["1::8", "1:0:0:0::/64"],
    ["1::4:5:6:7:8", "1:0:0:4::/64"],
    ["::4:5:6:7:8", "0:0:0:4::/64"],
    ["1::3:4:5:6:7:8", "1:0:3:4::/64"],
    ["::", "0:0:0:0::/64"],
    ["1::4:5:6:192.0.2.1", "1:0:0:4::/64"],
    ["1:2:3:4:5:6:192.0.2.1", "1:2:3:4::/64"],
    ["00AB:0:0c::1", "ab:0:c:0::/64"],
    ["192.0.2.1", "192.0.2.1"],
    ["", ""]
  ] as const
  for (const [text, network] of networks) assert.strictEqual(ClientAddress.network(text), network, text)
})

const outcome = (budgets: ReturnType<typeof AddressBudgets.make>, address: string | undefined) =>
  Effect.map(Effect.result(budgets.take(address)), (result) => {
    if (Result.isSuccess(result)) return "taken"
    const { limit, retryAfterSeconds, windowSeconds } = result.failure
    return [limit, windowSeconds, retryAfterSeconds]
  })

it.effect("the default budget is 30 requests a minute for each address; a window ends to the millisecond", () =>
  Effect.gen(function* () {
    assert.strictEqual(AddressBudgets.AddressQuota.key, "@formwork/http/AddressBudgets/AddressQuota")
    assert.deepStrictEqual(yield* AddressBudgets.AddressQuota, { limit: 30, windowMillis: 60_000, addresses: 10_000 })
    const budgets = AddressBudgets.make(yield* AddressBudgets.AddressQuota)
    for (let used = 0; used < 30; used++) assert.strictEqual(yield* outcome(budgets, "192.0.2.1"), "taken")
    assert.deepStrictEqual(yield* outcome(budgets, "192.0.2.1"), [30, 60, 60])
    assert.strictEqual(yield* outcome(budgets, "192.0.2.2"), "taken")
    yield* TestClock.adjust("58 seconds")
    assert.deepStrictEqual(yield* outcome(budgets, "192.0.2.1"), [30, 60, 2])
    yield* TestClock.adjust("1999 millis")
    assert.deepStrictEqual(yield* outcome(budgets, "192.0.2.1"), [30, 60, 1])
    yield* TestClock.adjust(1)
    for (let used = 0; used < 30; used++) assert.strictEqual(yield* outcome(budgets, "192.0.2.1"), "taken")
    assert.deepStrictEqual(yield* outcome(budgets, "192.0.2.1"), [30, 60, 60], "a new window")
  })
)

it.effect(
  "refused credentials have a budget of 600 a minute for each of 10,000 addresses; a check alone counts nothing",
  () =>
    Effect.gen(function* () {
      const quota = yield* AddressBudgets.StrangerQuota
      assert.deepStrictEqual(quota, { limit: 600, windowMillis: 60_000, addresses: 10_000 })
      assert.strictEqual(AddressBudgets.StrangerQuota.key, "@formwork/http/AddressBudgets/StrangerQuota")
      const budgets = AddressBudgets.make(quota)
      const isRefused = (address: string | undefined) =>
        Effect.map(Effect.result(budgets.check(address)), (result) => Result.isFailure(result))
      for (const address of ["192.0.2.1", undefined]) {
        for (let used = 0; used < 600; used++) {
          assert.isFalse(yield* isRefused(address))
          yield* budgets.count(address)
        }
        assert.isTrue(yield* isRefused(address))
      }
      assert.isFalse(yield* isRefused("192.0.2.2"))
    })
)

const few = Layer.succeed(AddressBudgets.AddressQuota, { limit: 1, windowMillis: 1_000, addresses: 3 })

it.effect(
  "the server remembers the latest addresses up to a set number; a new window makes an address a late one",
  () =>
    Effect.gen(function* () {
      const budgets = AddressBudgets.make(yield* AddressBudgets.AddressQuota)
      const all = (...addresses: ReadonlyArray<string | undefined>) =>
        Effect.forEach(addresses, (address) => Effect.map(outcome(budgets, address), (said) => said === "taken"))
      assert.deepStrictEqual(yield* all("a", undefined, "b", "", "b", "a"), [true, true, true, false, false, false])
      // The fourth address removes the first, and the first, back again, the second.
      assert.deepStrictEqual(yield* all("c", "", "b", "c", "a", "b", "c"), [
        true,
        false,
        false,
        false,
        true,
        false,
        false
      ])
      yield* TestClock.adjust(500)
      assert.deepStrictEqual(yield* all("d", "b"), [true, true])
      yield* TestClock.adjust(500)
      // Only the window that began half a window ago is left.
      assert.deepStrictEqual(yield* all("d", "b", "c", "d", "b"), [false, false, true, false, false])
    }).pipe(Effect.provide(few))
)
