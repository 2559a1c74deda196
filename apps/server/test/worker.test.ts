/**
 * Delivery over real processes: a server that only files, workers that only send, a receiver over HTTP, and kill -9 in the middle.
 * Nothing is lost, whatever arrives twice has one id, and one slow receiver holds up no other.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { FiringStore } from "@formwork/domain/effects/FiringStore"
import type { Content } from "@formwork/domain/effects/Content"
import * as Fired from "@formwork/memory/contract/Fired"
import { TokenHasher } from "@formwork/domain/keys/TokenHasher"
import * as Stores from "@formwork/postgres/Stores"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { start } from "./support/formwork.ts"

const pepper = "a pepper for tests that nobody else has"

interface Receiver {
  readonly url: string
  /** Firing ids, as often as they came. */
  readonly ids: ReadonlyArray<string>
  readonly most: () => number
}

/** Answers 200 after `delayMillis`. */
const receiver = (delayMillis: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const ids: Array<string> = []
      let now = 0
      let most = 0
      const server = createServer((request, response) => {
        ids.push(String(request.headers["idempotency-key"]))
        most = Math.max(most, ++now)
        request.resume()
        response.on("close", () => now--)
        setTimeout(() => response.end("thank you"), delayMillis)
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const { port } = server.address() as AddressInfo
      return { url: `http://127.0.0.1:${port}/`, ids, most: () => most, server }
    }),
    ({ server }) =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
  ).pipe(Effect.map(({ ids, most, url }): Receiver => ({ ids, most, url })))

const post = (url: string): Content => ({
  kind: "integration",
  method: "POST",
  url,
  headers: [],
  body: { name: "Ada" }
})

const worker = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const running = start(["worker"], {
        DATABASE_URL: url,
        KEY_PEPPER: pepper,
        WORKER_LEASE_SECONDS: "5",
        OUTBOUND_ALLOW_HTTP: "true",
        OUTBOUND_ALLOW_PRIVATE: "true"
      })
      await running.says(/sends effects/u)
      return running
    }),
    ({ child, ended }) =>
      Effect.promise(async () => {
        if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT")
        await ended
      })
  )

const until = (what: string, holds: Effect.Effect<boolean>) =>
  Effect.gen(function* () {
    for (let tries = 0; tries < 600; tries++) {
      if (yield* holds) return
      yield* Effect.sleep("100 millis")
    }
    return assert.fail(`${what} did not happen in a minute`)
  })

const stores = (url: Redacted.Redacted) =>
  Stores.layerUncounted.pipe(
    Layer.provideMerge(TestServer.whole(url)),
    Layer.provideMerge(TokenHasher.layer([{ id: "test", key: Redacted.make(new Uint8Array(32)) }])),
    Layer.provideMerge(Layer.mergeAll(NodeCrypto.layerMac, NodeCrypto.layerDigest, NodeCrypto.layerSecureRandom)),
    Layer.provide(Logger.layer([]))
  )

it.live(
  "killed workers lose nothing and double nothing by id, and a slow receiver holds up no other",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.migrated
      yield* Effect.gen(function* () {
        const { owner, version } = yield* Fired.setting
        const firings = yield* FiringStore
        const slow = yield* receiver(2_000)
        const quick = yield* receiver(5)
        const url = Redacted.value(admin)
        const first = yield* worker(url)
        yield* worker(url)

        const { ids: slowly } = yield* Fired.file(
          owner,
          version,
          Array.from({ length: 10 }, () => post(slow.url))
        )
        const { ids: quickly } = yield* Fired.file(
          owner,
          version,
          Array.from({ length: 60 }, () => post(quick.url))
        )
        yield* until(
          "a send",
          Effect.sync(() => slow.ids.length >= 4 && quick.ids.length >= 1)
        )
        first.child.kill("SIGKILL") // in the middle of at least one of the slow ones' sends, whichever worker has them
        yield* until(
          "the quick receiver's last",
          Effect.sync(() => new Set(quick.ids).size === quickly.length)
        )
        assert.isBelow(new Set(slow.ids).size, slowly.length, "the slow one is far from done, and nobody waited for it")
        const third = yield* worker(url)
        yield* until(
          "a slow send",
          Effect.sync(() => new Set(slow.ids).size >= 8)
        )
        third.child.kill("SIGKILL")

        const delivered = Effect.map(firings.list(owner, { state: "delivered" }, { limit: 1_000 }), (found) =>
          found.map(({ id }) => id).sort()
        )
        const all = [...slowly, ...quickly].sort()
        yield* until(
          "the last delivery",
          Effect.map(delivered, ({ length }) => length === all.length)
        )
        assert.deepStrictEqual(yield* delivered, all)
        assert.deepStrictEqual([...new Set([...slow.ids, ...quick.ids])].sort(), all)
        assert.isAtMost(slow.most(), 8, "4 at once, and as many again of somebody who was killed meanwhile")
      }).pipe(Effect.provide(stores(admin)))
    }).pipe(Effect.scoped),
  120_000
)
