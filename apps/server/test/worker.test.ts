/**
 * Sending with real processes: a server that only files, workers that only send, a receiver over HTTP, and kill -9 in the middle.
 * Nothing is lost, a request that arrives twice has one id, and a slow receiver delays no other.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { createServer } from "node:http"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import type { Content } from "@formwork/domain/filing/Content"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import * as Stores from "@formwork/postgres/Stores"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import type { Environment } from "./support/formwork.ts"
import { portOf } from "./support/reading.ts"
import { sendingWorker } from "./support/sendingWorker.ts"

const pepper = "a pepper that only these tests have"

interface Receiver {
  readonly url: string
  /** Firing ids, one per request. */
  readonly ids: ReadonlyArray<string>
  /** Ids of the requests that it answered, also where the sender had gone. */
  readonly taken: ReadonlyArray<string>
  /** Requests that wait for its answer. */
  readonly waiting: () => number
  readonly most: () => number
  /** Lets it answer, each time half a second after the request. */
  readonly open: () => void
}

/** A receiver that answers 200; until it is opened it does not answer. */
const receiver = (isOpen: boolean) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const ids: Array<string> = []
      const taken: Array<string> = []
      let waiting = 0
      let most = 0
      let opening: () => void = () => {}
      const opened = isOpen ? undefined : new Promise<void>((resolve) => (opening = resolve))
      const server = createServer(async (request, response) => {
        const id = String(request.headers["idempotency-key"])
        ids.push(id)
        most = Math.max(most, ++waiting)
        request.resume()
        response.on("close", () => waiting--)
        if (opened !== undefined) {
          await opened
          await new Promise((next) => setTimeout(next, 500))
        }
        taken.push(id)
        response.end("thank you")
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const port = portOf(server)
      const counts = { waiting: () => waiting, most: () => most, open: () => opening() }
      return { url: `http://127.0.0.1:${port}/`, ids, taken, ...counts, server }
    }),
    ({ server }) =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      })
  ).pipe(Effect.map(({ server: _, ...it }): Receiver => it))

const post = (url: string): Content => ({
  kind: "integration",
  method: "POST",
  url,
  headers: [],
  body: { name: "Ada" }
})

const worker = (url: string, settings: Environment = {}) => sendingWorker(url, { KEY_PEPPER: pepper, ...settings })

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
  "killed workers lose no effect and send none under two ids, and a slow receiver delays no other",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.migrated
      yield* Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const firings = yield* FiringStore
        const slow = yield* receiver(false)
        const quick = yield* receiver(true)
        const url = Redacted.value(admin)
        const first = yield* worker(url)
        yield* worker(url)

        const { ids: slowly } = yield* FiringFixture.file(
          owner,
          version,
          Array.from({ length: 10 }, () => post(slow.url))
        )
        yield* until(
          "a send to the slow one",
          Effect.sync(() => slow.waiting() === 4)
        )
        const { ids: quickly } = yield* FiringFixture.file(
          owner,
          version,
          Array.from({ length: 20 }, () => post(quick.url))
        )
        yield* until(
          "the quick one's last",
          Effect.sync(() => new Set(quick.taken).size === quickly.length)
        )
        assert.deepStrictEqual(
          slow.taken,
          [],
          "the slow receiver has not answered yet, and the quick one did not wait for it"
        )
        assert.strictEqual(slow.most(), 4)

        // Started before the receiver answers: on a busy machine it could come after the last send.
        const third = yield* worker(url)
        slow.open()
        yield* until(
          "a send to the slow one",
          Effect.sync(() => slow.waiting() > 0)
        )
        first.child.kill("SIGKILL")
        yield* until(
          "another send",
          Effect.sync(() => slow.waiting() > 0)
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
      }).pipe(Effect.provide(stores(admin)))
    }).pipe(Effect.scoped),
  120_000
)

it.live("a worker sends as many at once to a destination as it is set to, and its metrics tell what waits", () =>
  Effect.gen(function* () {
    const { admin } = yield* TestServer.migrated
    yield* Effect.gen(function* () {
      const { owner, version } = yield* FiringFixture.setting
      const slow = yield* receiver(false)
      yield* FiringFixture.file(
        owner,
        version,
        Array.from({ length: 10 }, () => post(slow.url))
      )
      const settings = { ADMIN_PORT: "0", WORKER_PER_DESTINATION: "7" }
      const running = yield* worker(Redacted.value(admin), settings)
      yield* until(
        "seven sends at once",
        Effect.sync(() => slow.waiting() === 7)
      )
      const [, address = ""] = yield* Effect.promise(() => running.says(/metrics are on (http:\S+)/u))
      const ready = yield* Effect.promise(() => fetch(`${address}/health/ready`))
      assert.strictEqual(ready.status, 200)
      const metrics = Effect.promise(async () => (await fetch(`${address}/metrics`)).text())
      yield* until(
        "the first count",
        Effect.map(metrics, (text) => /^formwork_effects_pending 10$/mu.test(text))
      )
      const text = yield* metrics
      assert.match(text, /^formwork_effects_oldest_due_seconds \d/mu)
      assert.match(text, /^formwork_clock_offset_seconds -?\d/mu)
      assert.strictEqual(slow.most(), 7)
      slow.open()
    }).pipe(Effect.provide(stores(admin)))
  }).pipe(Effect.scoped)
)
