/** The messages of JSON-RPC 2.0, as MCP narrows them: one message per body; an id is a text or a whole number (MCP, Base Protocol). */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject, LongNumber } from "@formwork/rules/LongNumber"

export type Id = string | number

export interface Request {
  readonly _tag: "Request"
  readonly id: Id
  readonly method: string
  readonly params: JsonObject
}

export interface Notification {
  readonly _tag: "Notification"
  readonly method: string
  readonly params: JsonObject
}

/** An error of the protocol. A tool's refusal is a result, not this. */
export interface JsonRpcError {
  readonly _tag: "JsonRpcError"
  /** A code of JSON-RPC or MCP; or the status of problem details, whose members are then in `data`. */
  readonly code: number
  readonly message: string
  readonly data?: { readonly [member: string]: unknown }
}

export const jsonRpcError = (code: number, message: string, data?: JsonRpcError["data"]): JsonRpcError => ({
  _tag: "JsonRpcError",
  code,
  message,
  ...(data === undefined ? {} : { data })
})

const invalidRequest = (message: string): JsonRpcError => jsonRpcError(-32600, message)
export const methodNotFound = (method: string): JsonRpcError =>
  jsonRpcError(-32601, `There is no method ${JSON.stringify(method)}.`)
export const invalidParams = (message: string): JsonRpcError => jsonRpcError(-32602, message)

/** @returns a JsonRpcError for a batch, which no supported revision has; for an answer; and for any value that is not a message. */
export const read = (body: Json): Request | Notification | JsonRpcError => {
  if (Array.isArray(body)) return invalidRequest("A body is one message: batches are not taken.")
  if (!isObject(body) || body["jsonrpc"] !== "2.0") return invalidRequest("This is not a message of JSON-RPC 2.0.")
  const { id, method, params = {} } = body
  if (typeof method !== "string") return invalidRequest("This message has no method: nothing here awaits an answer.")
  if (!isObject(params)) return invalidRequest("The parameters of a message are an object.")
  if (!("id" in body)) return { _tag: "Notification", method, params }
  const read = idOf(id)
  return read === undefined
    ? invalidRequest("The id of a request is a text or a whole number.")
    : { _tag: "Request", id: read, method, params }
}

/** Undefined for an invalid id. A whole number that a double does not hold is invalid: it would come back rounded. */
export const idOf = (given: unknown): Id | undefined => {
  const id = given instanceof LongNumber && given.decimals === 0 ? given.toJSON() : given
  return typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id)) ? id : undefined
}

export const result = (id: Id, value: { readonly [member: string]: unknown }): string =>
  JSON.stringify({ jsonrpc: "2.0", id, result: value })

/** @param id undefined where the request's id could not be read: MCP then omits it. */
export const error = (id: Id | undefined, { code, data, message }: JsonRpcError): string =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } })
