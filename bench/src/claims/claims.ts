/** What the dispatcher does per second on a Postgres server of this run: claims, which are serialised over all machines, and whole sends. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Deferred, Effect, Layer, Logger, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { Dispatcher } from "@formwork/domain/sending/Dispatcher"
import { FiringStore } from "@formwork/domain/sending/FiringStore"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import { SecretVault } from "@formwork/domain/secrets/SecretVault"
import { Sender } from "@formwork/domain/sending/Sender"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import * as Stores from "@formwork/postgres/Stores"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as WorkerStores from "@formwork/postgres/WorkerStores"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"

const limits = { limit: 64, perDestination: 4, perOrganisation: 16, leaseMillis: 60_000, documents: 1 }
const hosts = 4
const each = 160
const engines = [1, 2, 4]

const key = Redacted.make(new Uint8Array(32))

/** The dispatcher needs a cipher; nothing is encrypted here. */
const cipher = SecretCipher.layer([{ id: "bench", key }]).pipe(Layer.provide(NodeCrypto.layerAead))

const layer = (admin: Redacted.Redacted<string>) =>
  Layer.mergeAll(Stores.layerUncounted, WorkerStores.layer).pipe(
    Layer.provideMerge(TestServer.whole(admin)),
    Layer.provideMerge(TokenHasher.layer([{ id: "bench", key }])),
    Layer.provideMerge(Layer.mergeAll(NodeCrypto.layerMac, NodeCrypto.layerDigest, NodeCrypto.layerSecureRandom)),
    Layer.provideMerge(Logger.layer([]))
  )

/** So many organisations, each with the same number of firings for each of four hosts. */
const due = (organisations: number) =>
  Effect.forEach(
    Array.from({ length: organisations }),
    () =>
      Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const contents = Array.from({ length: each }, (_, index) =>
          FiringFixture.delivery(`https://receiver-${index % hosts}.example/hook`)
        )
        yield* FiringFixture.file(owner, version, contents)
        return owner
      }),
    { concurrency: 4 }
  )

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Milliseconds of one statement. */
interface Cost {
  /** CPU time of the backend process, which a busy machine does not change; elapsed time where the machine does not report it. */
  readonly work: number
  /** Elapsed time, with the round trip. */
  readonly wall: number
}

/** CPU milliseconds of a process; undefined where the machine does not report them (Linux does). */
const worked = (pid: number): number | undefined => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6
  } catch {
    return undefined
  }
}

const costing = Effect.fnUntraced(function* <A, E>(pid: number, statement: Effect.Effect<A, E>) {
  const before = worked(pid)
  const started = performance.now()
  const result = yield* statement
  const wall = performance.now() - started
  const after = worked(pid)
  const cost: Cost = { wall, work: before === undefined || after === undefined ? wall : after - before }
  return [result, cost] as const
})

const costRow = (name: string, costs: ReadonlyArray<Cost>, firings: number, notes: string): Row => {
  const sorted = costs.map(({ work }) => work).sort((a, b) => a - b)
  const median = percentile(sorted, 0.5)
  const walls = costs.map(({ wall }) => wall).sort((a, b) => a - b)
  return {
    name,
    median_ns: median * 1e6,
    low_ns: percentile(sorted, 0.1) * 1e6,
    high_ns: percentile(sorted, 0.9) * 1e6,
    wall_ms: percentile(walls, 0.5),
    at_most_a_second: 1_000 / median,
    ...(firings === 0 ? {} : { firings_a_second: (1_000 / median) * (firings / costs.length) }),
    notes
  }
}

/** Claims and settles on one connection until nothing is due, and then measures claims that find nothing. */
const claiming = Effect.fnUntraced(function* (admin: Redacted.Redacted<string>) {
  const sql = yield* TestServer.connect(admin)
  yield* sql`set role formwork_worker`
  const [backend] = yield* sql<{ readonly pid: number }>`select pg_backend_pid() as pid`
  const pid = backend?.pid ?? 0
  const claim = sql<{
    readonly organisation: string
    readonly firing: string
    readonly attempt: number
    readonly lease: string
  }>`
    select organisation_id as organisation, firing_id as firing, attempt, lease_id as lease
      from formwork.claim_firings(${limits.limit}, ${limits.perDestination}, ${limits.perOrganisation}, ${limits.leaseMillis},
        ${limits.documents}, null, '{}', '{}', '{}')`
  const claims: Array<Cost> = []
  const settlements: Array<Cost> = []
  for (;;) {
    const [claimed, cost] = yield* costing(pid, claim)
    if (claimed.length === 0) break
    claims.push(cost)
    for (const one of claimed) {
      const ended = JSON.stringify([{ ...one, result: "delivered", status: 200, excerpt: "", reason: null, delay: 0 }])
      const settle = sql`select formwork.settle_firings(${ended}::json)`
      settlements.push((yield* costing(pid, settle))[1])
    }
  }
  const idle: Array<Cost> = []
  for (let times = 0; times < 500; times++) idle.push((yield* costing(pid, claim))[1])
  return { claims, settlements, idle }
}, Effect.scoped)

/** Whole dispatchers over their own connections, with a receiver that answers at once. */
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
  const dispatcher = Dispatcher.layer.pipe(
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
            Effect.flatMap(Dispatcher, ({ run }) => run),
            dispatcher
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

const rowsOf = (admin: Redacted.Redacted<string>, { wanted }: Options) =>
  Effect.gen(function* () {
    const rows: Array<Row> = []
    const tell = progress("claims")
    for (const organisations of wanted("claims") ? [1, 25] : []) {
      yield* due(organisations)
      const { claims, idle, settlements } = yield* claiming(admin)
      const destinations = organisations * hosts
      const firings = settlements.length
      const average = Math.round(firings / claims.length)
      rows.push(costRow(`claims/${destinations}`, claims, firings, `${destinations} destinations, ${average} a claim`))
      if (organisations > 1) {
        rows.push(costRow("claims/idle", idle, 0, "nothing is due"))
        rows.push(costRow("claims/settled", settlements, firings, "recording the result of one"))
      }
      tell(rows.length, 7)
    }
    for (const count of engines.filter((count) => wanted(`engines/${count}`))) {
      const { all, seconds } = yield* sending(25, count)
      rows.push({
        name: `engines/${count}`,
        firings_a_second: all / seconds,
        notes: `${all} firings, 100 destinations, in one process`
      })
      tell(rows.length, 7)
    }
    return rows
  })

/** In a database of its own on the tests' server. */
export const claimRows = (options: Options): Promise<ReadonlyArray<Row>> =>
  Effect.flatMap(TestServer.migrated, ({ admin }) => rowsOf(admin, options).pipe(Effect.provide(layer(admin)))).pipe(
    Effect.scoped,
    Effect.runPromise
  )
