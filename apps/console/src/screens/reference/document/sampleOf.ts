/** A value that a schema takes, as a beginning for one's own: its example where it has one, else its required members. */
import { listOf, membersOf } from "./json.ts"
import type { Schema, Schemas } from "./Operation.ts"
import { resolve } from "./shapeOf.ts"

const DEEPEST = 8

const formats: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  email: "name@example.org"
}

export const sampleOf = (schemas: Schemas, given: Schema, depth = 0): unknown => {
  const { schema } = resolve(schemas, given)
  const examples = listOf(schema["examples"])
  if (examples.length > 0) return examples[0]
  if ("const" in schema) return schema["const"]
  const values = listOf(schema["enum"])
  if (values.length > 0) return values[0]
  if (depth === DEEPEST) return null
  const inner = (one: unknown) => sampleOf(schemas, membersOf(one), depth + 1)
  const [alternative] = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])]
  if (alternative !== undefined) return inner(alternative)
  const { type } = schema
  if (type === "object") {
    const properties = membersOf(schema["properties"])
    return Object.fromEntries(listOf(schema["required"]).map((name) => [name, inner(properties[String(name)])]))
  }
  if (type === "array") {
    const first = listOf(schema["prefixItems"])
    const least = Math.min(Number(schema["minItems"] ?? 0), DEEPEST)
    return Array.from({ length: least }, (_, index) => inner(first[index] ?? schema["items"]))
  }
  if (type === "integer" || type === "number") return schema["minimum"] ?? 0
  if (type === "boolean") return false
  if (type === "string") return formats[String(schema["format"])] ?? ""
  return null
}
