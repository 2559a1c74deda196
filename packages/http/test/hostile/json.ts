/** Bodies that are JSON, and bodies that only look like it (RFC 8259, RFC 3629; spec/http.md §1.10). */
import type { Row } from "./Row.ts"

const malformed = { status: 400, code: "MALFORMED_REQUEST" } as const
const invalid = { status: 422, code: "INVALID_REQUEST" } as const

const text = (value: string) => `{"data":{"name":${value}}}`
const bytes = (...inside: ReadonlyArray<number>) =>
  Buffer.concat([Buffer.from('{"data":{"name":"'), Buffer.from(inside), Buffer.from('"}}')])
const nested = (depth: number, open: string, close: string) => text(open.repeat(depth - 2) + close.repeat(depth - 2))

const wrong: ReadonlyArray<readonly [what: string, body: string, why?: string]> = [
  ["nothing but a space", " "],
  ["half an object", '{"data":{'],
  ["an object and a brace", '{"data":{}}}'],
  ["two objects", '{"data":{}}{"data":{}}'],
  ["single quotes", "{'data':{}}"],
  ["a name without quotes", "{data:{}}"],
  ["a comma after the last member", '{"data":{},}'],
  ["two commas", '{"data":{"a":[1,,2]}}'],
  ["a comment", '{"data":{}/* x */}'],
  ["a line comment", '{"data":{}} // x'],
  ["a zero before a number", text("01")],
  ["a plus before a number", text("+1")],
  ["a number that begins with a point", text(".5")],
  ["a number that ends with a point", text("1.")],
  ["an exponent without digits", text("1e")],
  ["a long number with two exponents", text("1e400e1")],
  ["a long number with a zero before it", text("09007199254740993")],
  ["a hexadecimal number", text("0x10")],
  ["NaN", text("NaN")],
  ["Infinity", text("-Infinity")],
  ["undefined", text("undefined")],
  ["True", text("True")],
  ["a tab in a text", text('"\t"')],
  ["a line break in a text", text('"\n"')],
  ["NUL in a text", text('"\0"')],
  ["an unknown escape", text('"\\x41"')],
  ["half an escape", text('"\\u00"')],
  ["a text without its end", '{"data":{"name":"'],
  ["a byte order mark", '\ufeff{"data":{}}', "RFC 8259 §8.1: a parser may ignore it, this one does not"],
  ["a no-break space before it", '\u00a0{"data":{}}', "RFC 8259 §2"],
  ["NUL after it", '{"data":{}}\0', "RFC 8259 §2"],
  ["a prefix against hijacking", ')]}\',\n{"data":{}}'],
  ["a form", "data=%7B%7D"]
]
const notUtf8: ReadonlyArray<readonly [what: string, ...inside: ReadonlyArray<number>]> = [
  ["0xFF", 0xff],
  ["half a character", 0xc3],
  ["a character's second half", 0xa9],
  ["an overlong slash", 0xc0, 0xaf],
  ["an overlong NUL", 0xe0, 0x80, 0x80],
  ["a surrogate", 0xed, 0xa0, 0x80],
  ["a character beyond U+10FFFF", 0xf4, 0x90, 0x80, 0x80],
  ["Latin-1", 0x41, 0xe9]
]
const twice: ReadonlyArray<readonly [what: string, body: string]> = [
  ["a member twice", '{"data":{},"data":{"name":"x"}}'],
  ["a value twice", text('1,"name":"Ada"')],
  ["a name, and the same escaped", text('"a","n\\u0061me":"b"')],
  ["a name, and the same escaped in upper case", '{"data":{"\\u004A":1,"J":2}}'],
  ["a lone surrogate twice, in either case", '{"data":{"\\ud800":1,"\\uD800":2}}'],
  ["a pair, and the same escaped", '{"data":{"😀":1,"\\ud83d\\ude00":2}}'],
  ["an empty name twice", '{"data":{"":1,"":2}}'],
  ["__proto__ twice", '{"data":{"__proto__":1,"__proto__":2}}'],
  ["a number for a name twice", '{"data":{"1":1,"\\u0031":2}}'],
  ["a member twice, 20 deep", `{"data":${'{"a":'.repeat(20)}{"b":1,"b":1}${"}".repeat(20)}}`],
  ["a member twice beside a long number", '{"data":{"a":9007199254740993,"a":1e400}}']
]
const shapes: ReadonlyArray<readonly [what: string, body: string]> = [
  ["a list", "[]"],
  ["null", "null"],
  ["a text", '"data"'],
  ["a number", "0"],
  ["a long number", "9007199254740993"],
  ["true", "true"],
  ["an empty object", "{}"],
  ["data that is a list", '{"data":[]}'],
  ["data that is null", '{"data":null}'],
  ["data that is a text", '{"data":"{}"}'],
  ["data that is a long number", '{"data":1e400}'],
  ["an unknown member", '{"data":{},"drfat":true}'],
  ["__proto__ beside data", '{"data":{},"__proto__":{"draft":true}}'],
  ["data inside of __proto__", '{"__proto__":{"data":{}}}'],
  ["draft that is a text", '{"data":{},"draft":"true"}'],
  ["draft that is a number", '{"data":{},"draft":1}'],
  ["draft that is null", '{"data":{},"draft":null}']
]

