/** The operator's port: liveness, readiness and metrics (spec/http.md §8.6). */
import { Context, Effect, Exit, Fiber, Layer, Option, Ref } from "effect"
import { HttpServerResponse, HttpRouter } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { createServer } from "node:http"

/** Whether this server should get requests. */
export class Readiness extends Context.Service<
  Readiness,
  {
    /** True where everything that a request needs answers, and the server is not draining. Never fails, never waits long. */
    readonly isReady: Effect.Effect<boolean>
    /** Makes the server not ready from now on; requests are answered as before. */
    readonly drain: Effect.Effect<void>
  }
>()("@formwork/http/Health/Readiness") {
  /** @param check whether the services behind the server answer; a check that takes two seconds counts as no. */
  static readonly layer = (check: Effect.Effect<boolean>) =>
    Layer.effect(
      Readiness,
      Effect.gen(function* () {
        const draining = yield* Ref.make(false)
        // In a fiber of its own: an interrupted statement may take seconds to end.
        const answers = Effect.gen(function* () {
          const checking = yield* Effect.forkDetach(check)
          const exit = yield* Effect.timeoutOption(Fiber.await(checking), "2 seconds")
          if (Option.isNone(exit)) yield* Effect.forkDetach(Fiber.interrupt(checking))
          return Option.isSome(exit) && Exit.isSuccess(exit.value) && exit.value.value
        })
        return Readiness.of({
          isReady: Effect.flatMap(Ref.get(draining), (asked) => (asked ? Effect.succeed(false) : answers)),
          drain: Ref.set(draining, true)
        })
      })
    )
}

/** The metrics in Prometheus' text format; those of this process, unless another says what they are. */
export const MetricsPage = Context.Reference<Effect.Effect<string>>("@formwork/http/health/Health/MetricsPage", {
  defaultValue: () => PrometheusMetrics.format()
})

const text = (body: string, status: number) =>
  HttpServerResponse.text(`${body}\n`, { status, headers: { "cache-control": "no-store" } })

const routes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { isReady } = yield* Readiness
    const page = yield* MetricsPage
    yield* router.add("GET", "/health/live", Effect.succeed(text("live", 200)))
    yield* router.add(
      "GET",
      "/health/ready",
      Effect.map(isReady, (ready) => (ready ? text("ready", 200) : text("not ready", 503)))
    )
    yield* router.add(
      "GET",
      "/metrics",
      Effect.map(page, (metrics) =>
        HttpServerResponse.text(metrics, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
      )
    )
  })
)

/**
 * Listens as long as the layer lives. It does not authenticate: only the operator may be able to reach its port.
 * Fails with `ServeError` when the address cannot be bound.
 * @param others further routes, which authenticate themselves.
 */
export const layer = <R = HttpRouter.HttpRouter>(
  options: { readonly host: string; readonly port: number },
  others: Layer.Layer<never, never, R> = Layer.empty
) =>
  HttpRouter.serve(Layer.merge(routes, others), { disableLogger: true, disableListenLog: true }).pipe(
    Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { ...options, gracefulShutdownTimeout: 0 }))
  )
