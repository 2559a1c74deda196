/** Counting in Redis: the laws of admission, the windows by Redis's clock, and what happens while Redis is unavailable. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Duration, Effect, Layer, Logger, Redacted, Schedule } from "effect"
import { RateLimiter as Effects } from "effect/persistence"
import { RateLimiter } from "@formwork/domain/limits/RateLimiter"
import type { Quota } from "@formwork/domain/limits/Budget"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import * as Admissions from "@formwork/limiter/Admissions"
import * as FixedWindowStore from "@formwork/limiter/FixedWindowStore"
import * as Limiter from "@formwork/limiter/RateLimiter"
import * as RedisConnection from "@formwork/limiter/RedisConnection"
import * as RedisServer from "@formwork/limiter/testing/RedisServer"
import * as Memory from "@formwork/memory/Memory"
import { contractOf } from "@formwork/contract/contract"
import { actual } from "@formwork/contract/Subject"
import { createClient } from "redis"

if (!RedisServer.isInstalled) console.warn(RedisServer.absence)

/** One process's limiter. */
const node = (quota: Quota, url: string, away: Limiter.WhenUnavailable = "closed") =>
  Effect.map(Layer.build(Layer.fresh(Limiter.layerRedis(quota, Redacted.make(url), away))), (built) =>
    Context.get(built, RateLimiter)
  ).pipe(Effect.provide(Logger.layer([])))

type Node = RateLimiter["Service"]
const long = { limit: 5, windowMillis: 60_000 }

/** `left` of an admitted request, "limited", or "unavailable". */
const outcome = (limiter: Node, key: string) =>
  limiter.take(key).pipe(
    Effect.map(({ left }) => left),
    Effect.catchTag("RateLimited", () => Effect.succeed("limited" as const)),
    Effect.catchDefect((defect) =>
      defect instanceof Unavailable ? Effect.succeed("unavailable" as const) : Effect.die(defect)
    )
  )

/** Takes until the outcome is one that the test waits for. */
const until = (limiter: Node, wanted: (outcome: number | "limited" | "unavailable") => boolean, key: () => string) =>
  Effect.suspend(() => outcome(limiter, key())).pipe(
    Effect.repeat({ until: wanted, schedule: Schedule.spaced("20 millis") })
  )

/** One command, past the limiter. */
const tell = (url: string, ...command: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const client = await createClient({ url }).connect()
    await client.sendCommand([...command])
    client.destroy()
  })

