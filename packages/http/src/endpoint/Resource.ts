/** The operations of one resource: a group in the document, and their routes. */
import { Effect } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Endpoint } from "./Endpoint.ts"
import type { Route } from "./RouteTable.ts"

type AnyEndpoint = Endpoint<HttpApiEndpoint.Constraint, unknown>

export interface Resource<Name extends string, E extends AnyEndpoint> {
  /** Used for the document and for typed clients. */
  readonly group: HttpApiGroup.HttpApiGroup<Name, E["contract"]>
  /** Builds the routes; takes the services of every endpoint. */
  readonly routes: Effect.Effect<ReadonlyArray<Route>, never, E extends Endpoint<infer _, infer R> ? R : never>
}

/** @param name the name of the resource in clients. */
export const resource = <
  const Name extends string,
  const Endpoints extends readonly [AnyEndpoint, ...ReadonlyArray<AnyEndpoint>]
>(
  name: Name,
  description: string,
  ...endpoints: Endpoints
): Resource<Name, Endpoints[number]> => {
  const [first, ...others] = endpoints
  const made = {
    group: HttpApiGroup.make(name)
      .annotateMerge(OpenApi.annotations({ description }))
      .add(first.contract, ...others.map(({ contract }) => contract)),
    routes: Effect.all(endpoints.map(({ route }) => route(name)))
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- over a generic tuple, `map` loses the types of contracts and services
  return made as never
}
