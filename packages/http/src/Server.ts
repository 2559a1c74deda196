/** The running server: Node's server, which runs the request pipeline, which runs the endpoints. */
import { Context, Duration, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpServer } from "effect/http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeServer from "./NodeServer.ts"
import * as ProblemDetails from "./problem/ProblemDetails.ts"
import * as RequestMetrics from "./request/RequestMetrics.ts"
import * as RequestPipeline from "./pipeline/RequestPipeline.ts"
import { BatchLimits } from "./request/BatchLimits.ts"
import { BodyLimits } from "./request/StrictBody.ts"

/** What the head of a request may cost; configurable. */
export const HeadLimits = Context.Reference<{ readonly bytes: number; readonly millis: number }>(
  "@formwork/http/Server/HeadLimits",
  { defaultValue: () => ({ bytes: 16_384, millis: 10_000 }) }
)

/** How many connections there may be, and unanswered requests on one; configurable. */
export const ConnectionLimits = Context.Reference<{ readonly connections: number; readonly pipelined: number }>(
  "@formwork/http/Server/ConnectionLimits",
  { defaultValue: () => ({ connections: 1_000, pipelined: 32 }) }
)

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
      const context = yield* Effect.context<never>()
      const server = NodeServer.make(
        {
          ...body,
          ...(yield* ConnectionLimits),
          headBytes: head.bytes,
          headMillis: head.millis,
          batchMillis: (yield* BatchLimits).millis
        },
        () => Effect.runSync(Effect.orDie(random.uuidV7())),
        (refusal) => RequestMetrics.countRefusalUnsafe(ProblemDetails.code(refusal), context),
        (count) => RequestMetrics.setConnectionsUnsafe(count, context)
      )
      const serve = Effect.gen(function* () {
        // Runs after the graceful shutdown below it, so connections still open have used up their time.
        yield* Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections()))
        yield* HttpServer.serveEffect(yield* RequestPipeline.make)
      })
      return Layer.effectDiscard(serve).pipe(
        Layer.provideMerge(
          NodeHttpServer.layer(() => server, {
            host: options.host,
            port: options.port,
            // Connections that come together wait here for this process. By default Node keeps 511; a client that finds no place
            // tries again after seconds.
            backlog: 4_096,
            gracefulShutdownTimeout: options.gracefulShutdown ?? Duration.seconds(10)
          })
        )
      )
    })
  )
