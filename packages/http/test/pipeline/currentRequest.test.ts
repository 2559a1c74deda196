/** What the work of a request can tell about it: what audit rows name, and what failed sign-ins are counted by. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import { MountedEndpoints } from "../../src/endpoint/MountedEndpoint.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

/** Answers with what it sees of its request. */
const mirror = Layer.succeed(MountedEndpoints, [
  {
    path: "/mirror",
    origins: new Set<string>(),
    envelope: 0,
    answer: () =>
      Effect.gen(function* () {
        const { address, isCookie, network, requestId } = yield* CurrentRequest
        return { status: 200, body: JSON.stringify({ requestId, address, network, isCookie }) }
      })
  }
])

it.live("its id, its address and the network of that, and whether its credential came as a cookie", () =>
  Effect.gen(function* () {
    const { key } = yield* Harness.tenant
    for (const [address, network] of [
      ["203.0.113.9", "203.0.113.9"],
      ["2001:db8:0:1::7", "2001:db8:0:1::/64"]
    ]) {
      const headers = [`X-Forwarded-For: ${address}`, "X-Request-Id: mine"]
      const answer = yield* Harness.send(Wire.request({ path: "/mirror", token: key, body: "{}", headers }))
      assert.deepStrictEqual(Wire.json(answer), { requestId: "mine", address, network, isCookie: false })
    }
  }).pipe(
    Effect.provide(
      Harness.over(
        mirror.pipe(Layer.provideMerge(Layer.fresh(Harness.services({ limit: 1_000, windowMillis: 60_000 })))),
        {
          proxies: 1
        }
      )
    )
  )
)
