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

export const slugSchema: JsonObject = { type: "string", description: "The name of a field." }

export const objectSchema = (required: ReadonlyArray<string>, properties: JsonObject): JsonObject => ({
  type: "object",
  additionalProperties: false,
  required,
  properties
})
