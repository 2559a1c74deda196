/** The running server: Node's server, which runs the request pipeline, which runs the endpoints. */
import { Context, Duration, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Server } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import type { Server as NodeHttp } from "node:http"
import * as NodeServer from "./NodeServer.ts"
import * as Paced from "./connection/Paced.ts"
import * as ProblemDetails from "./problem/ProblemDetails.ts"
import * as RequestMetrics from "./request/RequestMetrics.ts"
import * as RequestPipeline from "./pipeline/RequestPipeline.ts"
import { BatchLimits } from "./request/BatchLimits.ts"
import { FileBodyLimits } from "./request/FileBody.ts"
import { BodyLimits } from "./request/StrictBody.ts"

/** What the head of a request may cost; configurable. */
export const HeadLimits = Context.Reference<{ readonly bytes: number; readonly millis: number }>(
  "@formwork/http/Server/HeadLimits",
  { defaultValue: () => ({ bytes: 16_384, millis: 10_000 }) }
)

/** How many connections there may be, unanswered requests on one, and how long an answer waits to be read; configurable. */
export const ConnectionLimits = Context.Reference<
  Pick<NodeServer.ConnectionLimits, "connections" | "pipelined" | "answerMillis" | "answerBytesPerSecond">
>("@formwork/http/Server/ConnectionLimits", {
  defaultValue: () => ({ connections: 1_000, pipelined: 32, answerMillis: 10_000, answerBytesPerSecond: 16_384 })
})

/** Gets Node's server when it is made, where an app has more to do with it than to serve: to leave a group of processes on one port. */
export const NodeServerMade = Context.Reference<(server: NodeHttp) => void>("@formwork/http/Server/NodeServerMade", {
  defaultValue: () => () => undefined
})

export interface Options {
  readonly host: string
  /** 0 takes a free port, which the layer's `HttpServer` names. */
  readonly port: number
  /** How long running requests may still take when the server stops. */
  readonly gracefulShutdown?: Duration.Input
}

/**
 * Listens as long as the layer lives.
 * When the layer ends, it stops listening, lets running requests finish, and then closes every connection.
 * Fails with `ServeError` when the address cannot be bound.
 */
export const layer = (options: Options) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const head = yield* HeadLimits
      const body = yield* BodyLimits
      const file = yield* FileBodyLimits
      const metrics = yield* RequestMetrics.make
      const server = NodeServer.make(
        {
          ...body,
          ...(yield* ConnectionLimits),
          headBytes: head.bytes,
          headMillis: head.millis,
          longestMillis: Math.max((yield* BatchLimits).millis, file.roomMillis + file.millis + file.idleMillis)
        },
        () => Effect.runSync(Effect.orDie(random.uuidV7())),
        (refusal) => metrics.countRefusal(ProblemDetails.code(refusal)),
        metrics.setConnections
      )
      const made = yield* NodeServerMade
      made(server)
      const serve = Effect.gen(function* () {
        // In the opposite order: new connections are refused and requests under way get their time; what is left of them is
        // interrupted; then every connection is closed.
        yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
        const answer = Paced.make(yield* RequestPipeline.make)
        yield* Effect.addFinalizer(() =>
          Effect.timeoutOption(closed(server), options.gracefulShutdown ?? Duration.seconds(10))
        )
        server.on("request", answer).on("checkContinue", answer)
      })
      return Layer.effectDiscard(serve).pipe(
        Layer.provideMerge(
          // It listens, and knows the address. The requests are not its own.
          NodeHttpServer.layer(() => server, {
            host: options.host,
            port: options.port,
            // Connections that come together wait here for this process. By default Node keeps 511; a client that finds no place
            // tries again after seconds.
            backlog: 4_096
          })
        )
      )
    })
  )

/** Stops listening, and waits until every connection has ended. */
const closed = (server: Server): Effect.Effect<void> =>
  Effect.callback((resume) => void server.close(() => resume(Effect.void)))
