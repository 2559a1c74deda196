/** Requests to the operations of a document: valid ones, and valid ones with one random change. */
import type { Operation } from "./operations.ts"
import type * as Wire from "./wire.ts"

/** The random choices of a request. */
export interface Oddity {
  readonly json: unknown
  readonly text: string
  readonly number: number
  /** Existing ids, by the name of the path's parameter. */
  readonly ids: { readonly [parameter: string]: string }
}

type JsonSchema = { readonly [keyword: string]: unknown }

const isObject = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null

const resolve = (schema: unknown, { definitions }: Pick<Operation, "definitions">): JsonSchema => {
  if (!isObject(schema)) return {}
  const reference = schema["$ref"]
  if (typeof reference === "string") return definitions[reference.replace("#/components/schemas/", "")] ?? {}
  const [first] = Array.isArray(schema["allOf"]) ? schema["allOf"] : []
  return first === undefined ? schema : { ...resolve(first, { definitions }), ...schema }
}

/** A value that a schema might accept. */
const likely = (schema: JsonSchema, { json, number, text }: Oddity, operation: Operation): unknown => {
  const choices = schema["enum"]
  if (Array.isArray(choices)) return choices[Math.abs(number) % choices.length]
  switch (schema["type"]) {
    case "array":
      return [likely(resolve(schema["items"], operation), { json, number, text, ids: {} }, operation)]
    case "integer":
    case "number":
      return number
    case "string":
      return schema["format"] === "date-time"
        ? "2099-01-01T00:00:00Z"
        : schema["format"] === "email"
          ? "a@b.example"
          : text
    default:
      return json
  }
}

/** The valid body with each of its members replaced in turn, and malformed bodies. */
const bodies = (operation: Operation, oddity: Oddity): ReadonlyArray<string> => {
  const properties = Object.entries(resolve(operation.body, operation)["properties"] ?? {})
  const right = Object.fromEntries(
    properties.map(([name, schema]) => [name, likely(resolve(schema, operation), oddity, operation)])
  )
  const odd = properties.flatMap(([name]) => {
    const { [name]: _left, ...without } = right
    return [
      without,
      { ...right, [name]: oddity.json },
      { ...right, [name]: oddity.text },
      { ...right, [name]: oddity.number }
    ]
  })
  const whole = [right, ...odd, { ...right, [oddity.text]: oddity.json }, oddity.json, oddity.text]
  return [...whole.map((body) => JSON.stringify(body)), oddity.text, `${JSON.stringify(right)}x`, "[".repeat(40)]
}

/** Without an operation the path is an unknown one. */
export const requests = (
  operations: ReadonlyArray<Operation>,
  oddity: Oddity
): ReadonlyArray<{
  readonly operation: Operation | undefined
  readonly request: Wire.Request & { readonly method: string }
}> => {
  const segment = encodeURIComponent(oddity.text.replaceAll(/\p{Cs}/gu, "")) || "x"
  return operations.flatMap((operation) => {
    const { headers, method } = operation
    const known = operation.path(operation.parameters.map((name) => oddity.ids[name] ?? "x").join(" "))
    const paths = operation.parameters.length === 0 ? [known] : [known, operation.path(segment)]
    const sent = operation.takesBody
      ? bodies(operation, oddity).map((body) => ({ contentType: operation.mediaType, body }))
      : [{ contentType: undefined }, { body: JSON.stringify(oddity.json) }]
    return [
      ...paths.flatMap((path) =>
        sent.map((rest) => ({ operation, request: { method, path: `${path}?${segment}`, headers, ...rest } }))
      ),
      { operation: undefined, request: { method, path: `${known}/${segment}` } }
    ]
  })
}
