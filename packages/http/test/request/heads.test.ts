/** What Head.ts reads from the raw lines of a head. Over a socket: head.test.ts, and the hostile heads. */
import { assert, it } from "@effect/vitest"
import { Redacted } from "effect"
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import * as Head from "../../src/request/Head.ts"

/** A request as Node's parser leaves it. */
const read = (
  url: string | undefined,
  lines: ReadonlyArray<readonly [string, string]>,
  version: readonly number[],
  method?: string
) => {
  const request = new IncomingMessage(new Socket())
  if (method !== undefined) request.method = method
  if (url !== undefined) request.url = url
  const [major = 1, minor = 1] = version
  Object.assign(request, { httpVersionMajor: major, httpVersionMinor: minor })
  request.rawHeaders = lines.flat()
  return Head.read(request)
}

const host = ["Host", "x"] as const
const lines = (...more: ReadonlyArray<readonly [string, string]>) => read("/", [host, ...more], [1, 1])

it("a head without headers has no query, no credential and no body", () => {
  const { credential, ...rest } = read(undefined, [], [1, 1])
  assert.isUndefined(credential)
  assert.deepStrictEqual(rest, {
    path: "",
    isCookie: false,
    requestId: undefined,
    declaresJson: false,
    declaresLines: false,
    declaresCsv: false,
    contentType: undefined,
    isCoded: false,
    acceptsLanguages: undefined,
    contentLength: 0,
    hasBody: false,
    expectation: "none",
    isHttp1: false,
    isFramed: true
  })
})

it("the path is the part of the target before the query, without the origin of an absolute URL", () => {
  const paths = [
    ["/a/b", "/a/b"],
    ["/a?b", "/a"],
    ["/a?b?c", "/a"],
    ["/a%2fb/../c;d", "/a%2fb/../c;d"],
    ["http://host:80/a?b", "/a"],
    ["HTTPS://host/a", "/a"],
    ["http://host", ""],
    ["http://host?q", ""],
    ["http://host/", "/"],
    ["http://host#/a", "#/a"],
    ["/http://host/a", "/http://host/a"],
    ["ftp://host/a", "ftp://host/a"],
    ["xhttp://host/a", "xhttp://host/a"],
    ["//host/a", "//host/a"],
    ["*", "*"]
  ] as const
  for (const [url, path] of paths) assert.strictEqual(read(url, [host], [1, 1]).path, path, url)
})

it("a credential is the text after Bearer in the only Authorization", () => {
  const token = (...values: ReadonlyArray<string>) => {
    const { credential } = lines(...values.map((value) => ["aUTHORIZATION", value] as const))
    if (credential !== undefined) assert.strictEqual(String(credential), "<redacted:token>")
    return credential === undefined ? undefined : Redacted.value(credential)
  }
  assert.strictEqual(token("Bearer abc"), "abc")
  assert.strictEqual(token("bEARER   abc"), "abc")
  assert.strictEqual(token("Bearer bearer abc"), "bearer abc")
  assert.strictEqual(token("Bearer "), "")
  for (const value of ["", "abc", "Basic abc", "Bearerabc", "Bearer", " Bearer abc", "x Bearer abc", "Bearer\tabc"])
    assert.isUndefined(token(value), value)
  assert.isUndefined(token())
  assert.isUndefined(token("Bearer a", "Bearer a"))
})

it("unknown header lines are ignored, whatever their names", () => {
  const names = ["x", "", "__proto__", "constructor", "toString", "authorization2"]
  const { declaresJson, requestId } = lines(...names.map((name) => [name, "y"] as const), ["x-request-id", "r"])
  assert.deepStrictEqual([declaresJson, requestId], [false, "r"])
})

it("a request id is taken from the only X-Request-Id, where it is a short token", () => {
  const id = (...values: ReadonlyArray<string>) =>
    lines(...values.map((value) => ["X-Request-Id", value] as const)).requestId
  for (const good of ["a", "A-z_0.9", "x".repeat(64)]) assert.strictEqual(id(good), good)
  for (const bad of ["", "x".repeat(65), "a b", "a\u00e9", "é", "a/b", "a,b", "a\n"]) assert.isUndefined(id(bad), bad)
  assert.isUndefined(id("a", "a"))
})

const codings = ["gzip", "identity", ""]

const declarations = ["declaresJson", "declaresLines", "declaresCsv"] as const

for (const [type, member] of [
  ["application/json", "declaresJson"],
  ["application/x-ndjson", "declaresLines"],
  ["text/csv", "declaresCsv"]
] as const)
  it(`one plain content type ${type} without a coding declares such a body`, () => {
    const declares = (...values: ReadonlyArray<string>) => {
      const head = lines(...values.map((value) => ["content-type", value] as const))
      for (const other of declarations) if (other !== member) assert.isFalse(head[other])
      return head[member]
    }
    for (const good of [
      type,
      type.toUpperCase(),
      `${type};charset=utf-8`,
      `${type} ; charset=UTF-8`,
      `${type};\t charset=utf-8`,
      `${type} \t;charset="utf-8"`
    ]) {
      assert.isTrue(declares(good), good)
    }
    for (const bad of [
      "",
      "text/plain",
      `x${type}`,
      `${type}x`,
      `${type};`,
      `${type}x;charset=utf-8`,
      `${type};xcharset=utf-8`,
      `${type}; charset=latin1`,
      `${type}; charset=utf-8; x=y`,
      `${type}; charset='utf-8'`,
      `${type}; charset="utf-8`,
      `${type}, ${type}`
    ]) {
      assert.isFalse(declares(bad), bad)
    }
    assert.isFalse(declares())
    assert.isFalse(declares(type, type))
    const declared = ["content-type", type] as const
    assert.isFalse(lines(declared).isCoded)
    for (const coding of codings) {
      const head = lines(declared, ["content-encoding", coding])
      assert.deepStrictEqual([head[member], head.isCoded], [false, true])
    }
  })