export const json: ReadonlyArray<Row> = [
  ...wrong.map(([what, body, why = "RFC 8259"]): Row => ({ what, why, send: { body }, ...malformed })),
  ...notUtf8.map(([what, ...inside]): Row => ({
    what: `a text with ${what}`,
    why: "RFC 3629 §3",
    send: { body: bytes(...inside) },
    ...malformed
  })),
  { what: "UTF-16", why: "RFC 8259 §8.1", send: { body: Buffer.from('{"data":{}}', "utf16le") }, ...malformed },
  ...twice.map(([what, body]): Row => ({ what, why: "spec/http.md §1.10; RFC 8259 §4", send: { body }, ...malformed })),
  ...shapes.map(([what, body]): Row => ({ what, why: "spec/http.md §1.12", send: { body }, ...invalid })),
  { what: "lists 33 deep", why: "spec/http.md §1.10", send: { body: nested(33, "[", "]") }, ...malformed },
  {
    what: "objects 33 deep",
    why: "spec/http.md §1.10",
    send: { body: `{"data":${'{"a":'.repeat(32)}0${"}".repeat(32)}}` },
    ...malformed
  },
  { what: "lists 500,000 deep", why: "spec/http.md §1.10", send: { body: "[".repeat(500_000) }, ...malformed },
  {
    what: "brackets in a text",
    why: "spec/http.md §1.10: they nest nothing",
    send: { body: text(`"${"[{".repeat(40)}"`) },
    status: "ok"
  },
  {
    what: "spaces everywhere",
    why: "RFC 8259 §2",
    send: { body: ' {\t"data"\r\n:\n{ "name" : "Ada" } } \n' },
    status: "ok"
  },
  {
    what: "the same name in two objects",
    why: "RFC 8259 §4",
    send: { body: '{"data":{"name":"data","age":1}}' },
    status: "ok"
  },
  {
    what: "escapes of every kind",
    why: "RFC 8259 §7",
    send: { body: text('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"') },
    status: "ok"
  },
  { what: "a pair of surrogates, escaped", why: "RFC 8259 §7", send: { body: text('"\\ud83d\\ude00"') }, status: "ok" },
  {
    what: "a member's name escaped",
    why: "RFC 8259 §8.3",
    send: { body: '{"d\\u0061ta":{"n\\u0061me":"Ada"}}' },
    status: "ok"
  },
  {
    what: "a whole number with an exponent",
    why: "RFC 8259 §6",
    send: { body: '{"data":{"name":"Ada","age":3.6E+1}}' },
    status: "ok"
  },
  {
    what: "a whole number with a hundred zeros after the point",
    why: "RFC 8259 §6",
    send: { body: `{"data":{"name":"Ada","age":36.${"0".repeat(100)}}}` },
    status: "ok"
  },
  { what: "minus zero", why: "RFC 8259 §6", send: { body: '{"data":{"name":"Ada","age":-0}}' }, status: "ok" }
]
