/**
 * What the request pipeline reads from a request's head. It reads the raw header lines, because Node joins or drops repeated
 * headers, and a second `Authorization` must not get lost.
 */
import { Redacted } from "effect"
import type { IncomingMessage } from "node:http"

export interface Head {
  /** The path before the query, not decoded and not normalised. */
  readonly path: string
  /** The bearer token, where there is exactly one `Authorization` header and it has one. */
  readonly credential: Redacted.Redacted<string> | undefined
  /** The caller's own `X-Request-Id`, where it is a short token. */
  readonly requestId: string | undefined
  /** Whether there is exactly one `Content-Type`, plain JSON, and no `Content-Encoding`. */
  readonly declaresJson: boolean
  /** The same for lines of JSON. */
  readonly declaresLines: boolean
  /** Whether there is a `Content-Encoding`. */
  readonly isCoded: boolean
  /** 0 where it is not declared. */
  readonly contentLength: number
  readonly hasBody: boolean
  readonly expectation: "none" | "continue" | "other"
  /** Whether it is HTTP/1.0, or HTTP/1.1 with exactly one `Host` (RFC 9112 §3.2). Node's parser also accepts 0.9 and 2.0. */
  readonly isHttp1: boolean
  /** Whether there is no Transfer-Encoding, or in HTTP/1.1 exactly `chunked`, the only supported coding (RFC 9112 §6.1). */
  readonly isFramed: boolean
}

const scheme = /^bearer +/iu
const shortToken = /^[A-Za-z0-9._-]{1,64}$/u
const json = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/iu
const jsonLines = /^application\/x-ndjson(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/iu
const origin = /^https?:\/\/[^/?#]*/iu

export const read = (request: IncomingMessage): Head => {
  const lines = linesOf(request.rawHeaders)
  const modern = request.httpVersionMajor === 1 && request.httpVersionMinor === 1
  const { "content-type": types, "content-encoding": encodings, expect, host, "transfer-encoding": codings } = lines
  const contentLength = Number(lines["content-length"][0] ?? 0)
  const id = only(lines["x-request-id"])
  return {
    path: pathOf(request.url ?? ""),
    credential: bearer(only(lines.authorization)),
    requestId: id !== undefined && shortToken.test(id) ? id : undefined,
    declaresJson: json.test(only(types) ?? "") && encodings.length === 0,
    declaresLines: jsonLines.test(only(types) ?? "") && encodings.length === 0,
    isCoded: encodings.length > 0,
    contentLength,
    hasBody: contentLength > 0 || codings.length > 0,
    expectation:
      !modern || expect.length === 0 ? "none" : only(expect)?.toLowerCase() === "100-continue" ? "continue" : "other",
    isHttp1: request.httpVersionMajor === 1 && (!modern || host.length === 1),
    isFramed: codings.length === 0 || (modern && only(codings)?.toLowerCase() === "chunked")
  }
}

const names = [
  "authorization",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "transfer-encoding",
  "x-request-id"
] as const
type Name = (typeof names)[number]

const linesOf = (rawHeaders: ReadonlyArray<string>): Record<Name, Array<string>> => {
  const lines: Record<Name, Array<string>> = {
    authorization: [],
    "content-encoding": [],
    "content-length": [],
    "content-type": [],
    expect: [],
    host: [],
    "transfer-encoding": [],
    "x-request-id": []
  }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ""
    if (isName(name)) lines[name].push(rawHeaders[index + 1] ?? "")
  }
  return lines
}

const known: ReadonlySet<string> = new Set(names)
const isName = (name: string): name is Name => known.has(name)

const only = (values: ReadonlyArray<string>): string | undefined => (values.length === 1 ? values[0] : undefined)

const bearer = (authorization: string | undefined): Redacted.Redacted<string> | undefined =>
  authorization !== undefined && scheme.test(authorization)
    ? Redacted.make(authorization.replace(scheme, ""), { label: "token" })
    : undefined

/** A proxy may send the whole URL (RFC 9112 §3.2.2). Only its origin is removed: a URL parser would also resolve dot segments. */
const pathOf = (target: string): string => {
  const local = target.startsWith("/") ? target : target.replace(origin, "")
  const query = local.indexOf("?")
  return query === -1 ? local : local.slice(0, query)
}
