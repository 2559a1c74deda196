/** Checks a value against a JSON Schema, as far as the published document uses JSON Schema; any other keyword is an error. */
import { listOf, objectOf, objectsOf } from "./reading.ts"

type Schema = { readonly [keyword: string]: unknown }
export type Definitions = { readonly [name: string]: Schema }

const annotations = ["description", "examples", "format", "title"]

/** Every violation in `value`, as lines of `pointer: what`. */
export const faults = (schema: Schema, value: unknown, definitions: Definitions, at = ""): ReadonlyArray<string> =>
  Object.entries(schema).flatMap(([keyword, expected]): ReadonlyArray<string> => {
    const inner = (key: string, schema: unknown, value: unknown) =>
      faults(objectOf(schema), value, definitions, `${at}/${key}`)
    const members = typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : []
    const wrong = (is: boolean) => (is ? [] : [`${at}: ${keyword} ${JSON.stringify(expected)}`])
    switch (keyword) {
      case "$ref": {
        const name = String(expected).replace("#/components/schemas/", "")
        return name in definitions ? faults(definitions[name] ?? {}, value, definitions, at) : [`${at}: no ${expected}`]
      }
      case "type":
        return wrong(typeOf(value) === expected || (expected === "number" && typeOf(value) === "integer"))
      case "enum":
        return wrong(listOf(expected).includes(value))
      case "pattern":
        return wrong(typeof value !== "string" || new RegExp(String(expected), "u").test(value))
      case "minimum":
        return wrong(typeof value !== "number" || value >= Number(expected))
      case "maximum":
        return wrong(typeof value !== "number" || value <= Number(expected))
      case "maxItems":
        return wrong(!Array.isArray(value) || value.length <= Number(expected))
      case "required":
        return wrong(listOf(expected).every((name) => members.some(([member]) => member === name)))
      case "properties":
        return members.flatMap(([name, member]) => {
          const properties = objectOf(expected)
          return Object.hasOwn(properties, name) ? inner(name, properties[name], member) : []
        })
      case "additionalProperties": {
        const known = Object.keys(schema["properties"] ?? {})
        return wrong(expected !== false || members.every(([name]) => known.includes(name)))
      }
      case "items":
        return Array.isArray(value) ? value.flatMap((item, index) => inner(String(index), expected, item)) : []
      case "allOf":
        return objectsOf(expected).flatMap((one) => faults(one, value, definitions, at))
      case "anyOf":
        return wrong(objectsOf(expected).some((one) => faults(one, value, definitions, at).length === 0))
      default:
        return annotations.includes(keyword) ? [] : [`${at}: the keyword ${keyword} is not checked`]
    }
  })

const typeOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value
}
