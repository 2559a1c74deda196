/** Paths, form ids and methods (RFC 9112 §3, RFC 9110 §9 and §15.5.6; spec/http.md §1.4 and spec/http.md §1.5). */
import type { Row, Target } from "./Row.ts"

const missing = { status: 404, code: "NOT_FOUND" } as const
const notAllowed = { status: 405, code: "METHOD_NOT_ALLOWED", headers: { allow: "POST" } } as const

const path = (change: (path: string, target: Target) => string) => (target: Target) => ({
  target: change(target.path, target)
})
const id = (change: (formId: string) => string) => (target: Target) => ({
  target: target.pathOf(change(target.formId))
})

const ids: ReadonlyArray<readonly [what: string, change: (formId: string) => string]> = [
  ["empty", () => ""],
  ["a dot", () => "."],
  ["two dots", () => ".."],
  ["two encoded dots", () => "%2e%2e"],
  ["a space, encoded", (form) => `${form}%20`],
  ["NUL, encoded", (form) => `${form}%00`],
  ["a line break, encoded", (form) => `${form}%0d%0aX:%20y`],
  ["a percent sign", () => "%"],
  ["a broken escape", () => "%zz"],
  ["an escape that is no UTF-8", () => "%ff%fe"],
  ["letters beyond ASCII, encoded", () => "%c3%a9"],
  ["upper case", (form) => form.toUpperCase()],
  ["its first letter encoded", (form) => `%${form.charCodeAt(0).toString(16)}${form.slice(1)}`],
  ["without hyphens", (form) => form.replaceAll("-", "")],
  ["in braces", (form) => `%7b${form}%7d`],
  ["a URN", (form) => `urn:uuid:${form}`],
  ["with a parameter", (form) => `${form};v=1`],
  ["another version of UUID", () => "6ba7b810-9dad-11d1-80b4-00c04fd430c8"],
  ["nil", () => "00000000-0000-0000-0000-000000000000"],
  ["a number", () => "1"],
  ["null", () => "null"],
  ["undefined", () => "undefined"],
  ["__proto__", () => "__proto__"],
  ["constructor", () => "constructor"],
  ["the template's own", () => ":formId"],
  ["a star", () => "*"],
  ["SQL", (form) => `${form}'--`],
  ["a path out of the folder", () => "..%2f..%2fetc%2fpasswd"],
  ["5,000 digits", () => "1".repeat(5_000)],
  ["one that does not exist", () => "01890000-0000-7000-8000-000000000000"]
]

