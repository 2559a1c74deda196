/** A node of a divided database that hangs: the effects of its organisations wait, and no others. Skipped where there is no Citus. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import * as ShardMap from "../src/database/nodes/ShardMap.ts"
import * as CitusServers from "../src/testing/CitusServers.ts"
import * as Cluster from "../src/testing/Cluster.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports } from "./Subject.ts"

const absent = await CitusServers.absent()
if (absent !== undefined) console.log(absent)

const hook = FiringFixture.delivery("https://far.example/hook")

it.live.skipIf(absent !== undefined)(
  "while a node hangs, the effects of the other nodes are claimed and recorded; its own are claimed once it answers again",
  () =>
    Effect.gen(function* () {
      const { nodes, url } = yield* CitusServers.own(2)
      const map = (yield* ShardMap.read(yield* TestServer.connect(url))) ?? []
      const on = (port: string) =>
        FiringFixture.setting.pipe(
          Effect.repeat({
            until: ({ owner }) => String(ShardMap.shardOf(map, owner.organisationId).port) === port
          })
        )
      yield* Effect.gen(function* () {
        const [there, here] = yield* Effect.forEach(nodes, (node) => on(new URL(node.url).port))
        const [hanging] = nodes
        if (there === undefined || here === undefined || hanging === undefined) return assert.fail("not two nodes")
        const owners = [there.owner, here.owner]
        for (const { owner, version } of [there, here]) yield* FiringFixture.file(owner, version, [hook, hook])
        const before = yield* FiringFixture.claim(owners, { perDestination: 1 })
        assert.strictEqual(before.length, 2)
        yield* Effect.acquireUseRelease(
          Effect.sync(() => Cluster.signal(hanging, "SIGSTOP")),
          () =>
            Effect.gen(function* () {
              const meanwhile = yield* FiringFixture.claim(owners, { perDestination: 2 })
              assert.deepStrictEqual(
                meanwhile.map(({ organisationId }) => organisationId),
                [here.owner.organisationId]
              )
              for (const claim of [...before, ...meanwhile]) {
                if (claim.organisationId !== here.owner.organisationId) continue
                assert.isTrue(yield* FiringFixture.settle(claim, "delivered"))
              }
              const store = yield* FiringStore
              const delivered = yield* store.list(here.owner, { state: "delivered" }, { limit: 10 })
              assert.strictEqual(delivered.length, 2)
            }),
          () => Effect.sync(() => Cluster.signal(hanging, "SIGCONT"))
        )
        const late = yield* FiringFixture.claim(owners, { perDestination: 2 }).pipe(
          Effect.tap(({ length }) => (length === 0 ? Effect.sleep("500 millis") : Effect.void)),
          Effect.repeat({ until: ({ length }) => length > 0 })
        )
        assert.deepStrictEqual(
          late.map(({ organisationId }) => organisationId),
          [there.owner.organisationId]
        )
      }).pipe(Effect.provide(ports(TestServer.whole(url))))
    }).pipe(Effect.scoped),
  240_000
)
