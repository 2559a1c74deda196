/** The JSON Schema (2020-12) of the result of an evaluation. */
import { ecmaPattern } from "../patterns/ecmaPattern.ts"
import type { CheckedField, CheckedForm } from "../tree/CheckedForm.ts"
import { rowKindOf } from "../fields/fieldTypes.ts"
import type { JsonObject } from "../Json.ts"
import { noted, orNull, titled } from "./fieldSchema.ts"
import { objectSchema } from "./objectSchema.ts"
import { DIALECT, isAlwaysShown } from "./schemaOf.ts"

const text: JsonObject = { type: "string" }

const object = (properties: JsonObject, required: ReadonlyArray<string>): JsonObject => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false
})

const isComputed = ({ formula, rows }: CheckedField): boolean =>
  formula !== undefined || rows.some((row) => row.formula !== undefined)

/** A computed field, or a list as its rows' computed fields. */
const computedSchema = (checked: CheckedField): JsonObject => {
  const { field, rows } = checked
  if (field.type === "list") {
    return {
      ...titled(field),
      type: "array",
      items: computedOf(rows),
      maxItems: field.maxItems,
      "x-formwork": { type: "list" }
    }
  }
  const { besides, keywords } = rowKindOf(field).schema(field, "computed", { ecmaPattern })
  const { internal } = field
  return {
    ...titled(field),
    ...orNull(keywords),
    "x-formwork": { type: field.type, ...besides, ...(internal === true ? { internal } : {}), ...noted(field) }
  }
}

/** Callers who may not see an internal field get a result without it. */
const isAlwaysThere = (checked: CheckedField): boolean =>
  isAlwaysShown(checked) &&
  checked.field.internal !== true &&
  (checked.formula !== undefined ||
    checked.rows.some(({ field, formula }) => formula !== undefined && field.internal !== true))

const computedOf = (fields: ReadonlyArray<CheckedField>): JsonObject => {
  return objectSchema(
    fields.filter(isComputed).map((checked) => ({
      slug: checked.field.slug,
      schema: computedSchema(checked),
      isRequired: isAlwaysThere(checked)
    })),
    (group) => group
  )
}

/** How often an outcome can be raised: about a field of rows, once for each. */
const timesOf = ({ definition, fields, outcomes }: CheckedForm): number =>
  definition.outcomes.reduce((sum, _, index) => {
    const { about } = outcomes[index] ?? {}
    const list = about?.row === undefined ? undefined : fields[about.slot]?.field
    return sum + (list?.type === "list" ? list.maxItems : 1)
  }, 0)

/** Where an outcome about a field is raised. */
const placeOf = (field: string | undefined): JsonObject => (field === undefined ? {} : { field: text, pointer: text })

const outcomesOf = (form: CheckedForm): JsonObject => ({
  type: "array",
  maxItems: timesOf(form),
  ...(form.definition.outcomes.length === 0
    ? {}
    : {
        items: {
          oneOf: form.definition.outcomes.map(({ field, id, severity }) =>
            object({ id: { const: id }, message: text, severity: { const: severity }, ...placeOf(field) }, [
              "id",
              "message",
              "severity",
              ...Object.keys(placeOf(field))
            ])
          )
        }
      })
})

/**
 * The JSON Schema (2020-12) of an evaluation's `calculatedData`, `outcomes` and `hiddenFields`: every result has them so. A form
 * with options that are offered on a condition has `hiddenOptions` besides.
 * A computed field is null where it could not be computed, and left out where it is hidden.
 */
export const resultSchemaOf = (form: CheckedForm): JsonObject => {
  const properties = {
    valid: { type: "boolean" },
    calculatedData: computedOf(form.fields),
    hiddenFields: { type: "array", items: text },
    ...(mayHideOptions(form.fields)
      ? { hiddenOptions: { type: "object", additionalProperties: { type: "array", items: text } } }
      : {}),
    outcomes: outcomesOf(form)
  }
  return {
    $schema: DIALECT,
    title: form.definition.title,
    type: "object",
    properties,
    required: Object.keys(properties)
  }
}

const mayHideOptions = (fields: ReadonlyArray<CheckedField>): boolean =>
  fields.some(({ optionsWhen, rows }) => optionsWhen !== undefined || mayHideOptions(rows))
