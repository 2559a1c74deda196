/** The declared type of a body, and the idempotency key (RFC 9110 §8; spec/http.md §1.7 and spec/http.md §1.14). */
import type { Row } from "./Row.ts"

const unsupported = { status: 415, code: "UNSUPPORTED_MEDIA_TYPE" } as const

const types: ReadonlyArray<string> = [
  "Content-Type:",
  "Content-Type: json",
  "Content-Type: */*",
  "Content-Type: text/plain",
  "Content-Type: text/json",
  "Content-Type: application/jsonp",
  "Content-Type: application/json5",
  "Content-Type: application/json+x",
  "Content-Type: application/problem+json",
  "Content-Type: application/x-www-form-urlencoded",
  "Content-Type: multipart/form-data; boundary=x",
  "Content-Type: application/json;",
  "Content-Type: application/json; charset=",
  "Content-Type: application/json; charset=utf-16",
  "Content-Type: application/json; charset=iso-8859-1",
  "Content-Type: application/json; charset=utf-8; charset=utf-8",
  "Content-Type: application/json; charset='utf-8'",
  "Content-Type: application/json; profile=x",
  "Content-Type: application/json, text/plain",
  "Content-Type: application / json",
  'Content-Type: "application/json"'
]
const good: ReadonlyArray<string> = [
  "Content-Type: APPLICATION/JSON",
  "Content-Type: application/json;charset=utf-8",
  "Content-Type: application/json ; charset=UTF-8",
  'Content-Type: application/json; charset="utf-8"',
  "Content-Type:application/json"
]
const keys: ReadonlyArray<readonly [what: string, ...lines: ReadonlyArray<string>]> = [
  ["empty", "Idempotency-Key:"],
  ["with a space in it", "Idempotency-Key: a b"],
  ["with a tab in it", "Idempotency-Key: a\tb"],
  ["beyond ASCII", "Idempotency-Key: \xe9"],
  ["of 256 characters", `Idempotency-Key: ${"a".repeat(256)}`],
  ["of 8 KB", `Idempotency-Key: ${"a".repeat(8_192)}`],
  ["sent twice", "Idempotency-Key: a", "Idempotency-Key: b"],
  ["sent twice, the same", "Idempotency-Key: a", "Idempotency-Key: a"]
]

export const declared: ReadonlyArray<Row> = [
  { what: "no Content-Type", why: "spec/http.md §1.7", send: { type: [] }, ...unsupported },
  {
    what: "two Content-Types",
    why: "spec/http.md §1.7",
    send: { type: ["Content-Type: application/json", "Content-Type: text/plain"] },
    ...unsupported
  },
  {
    what: "the same Content-Type twice",
    why: "spec/http.md §1.7",
    send: { type: ["Content-Type: application/json", "content-type: application/json"] },
    ...unsupported
  },
  ...types.map((line): Row => ({ what: line, why: "spec/http.md §1.7", send: { type: [line] }, ...unsupported })),
  ...good.map((line): Row => ({
    what: line,
    why: "RFC 9110 §8.3.1: the same type",
    send: { type: [line] },
    status: "ok"
  })),
  ...["gzip", "br", "identity", "", "gzip, gzip", "x"].map((coding): Row => ({
    what: `Content-Encoding: ${coding}`,
    why: "spec/http.md §1.7: any",
    send: { more: [`Content-Encoding: ${coding}`] },
    ...unsupported
  })),
  {
    what: "415 and too large at once",
    why: "spec/http.md §1.1: 415 first",
    send: { type: [], body: " ".repeat(1_048_577) },
    ...unsupported
  },
  {
    what: "Accept: text/html",
    why: "RFC 9110 §12.5.1: may be disregarded",
    send: { more: ["Accept: text/html"] },
    status: "ok"
  },
  { what: "Range", why: "RFC 9110 §14.2: only for GET", send: { more: ["Range: bytes=0-1"] }, status: "ok" },
  {
    what: "If-Match",
    why: "RFC 9110 §13.1: nothing here has a validator",
    send: { more: ["If-None-Match: *", 'If-Match: "x"'] },
    status: "ok"
  },
  ...keys.map(([what, ...lines]): Row => ({
    what: `an Idempotency-Key ${what}`,
    why: "spec/http.md §1.14",
    only: "create",
    send: { more: lines },
    status: 400,
    code: "MALFORMED_REQUEST"
  })),
  {
    what: "an Idempotency-Key of 255 characters",
    why: "spec/http.md §1.14",
    send: { more: [`Idempotency-Key: ${"~".repeat(255)}`] },
    status: "ok"
  },
  {
    what: "an empty Idempotency-Key to evaluate",
    why: "spec/http.md §1.14: evaluate does not read the header",
    only: "evaluate",
    send: { more: ["Idempotency-Key:"] },
    status: "ok"
  }
]
