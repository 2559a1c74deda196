/** Looking up names, at a name server in this process. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { askNameServers, HostResolver } from "@formwork/outbound/http/HostResolver"
import { production } from "@formwork/outbound/http/Policy"
import { type Answer, nameServer } from "./support/nameServer.ts"

const asking = (four: Answer, six: Answer) =>
  Effect.gen(function* () {
    const { questions, server } = yield* nameServer((_, type) => (type === 1 ? four : six))
    return { questions, found: askNameServers("hooks.example.com", [server]) }
  })

it.effect("a lookup asks once for each family and returns all addresses", () =>
  Effect.gen(function* () {
    const { found, questions } = yield* asking(["93.184.215.14", "10.0.0.1"], ["2606:4700:0:0:0:0:0:1111"])
    assert.deepStrictEqual(yield* found, [
      { address: "93.184.215.14", family: 4 },
      { address: "10.0.0.1", family: 4 },
      { address: "2606:4700::1111", family: 6 }
    ])
    assert.deepStrictEqual(questions.toSorted(), ["1 hooks.example.com", "28 hooks.example.com"])
  })
)

it.effect("a name may have addresses of one family, or none", () =>
  Effect.gen(function* () {
    assert.lengthOf(yield* (yield* asking(["93.184.215.14"], [])).found, 1)
    assert.lengthOf(yield* (yield* asking("NXDOMAIN", ["2606:4700:0:0:0:0:0:1111"])).found, 1)
    assert.deepStrictEqual(yield* (yield* asking("NXDOMAIN", "NXDOMAIN")).found, [])
    assert.deepStrictEqual(yield* (yield* asking([], [])).found, [])
  })
)

it.effect("a lookup fails where one family gets no answer", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip((yield* asking(["93.184.215.14"], "SERVFAIL")).found)
    assert.deepStrictEqual([failure.verdict, failure.reason], ["retry", "hooks.example.com could not be looked up."])
  })
)

it.effect("a lookup at a silent name server ends when it is interrupted", () =>
  Effect.gen(function* () {
    const { found } = yield* asking("silence", "silence")
    const asked = yield* Effect.forkChild(found)
    yield* Effect.yieldNow
    yield* Fiber.interrupt(asked)
  })
)

it.effect("where private addresses are allowed, the system's own names resolve too", () =>
  Effect.gen(function* () {
    const resolve = yield* HostResolver
    const found = yield* resolve("localhost", { ...production, allowPrivate: true })
    assert.isTrue(found.some(({ address }) => address === "127.0.0.1" || address === "::1"))
  })
)
