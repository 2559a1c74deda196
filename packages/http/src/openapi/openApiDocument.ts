/** Completes the OpenAPI document with what the request pipeline does for every endpoint, and with parts that no schema describes. */
import type { OpenApi } from "effect/http-api"

type Spec = OpenApi.OpenAPISpec
type Responses = OpenApi.OpenAPISpecResponses
type Header = OpenApi.OpenAPISpecHeader
type JsonSchema = { readonly [keyword: string]: unknown }

export const securityScheme = "bearer"

/** @param spec the document that Effect makes from the contract. */
export const complete = (spec: Spec): Spec =>
  mapsSpelledOut({
    ...spec,
    info: { ...spec.info, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/", description: "The server that this document came from." }],
    paths: mapValues(spec.paths, operations),
    components: {
      schemas: mapValues(spec.components.schemas, (schema, name) => (name.endsWith("Request") ? schema : open(schema))),
      securitySchemes: {
        [securityScheme]: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key or a session token. The roles of a security requirement are the privileges that the call needs."
        }
      }
    }
  })

const methods = ["get", "post", "put", "patch", "delete"] as const

const operations = (item: OpenApi.OpenAPISpecPathItem): OpenApi.OpenAPISpecPathItem => {
  const completed: OpenApi.OpenAPISpecPathItem = {}
  for (const method of methods) {
    const declared = item[method]
    if (declared !== undefined) completed[method] = operation(declared)
  }
  return completed
}

const operation = (endpoint: OpenApi.OpenAPISpecOperation): OpenApi.OpenAPISpecOperation => ({
  ...endpoint,
  parameters: endpoint.parameters.map((parameter) =>
    parameter.in === "header" ? { ...parameter, name: headerName(parameter.name) } : parameter
  ),
  responses: Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, response]) => [
      status,
      {
        ...response,
        headers: {
          ...Object.fromEntries(
            Object.entries(response.headers ?? {}).map(([name, header]) => [headerName(name), header])
          ),
          ...headers(Number(status), endpoint.security.length === 0, JSON.stringify(response.content ?? {}))
        }
      }
    ])
  ) as Responses
})

const integer = (description: string, required: boolean): Header => ({
  description,
  required,
  schema: { type: "integer", minimum: 1 }
})
const text = (description: string, required: boolean): Header => ({ description, required, schema: { type: "string" } })

/** Statuses of refusals before authentication. */
const anonymous = [401, 417, 431]
/** Statuses of refusals before or after authentication. */
const either = [400, 408, 413, 500, 503]

/**
 * @param isOpen whether the endpoint needs no credential, so that its answers show no credential's budget.
 * @param content the body's schema as JSON: of the conflicts, only `IdempotencyInProgress` ends by waiting.
 */
const headers = (status: number, isOpen: boolean, content: string): Record<string, Header> => ({
  "X-Request-Id": text("The caller's own X-Request-Id where it is a short token, else a new one.", true),
  ...(isOpen || anonymous.includes(status)
    ? {}
    : {
        "RateLimit-Policy": text(
          'Requests (q) in a window of seconds (w), as in "default";q=120;w=60.',
          !either.includes(status)
        ),
        RateLimit: text("Requests left (r) and seconds until the window ends (t).", !either.includes(status))
      }),
  ...(status === 401 ? { "WWW-Authenticate": text("Bearer", true) } : {}),
  ...((status === 409 && content.includes("IdempotencyInProgress")) || status === 429 || status === 503
    ? { "Retry-After": integer("Whole seconds to wait.", true) }
    : {})
})

const headerName = (name: string): string =>
  name === "etag" ? "ETag" : name.replaceAll(/(^|-)([a-z])/gu, (initial) => initial.toUpperCase())

/** Answers may gain members (spec/service.md §9.2), so generated clients must accept unknown members. */
const open = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => keyword !== "additionalProperties" || value !== false)
      .map(([keyword, value]) => [
        keyword,
        keyword === "properties" && isObject(value)
          ? mapValues(value, (member) => (isObject(member) ? open(member) : member))
          : value
      ])
  )

/** Keywords whose values are samples, not schemas, even where they look like one. As the name of a member they are ordinary. */
const samples = new Set(["const", "default", "enum", "example", "examples"])

/**
 * Writes `additionalProperties: true` where an object may have any members. JSON Schema means the same without it, but some
 * client generators read an object that names no members as an object that has none.
 */
const mapsSpelledOut = <A>(value: A): A =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same type: the keyword added is allowed wherever it is added
  spelledOut(value) as A

/** @param at the name of the member whose value is `value`. */
const spelledOut = (value: unknown, at?: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => spelledOut(item))
  if (!isObject(value)) return value
  const members = mapValues(value, (member, name) =>
    samples.has(name) && at !== "properties" ? member : spelledOut(member, name)
  )
  const isMap = value["type"] === "object" && !("properties" in value) && !("additionalProperties" in value)
  return isMap ? { ...members, additionalProperties: true } : members
}

const isObject = (value: unknown): value is JsonSchema => typeof value === "object" && value !== null

const mapValues = <A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A, name: string) => B
): Record<string, B> => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
