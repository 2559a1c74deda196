/** What the delivery engine does in a second on a Postgres server of our own: claims, which take turns over all machines, and whole sends. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Deferred, Effect, Layer, Logger, Redacted } from "effect"
import { Deliveries } from "@formwork/domain/effects/Deliveries"
import { FiringStore } from "@formwork/domain/effects/FiringStore"
import { Outbox } from "@formwork/domain/effects/Outbox"
import { SecretCipher } from "@formwork/domain/effects/SecretCipher"
import { SecretVault } from "@formwork/domain/effects/SecretVault"
import { Sender } from "@formwork/domain/effects/Sender"
import { TokenHasher } from "@formwork/domain/keys/TokenHasher"
import * as Fired from "@formwork/memory/contract/Fired"
import * as Stores from "@formwork/postgres/Stores"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as WorkerStores from "@formwork/postgres/WorkerStores"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"

const limits = { limit: 64, perDestination: 4, perOrganisation: 16, leaseMillis: 60_000 }
const hosts = 4
const each = 160
const engines = [1, 2, 4]

const key = Redacted.make(new Uint8Array(32))

/** Nothing is encrypted here; the engine wants one. */
const cipher = SecretCipher.layer([{ id: "bench", key }]).pipe(Layer.provide(NodeCrypto.layerAead))

const layer = Layer.unwrap(
  Effect.map(TestServer.migrated, ({ admin }) =>
    Layer.mergeAll(Stores.layerUncounted, WorkerStores.layer).pipe(
      Layer.provideMerge(TestServer.whole(admin)),
      Layer.provideMerge(TokenHasher.layer([{ id: "bench", key }])),
      Layer.provideMerge(Layer.mergeAll(NodeCrypto.layerMac, NodeCrypto.layerDigest, NodeCrypto.layerSecureRandom)),
      Layer.provideMerge(Logger.layer([]))
    )
  )
)

/** So many organisations, each with as much to send to each of four hosts. */
const due = (organisations: number) =>
  Effect.forEach(
    Array.from({ length: organisations }),
    () =>
      Effect.gen(function* () {
        const { owner, version } = yield* Fired.setting
        const contents = Array.from({ length: each }, (_, index) =>
          Fired.delivery(`https://receiver-${index % hosts}.example/hook`)
        )
        yield* Fired.file(owner, version, contents)
        return owner
      }),
    { concurrency: 4 }
  )

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const claimRow = (name: string, millis: ReadonlyArray<number>, firings: number, notes: string): Row => {
  const sorted = [...millis].sort((a, b) => a - b)
  const median = percentile(sorted, 0.5)
  return {
    name,
    median_ns: median * 1e6,
    low_ns: percentile(sorted, 0.1) * 1e6,
    high_ns: percentile(sorted, 0.9) * 1e6,
    claims_a_second: 1_000 / median,
    firings_a_second: (1_000 / median) * (firings / millis.length),
    notes
  }
}

/** Claims until nothing is due; the time of the statements alone, each with the way there and back. */
const claiming = Effect.gen(function* () {
  const outbox = yield* Outbox
  const millis: Array<number> = []
  let firings = 0
  for (;;) {
    const started = performance.now()
    const claims = yield* outbox.claim(limits)
    const passed = performance.now() - started
    if (claims.length === 0) break
    millis.push(passed)
    firings += claims.length
    yield* Effect.forEach(
      claims,
      (claim) => outbox.settle(claim, { result: "delivered", status: 200, excerpt: "", reason: null, delayMillis: 0 }),
      { concurrency: 4, discard: true }
    )
  }
  const idle: Array<number> = []
  for (let times = 0; times < 500; times++) {
    const started = performance.now()
    yield* outbox.claim(limits)
    idle.push(performance.now() - started)
  }
  return { millis, firings, idle }
})

/** Whole engines over connections of their own, before a receiver that says yes at once. */
const sending = Effect.fnUntraced(function* (organisations: number, count: number) {
  const owners = yield* due(organisations)
  const firings = yield* FiringStore
  const all = organisations * each
  const last = yield* Deferred.make<void>()
  let left = all
  const yes = Sender.of({
    send: () =>
      Effect.suspend(() => {
        left -= 1
        return Effect.as(left === 0 ? Deferred.succeed(last, undefined) : Effect.void, { status: 200, excerpt: "" })
      })
  })
  const engine = Deliveries.layer.pipe(
    Layer.provide(SecretVault.layer.pipe(Layer.provide(cipher))),
    Layer.provide(Layer.succeed(Sender, yes)),
    Layer.fresh
  )
  const started = performance.now()
  yield* Effect.scoped(
    Effect.gen(function* () {
      for (let index = 0; index < count; index++)
        yield* Effect.forkScoped(
          Effect.provide(
            Effect.flatMap(Deliveries, ({ run }) => run),
            engine
          )
        )
      yield* Deferred.await(last)
    })
  )
  const seconds = (performance.now() - started) / 1_000
  const [owner] = owners
  const pending = owner === undefined ? [] : yield* firings.list(owner, { state: "pending" }, { limit: 1_000 })
  if (pending.length > 0) return yield* Effect.die(new Error(`${pending.length} were sent and not written down`))
  return { all, seconds }
})

export const claimRows = ({ wanted }: Options): Promise<ReadonlyArray<Row>> =>
  Effect.gen(function* () {
    const rows: Array<Row> = []
    const tell = progress("claims")
    if (wanted("claims")) {
      for (const organisations of [1, 25]) {
        yield* due(organisations)
        const { firings, idle, millis } = yield* claiming
        const destinations = organisations * hosts
        const average = Math.round(firings / millis.length)
        rows.push(
          claimRow(`claims/${destinations}`, millis, firings, `${destinations} destinations, ${average} a claim`)
        )
        if (organisations === 25) rows.push(claimRow("claims/idle", idle, 0, "nothing is due"))
        tell(rows.length, 6)
      }
    }
    for (const count of engines.filter((count) => wanted(`engines/${count}`))) {
      const { all, seconds } = yield* sending(25, count)
      rows.push({
        name: `engines/${count}`,
        firings_a_second: all / seconds,
        notes: `${all} firings, 100 destinations, in one process`
      })
      tell(rows.length, 6)
    }
    return rows
  }).pipe(Effect.provide(layer), Effect.scoped, Effect.runPromise)
