/** A public validator of JSON Schema 2020-12, as strict as it can be: an unknown keyword or format is an error, formats are asserted. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import type { JsonObject } from "../../src/Json.ts"

// Without `ownProperties` it takes `valueOf`, which every object inherits, for a value that was sent.
const validator = new Ajv2020({
  strict: true,
  allErrors: true,
  ownProperties: true,
  keywords: ["x-formwork"],
  addUsedSchema: false
})
formats.default(validator)

/** It calls members `toString` and `valueOf` of what it compares, which fields may be named: here they are called otherwise. */
const renamed = (value: unknown): string => JSON.stringify(value).replaceAll(/"(toString|valueOf)":/g, '"$1_":')

const renamedSchema = (schema: JsonObject): JsonObject =>
  JSON.parse(
    renamed(schema).replaceAll(/"required":\[[^\]]*\]/g, (names) => names.replaceAll(/"(toString|valueOf)"/g, '"$1_"'))
  )

export const compileSchema = (schema: JsonObject): ValidateFunction => validator.compile(renamedSchema(schema))

/** What the schema has against a value, in words; empty where it is valid. */
export const refusals = (validate: ValidateFunction, value: unknown): string => {
  validate(JSON.parse(renamed(value)))
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join("; ")
}