it("comma-separated values may say that they have a header, as files of this server do", () => {
  const declares = (type: string) => lines(["content-type", type]).declaresCsv
  for (const good of ["text/csv; charset=utf-8; header=present", "text/csv;header=present"])
    assert.isTrue(declares(good), good)
  for (const bad of ["text/csv; header=absent", "text/csv; charset=latin1; header=present", "text/csvheader=present"])
    assert.isFalse(declares(bad), bad)
})

it("the languages that a caller accepts are those of every Accept-Language, in their order", () => {
  const accepts = (...values: ReadonlyArray<string>) =>
    lines(...values.map((value) => ["ACCEPT-LANGUAGE", value] as const)).acceptsLanguages
  assert.isUndefined(accepts())
  assert.deepStrictEqual([accepts("de"), accepts("de;q=0.5", "fr"), accepts("")], ["de", "de;q=0.5,fr", ""])
})

it("a session's cookie is a credential, where no Authorization came and the page is one of this server", () => {
  const path = "/api/platform/forms?x"
  const here = [
    ["Host", "localhost:80"],
    ["COOKIE", "formwork=abc"]
  ] as const
  const seen = (method: string | undefined, ...more: ReadonlyArray<readonly [string, string]>) => {
    const { credential, isCookie } = read(path, [...here, ...more], [1, 1], method)
    return [isCookie, credential && Redacted.value(credential)]
  }
  const [none, counts] = [
    [false, undefined],
    [true, "abc"]
  ]
  const same = ["Sec-Fetch-Site", "same-origin"] as const
  const ours = ["X-Formwork", "console"] as const
  assert.deepStrictEqual([seen("GET"), seen("GET", same), seen("POST", same, ours)], [counts, counts, counts])
  assert.deepStrictEqual([seen("POST"), seen("POST", same), seen("POST", same, ours, ours)], [none, none, none])
  assert.deepStrictEqual([seen("GET", same, same), seen("GET", ["sec-fetch-site", "cross-site"])], [none, none])
  assert.deepStrictEqual(seen("GET", ["Cookie", "formwork=abc"]), none, "twice")
  assert.deepStrictEqual(seen(undefined), none)
  assert.deepStrictEqual(seen("GET", ["Host", "localhost:80"]), none, "two hosts")
  for (const authorization of ["Bearer xyz", "Basic xyz", ""])
    assert.deepStrictEqual(
      seen("GET", ["Authorization", authorization]),
      [false, authorization.startsWith("Bearer") ? "xyz" : undefined],
      authorization
    )
})

it("a request has a body where it declares a length above 0 or a transfer coding", () => {
  const seen = (...more: ReadonlyArray<readonly [string, string]>) => {
    const { contentLength, hasBody } = lines(...more)
    return [contentLength, hasBody]
  }
  assert.deepStrictEqual(seen(), [0, false])
  assert.deepStrictEqual(seen(["Content-Length", "0"]), [0, false])
  assert.deepStrictEqual(seen(["Content-Length", "1"]), [1, true])
  assert.deepStrictEqual(seen(["Content-Length", "1048577"]), [1_048_577, true])
  assert.deepStrictEqual(seen(["Transfer-Encoding", "chunked"]), [0, true])
})

it("the server reads a body without a Transfer-Encoding, or in HTTP/1.1 with the one coding chunked", () => {
  const framed = (version: readonly number[], ...values: ReadonlyArray<string>) =>
    read("/", [host, ...values.map((value) => ["transfer-encoding", value] as const)], version).isFramed
  assert.isTrue(framed([1, 1]))
  assert.isTrue(framed([1, 0]))
  assert.isTrue(framed([1, 1], "CHUNKED"))
  assert.isFalse(framed([1, 0], "chunked"))
  for (const values of [["gzip"], ["gzip, chunked"], [""], ["chunked", "chunked"], ["identity"]])
    assert.isFalse(framed([1, 1], ...values), values.join("|"))
})

it("HTTP/1.1 needs exactly one Host and HTTP/1.0 needs none; other versions are refused", () => {
  const is = (version: readonly number[], ...hosts: ReadonlyArray<string>) =>
    read(
      "/",
      hosts.map((value) => ["HOST", value] as const),
      version
    ).isHttp1
  assert.isTrue(is([1, 1], "x"))
  assert.isTrue(is([1, 1], ""))
  assert.isFalse(is([1, 1]))
  assert.isFalse(is([1, 1], "x", "x"))
  for (const hosts of [[], ["x"], ["x", "x"]]) assert.isTrue(is([1, 0], ...hosts))
  for (const version of [
    [0, 9],
    [2, 0],
    [2, 1],
    [0, 1]
  ]) {
    assert.isFalse(is(version, "x"), version.join("."))
  }
})

it("an expectation is 100-continue or unknown; HTTP/1.0 has no expectations", () => {
  const expected = (version: readonly number[], ...values: ReadonlyArray<string>) =>
    read("/", [host, ...values.map((value) => ["expect", value] as const)], version).expectation
  assert.strictEqual(expected([1, 1]), "none")
  assert.strictEqual(expected([1, 1], "100-Continue"), "continue")
  assert.strictEqual(expected([1, 1], "tea"), "other")
  assert.strictEqual(expected([1, 1], ""), "other")
  assert.strictEqual(expected([1, 1], "100-continue", "100-continue"), "other")
  assert.strictEqual(expected([1, 0], "tea"), "none")
  assert.strictEqual(expected([2, 1], "100-continue"), "none")
})
