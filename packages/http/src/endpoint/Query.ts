/** Reads the query of a request as strictly as its body: every parameter must be known, valid, and given once. */
import { Result, Schema } from "effect"
import { RequestInvalid } from "@formwork/domain/callers/Refusal"
import type { Problem } from "@formwork/domain/callers/Refusal"
import { decoder, problem } from "@formwork/domain/request/decoder"
import type { Decoder } from "@formwork/domain/request/decoder"
import type { Fields } from "./PathIds.ts"

/** Name and value pairs (WHATWG URL, application/x-www-form-urlencoded), but without repairing malformed ones. */
const pairs = (query: string): ReadonlyArray<readonly [name: string, value: string | undefined]> =>
  query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const equals = pair.indexOf("=")
      const name = equals === -1 ? pair : pair.slice(0, equals)
      return [decoded(name) ?? name, decoded(equals === -1 ? "" : pair.slice(equals + 1))]
    })

/** Undefined where `text` is not percent-encoded UTF-8. */
const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "))
  } catch {
    return undefined
  }
}

const noParameters = {}

/**
 * The query of `url` as `decode` takes it.
 * Refuses: `RequestInvalid`, naming every invalid parameter.
 */
export const read = <A>(url: string, decode: Decoder<A>): Result.Result<A, RequestInvalid> => {
  const start = url.indexOf("?")
  if (start === -1) return decode(noParameters)
  const faults: Array<typeof Problem.Type> = []
  const query = new Map<string, string>()
  for (const [name, value] of pairs(url.slice(start + 1))) {
    if (value === undefined) faults.push(problem([name], "type", "is not percent-encoded UTF-8"))
    else if (query.has(name)) faults.push(problem([name], "unique", "is there twice"))
    else query.set(name, value)
  }
  return faults.length > 0
    ? Result.fail(new RequestInvalid({ problems: faults.slice(0, 100) }))
    : decode(Object.fromEntries(query))
}

/** Decodes the parameters that are declared. A struct without fields would take any object. */
export const decoderOf = <Q extends Fields>(declared: Q): Decoder<Schema.Struct.Type<Q>> => {
  const decode = decoder(Schema.Struct(declared))
  if (Object.keys(declared).length > 0) {
    // Most requests have no query.
    const none = decode({})
    return (query) => (Object.keys(query ?? {}).length === 0 ? none : decode(query))
  }
  return (query) => {
    const faults = Object.keys(query ?? {}).map((name) =>
      problem([name], "unknown_field", "is not a member of this request")
    )
    return faults.length > 0 ? Result.fail(new RequestInvalid({ problems: faults.slice(0, 100) })) : decode({})
  }
}

/**
 * A parameter. The document shows a text with a description; the problem of an invalid value says what else is expected.
 * @param schema decodes the text.
 */
export const parameter = <S extends Schema.Codec<unknown, string>>(description: string, schema: S) =>
  // Without its identifier: the document shows a text here, not a reference to the named schema.
  Schema.String.annotate({ description }).pipe(Schema.decodeTo(schema.annotate({ identifier: undefined })))

/** A parameter that may be left out. */
export const optional = <S extends Schema.Codec<unknown, string>>(description: string, schema: S) =>
  Schema.optionalKey(parameter(description, schema))

/** The refusal for one invalid parameter. */
export const invalid = (name: string, code: (typeof Problem.Type)["code"], fact: string): RequestInvalid =>
  new RequestInvalid({ problems: [problem([name], code, fact)] })

/** A parameter that is `true` or `false`. */
export const truth = Schema.Literals(["true", "false"])

export const truthOf = (text: typeof truth.Type | undefined): boolean | undefined =>
  text === undefined ? undefined : text === "true"
