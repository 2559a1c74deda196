/**
 * The revisions of MCP, and the revision of a request (docs/decisions/0096). Until 2025-11-25 a client begins with `initialize`;
 * from 2026-07-28 on each request names its revision in `_meta`. Every revision is served without a session.
 */
import { Result } from "effect"
import { Base64 } from "effect/encoding"
import type { JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { invalidParams, jsonRpcError } from "./JsonRpc.ts"
import type { JsonRpcError, Request } from "./JsonRpc.ts"

const modern = "2026-07-28"
const handshaken = ["2025-11-25", "2025-06-18"] as const

/** Newest first. */
export const supported: ReadonlyArray<string> = [modern, ...handshaken]

export type Era = "modern" | "handshake"

/** The revision for a client that requests `requested` in its handshake: that one, or the newest that begins with a handshake. */
export const negotiated = (requested: string): string =>
  handshaken.find((revision) => revision === requested) ?? handshaken[0]

type Header = (name: string) => string | undefined

const meta = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities"
} as const

const unsupported = (requested: string): JsonRpcError =>
  jsonRpcError(-32022, "This revision of MCP is not supported.", { supported, requested })

const mismatch = (header: string): JsonRpcError =>
  jsonRpcError(-32020, `The header ${header} is missing, or says something else than the body.`)

/** Refuses a revision that the header names and the server does not support. */
export const checkHeader = (header: Header): JsonRpcError | undefined => {
  const version = header("mcp-protocol-version")
  return version === undefined || supported.includes(version) ? undefined : unsupported(version)
}

/**
 * How to serve `request`. A JsonRpcError here goes with status 400. For a modern request it checks, in this order: `_meta`'s
 * members; the headers that mirror the body (2026-07-28, Streamable HTTP, Server Validation); the revision.
 */
export const eraOf = (request: Request, header: Header): Era | JsonRpcError => {
  return isModern(request.params) || header("mcp-protocol-version") === modern
    ? checkModern(request, header)
    : (checkHeader(header) ?? "handshake")
}

const metaOf = ({ _meta: given = null }: JsonObject): JsonObject => (isObject(given) ? given : {})

/** Whether a request itself names its revision. */
export const isModern = (params: JsonObject): boolean => Object.hasOwn(metaOf(params), meta.version)

const checkModern = ({ method, params }: Request, header: Header): Era | JsonRpcError => {
  const { [meta.capabilities]: capabilities = null, [meta.version]: version } = metaOf(params)
  if (typeof version !== "string") return invalidParams(`_meta must have ${meta.version}, a text.`)
  if (!isObject(capabilities)) return invalidParams(`_meta must have ${meta.capabilities}, an object.`)
  if (header("mcp-protocol-version") !== version) return mismatch("MCP-Protocol-Version")
  if (version !== modern) return unsupported(version)
  if (header("mcp-method") !== method) return mismatch("Mcp-Method")
  const name = named[method]
  if (name !== undefined && decoded(header("mcp-name")) !== params[name]) return mismatch("Mcp-Name")
  return "modern"
}

/** The methods whose subject is in `Mcp-Name`, each with the parameter that is the subject. */
const named: { readonly [method: string]: string } = { "tools/call": "name", "resources/read": "uri" }

/** Decodes a header that can carry any text: plain ASCII as it is, other text as Base64 between two marks. */
const decoded = (value = ""): string | undefined => {
  const encoded = /^=\?base64\?(.*)\?=$/u.exec(value)?.[1]
  if (encoded !== undefined) return Result.getOrUndefined(Base64.decodeString(encoded))
  return /^[\t -~]*$/u.test(value) ? value : undefined
}

/** The `_meta` of a request that we send: of the modern revision, from a client without capabilities. */
export const metadata: JsonObject = { [meta.version]: modern, [meta.capabilities]: {} }

/** The headers that must mirror a modern request; empty for a request of another era. */
export const mirrored = ({ method, params }: Pick<Request, "method" | "params">): Readonly<Record<string, string>> => {
  const version = metaOf(params)[meta.version]
  if (typeof version !== "string") return {}
  const subject = params[named[method] ?? ""]
  const headers = {
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(typeof subject === "string" ? { "mcp-name": encoded(subject) } : {})
  }
  // A value that no header can carry is left out: the server then says which header is missing.
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => plain.test(value)))
}

/** Text that a header can carry unencoded. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/u

const encoded = (text: string): string =>
  plain.test(text) && !text.startsWith("=?base64?") ? text : `=?base64?${Base64.encode(text)}?=`
