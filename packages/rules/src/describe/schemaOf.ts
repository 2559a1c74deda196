/** The JSON Schema (2020-12) of a form's payload: what a caller sends as `data`. */
import { ecmaPattern } from "../patterns/ecmaPattern.ts"
import type { CheckedField, CheckedForm } from "../tree/CheckedForm.ts"
import type { Field, ListField } from "../Definition.ts"
import type { Described } from "../fields/FieldKind.ts"
import { rowKindOf } from "../fields/fieldTypes.ts"
import { isUniqueInRows } from "../fields/running/runningTypes.ts"
import type { JsonObject } from "../Json.ts"
import { objectSchema } from "./objectSchema.ts"
import { noted, orNull, titled } from "./fieldSchema.ts"

export const DIALECT = "https://json-schema.org/draft/2020-12/schema"

/** Visible for every payload. */
export const isAlwaysShown = ({ visibleWhen }: CheckedField): boolean =>
  visibleWhen === undefined || (visibleWhen.node === "literal" && visibleWhen.value)

const asks = (field: Field): boolean => field.required || ("minItems" in field && (field.minItems ?? 0) > 0)

/** Whether a payload without a value for it is always refused. */
const isAlwaysRequired = (checked: CheckedField): boolean =>
  checked.formula === undefined && isAlwaysShown(checked) && asks(checked.field)

/** Whether a rule reads the number of a row or the row before. */
const readsPlace = (tree: unknown): boolean => {
  if (typeof tree !== "object" || tree === null) return false
  if (("node" in tree && tree.node === "rowNumber") || ("which" in tree && tree.which === "previous")) return true
  return Object.entries(tree).some(([name, part]) => name !== "table" && readsPlace(part))
}

/** Whether rows that are sent alike may differ in what is computed of them, and so be unique. */
const differsByPlace = ({ rows }: CheckedField): boolean =>
  rows.some(({ formula, visibleWhen }) => readsPlace(formula) || readsPlace(visibleWhen))

const ofList = (checked: CheckedField, field: ListField): Described => ({
  keywords: {
    type: "array",
    items: objectOf(checked.rows),
    ...(field.minItems === undefined || field.minItems === 0 ? {} : { minItems: field.minItems }),
    maxItems: field.maxItems,
    ...(field.unique && !differsByPlace(checked) ? { uniqueItems: true } : {})
  },
  besides: field.unique && differsByPlace(checked) ? { unique: true } : {}
})

/** The keywords of a required value: for `required`, `""` and `[]` count as not sent. */
const notEmpty = (keywords: JsonObject): JsonObject => {
  const { type } = keywords
  const name = type === "string" ? "minLength" : type === "array" ? "minItems" : undefined
  return name === undefined || name in keywords || "enum" in keywords || "oneOf" in keywords
    ? keywords
    : { ...keywords, [name]: 1 }
}

/** A schema cannot say what rules decide, but it can say that they do. */
const sometimes = (checked: CheckedField): JsonObject => {
  const isRequired = !isAlwaysRequired(checked) && (checked.requiredWhen !== undefined || asks(checked.field))
  return {
    ...(isRequired ? { required: "sometimes" } : {}),
    ...(isAlwaysShown(checked) ? {} : { hidden: "sometimes" })
  }
}

const propertyOf = (checked: CheckedField): JsonObject => {
  const { field, formula } = checked
  const { type } = field
  if (formula !== undefined) {
    return { ...titled(field), readOnly: true, "x-formwork": { type, computed: true, ...noted(field) } }
  }
  const { besides, keywords } =
    field.type === "list" ? ofList(checked, field) : rowKindOf(field).schema(field, "sent", { ecmaPattern })
  return {
    ...titled(field),
    ...(isAlwaysRequired(checked) ? (field.required ? notEmpty(keywords) : keywords) : orNull(keywords)),
    "x-formwork": {
      type,
      ...besides,
      ...(isUniqueInRows(field) ? { unique: true } : {}),
      ...sometimes(checked),
      ...(field.messages === undefined ? {} : { messages: field.messages }),
      ...noted(field)
    }
  }
}

const objectOf = (all: ReadonlyArray<CheckedField>): JsonObject => {
  // Sending one is refused, as is an unknown name.
  const fields = all.filter(({ field }) => field.internal !== true)
  return objectSchema(
    fields.map((checked) => ({
      slug: checked.field.slug,
      schema: propertyOf(checked),
      isRequired: isAlwaysRequired(checked)
    })),
    orNull
  )
}

/**
 * The JSON Schema (2020-12) of what a caller sends as `data`.
 * A payload that the form finds valid, and that sends nothing for a field which the rules hide, is valid by the schema. The schema
 * leaves out what no keyword can express: rules, ranges of dates and of money sent as a text, decimals, `unique` of a row's field, `unique` of a list with values that its rows have by their place, U+0000 and
 * halves of surrogate pairs, and patterns that dialects of regular expressions read differently. `x-formwork` of each property says what is
 * left out: docs/app-api.md and docs/decisions/0088.
 */
export const schemaOf = (form: CheckedForm): JsonObject => ({
  $schema: DIALECT,
  title: form.definition.title,
  ...objectOf(form.fields)
})
