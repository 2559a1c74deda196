/** Finds the route of a request among all of them: the versioned surface, the app API, and the mounted endpoints. */
import { Effect } from "effect"
import * as MountedEndpoint from "../endpoint/MountedEndpoint.ts"
import * as RouteTable from "../endpoint/RouteTable.ts"
import * as Platform from "../platform/Platform.ts"
import * as V1 from "../v1/Api.ts"

export interface RouteLookup {
  /** The methods that the path takes; empty where no route has the path. */
  readonly allow: ReadonlyArray<string>
  /** Undefined where no route has the path, or it takes other methods only. */
  readonly match: RouteTable.Match | undefined
}

/** Builds the router; takes the services of every endpoint. */
export const make = Effect.gen(function* () {
  const mounted = yield* MountedEndpoint.MountedEndpoints
  const routes = [...(yield* V1.routes), ...(yield* Platform.routes), ...mounted.map(MountedEndpoint.route)]

  const finder = RouteTable.finder(routes)

  const find = (method: string | undefined, path: string): RouteLookup => {
    const found = finder(path)
    return {
      allow: found.map(({ route }) => route.method),
      match: found.find(({ route }) => route.method === method)
    }
  }
  return { find }
})
