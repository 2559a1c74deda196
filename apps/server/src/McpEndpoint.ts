/** MCP at `/mcp` of the HTTP API: two adapters that do not know of each other. */
import { Effect, Layer } from "effect"
import { MountedEndpoints } from "@formwork/http/endpoint/MountedEndpoint"
import type { MountedEndpoint } from "@formwork/http/endpoint/MountedEndpoint"
import * as ProblemDetails from "@formwork/http/problem/ProblemDetails"
import { Mcp } from "@formwork/mcp/Mcp"
import { ProblemEncoder } from "@formwork/mcp/ProblemEncoder"
import { version } from "./version.ts"

/** A body of v1 stands in a message as `params.arguments`. */
const envelope = 2

/** @param origins of the web sites whose pages may call it. */
export const layer = (origins: ReadonlySet<string>) =>
  Layer.effect(
    MountedEndpoints,
    Effect.map(Mcp, ({ answer }): ReadonlyArray<MountedEndpoint> => [
      { path: "/mcp", origins, envelope, answer: ({ caller, ...message }) => answer(caller, message) }
    ])
  ).pipe(
    Layer.provide(Mcp.layer(version)),
    // A refusal has the words that it has in the API.
    Layer.provide(Layer.succeed(ProblemEncoder, { encode: ProblemDetails.encode }))
  )
