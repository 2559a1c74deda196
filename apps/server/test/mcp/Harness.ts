/** A server with MCP over the in-memory adapter, and messages to it. */
import { Effect, Layer } from "effect"
import * as Http from "../../../../packages/http/test/support/Harness.ts"
import type { Setting } from "../../../../packages/http/test/support/Harness.ts"
import * as Wire from "../../../../packages/http/test/support/wire.ts"
import * as McpEndpoint from "../../src/McpEndpoint.ts"

/** A site whose pages may call /mcp. */
export const site = "https://app.example.com"

const ample = { limit: 100_000, windowMillis: 60_000 }

export const layer = (setting: Setting = {}) =>
  Http.over(McpEndpoint.layer(new Set([site])).pipe(Layer.provideMerge(Http.services(setting.quota ?? ample))), setting)

/** Sends a message, or anything else, to /mcp. */
export const post = (token: string | undefined, body: unknown, headers: ReadonlyArray<string> = []) =>
  Http.send(
    Wire.request({
      path: "/mcp",
      token,
      headers: ["Accept: application/json, text/event-stream", ...headers],
      body: typeof body === "string" ? body : JSON.stringify(body)
    })
  )

export const request = (method: string, params: unknown = {}) => ({ jsonrpc: "2.0", id: 1, method, params })

/** Calls a tool as a client of a protocol version with a handshake; returns the result. */
export const call = (token: string, name: string, given: unknown) =>
  Effect.map(post(token, request("tools/call", { name, arguments: given })), ({ body }) => JSON.parse(body))

const meta = (version: string) => ({
  "io.modelcontextprotocol/protocolVersion": version,
  "io.modelcontextprotocol/clientCapabilities": {}
})

/** A request of protocol version 2026-07-28, and the headers that mirror it. */
export const modern = (method: string, params: Readonly<Record<string, unknown>> = {}, version = "2026-07-28") => ({
  body: request(method, { ...params, _meta: meta(version) }),
  headers: [
    `MCP-Protocol-Version: ${version}`,
    `Mcp-Method: ${method}`,
    ...[params["name"], params["uri"]].flatMap((name) => (typeof name === "string" ? [`Mcp-Name: ${name}`] : []))
  ]
})
