/** What the JSON Schemas of a form say about fields of every type. */
import type { JsonObject } from "../Json.ts"
import type { FieldBase } from "../Definition.ts"
import { given } from "../fields/given.ts"

/** The schema of a value, or null: `null` is a value that was not sent, or that could not be computed. */
export const orNull = (keywords: JsonObject): JsonObject => {
  const { anyOf, enum: values, oneOf, type, ...rest } = keywords
  if (Array.isArray(anyOf)) return { ...rest, anyOf: [...anyOf, { type: "null" }] }
  return given({
    type: typeof type === "string" ? [type, "null"] : undefined,
    enum: Array.isArray(values) ? [...values, null] : undefined,
    oneOf: Array.isArray(oneOf) ? [...oneOf, { const: null }] : undefined,
    ...rest
  })
}

/** The keywords for people, which come before those for the value. */
export const titled = (field: Pick<FieldBase, "default" | "description" | "label">): JsonObject =>
  given({ title: field.label, description: field.description, default: field.default })

/** What of a field a schema has no keyword for, and who sends or reads a value wants to know. */
export const noted = ({ hint, readOnly, unit }: Pick<FieldBase, "hint" | "readOnly" | "unit">): JsonObject =>
  given({ unit, hint, readOnly })
