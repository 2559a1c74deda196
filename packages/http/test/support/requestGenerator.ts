/** Requests made from the published document: valid ones, nearly valid ones, and hostile ones. The same for the same seed. */
import type { OpenApi } from "effect/http-api"
import type { Json } from "@formwork/rules/Json"
import { listOf, objectOf } from "./reading.ts"

interface Random {
  /** A whole number from 0 up to, but not including, `below`. */
  readonly below: (below: number) => number
  readonly pick: <A>(items: readonly [A, ...ReadonlyArray<A>]) => A
  readonly chance: (probability: number) => boolean
}

/** Mulberry32. */
const random = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return { below, pick: (items) => items[below(items.length)] ?? items[0], chance: (share) => next() < share }
}

type Schema = { readonly [keyword: string]: unknown }

export interface Request {
  /** As in the document. */
  readonly path: string
  readonly target: string
  readonly headers: ReadonlyArray<string>
  readonly body: string | Uint8Array
}

/** Values of the server's own form, used beside random ones. */
export interface Known {
  readonly formId: string
  readonly token: string
  readonly slugs: readonly [string, ...ReadonlyArray<string>]
}

const texts = [
  "",
  "Ada",
  "36",
  "true",
  "é😀",
  "\u0000",
  "\ud800",
  "a".repeat(300),
  "{}",
  "' or 1=1 --",
  "../..",
  "<b>"
] as const
const numbers = [0, -0, 1, 36, -1, 1.5, 1e-7, 1e15, 2 ** 53, 999_999_999_999_999, 1e300, 0.1 + 0.2] as const
const names = ["__proto__", "constructor", "toString", "", "a", "data", "draft", "x.y", "x/~", "😀"] as const
/** Texts that are written into JSON unchanged. */
const literals = [
  "9007199254740993",
  "1e400",
  "1e-400",
  "0.1000000000000000055",
  "-0.0",
  "1E5",
  "NaN",
  "01",
  "{",
  '"\\x"'
] as const

const anyJson = (from: Random, { slugs }: Known, depth: number): Json => {
  switch (from.below(depth > 3 ? 5 : 7)) {
    case 0:
      return null
    case 1:
      return from.chance(0.5)
    case 2:
    case 3:
      return from.pick(numbers)
    case 4:
      return from.pick(texts)
    case 5:
      return Array.from({ length: from.below(4) }, () => anyJson(from, { slugs, formId: "", token: "" }, depth + 1))
    default:
      return Object.fromEntries(
        Array.from({ length: from.below(4) }, () => [
          from.pick(from.chance(0.5) ? slugs : names),
          anyJson(from, { slugs, formId: "", token: "" }, depth + 1)
        ])
      )
  }
}

/** A value of a schema, as far as the requests of the document use JSON Schema. */
const valueOf = (from: Random, schema: Schema, document: OpenApi.OpenAPISpec, known: Known): Json => {
  const named = String(schema["$ref"] ?? "").replace("#/components/schemas/", "")
  if (named !== "") return valueOf(from, document.components.schemas[named] ?? {}, document, known)
  if (schema["type"] === "boolean") return from.chance(0.5)
  if (schema["type"] !== "object") return anyJson(from, known, 0)
  const properties = schema["properties"]
  if (properties === undefined) {
    return Object.fromEntries(
      known.slugs
        .filter(() => from.chance(0.6))
        .map((slug) => [slug, from.chance(0.5) ? good(slug, from) : anyJson(from, known, 0)])
    )
  }
  const required = listOf(schema["required"])
  return Object.fromEntries(
    Object.entries(objectOf(properties))
      .filter(([name]) => required.includes(name) || from.chance(0.4))
      .map(([name, property]) => [name, valueOf(from, objectOf(property), document, known)])
  )
}

const good = (slug: string, from: Random): Json => (slug === "age" ? from.below(100) : "Ada")

/** A value with one change. */
const spoilt = (from: Random, body: string): string | Uint8Array => {
  const at = from.below(body.length + 1)
  switch (from.below(8)) {
    case 0:
      return body.slice(0, at)
    case 1:
      return body.slice(0, at) + from.pick(["}", "]", ",", '"', "\\", " ", "\0", "1"]) + body.slice(at)
    case 2:
      return body.replace(/\{/u, `{${JSON.stringify(from.pick(names))}:${from.pick(literals)},`)
    case 3:
      return body.replace(/:[^,}]*/u, `:${from.pick(literals)}`)
    case 4:
      return body.replace(/\{([^:]*):/u, "{$1:1,$1:")
    case 5: {
      const bytes = Buffer.from(body)
      bytes[from.below(bytes.length)] = from.below(256)
      return bytes
    }
    case 6:
      return from.pick(["", "null", "[]", "[".repeat(40), '{"data":{}}'.repeat(2), `\ufeff${body}`])
    default:
      return body.slice(0, at) + body.slice(at + 1)
  }
}

const spoiltHeaders = (from: Random, headers: ReadonlyArray<string>): ReadonlyArray<string> => {
  switch (from.below(6)) {
    case 0:
      return headers.slice(1)
    case 1:
      return headers.slice(0, -1)
    case 2:
      return [
        ...headers,
        from.pick(["Content-Encoding: gzip", "Content-Type: text/plain", "Authorization: Bearer x", "Expect: tea"])
      ]
    case 3:
      return headers.map((line) => line.replace(/.$/u, ""))
    case 4:
      return [...headers, `Idempotency-Key: ${from.pick(["", "a b", "\u00e9", "x".repeat(256)])}`]
    default:
      return [...headers, "X-Request-Id: <x>", "Accept: text/html"]
  }
}

/** An endless sequence of requests to the operations of the document. */
export const requests = function* (
  seed: number,
  document: OpenApi.OpenAPISpec,
  known: Known
): Generator<Request, never> {
  const from = random(seed)
  const paths = Object.entries(document.paths)
  while (true) {
    const [path, item] = paths[from.below(paths.length)] ?? []
    if (path === undefined || item?.post === undefined) throw new Error("the document has operations that are no POST")
    const schema = item.post.requestBody?.content["application/json"]?.schema ?? {}
    const body = JSON.stringify(valueOf(from, schema, document, known))
    const id = from.chance(0.95) ? known.formId : from.pick(["x", "%00", known.formId.toUpperCase(), ""])
    const optional = item.post.parameters.filter(
      ({ in: place, required }) => place !== "path" && !required && from.chance(0.2)
    )
    const query = optional.some(({ in: place }) => place === "query") ? "?explain=true" : ""
    const headers = [
      `Authorization: Bearer ${known.token}`,
      ...(optional.some(({ in: place }) => place === "header") ? [`Idempotency-Key: k${from.below(50)}`] : []),
      "Content-Type: application/json"
    ]
    yield {
      path,
      target: path.replace("{formId}", id) + query,
      headers: from.chance(0.15) ? spoiltHeaders(from, headers) : headers,
      body: from.chance(0.35) ? spoilt(from, body) : body
    }
  }
}
