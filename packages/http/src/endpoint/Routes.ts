/** Finds the endpoint of a path, exactly: no trailing slash, no other case, nothing decoded or normalised (spec/http.md §1.4). */
import { Context, Effect, Layer } from "effect"
import type { Scope } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpServerResponse } from "effect/http"

type Answer<R> = Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>

export interface Route {
  readonly method: string
  /** As in the contract: `/api/platform/v1/forms/:formId/evaluate`. */
  readonly template: string
  readonly pattern: RegExp
  /** Of `query` nothing reaches an endpoint but the parameters that it declares. */
  readonly run: (
    params: Readonly<Record<string, string>>,
    query: Readonly<Record<string, string>>
  ) => Answer<HttpServerRequest.HttpServerRequest | Scope.Scope>
}

export interface Match {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/**
 * The endpoints of `endpoints`, behind their middleware and with their codecs, as HttpApiBuilder hands them to a router.
 * This takes them in the router's place: effect's own decodes, normalises, and answers a wrong method with 404.
 */
export const collect = <E, R>(endpoints: Layer.Layer<never, E, R>) =>
  Effect.gen(function* () {
    const routes: Array<Route> = []
    const router = yield* HttpRouter.make
    const collecting: HttpRouter.HttpRouter = {
      ...router,
      add: () => Effect.die(new Error("only endpoints of an HttpApi have a guard")),
      addAll: (added) =>
        Effect.sync(() => {
          for (const route of added) routes.push(make(route, Effect.orDie(route.handler)))
        })
    }
    yield* Effect.provideService(Layer.build(endpoints), HttpRouter.HttpRouter, collecting)
    return routes
  })

const make = (route: HttpRouter.Route<unknown, unknown>, handler: Answer<HttpRouter.Provided>): Route => ({
  method: route.method,
  template: route.path,
  pattern: patternOf(route.path),
  run: (params, query) =>
    Effect.provideContext(
      handler,
      Context.make(HttpRouter.RouteContext, { params, route }).pipe(
        Context.add(HttpServerRequest.ParsedSearchParams, query)
      )
    )
})

/** A parameter is anything without a slash, so that the endpoint alone tells an id from what is none. */
export const patternOf = (template: string): RegExp =>
  new RegExp(`^${escape(template).replaceAll(/:(\w+)/gu, "(?<$1>[^/]*)")}$`, "u")

const escape = (path: string): string => path.replaceAll(/[\\^$.*+?()[\]{}|]/gu, "\\$&")

/**
 * Every route whose path this is; they differ in method. A path that stands in the contract as it is comes before one with
 * parameters: `/submissions/export` is no submission.
 */
export const find = (routes: ReadonlyArray<Route>, path: string): ReadonlyArray<Match> => {
  const matches = routes.flatMap((route) => {
    const match = route.pattern.exec(path)
    return match === null ? [] : [{ route, params: { ...match.groups } }]
  })
  const exact = new Set(matches.flatMap(({ route }) => (route.template === path ? [route.method] : [])))
  return matches.filter(({ route }) => route.template === path || !exact.has(route.method))
}
