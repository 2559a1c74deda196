/** The official clients of both generations and both transports, with one interface. */
import { Client as Modern } from "@modelcontextprotocol/client"
import { StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client"
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio"
import { Client as Handshaking } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Schema } from "effect"
import { fileURLToPath } from "node:url"
import { inherited } from "../support/formwork.ts"

/** A tool's result, as far as the tests read it. */
const Called = Schema.Struct({
  isError: Schema.optional(Schema.Boolean),
  content: Schema.Array(Schema.Struct({ type: Schema.String, text: Schema.optional(Schema.String) })),
  structuredContent: Schema.optional(Schema.Unknown),
  _meta: Schema.optional(Schema.Record(Schema.String, Schema.Unknown))
})
export type Called = typeof Called.Type

const decodeCalled = Schema.decodeUnknownSync(Called)

export interface Client {
  readonly version: string | undefined
  readonly listTools: () => Promise<ReadonlyArray<{ readonly name: string }>>
  readonly callTool: (name: string, given: unknown) => Promise<Called>
  readonly readResource: (uri: string) => Promise<unknown>
  readonly listResourceTemplates: () => Promise<ReadonlyArray<object>>
  readonly listResources: () => Promise<unknown>
  readonly close: () => Promise<void>
}

const about = { name: "test", version: "1.0.0" }
const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

const program = (port: number, key: string) => ({
  command: process.execPath,
  args: [main, "mcp"],
  env: { ...inherited(), FORMWORK_URL: `http://127.0.0.1:${port}/`, FORMWORK_API_KEY: key },
  stderr: "pipe" as const
})

const endpoint = (port: number) => new URL(`http://127.0.0.1:${port}/mcp`)
const bearer = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } })

const shape = (client: Handshaking | Modern, version: () => string | undefined): Client => ({
  version: version(),
  listTools: async () => (await client.listTools()).tools,
  callTool: async (name, given) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- tests also send arguments that are not an object
    const result = await client.callTool({ name, arguments: given as never })
    return decodeCalled(result)
  },
  readResource: (uri) => client.readResource({ uri }),
  listResourceTemplates: async () => (await client.listResourceTemplates()).resourceTemplates,
  listResources: async () => (await client.listResources()).resources,
  close: () => client.close()
})

type Connect = (port: number, key: string) => Promise<Client>

const handshaking =
  (transport: (port: number, key: string) => StdioClientTransport | StreamableHTTPClientTransport): Connect =>
  async (port, key) => {
    const client = new Handshaking(about)
    let version: string | undefined
    const carrier = transport(port, key)
    Object.assign(carrier, { setProtocolVersion: (negotiated: string) => void (version = negotiated) })
    await client.connect(carrier)
    return shape(client, () => version)
  }

/** @param revisions the protocol versions that the client knows; by default all. */
const modern =
  (
    mode: "auto" | "legacy",
    transport: (port: number, key: string) => ModernStdio | ModernHttp,
    ...revisions: ReadonlyArray<string>
  ): Connect =>
  async (port, key) => {
    const client = new Modern(about, {
      versionNegotiation: { mode },
      ...(revisions.length === 0 ? {} : { supportedProtocolVersions: [...revisions] })
    })
    await client.connect(transport(port, key))
    return shape(client, () => client.getNegotiatedProtocolVersion())
  }

const http = (port: number, key: string) => new StreamableHTTPClientTransport(endpoint(port), bearer(key))
const modernHttp = (port: number, key: string) => new ModernHttp(endpoint(port), bearer(key))

/** Each client with the protocol version that it agrees on. */
export const connections: ReadonlyArray<{
  readonly name: string
  readonly version: string
  readonly connect: Connect
}> = [
  { name: "sdk 1 over HTTP", version: "2025-11-25", connect: handshaking(http) },
  {
    name: "sdk 1 over stdio",
    version: "2025-11-25",
    connect: handshaking((port, key) => new StdioClientTransport(program(port, key)))
  },
  { name: "client 2 over HTTP, by handshake", version: "2025-11-25", connect: modern("legacy", modernHttp) },
  {
    name: "client 2 over HTTP, of the oldest revision",
    version: "2025-06-18",
    connect: modern("legacy", modernHttp, "2025-06-18")
  },
  { name: "client 2 over HTTP, asking first", version: "2026-07-28", connect: modern("auto", modernHttp) },
  {
    name: "client 2 over stdio, asking first",
    version: "2026-07-28",
    connect: modern("auto", (port, key) => new ModernStdio(program(port, key)))
  }
]
