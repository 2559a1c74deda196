/** Request lines and headers (RFC 9112 §2 to §5). */
import { bytesOf, raw, type Row } from "./Row.ts"

const malformed = { status: 400, code: "MALFORMED_REQUEST" } as const
const unreadable = { ...malformed, closes: true } as const

export const heads: ReadonlyArray<Row> = [
  { what: "a good request", why: "so that the others can be wrong in one thing", send: {}, status: "ok" },
  { what: "no Host", why: "RFC 9112 §3.2", send: { host: [] }, ...malformed },
  { what: "two Hosts", why: "RFC 9112 §3.2", send: { host: ["Host: a", "Host: b"] }, ...malformed },
  { what: "the same Host twice", why: "RFC 9112 §3.2", send: { host: ["Host: a", "Host: a"] }, ...malformed },
  { what: "an empty Host", why: "RFC 9112 §3.2: empty is a Host", send: { host: ["Host:"] }, status: "ok" },
  { what: "a folded header", why: "RFC 9112 §5.2", send: { more: ["X: a", " b"] }, ...unreadable },
  { what: "a header folded with a tab", why: "RFC 9112 §5.2", send: { more: ["X: a", "\tb"] }, ...unreadable },
  { what: "a header line that begins with a space", why: "RFC 9112 §2.2", send: { host: [" Host: a"] }, ...unreadable },
  { what: "a space before the colon", why: "RFC 9112 §5.1", send: { more: ["X : a"] }, ...unreadable },
  { what: "a space in a header's name", why: "RFC 9110 §5.1", send: { more: ["X Y: a"] }, ...unreadable },
  { what: "a header without a colon", why: "RFC 9112 §5", send: { more: ["X"] }, ...unreadable },
  { what: "a header without a name", why: "RFC 9110 §5.1", send: { more: [": a"] }, ...unreadable },
  { what: "NUL in a header's value", why: "RFC 9110 §5.5", send: { more: ["X: a\0b"] }, ...unreadable },
  { what: "NUL in a header's name", why: "RFC 9110 §5.1", send: { more: ["X\0: a"] }, ...unreadable },
  { what: "a bare CR in a header's value", why: "RFC 9112 §2.2", send: { more: ["X: a\rb"] }, ...unreadable },
  { what: "a control character in a value", why: "RFC 9110 §5.5", send: { more: ["X: a\x01b"] }, ...unreadable },
  { what: "DEL in a value", why: "RFC 9110 §5.5", send: { more: ["X: a\x7fb"] }, ...unreadable },
  { what: "a tab in a value", why: "RFC 9110 §5.5: whitespace", send: { more: ["X: a\tb"] }, status: "ok" },
  { what: "Latin letters in a value", why: "RFC 9110 §5.5: obs-text", send: { more: ["X: \xe9"] }, status: "ok" },
  { what: "Latin letters in a name", why: "RFC 9110 §5.1", send: { more: ["\xe9: x"] }, ...unreadable },
  { what: "an empty value", why: "RFC 9110 §5.5", send: { more: ["X:"] }, status: "ok" },
  {
    what: "names in odd case",
    why: "RFC 9110 §5.1",
    send: { host: ["hOST: a"], type: ["cONTENT-tYPE: application/json"] },
    status: "ok"
  },
  {
    what: "a header called __proto__",
    why: "a name like any other",
    send: { more: ["__proto__: x", "constructor: y"] },
    status: "ok"
  },
  {
    what: "a thousand headers",
    why: "spec/http.md §1.3: none is dropped unseen",
    send: { more: Array.from({ length: 1_000 }, (_, i) => `X${i}:`) },
    status: "ok"
  },
  {
    what: "lines that end with LF alone",
    why: "RFC 9112 §2.2: a parser may, this one does not",
    send: (target) => raw(Buffer.from(bytesOf(target, {})).toString("latin1").replaceAll("\r\n", "\n")),
    ...unreadable
  },
  {
    what: "one line that ends with LF alone",
    why: "RFC 9112 §2.2",
    send: { more: ["X: a\nY: b"] },
    ...unreadable
  },
  {
    what: "an empty line before the request",
    why: "RFC 9112 §2.2: ignored",
    send: (target) => Buffer.concat([raw("\r\n"), bytesOf(target, {})]),
    status: "ok"
  },
  {
    what: "a head of 17 KB in one header",
    why: "spec/http.md §1.3",
    send: { more: [`X: ${"x".repeat(17_000)}`] },
    status: 431,
    code: "HEADERS_TOO_LARGE",
    closes: true
  },
  {
    what: "a head of 32 KB in many headers",
    why: "spec/http.md §1.3",
    send: { more: Array.from({ length: 800 }, () => `X: ${"x".repeat(36)}`) },
    status: 431,
    code: "HEADERS_TOO_LARGE",
    closes: true
  },
  {
    what: "a path of 32 KB",
    why: "spec/http.md §1.3",
    send: { target: `/${"x".repeat(32_768)}` },
    status: 431,
    code: "HEADERS_TOO_LARGE",
    closes: true
  },
  { what: "a method of 32 KB", why: "RFC 9110 §9.1", send: { method: "X".repeat(32_768) }, ...unreadable },
  {
    what: "HTTP/1.0 without a Host",
    why: "RFC 9112 §3.2: only 1.1 needs it",
    send: { version: "HTTP/1.0", host: [] },
    status: "ok",
    closes: true
  },
  {
    what: "HTTP/1.0 that keeps alive",
    why: "RFC 9112 §9.3",
    send: { version: "HTTP/1.0", more: ["Connection: keep-alive"] },
    status: "ok",
    headers: { connection: "keep-alive" }
  },
  { what: "HTTP/0.9", why: "RFC 9112 §2.3", send: { version: "HTTP/0.9" }, ...malformed, closes: true },
  { what: "HTTP/2.0 in text", why: "RFC 9112 §2.3", send: { version: "HTTP/2.0" }, ...unreadable },
  {
    what: "HTTP/1.2",
    why: "RFC 9110 §2.5: a minor version is read as 1.1, which this server does not",
    send: { version: "HTTP/1.2" },
    ...unreadable
  },
  { what: "http/1.1 in lower case", why: "RFC 9112 §2.3", send: { version: "http/1.1" }, ...unreadable },
  { what: "HTTP/1.10", why: "RFC 9112 §2.3: one digit", send: { version: "HTTP/1.10" }, ...unreadable },
  { what: "no version", why: "RFC 9112 §3", send: (target) => raw(`POST ${target.path}\r\n\r\n`), ...unreadable },
  {
    what: "two spaces in the request line",
    why: "RFC 9112 §3: may be taken for one, there is only one way to read it",
    send: ({ path }) => ({ target: ` ${path}` }),
    status: "ok"
  },
  { what: "a space in the path", why: "RFC 9112 §3.2", send: ({ path }) => ({ target: `${path} x` }), ...unreadable },
  {
    what: "a tab for a space",
    why: "RFC 9112 §3",
    send: ({ path }) => raw(`POST\t${path}\tHTTP/1.1\r\nHost: a\r\n\r\n`),
    ...unreadable
  },
  { what: "a letter beyond ASCII in the path", why: "RFC 3986 §2", send: { target: "/caf\xe9" }, ...unreadable },
  { what: "a lower-case method", why: "RFC 9110 §9.1: case counts", send: { method: "post" }, ...unreadable },
  { what: "an unknown method", why: "RFC 9110 §9.1", send: { method: "BREW" }, ...unreadable },
  {
    what: "the preface of HTTP/2",
    why: "RFC 9113 §3.4",
    send: () => raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    ...unreadable
  },
  {
    what: "TLS",
    why: "not HTTP at all",
    send: () => raw("\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03"),
    ...unreadable
  },
  { what: "words", why: "not HTTP at all", send: () => raw("hello there\r\n\r\n"), ...unreadable },
  { what: "an answer", why: "not a request", send: () => raw("HTTP/1.1 200 OK\r\n\r\n"), ...unreadable },
  {
    what: "an upgrade to websocket",
    why: "RFC 9110 §7.8: may be ignored",
    send: { more: ["Connection: Upgrade", "Upgrade: websocket"] },
    status: "ok",
    headers: { upgrade: null }
  },
  {
    what: "an upgrade to h2c",
    why: "RFC 9110 §7.8: may be ignored",
    send: { more: ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAA"] },
    status: "ok"
  },
  {
    what: "Connection: close",
    why: "RFC 9112 §9.6",
    send: { more: ["Connection: close"] },
    status: "ok",
    headers: { connection: "close" },
    closes: true
  },
  {
    what: "Expect: 100-continue with the body at once",
    why: "RFC 9110 §10.1.1",
    send: { more: ["Expect: 100-continue"] },
    first: [100],
    status: "ok"
  },
  {
    what: "Expect: 100-Continue",
    why: "RFC 9110 §10.1.1: any case",
    send: { more: ["Expect: 100-Continue"] },
    first: [100],
    status: "ok"
  },
  {
    what: "an unknown expectation",
    why: "RFC 9110 §10.1.1",
    send: { more: ["Expect: tea"] },
    status: 417,
    code: "EXPECTATION_FAILED"
  },
  {
    what: "two expectations",
    why: "RFC 9110 §10.1.1",
    send: { more: ["Expect: 100-continue, tea"] },
    status: 417,
    code: "EXPECTATION_FAILED",
    closes: true
  },
  {
    what: "an unknown expectation without a credential",
    why: "spec/http.md §1.1: before 401",
    send: { more: ["Expect: tea"], authorization: [] },
    status: 417,
    code: "EXPECTATION_FAILED",
    headers: { ratelimit: null }
  },
  {
    what: "an expectation in HTTP/1.0",
    why: "RFC 9110 §10.1.1: ignored",
    send: { version: "HTTP/1.0", more: ["Expect: tea"] },
    status: "ok",
    closes: true
  },
  {
    what: "X-Request-Id with a line's worth of markup",
    why: "spec/http.md §2.1: only a short token comes back",
    send: { more: ['X-Request-Id: <script>alert("x")</script>'] },
    status: "ok"
  },
  {
    what: "an X-Request-Id that is a short token",
    why: "spec/http.md §2.1",
    send: { more: ["X-Request-Id: a.b-c_9"] },
    status: "ok",
    headers: { "x-request-id": "a.b-c_9" }
  },
  {
    what: "a method override",
    why: "spec/http.md §1.4: nothing but the method is the method",
    send: { method: "PUT", more: ["X-HTTP-Method-Override: POST"] },
    status: 405,
    code: "METHOD_NOT_ALLOWED"
  },
  {
    what: "a rewritten path",
    why: "spec/http.md §1.4: nothing but the target is the path",
    send: { target: "/nothing", more: ["X-Original-URL: /v3/api-docs", "X-Rewrite-URL: /v3/api-docs"] },
    status: 404,
    code: "NOT_FOUND"
  }
]
