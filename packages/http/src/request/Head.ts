/**
 * What the request pipeline reads from a request's head. It reads the raw header lines, because Node joins or drops repeated
 * headers, and a second `Authorization` must not get lost.
 */
import { Redacted } from "effect"
import type { IncomingMessage } from "node:http"
import * as SessionCookie from "./SessionCookie.ts"

export interface Head {
  /** The path before the query, not decoded and not normalised. */
  readonly path: string
  /**
   * The bearer token, where there is exactly one `Authorization` header and it has one. Where there is no such header, the token of a
   * session's cookie, if that counts for this request.
   */
  readonly credential: Redacted.Redacted<string> | undefined
  /** Whether the credential came in a cookie. */
  readonly isCookie: boolean
  /** The caller's own `X-Request-Id`, where it is a short token. */
  readonly requestId: string | undefined
  /** Whether there is exactly one `Content-Type`, plain JSON, and no `Content-Encoding`. */
  readonly declaresJson: boolean
  /** The same for lines of JSON. */
  readonly declaresLines: boolean
  /** The same for comma-separated values. */
  readonly declaresCsv: boolean
  /** The one `Content-Type`, as it came. */
  readonly contentType: string | undefined
  /** Whether there is a `Content-Encoding`. */
  readonly isCoded: boolean
  /** The values of `Accept-Language`, joined. */
  readonly acceptsLanguages: string | undefined
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
/** RFC 4180 §3; files of this server have both parameters. */
const csv = /^text\/csv(?:[ \t]*;[ \t]*(?:charset=(?:utf-8|"utf-8")|header=present))*$/iu
const origin = /^https?:\/\/[^/?#]*/iu

export const read = (request: IncomingMessage): Head => {
  const lines = linesOf(request.rawHeaders)
  const modern = request.httpVersionMajor === 1 && request.httpVersionMinor === 1
  const { authorizations, codings, encodings, expect, hosts } = lines
  const contentLength = Number(lines.lengths?.[0] ?? 0)
  const id = only(lines.ids)
  const type = only(lines.types)
  const uncoded = encodings === undefined ? type : undefined
  const path = pathOf(request.url ?? "")
  const cookie =
    authorizations === undefined ? SessionCookie.read({ ...lines, host: only(hosts) }, request.method, path) : undefined
  return {
    path,
    credential: cookie ?? bearer(only(authorizations)),
    isCookie: cookie !== undefined,
    requestId: matches(id, shortToken) ? id : undefined,
    declaresJson: matches(uncoded, json),
    declaresLines: matches(uncoded, jsonLines),
    declaresCsv: matches(uncoded, csv),
    contentType: type,
    isCoded: encodings !== undefined,
    acceptsLanguages: lines.languages?.join(","),
    contentLength,
    hasBody: contentLength > 0 || codings !== undefined,
    expectation:
      !modern || expect === undefined ? "none" : only(expect)?.toLowerCase() === "100-continue" ? "continue" : "other",
    isHttp1: request.httpVersionMajor === 1 && (!modern || hosts?.length === 1),
    isFramed: codings === undefined || (modern && only(codings)?.toLowerCase() === "chunked")
  }
}

type Values = Array<string> | undefined
const plus = (values: Values, value: string): Values => {
  if (values === undefined) return [value]
  values.push(value)
  return values
}

/**
 * The values of each header that is read here, in their order; undefined for one that the request lacks.
 * @param raw names and values in turn.
 */
const linesOf = (raw: ReadonlyArray<string>) => {
  let authorizations: Values, codings: Values, cookies: Values, encodings: Values, expect: Values
  let fetchSites: Values, formworks: Values, hosts: Values, ids: Values, languages: Values, lengths: Values
  let types: Values
  let name: string | undefined
  for (const value of raw) {
    if (name === undefined) {
      name = value.toLowerCase()
      continue
    }
    switch (name) {
      case "accept-language":
        languages = plus(languages, value)
        break
      case "authorization":
        authorizations = plus(authorizations, value)
        break
      case "content-encoding":
        encodings = plus(encodings, value)
        break
      case "content-length":
        lengths = plus(lengths, value)
        break
      case "content-type":
        types = plus(types, value)
        break
      case "cookie":
        cookies = plus(cookies, value)
        break
      case "expect":
        expect = plus(expect, value)
        break
      case "host":
        hosts = plus(hosts, value)
        break
      case "sec-fetch-site":
        fetchSites = plus(fetchSites, value)
        break
      case "transfer-encoding":
        codings = plus(codings, value)
        break
      case SessionCookie.header:
        formworks = plus(formworks, value)
        break
      case "x-request-id":
        ids = plus(ids, value)
        break
      default:
    }
    name = undefined
  }
  return {
    authorizations,
    codings,
    cookies,
    encodings,
    expect,
    fetchSites,
    formworks,
    hosts,
    ids,
    languages,
    lengths,
    types
  }
}
const only = (values: Values): string | undefined => (values?.length === 1 ? values[0] : undefined)

const matches = (text: string | undefined, pattern: RegExp): text is string => text !== undefined && pattern.test(text)

const bearer = (authorization: string | undefined): Redacted.Redacted<string> | undefined =>
  matches(authorization, scheme) ? Redacted.make(authorization.replace(scheme, ""), { label: "token" }) : undefined

/** A proxy may send the whole URL (RFC 9112 §3.2.2). Only its origin is removed: a URL parser would also resolve dot segments. */
const pathOf = (target: string): string => {
  const local = target.startsWith("/") ? target : target.replace(origin, "")
  const query = local.indexOf("?")
  return query === -1 ? local : local.slice(0, query)
}
