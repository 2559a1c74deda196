/** Every endpoint that there is, of the versioned surface, of the app API, and of whatever is mounted beside them. */
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../v1/Api.ts"
import * as Guard from "../endpoint/Guard.ts"
import * as MountedEndpoint from "../endpoint/MountedEndpoint.ts"
import { Platform } from "../platform/Platform.ts"
import * as RouteTable from "../endpoint/RouteTable.ts"

export interface RouteLookup {
  /** The methods that the path takes; none where nothing has it. */
  readonly allow: ReadonlyArray<string>
  /** Undefined where the path takes other methods. */
  readonly match: RouteTable.Match | undefined
  /** Whether the endpoint needs no credential. */
  readonly isOpen: boolean
}

/** Dies where an endpoint does not declare what it needs. */
export const make = Effect.gen(function* () {
  const unguarded = [...Guard.unguarded(Api), ...Guard.unguarded(Platform)]
  if (unguarded.length > 0)
    return yield* Effect.die(new Error(`These endpoints do not declare what they need: ${unguarded.join(", ")}.`))
  const declared = yield* RouteTable.collect(Layer.merge(HttpApiBuilder.layer(Api), HttpApiBuilder.layer(Platform)))
  const routes = [...declared, ...(yield* MountedEndpoint.MountedEndpoints).map(MountedEndpoint.route)]
  const open = new Set([...Guard.open(Api), ...Guard.open(Platform)])

  const find = (method: string, path: string): RouteLookup => {
    const found = RouteTable.find(routes, path)
    const match = found.find(({ route }) => route.method === method)
    return {
      allow: found.map(({ route }) => route.method),
      match,
      isOpen: match !== undefined && open.has(`${method} ${match.route.template}`)
    }
  }
  return { find }
})
