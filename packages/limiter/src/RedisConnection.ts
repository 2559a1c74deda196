/**
 * A connection to Redis that is made again whenever it is lost. While Redis is unavailable, every command fails at once; a
 * command never waits longer than `patience`.
 */
import { Deferred, Duration, Effect, Layer, Redacted, Schedule } from "effect"
import type { Scope } from "effect"
import { Redis } from "effect/persistence"
import * as OptionalPackage from "@formwork/domain/OptionalPackage"
import type { createClient } from "redis"

type CreateClient = typeof createClient
type Client = ReturnType<CreateClient>

const driver = { needs: "Budgets in Redis need", name: "redis", range: "^6.3.1" }

interface Connection {
  readonly client: Client
  /** Succeeds with the reason once the connection is unusable. */
  readonly lost: Deferred.Deferred<Redis.RedisError>
}

/** How long a command may take, and a new connection. */
const patience = Duration.seconds(2)

/** The pauses between attempts: from a tenth of a second to two, with jitter. */
const backoff = Schedule.exponential("100 millis").pipe(
  Schedule.modifyDelay(({ duration }) => Effect.succeed(Duration.min(duration, Duration.seconds(2)))),
  Schedule.jittered
)

/** A sentence for a log. An error of the network may have several causes and no message of its own. */
export const messageOf = ({ cause }: Redis.RedisError): string => {
  if (cause instanceof AggregateError) return cause.errors.map(String).join(", ")
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * The Redis at `url`, for short commands only: it refuses to subscribe and to reserve a connection.
 * @param url redis://user:password@host:port/database, or rediss:// for TLS.
 * Dies where the package redis is not installed.
 * @param required whether to refuse with `RedisError` where the first attempt fails. The layer waits for that attempt either way.
 */
export const layer = (url: Redacted.Redacted, required: boolean): Layer.Layer<Redis.Redis, Redis.RedisError> =>
  Layer.effect(
    Redis.Redis,
    Effect.gen(function* () {
      const { createClient } = yield* OptionalPackage.load(driver, () => import("redis"))
      let current: Connection | undefined
      const first = yield* Deferred.make<void, Redis.RedisError>()

      const hold = Effect.fnUntraced(function* (connection: Connection) {
        current = connection
        const isFirst = yield* Deferred.succeed(first, undefined)
        if (!isFirst) yield* Effect.logInfo("Redis is back")
        const reason = yield* Deferred.await(connection.lost)
        current = undefined
        yield* warn(reason)
      })
      const attempt = Effect.scoped(Effect.flatMap(open(createClient, url), hold)).pipe(
        Effect.tapError((error) => Deferred.fail(first, error))
      )
      // After a lost connection there is a pause too: what broke it may break the next one.
      yield* attempt.pipe(
        Effect.retry(backoff),
        Effect.andThen(Effect.sleep("100 millis")),
        Effect.forever,
        Effect.forkScoped
      )
      yield* required ? Deferred.await(first) : Effect.catch(Deferred.await(first), warn)

      const send = <A>(command: string, ...args: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError> =>
        Effect.suspend(() => {
          const connection = current
          if (connection === undefined) return Effect.fail(failure("there is no connection"))
          return ask<A>(connection.client, command, ...args).pipe(
            Effect.tapError((error) => {
              if (isUnknownScript(error)) return Effect.void
              if (current === connection) current = undefined
              return Deferred.succeed(connection.lost, error)
            })
          )
        })
      const refuse = Effect.fail(failure("this connection is for short commands only"))
      return yield* Redis.make({ send, subscribe: () => refuse, connect: refuse })
    })
  )

const warn = (error: Redis.RedisError) => Effect.logWarning(`Redis is out of reach: ${messageOf(error)}`)

const failure = (message: string) => new Redis.RedisError({ cause: new Error(message) })

/** Redis was restarted and has forgotten its scripts; effect's `eval` loads them again. */
const isUnknownScript = ({ cause }: Redis.RedisError) => String(cause).includes("NOSCRIPT")

/** A connection on which a key can be written: not one to a replica, to a Redis that is still loading or out of memory. */
const open = Effect.fnUntraced(function* (
  createClient: CreateClient,
  url: Redacted.Redacted
): Effect.fn.Return<Connection, Redis.RedisError, Scope.Scope> {
  const lost = yield* Deferred.make<Redis.RedisError>()
  const client = yield* Effect.acquireRelease(
    Effect.try({
      try: () => make(createClient, Redacted.value(url)),
      catch: (cause) => new Redis.RedisError({ cause })
    }),
    (client) => Effect.ignoreCause(Effect.sync(() => client.destroy()))
  )
  client.on("error", (cause) => Deferred.doneUnsafe(lost, Effect.succeed(new Redis.RedisError({ cause }))))
  yield* inTime(Effect.tryPromise({ try: () => client.connect(), catch: (cause) => new Redis.RedisError({ cause }) }))
  yield* ask(client, "SET", "formwork:probe", "", "PX", "1")
  return { client, lost }
})

/** Reconnecting is done here: the client would not notice a silent Redis, and would keep waiting for one that is gone. */
const make = (createClient: CreateClient, url: string): Client =>
  createClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: "disabled",
    socket: { connectTimeout: Duration.toMillis(patience), reconnectStrategy: false }
  })

const ask = <A>(client: Client, command: string, ...args: ReadonlyArray<string>): Effect.Effect<A, Redis.RedisError> =>
  inTime(
    Effect.tryPromise({
      try: () => client.sendCommand<A>([command, ...args]),
      catch: (cause) => new Redis.RedisError({ cause })
    })
  )

/** In two halves: a process that was stalled for longer reads what has arrived in between before it gives up. */
const inTime = <A>(self: Effect.Effect<A, Redis.RedisError>): Effect.Effect<A, Redis.RedisError> => {
  const half = Effect.sleep(Duration.divideUnsafe(patience, 2))
  const late = Effect.fail(failure(`no answer within ${Duration.format(patience)}`))
  return Effect.raceFirst(self, half.pipe(Effect.andThen(half), Effect.andThen(late)))
}
