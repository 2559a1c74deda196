/** The operations of one resource: a group of the document, and their routes. */
import { Effect } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Endpoint } from "./Endpoint.ts"
import type { Route } from "./RouteTable.ts"

type AnyEndpoint<R> = Endpoint<HttpApiEndpoint.Top, R>

export interface Resource<Group extends HttpApiGroup.Constraint, R> {
  /** For the document and for typed clients. */
  readonly group: Group
  readonly routes: Effect.Effect<ReadonlyArray<Route>, never, R>
}

/** @param name the client's name for the resource. */
export const resource = <
  const Name extends string,
  const Endpoints extends readonly [AnyEndpoint<never>, ...ReadonlyArray<AnyEndpoint<never>>]
>(
  name: Name,
  description: string,
  ...[first, ...others]: Endpoints
) => ({
  group: HttpApiGroup.make(name)
    .annotateMerge(OpenApi.annotations({ description }))
    .add(first.contract, ...others.map(({ contract }) => contract)),
  routes: Effect.all([first, ...others].map(({ route }) => route))
})
