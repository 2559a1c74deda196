/** TypeScript types of one form version: what is sent as `data`, and what comes back. */
import { declaration } from "./typeScript.ts"
import type { JsonSchema } from "./typeScript.ts"

export interface FormSchemas {
  /** JSON Schema of `data`. */
  readonly schema: { readonly [keyword: string]: unknown }
  /** JSON Schema of a result. */
  readonly resultSchema: { readonly [keyword: string]: unknown }
}

type Keywords = { readonly [keyword: string]: unknown }

const isObject = (value: unknown): value is Keywords =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A schema without computed fields, which the server ignores in a payload. */
const sent = (schema: Keywords): Keywords => {
  const { items, properties } = schema
  return {
    ...schema,
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).flatMap(([name, property]) => {
              if (!isObject(property)) return [[name, property]]
              return property["readOnly"] === true ? [] : [[name, sent(property)]]
            })
          )
        }
      : {}),
    ...(isObject(items) ? { items: sent(items) } : {})
  }
}

/** A form's title as a type's name: "Motor quote" is `MotorQuote`. */
export const typeName = (title: string): string => {
  const words = title.normalize("NFKD").match(/[\p{L}\p{N}]+/gu) ?? []
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
  return /^\p{ID_Start}/u.test(name) ? name : `Form${name}`
}

/**
 * The text of a module.
 * @param source where the schemas are from, for the reader of the module.
 */
export const formTypes = (name: string, source: string, { resultSchema, schema }: FormSchemas): string => {
  const { title: _, ...result }: Keywords = resultSchema
  const data: JsonSchema = { ...sent(schema), title: "What is sent as `data`." }
  const answer: JsonSchema = { ...result, title: "What evaluate answers, beside `problems`." }
  return `/** ${source.replaceAll("*/", "*\\/")}. Made by \`formwork types\`: make it again when the form changes. */

${declaration(`${name}Data`, data, "type")}
${declaration(`${name}Result`, answer, "type")}`
}
