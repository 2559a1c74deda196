/** JSON Schemas (2020-12) that members of several kinds share. */
import { MAX_LINE } from "../../../definition/effectLimits.ts"
import type { JsonObject } from "../../../Json.ts"

export const textSchema = (most: number, description: string): JsonObject => ({
  type: "string",
  minLength: 1,
  maxLength: most,
  description
})

export const lineSchema = (description: string): JsonObject => textSchema(MAX_LINE, description)

/** A text, or one for each language of the form, its own among them. */
export const translatedSchema = (text: JsonObject): JsonObject => {
  const { description, ...bare } = text
  const said = typeof description === "string" ? description.replace(/\.$/, "") : "A text"
  return {
    anyOf: [text, { type: "object", minProperties: 1, additionalProperties: bare }],
    description: `${said}, or one in each language of the form.`
  }
}

export const slugSchema: JsonObject = { type: "string", description: "The name of a field." }

export const objectSchema = (required: ReadonlyArray<string>, properties: JsonObject): JsonObject => ({
  type: "object",
  additionalProperties: false,
  required,
  properties
})
