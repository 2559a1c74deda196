/** The operations of one resource: a group of the document, and their routes. */
import { Effect } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import type { HttpApiEndpoint } from "effect/http-api"
import type { Endpoint } from "./Endpoint.ts"
import type { Route } from "./RouteTable.ts"

type AnyEndpoint = Endpoint<HttpApiEndpoint.Constraint, unknown>

/** @param name what clients call the resource. */
export const resource = <
  const Name extends string,
  const Endpoints extends readonly [AnyEndpoint, ...ReadonlyArray<AnyEndpoint>]
>(
  name: Name,
  description: string,
  ...endpoints: Endpoints
) => {
  const [first, ...others] = endpoints
  return {
    /** For the document and for typed clients. */
    group: HttpApiGroup.make(name)
      .annotateMerge(OpenApi.annotations({ description }))
      .add(first.contract, ...others.map(({ contract }) => contract)),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `map` over a generic tuple forgets which services it needs
    routes: Effect.all(endpoints.map(({ route }) => route)) as Effect.Effect<
      ReadonlyArray<Route>,
      never,
      ServicesOf<Endpoints[number]>
    >
  }
}

type ServicesOf<E> = E extends Endpoint<HttpApiEndpoint.Constraint, infer R> ? R : never
