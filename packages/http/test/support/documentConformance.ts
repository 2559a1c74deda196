/** Whether the published document describes an answer. */
import type { OpenApi } from "effect/http-api"
import * as JsonSchema from "./jsonSchema.ts"
import type * as Wire from "./wire.ts"
import { objectOf } from "./reading.ts"

/**
 * Headers of HTTP itself, also where the document does not name them. A 415 has Accept-Encoding (RFC 9110 §15.5.16), and every
 * refusal a Link to the page of its code, on v1's operations and on any other path (docs/decisions/0194).
 */
const ordinary = [
  "accept-encoding",
  "cache-control",
  "content-security-policy",
  "x-content-type-options",
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "link"
]

/** Every difference between an answer of the POST at `path` and its document: status, headers, media type, body. */
export const nonconformities = (
  document: OpenApi.OpenAPISpec,
  path: string,
  { body, headers, status }: Wire.Answer
): ReadonlyArray<string> => {
  const responses: Record<string, OpenApi.OpenApiSpecResponse> = document.paths[path]?.post?.responses ?? {}
  const response = responses[status]
  if (response === undefined) return [`${status} is not documented`]
  const content = response.content?.[headers["content-type"] ?? ""]
  if (content === undefined) return [`${status} has no ${headers["content-type"]}`]
  const declared = Object.entries(response.headers ?? {})
  const known = new Set([...ordinary, ...declared.map(([name]) => name.toLowerCase())])
  return [
    ...declared.flatMap(([name, { required, schema }]) => {
      const value = headers[name.toLowerCase()]
      if (value === undefined) return required ? [`${status} lacks ${name}`] : []
      const json = objectOf(schema)
      return JsonSchema.faults(json, json["type"] === "integer" ? Number(value) : value, {}, name)
    }),
    ...Object.keys(headers).flatMap((name) =>
      known.has(name) ? [] : [`${status} has ${name}, which is not documented`]
    ),
    ...JsonSchema.faults(content.schema, JSON.parse(body), document.components.schemas)
  ]
}
