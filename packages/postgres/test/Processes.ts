/** The stores of two processes over one database of a real server, and connections without them. */
import { Context, Effect, Layer } from "effect"
import type { Fiber } from "effect"
import type { SqlClient } from "effect/sql"
import type * as Stores from "../src/Stores.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { Raw } from "./Databases.ts"
import { ports } from "./Subject.ts"

const quota = { limit: 100, windowMillis: 60_000 }
type AllStores = Layer.Success<ReturnType<typeof Stores.layer>>

/** A second process over the same database. */
class Second extends Context.Service<Second, Context.Context<AllStores>>()("test/Second") {}

/** A connection that reads while another holds a lock. */
export class Watcher extends Context.Service<Watcher, SqlClient.SqlClient>()("test/Watcher") {}

const untilWaiting = Effect.fnUntraced(function* (
  events: ReadonlyArray<string>,
  n: number,
  fiber: Fiber.Fiber<unknown, unknown>
) {
  const sql = yield* Watcher
  yield* sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and wait_event_type = 'Lock'
       and wait_event = any (${events})`.pipe(
    Effect.repeat({ until: (rows) => (rows[0]?.n ?? 0) >= n || fiber.pollUnsafe() !== undefined })
  )
})

/** Waits until at least `n` statements wait for a lock, or `fiber` has ended. */
export const waiting = (n: number, fiber: Fiber.Fiber<unknown, unknown>) =>
  untilWaiting(["advisory", "transactionid", "tuple"], n, fiber)

/**
 * The same for the lock of a credential, which is in the database's queue: what ends the credential may wait for a row for a moment before
 * that, and a filing that comes then is before it.
 */
export const waitingForCredential = (n: number, fiber: Fiber.Fiber<unknown, unknown>) =>
  untilWaiting(["advisory"], n, fiber)

export const processes = Layer.unwrap(
  Effect.map(TestServer.migrated, ({ admin }) => {
    const one = ports(TestServer.whole(admin), quota)
    const other = Layer.effect(Second, Effect.context<AllStores>()).pipe(
      Layer.provide(Layer.fresh(ports(TestServer.whole(admin), quota)))
    )
    return Layer.mergeAll(
      one,
      other,
      Layer.effect(Raw, TestServer.connect(admin)),
      Layer.effect(Watcher, TestServer.connect(admin, { maxConnections: 2 }))
    )
  })
)

/** The same service in each of the two processes. */
export const each = <I extends AllStores, S>(service: Context.Service<I, S>) =>
  Effect.map(Effect.all([service, Second]), ([first, second]) => [first, Context.get(second, service)] as const)

export const unbounded = { concurrency: "unbounded" } as const
export const times = <A>(n: number, f: (index: number) => A) => Array.from({ length: n }, (_, index) => f(index))
