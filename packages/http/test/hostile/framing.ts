/** Where a body ends. Two servers in a row must see the same requests in the same bytes (RFC 9112 §6 and §7, §11.2). */
import { bytesOf, chunked, goodBody, type Row } from "./Row.ts"

const malformed = { status: 400, code: "MALFORMED_REQUEST", closes: true } as const
const tooLarge = { status: 413, code: "PAYLOAD_TOO_LARGE" } as const
const size = goodBody.length.toString(16)
const over = 1_048_577

export const framing: ReadonlyArray<Row> = [
  {
    what: "Content-Length and Transfer-Encoding",
    why: "RFC 9112 §6.1: smuggling",
    send: { length: ["Content-Length: 5", "Transfer-Encoding: chunked"], body: `${size}\r\n${goodBody}\r\n0\r\n\r\n` },
    ...malformed
  },
  {
    what: "Transfer-Encoding and Content-Length",
    why: "RFC 9112 §6.1: smuggling",
    send: { length: ["Transfer-Encoding: chunked", "Content-Length: 5"], body: `${size}\r\n${goodBody}\r\n0\r\n\r\n` },
    ...malformed
  },
  {
    what: "two Content-Lengths",
    why: "RFC 9112 §6.3",
    send: { length: ["Content-Length: 32", "Content-Length: 33"] },
    ...malformed
  },
  {
    what: "the same Content-Length twice",
    why: "RFC 9112 §6.3: a recipient may refuse it",
    send: { length: ["Content-Length: 32", "Content-Length: 32"] },
    ...malformed
  },
  {
    what: "a list of Content-Lengths",
    why: "RFC 9112 §6.3",
    send: { length: ["Content-Length: 32, 32"] },
    ...malformed
  },
  { what: "a negative Content-Length", why: "RFC 9110 §8.6", send: { length: ["Content-Length: -1"] }, ...malformed },
  {
    what: "a Content-Length with a plus",
    why: "RFC 9110 §8.6",
    send: { length: ["Content-Length: +32"] },
    ...malformed
  },
  {
    what: "a hexadecimal Content-Length",
    why: "RFC 9110 §8.6",
    send: { length: ["Content-Length: 0x20"] },
    ...malformed
  },
  {
    what: "a fractional Content-Length",
    why: "RFC 9110 §8.6",
    send: { length: ["Content-Length: 32.0"] },
    ...malformed
  },
  { what: "an empty Content-Length", why: "RFC 9110 §8.6", send: { length: ["Content-Length:"] }, ...malformed },
  {
    what: "a Content-Length beyond 64 bits",
    why: "RFC 9110 §8.6",
    send: { length: [`Content-Length: ${"9".repeat(40)}`] },
    ...malformed
  },
  {
    what: "a Content-Length with zeros before it",
    why: "RFC 9110 §8.6: digits",
    send: { length: ["Content-Length: 0032"] },
    status: "ok"
  },
  {
    what: "no length at all",
    why: "RFC 9112 §6.3: no body",
    send: { length: [], body: "" },
    status: 400,
    code: "MALFORMED_REQUEST"
  },
  {
    what: "Content-Length: 0",
    why: "spec/http.md §1.10: an empty body is no JSON",
    send: { body: "" },
    status: 400,
    code: "MALFORMED_REQUEST"
  },
  {
    what: "a body shorter than its Content-Length, and then the end",
    why: "RFC 9112 §8",
    send: { length: ["Content-Length: 33"] },
    ends: true,
    ...malformed
  },
  {
    what: "a body longer than its Content-Length",
    why: "RFC 9112 §6.3: the rest is another request, and none",
    send: { length: ["Content-Length: 32"], body: `${goodBody}x\r\n\r\n` },
    first: ["ok"],
    ...malformed
  },
  {
    what: "chunks",
    why: "RFC 9112 §7.1",
    send: chunked(`1\r\n{\r\n1F\r\n${goodBody.slice(1)}\r\n0\r\n\r\n`),
    status: "ok"
  },
  {
    what: "a chunk of every byte",
    why: "RFC 9112 §7.1",
    send: chunked(
      `${Array.from(goodBody)
        .map((byte) => `1\r\n${byte}\r\n`)
        .join("")}0\r\n\r\n`
    ),
    status: "ok"
  },
  {
    what: "zeros before a chunk's size",
    why: "RFC 9112 §7.1: hexadecimal digits",
    send: chunked(`000${size}\r\n${goodBody}\r\n000\r\n\r\n`),
    status: "ok"
  },
  {
    what: "a chunk extension",
    why: "RFC 9112 §7.1.1: ignored",
    send: chunked(`${size};a=b;c="d"\r\n${goodBody}\r\n0\r\n\r\n`),
    status: "ok"
  },
  {
    what: "20 KB of chunk extensions",
    why: "RFC 9112 §7.1.1: as much as is reasonable",
    send: chunked(`${size};a=${"b".repeat(20_000)}\r\n${goodBody}\r\n0\r\n\r\n`),
    ...tooLarge,
    closes: true
  },
  {
    what: "trailers",
    why: "RFC 9112 §7.1.2: dropped",
    send: chunked(`${size}\r\n${goodBody}\r\n0\r\nAuthorization: Bearer x\r\nX: y\r\n\r\n`),
    status: "ok"
  },
  { what: "a chunk without a size", why: "RFC 9112 §7.1", send: chunked(`\r\n${goodBody}\r\n0\r\n\r\n`), ...malformed },
  {
    what: "a chunk's size that is not a number",
    why: "RFC 9112 §7.1",
    send: chunked(`zz\r\n${goodBody}\r\n0\r\n\r\n`),
    ...malformed
  },
  {
    what: "a chunk's size with 0x",
    why: "RFC 9112 §7.1",
    send: chunked(`0x${size}\r\n${goodBody}\r\n0\r\n\r\n`),
    ...malformed
  },
  {
    what: "a negative chunk's size",
    why: "RFC 9112 §7.1",
    send: chunked(`-1\r\n${goodBody}\r\n0\r\n\r\n`),
    ...malformed
  },
  {
    what: "a chunk's size beyond 64 bits",
    why: "RFC 9112 §7.1",
    send: chunked(`${"f".repeat(20)}\r\n${goodBody}\r\n0\r\n\r\n`),
    ...malformed
  },
  {
    what: "a space before a chunk's size",
    why: "RFC 9112 §7.1",
    send: chunked(` ${size}\r\n${goodBody}\r\n0\r\n\r\n`),
    ...malformed
  },
  {
    what: "a chunk longer than its size",
    why: "RFC 9112 §7.1",
    send: chunked(`1\r\n${goodBody}\r\n0\r\n\r\n`),
    ...malformed
  },
  {
    what: "a chunk that ends with LF alone",
    why: "RFC 9112 §7.1",
    send: chunked(`${size}\n${goodBody}\n0\n\n`),
    ...malformed
  },
  {
    what: "a chunk's size with a bare LF in its extension",
    why: "RFC 9112 §7.1.1: smuggling",
    send: chunked(`${size};a\nb\r\n${goodBody}\r\n0\r\n\r\n`),
    ...malformed
  },
  {
    what: "chunks without the last one, and then the end",
    why: "RFC 9112 §8",
    send: chunked(`${size}\r\n${goodBody}\r\n`),
    ends: true,
    ...malformed
  },
  {
    what: "Transfer-Encoding: identity",
    why: "RFC 9112 §7: no longer a coding",
    send: { length: ["Transfer-Encoding: identity"] },
    ...malformed
  },
  {
    what: "Transfer-Encoding: gzip",
    why: "RFC 9112 §6.3: chunked has to be the last",
    send: { length: ["Transfer-Encoding: gzip"] },
    ...malformed
  },
  {
    what: "Transfer-Encoding: chunked, identity",
    why: "RFC 9112 §6.3",
    send: chunked("0\r\n\r\n", "Transfer-Encoding: identity"),
    ...malformed
  },
  {
    what: "Transfer-Encoding: gzip, chunked",
    why: "RFC 9112 §6.1: a coding that we do not know",
    send: { length: ["Transfer-Encoding: gzip, chunked"], body: `${size}\r\n${goodBody}\r\n0\r\n\r\n` },
    status: 400,
    code: "MALFORMED_REQUEST"
  },
  {
    what: "Transfer-Encoding: CHUNKED",
    why: "RFC 9112 §7: any case",
    send: { length: ["Transfer-Encoding: CHUNKED"], body: `${size}\r\n${goodBody}\r\n0\r\n\r\n` },
    status: "ok"
  },
  {
    what: "Transfer-Encoding: xchunked",
    why: "RFC 9112 §6.3: smuggling",
    send: { length: ["Transfer-Encoding: xchunked"] },
    ...malformed
  },
  {
    what: "Transfer-Encoding with a vertical tab",
    why: "RFC 9110 §5.5: smuggling",
    send: { length: ["Transfer-Encoding: \x0bchunked"] },
    ...malformed
  },
  {
    what: "Transfer-Encoding in HTTP/1.0",
    why: "RFC 9112 §6.1",
    send: { ...chunked(`${size}\r\n${goodBody}\r\n0\r\n\r\n`), version: "HTTP/1.0" },
    ...malformed
  },
  {
    what: "a body of 1 MiB",
    why: "spec/http.md §1.8",
    send: { body: goodBody + " ".repeat(1_048_576 - goodBody.length) },
    status: "ok"
  },
  { what: "one byte over 1 MiB", why: "spec/http.md §1.8", send: { body: " ".repeat(over) }, ...tooLarge },
  {
    what: "one byte over 1 MiB in chunks",
    why: "spec/http.md §1.8: counted as received",
    send: chunked(`${over.toString(16)}\r\n${" ".repeat(over)}\r\n0\r\n\r\n`),
    ...tooLarge
  },
  {
    what: "7 MB with their Content-Length",
    why: "spec/http.md §1.9: the answer can be read, the connection goes on",
    send: { body: new Uint8Array(7_000_000).fill(0x20) },
    ...tooLarge
  },
  {
    what: "7 MB without a credential",
    why: "spec/http.md §1.9: the same for a 401",
    send: { authorization: [], body: new Uint8Array(7_000_000).fill(0x20) },
    status: 401,
    code: "UNAUTHENTICATED"
  },
  {
    what: "three requests at once",
    why: "RFC 9112 §9.3.2",
    send: (target) => Buffer.concat([bytesOf(target, {}), bytesOf(target, { body: "[" }), bytesOf(target, {})]),
    first: ["ok", 400],
    status: "ok"
  },
  {
    what: "a good request and a bad one at once",
    why: "RFC 9112 §9.3.2: each gets its own",
    send: (target) => Buffer.concat([bytesOf(target, {}), bytesOf(target, { more: ["X"] })]),
    first: ["ok"],
    ...malformed
  }
]