export const addresses: ReadonlyArray<Row> = [
  ...ids.map(([what, change]): Row => ({
    what: `a form id that is ${what}`,
    why: "spec/http.md §1.5: a malformed id answers like an unknown one",
    send: id(change),
    ...missing
  })),
  {
    what: "a form of another organisation",
    why: "spec/service.md §7.2",
    send: ({ foreignId, pathOf }) => ({ target: pathOf(foreignId) }),
    ...missing
  },
  {
    what: "a form that was never published",
    why: "spec/service.md §7.1",
    send: ({ pathOf, unpublishedId }) => ({ target: pathOf(unpublishedId) }),
    ...missing
  },
  {
    what: "a form that is archived",
    why: "docs/decisions/0085",
    send: ({ archivedId, pathOf }) => ({ target: pathOf(archivedId) }),
    ...missing
  },
  { what: "a slash at the end", why: "spec/http.md §1.4", send: path((good) => `${good}/`), ...missing },
  { what: "two slashes at the end", why: "spec/http.md §1.4", send: path((good) => `${good}//`), ...missing },
  { what: "two slashes at the start", why: "spec/http.md §1.4", send: path((good) => `/${good}`), ...missing },
  {
    what: "two slashes in the middle",
    why: "spec/http.md §1.4",
    send: path((good) => good.replace("/v1", "//v1")),
    ...missing
  },
  { what: "a dot segment", why: "spec/http.md §1.4", send: path((good) => good.replace("/v1", "/./v1")), ...missing },
  { what: "a segment up", why: "spec/http.md §1.4", send: path((good) => good.replace("/v1", "/x/../v1")), ...missing },
  {
    what: "an encoded segment up",
    why: "spec/http.md §1.4",
    send: path((good) => good.replace("/v1", "/x/%2e%2e/v1")),
    ...missing
  },
  {
    what: "an encoded slash",
    why: "spec/http.md §1.4",
    send: path((good) => good.replace("/v1/", "/v1%2f")),
    ...missing
  },
  {
    what: "a backslash, encoded",
    why: "spec/http.md §1.4",
    send: path((good) => good.replace("/v1/", "/v1%5c")),
    ...missing
  },
  {
    what: "an encoded letter",
    why: "spec/http.md §1.4",
    send: path((good) => good.replace("/forms/", "/%66orms/")),
    ...missing
  },
  { what: "upper case", why: "spec/http.md §1.4", send: path((good) => good.toUpperCase()), ...missing },
  {
    what: "another version",
    why: "spec/service.md §9.3",
    send: path((good) => good.replace("/v1/", "/v2/")),
    ...missing
  },
  {
    what: "a version in upper case",
    why: "spec/http.md §1.4",
    send: path((good) => good.replace("/v1/", "/V1/")),
    ...missing
  },
  {
    what: "a parameter",
    why: "RFC 3986 §3.3: part of the segment",
    send: path((good) => `${good};jsessionid=1`),
    ...missing
  },
  { what: "a fragment", why: "RFC 9112 §3.2: never sent", send: path((good) => `${good}#x`), ...missing },
  {
    what: "POST to the root",
    why: "spec/http.md §8.7: it is for reading",
    send: { target: "/" },
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    headers: { allow: "GET" }
  },
  {
    what: "a page of a problem that is none",
    why: "spec/http.md §8.7",
    send: { target: "/docs/problems/nonsense" },
    ...missing
  },
  { what: "a star", why: "RFC 9112 §3.2.4: for OPTIONS", send: { target: "*" }, status: 404, code: "NOT_FOUND" },
  { what: "the document with a slash", why: "spec/http.md §1.4", send: { target: "/v3/api-docs/" }, ...missing },
  { what: "metrics", why: "spec/http.md §8.6: on another port", send: { target: "/metrics" }, ...missing },
  { what: "a whole URL", why: "RFC 9112 §3.2.2", send: path((good) => `http://forms.example${good}`), status: "ok" },
  {
    what: "a whole URL of another host",
    why: "RFC 9112 §3.2.2: it replaces Host, and no host means anything here",
    send: path((good) => `http://elsewhere.example:99${good}`),
    status: "ok"
  },
  {
    what: "a whole URL of another scheme",
    why: "RFC 9112 §3.2.2",
    send: path((good) => `ftp://forms.example${good}`),
    ...missing
  },
  {
    what: "a whole URL with a segment up",
    why: "spec/http.md §1.4",
    send: path((good) => `http://forms.example/x/..${good}`),
    ...missing
  },
  {
    what: "a query",
    why: "spec/http.md §1.16: refused, or a misspelt one would change nothing",
    send: path((good) => `${good}?draft=true&formId=1&data={}`),
    status: 422,
    code: "INVALID_REQUEST"
  },
  {
    what: "a query that is no UTF-8",
    why: "spec/http.md §1.16",
    send: path((good) => `${good}?explain=%ff&%&=&&`),
    status: 422,
    code: "INVALID_REQUEST"
  },
  {
    what: "a query of 8 KB",
    why: "spec/http.md §1.16",
    send: path((good) => `${good}?${"a=b&".repeat(2_000)}`),
    status: 422,
    code: "INVALID_REQUEST"
  },
  {
    what: "explain twice",
    why: "spec/http.md §1.16: once or not at all",
    send: path((good) => `${good}?explain=true&explain=true`),
    status: 422,
    code: "INVALID_REQUEST"
  },
  ...["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"].map((method): Row => ({
    what: method,
    why: "RFC 9110 §15.5.6",
    send: { method },
    ...notAllowed
  })),
  {
    what: "HEAD",
    why: "RFC 9110 §9.3.2: no body",
    send: { method: "HEAD", body: "", length: [] },
    status: 405,
    headers: { allow: "POST" },
    bodiless: true
  },
  { what: "OPTIONS of a star", why: "RFC 9110 §9.3.7", send: { method: "OPTIONS", target: "*" }, ...missing },
  {
    what: "a preflight",
    why: "spec/http.md §1.4: 401, and nothing for browsers",
    send: {
      method: "OPTIONS",
      authorization: [],
      more: ["Origin: https://a.example", "Access-Control-Request-Method: POST"]
    },
    status: 401,
    code: "UNAUTHENTICATED",
    headers: { "access-control-allow-origin": null }
  },
  {
    what: "CONNECT",
    why: "RFC 9110 §9.3.6: no proxy",
    send: { method: "CONNECT", target: "forms.example:443" },
    status: 400,
    code: "MALFORMED_REQUEST",
    closes: true
  },
  {
    what: "POST to the document",
    why: "RFC 9110 §15.5.6",
    send: { target: "/v3/api-docs", authorization: [] },
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    headers: { allow: "GET" }
  }
]
