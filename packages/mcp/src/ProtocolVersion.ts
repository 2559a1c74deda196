/**
 * The revisions of MCP, and which one a request is of (docs/decisions/0096). Until 2025-11-25 a client begins with `initialize`; from 2026-07-28
 * on each request says in its `_meta` what it is. No revision is served with a session here.
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

/** The revision for a client that asks for `requested` at its handshake: that one, or the newest that begins with a handshake. */
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

/** Refuses a revision, named in the header alone, that there is none of here. */
export const checkHeader = (header: Header): JsonRpcError | undefined => {
  const version = header("mcp-protocol-version")
  return version === undefined || supported.includes(version) ? undefined : unsupported(version)
}

/**
 * How to serve `request`. A JsonRpcError here goes with status 400. For a modern request, in this order: what `_meta` must have; the
 * headers that mirror the body, against the body (2026-07-28, Streamable HTTP, Server Validation); the revision.
 */
export const eraOf = (request: Request, header: Header): Era | JsonRpcError => {
  return isModern(request.params) || header("mcp-protocol-version") === modern
    ? checkModern(request, header)
    : (checkHeader(header) ?? "handshake")
}

const metaOf = ({ _meta: given = null }: JsonObject): JsonObject => (isObject(given) ? given : {})

/** Whether a request says for itself which revision it is of. */
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

/** The methods whose subject stands in `Mcp-Name`, and the parameter that it is. */
const named: { readonly [method: string]: string } = { "tools/call": "name", "resources/read": "uri" }

/** The text of a header that can carry any: as it is where it is plain ASCII, or else as Base64 between two marks. */
const decoded = (value = ""): string | undefined => {
  const encoded = /^=\?base64\?(.*)\?=$/u.exec(value)?.[1]
  if (encoded !== undefined) return Result.getOrUndefined(Base64.decodeString(encoded))
  return /^[\t -~]*$/u.test(value) ? value : undefined
}

/** The `_meta` of a request of our own: of the modern revision, by a client that can do nothing beside asking. */
export const metadata: JsonObject = { [meta.version]: modern, [meta.capabilities]: {} }

/** The headers that have to say what a modern request does; none for one of another era. */
export const mirrored = ({ method, params }: Pick<Request, "method" | "params">): Readonly<Record<string, string>> => {
  const version = metaOf(params)[meta.version]
  if (typeof version !== "string") return {}
  const subject = params[named[method] ?? ""]
  const headers = {
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(typeof subject === "string" ? { "mcp-name": encoded(subject) } : {})
  }
  // What no header can carry stays out: the server then says which is missing.
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => plain.test(value)))
}

/** What a header can carry as it is. */
const plain = /^[!-~](?:[ -~]*[!-~])?$/u

const encoded = (text: string): string =>
  plain.test(text) && !text.startsWith("=?base64?") ? text : `=?base64?${Base64.encode(text)}?=`
