/** `describe_form`: what a form asks and by which rules. */
import { Effect, Schema } from "effect"
import { FormDescriptions } from "@formwork/domain/forms/FormDescriptions"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import type { Field } from "@formwork/rules/Definition"
import { rulesOf } from "@formwork/rules/rulesOf"
import * as Tool from "../Tool.ts"
import { formId, formNamed, language } from "./form.ts"

const described = {
  slug: Schema.String.annotate({
    description: "Its member of `data`; of `address.street` the member `street` of an object `address` in it."
  }),
  label: Schema.String,
  description: Schema.optionalKey(Schema.String),
  hint: Schema.optionalKey(Schema.String),
  unit: Schema.optionalKey(Schema.String.annotate({ description: "What a number counts." })),
  default: Schema.optionalKey(
    Schema.Json.annotate({ description: "Where a person begins. What is not sent is missing all the same." })
  ),
  readOnly: Schema.optionalKey(
    Schema.Literal(true).annotate({ description: "People see it and are not asked for it; callers may send it." })
  ),
  type: Schema.String,
  required: Schema.Boolean.annotate({ description: "Whenever it is shown. `rules` says what else may require it." }),
  computed: Schema.Boolean.annotate({ description: "The form fills it in: it is not to be sent." }),
  internal: Schema.optionalKey(
    Schema.Literal(true).annotate({ description: "Callers without form:read get nothing of it." })
  ),
  options: Schema.optionalKey(Schema.Array(Schema.Struct({ value: Schema.String, label: Schema.String })))
}

const DescribedField = Schema.Struct({
  ...described,
  fields: Schema.optionalKey(
    Schema.Array(Schema.Struct(described)).annotate({ description: "Of a list: the fields of a row." })
  )
})
type DescribedField = typeof DescribedField.Type

const output = Schema.Struct({
  formId: FormId,
  formVersionId: FormVersionId.annotate({ description: "The live version." }),
  title: Schema.String,
  timeZone: Schema.String.annotate({ description: "IANA name; decides what today is." }),
  fields: Schema.Array(DescribedField).annotate({ description: "In short: `schema` has their bounds." }),
  rules: Schema.Array(Schema.String).annotate({
    description: "What shows, requires, computes and refuses, and which outcomes there are, a sentence each."
  }),
  schema: Schema.JsonObject.annotate({ description: "JSON Schema (2020-12) of `data`." }),
  example: Schema.NullOr(Schema.JsonObject).annotate({
    description:
      "Values that the form finds valid today; null where none were found. A file in them has the id of no upload: they evaluate, and cannot be filed."
  })
})

const describe = (field: Field): DescribedField => {
  const { default: first, description, formula, hint, internal, label, readOnly, required, slug, type, unit } = field
  return {
    slug,
    label,
    ...(description === undefined ? {} : { description }),
    ...(hint === undefined ? {} : { hint }),
    ...(unit === undefined ? {} : { unit }),
    ...(first === undefined ? {} : { default: first }),
    ...(readOnly === undefined ? {} : { readOnly }),
    type,
    required,
    computed: formula !== undefined,
    ...(internal === undefined ? {} : { internal }),
    ...("options" in field ? { options: field.options } : {}),
    ...(field.type === "list" ? { fields: field.fields.map(describe) } : {})
  }
}

/** Refuses, after `PrivilegeMissing` (`form:read`): `FormNotFound`, `RequestInvalid`. */
export const make = Effect.gen(function* () {
  const descriptions = yield* FormDescriptions
  return Tool.make({
    name: "describe_form",
    title: "Describe a form",
    description:
      "Tells what a form asks: its fields with their types and options, its rules in sentences, the JSON Schema of `data`, and example values that " +
      "it finds valid. Call it before evaluate_form. A field of type `file` has the id of an uploaded file, and no tool uploads one: see create_submission.",
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    privilege: "form:read",
    operation: "forms.schema",
    input: Schema.Struct({ formId, language }),
    output,
    seen: (caller, { formId }) =>
      typeof formId === "string"
        ? Effect.flatMap(formNamed(formId), (id) => descriptions.live(caller, id))
        : Effect.void,
    run: Effect.fnUntraced(function* (caller, given) {
      const formId = yield* formNamed(given.formId)
      const { definition, example, formVersionId, schema } = yield* descriptions.live(
        caller,
        formId,
        given.language === undefined ? undefined : [given.language]
      )
      const { fields, timeZone, title } = definition
      const rules = rulesOf(definition)
      return {
        output: { formId, formVersionId, title, timeZone, fields: fields.map(describe), rules, schema, example }
      }
    })
  })
})