describe.skipIf(!RedisServer.isInstalled)("in Redis", () => {
  contractOf(
    "Admissions",
    "redis",
    actual((quota) =>
      Layer.unwrap(
        Effect.map(RedisServer.make, ({ url }) =>
          Admissions.layerRedis(quota, Redacted.make(url), "closed").pipe(Layer.provideMerge(Memory.layer(quota)))
        )
      ).pipe(Layer.provide(Logger.layer([])))
    )
  )

  it.live("four processes at once admit exactly the limit, each count once", () =>
    Effect.gen(function* () {
      const quota = { limit: 120, windowMillis: 60_000 }
      const { url } = yield* RedisServer.make
      const nodes = yield* Effect.all([1, 2, 3, 4].map(() => node(quota, url)))
      const outcomes = yield* Effect.forEach(
        Array.from({ length: 300 }, () => nodes).flat(),
        (limiter) => outcome(limiter, "key"),
        { concurrency: "unbounded" }
      )
      const admitted = outcomes.filter((left) => typeof left === "number")
      assert.deepStrictEqual(
        admitted.toSorted((a, b) => a - b),
        Array.from({ length: 120 }, (_, left) => left)
      )
      assert.strictEqual(outcomes.filter((left) => left === "limited").length, 1080)
    })
  )

  it.live("a window is over when its length has passed by Redis's clock: not before, and not a millisecond after", () =>
    Effect.gen(function* () {
      const { url } = yield* RedisServer.make
      const redis = RedisConnection.layer(Redacted.make(url), true)
      const built = yield* Layer.build(FixedWindowStore.layerRedis.pipe(Layer.provide(redis)))
      const store = Context.get(built, Effects.RateLimiterStore)
      const windowMillis = 5
      const take = store.fixedWindow({ key: "key", tokens: 1, limit: 1, refillRate: Duration.millis(windowMillis) })
      let began = -Infinity
      let overAt = -Infinity
      let refusals = 0
      for (let round = 0; refusals < 100; round++) {
        const asked = yield* Clock.currentTimeMillis
        const [used, ttl] = yield* take
        const answered = yield* Clock.currentTimeMillis
        if (used === 1) {
          assert.isAtLeast(answered - began, windowMillis)
          began = asked
        } else {
          assert.isBelow(asked, overAt)
          refusals += 1
        }
        overAt = answered + ttl
        // Every third request is made in the very millisecond that the next window was promised for.
        if (round % 3 === 0) while ((yield* Clock.currentTimeMillis) < overAt);
      }
    })
  )

  it.live("each budget has its own key under formwork:budget:, and an error of Redis is reported", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make
      const redis = RedisConnection.layer(Redacted.make(server.url), true)
      const built = yield* Layer.build(FixedWindowStore.layerRedis.pipe(Layer.provide(redis)))
      const store = Context.get(built, Effects.RateLimiterStore)
      const take = (key: string) =>
        store
          .fixedWindow({ key, tokens: 1, limit: 2, refillRate: Duration.seconds(30) })
          .pipe(Effect.map(([used]) => used))
      assert.deepStrictEqual([yield* take("a"), yield* take("b"), yield* take("a")], [1, 1, 2])
      const keys = yield* Effect.promise(async () => {
        const client = await createClient({ url: server.url }).connect()
        const found = await client.keys("*")
        client.destroy()
        return found
      })
      assert.deepStrictEqual(keys.toSorted(), ["formwork:budget:a", "formwork:budget:b"])
      yield* server.stop
      const { reason } = yield* Effect.flip(take("a"))
      assert.strictEqual(reason.message, "Redis did not count a request")
    }).pipe(Effect.provide(Logger.layer([])))
  )

  it.live("while Redis is unavailable, closed refuses as Unavailable; when Redis is back, it counts again", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make
      const limiter = yield* node(long, server.url, "closed")
      assert.strictEqual(yield* outcome(limiter, "key"), 4)
      yield* server.stop
      for (let again = 0; again < 10; again++) assert.strictEqual(yield* outcome(limiter, "key"), "unavailable")
      yield* server.start
      // Redis has forgotten the window, and the script that counts.
      assert.strictEqual(
        yield* until(
          limiter,
          (left) => left !== "unavailable",
          () => "key"
        ),
        4
      )
      assert.strictEqual(yield* outcome(limiter, "key"), 3)
    })
  )

  it.live(
    "while Redis is unavailable, local gives each process a budget of its own; when Redis is back, all share one again",
    () =>
      Effect.gen(function* () {
        const server = yield* RedisServer.make
        const nodes = yield* Effect.all([node(long, server.url, "local"), node(long, server.url, "local")])
        const round = Effect.forEach([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1] as const, (index) =>
          outcome(nodes[index], "key")
        )
        assert.deepStrictEqual(yield* round, [4, 3, 2, 1, 0, ...Array<string>(7).fill("limited")])
        yield* server.stop
        const own = [4, 3, 2, 1, 0, "limited"]
        assert.deepStrictEqual(yield* round, [...own, ...own])
        yield* server.start
        // The node's own budget is spent: a request that is admitted was counted in Redis.
        for (const limiter of nodes)
          yield* until(
            limiter,
            (left) => left !== "limited",
            () => "key"
          )
        assert.strictEqual(yield* outcome(nodes[0], "key"), 2)
        assert.strictEqual(yield* outcome(nodes[1], "key"), 1)
      })
  )

  it.live("a Redis that keeps its connections and answers nothing is unavailable, and is found again", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make
      const limiter = yield* node(long, server.url, "closed")
      yield* server.pause
      const asked = Array.from({ length: 200 }, () => outcome(limiter, "key"))
      const outcomes = yield* Effect.all(asked, { concurrency: "unbounded" })
      assert.deepStrictEqual([...new Set(outcomes)], ["unavailable"])
      assert.strictEqual(yield* outcome(limiter, "key"), "unavailable")
      yield* server.resume
      let key = 0
      assert.strictEqual(
        yield* until(
          limiter,
          (left) => left !== "unavailable",
          () => `key ${key++}`
        ),
        4
      )
    })
  )

  it.live("a Redis is unavailable while it is a replica, which cannot be written to", () =>
    Effect.gen(function* () {
      const server = yield* RedisServer.make
      const limiter = yield* node(long, server.url, "closed")
      yield* tell(server.url, "REPLICAOF", "127.0.0.1", "1")
      assert.strictEqual(yield* outcome(limiter, "key"), "unavailable")
      assert.strictEqual((yield* Effect.flip(node(long, server.url, "closed")))._tag, "RedisError")
      yield* tell(server.url, "REPLICAOF", "NO", "ONE")
      assert.strictEqual(
        yield* until(
          limiter,
          (left) => left !== "unavailable",
          () => "key"
        ),
        4
      )
    })
  )

  it.live(
    "at the start without Redis, closed fails with the reason, and local starts and uses Redis once it is there",
    () =>
      Effect.gen(function* () {
        const server = yield* RedisServer.make
        yield* server.stop
        assert.strictEqual((yield* Effect.flip(node(long, server.url, "closed")))._tag, "RedisError")
        const limiter = yield* node(long, server.url, "local")
        for (let left = 4; left >= 0; left--) assert.strictEqual(yield* outcome(limiter, "key"), left)
        yield* server.start
        assert.strictEqual(
          yield* until(
            limiter,
            (left) => left !== "limited",
            () => "key"
          ),
          4
        )
      })
  )
})
