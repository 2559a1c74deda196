/** What somebody has to know of a form to fill it in. */
import { Context, Effect, Layer, Schema } from "effect"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { Field } from "@formwork/rules/Definition"
import { exampleOf } from "@formwork/rules/describing/exampleOf"
import { rulesOf } from "@formwork/rules/describing/rulesOf"
import { schemaOf } from "@formwork/rules/describing/schemaOf"
import { today } from "../evaluation/Today.ts"
import type { Caller } from "../grants/Caller.ts"
import type { FormNotFound, PrivilegeMissing } from "../Refusal.ts"
import { checkPublished } from "./checkPublished.ts"
import { FormId, FormVersionId } from "./Form.ts"
import type { FormVersion } from "./Form.ts"
import { FormLimits } from "./FormLimits.ts"
import { Forms } from "./Forms.ts"
import { Lru } from "./Lru.ts"

const described = {
  slug: Schema.String.annotate({ description: "Its member of `data`." }),
  label: Schema.String,
  description: Schema.optionalKey(Schema.String),
  type: Schema.String,
  required: Schema.Boolean.annotate({ description: "Whenever it is shown. `rules` says what else may require it." }),
  computed: Schema.Boolean.annotate({ description: "The form fills it in: it is not to be sent." }),
  options: Schema.optionalKey(Schema.Array(Schema.Struct({ value: Schema.String, label: Schema.String })))
}

const DescribedRowField = Schema.Struct(described)

/** A field in short; `schema` has its bounds. */
export const DescribedField = Schema.Struct({
  ...described,
  fields: Schema.optionalKey(
    Schema.Array(DescribedRowField).annotate({ description: "Of a list: the fields of a row." })
  )
})
export type DescribedField = typeof DescribedField.Type

export const Guide = Schema.Struct({
  formId: FormId,
  /** The live one. */
  formVersionId: FormVersionId,
  title: Schema.String,
  timeZone: Schema.String.annotate({ description: "IANA name; decides what today is." }),
  fields: Schema.Array(DescribedField),
  rules: Schema.Array(Schema.String).annotate({
    description: "What shows, requires, computes and refuses, and which outcomes there are, a sentence each."
  }),
  schema: Schema.JsonObject.annotate({ description: "JSON Schema (2020-12) of `data`." }),
  example: Schema.NullOr(Schema.JsonObject).annotate({
    description: "Values that the form finds valid today; null where none were found."
  })
})
export type Guide = typeof Guide.Type

/** An example is found by evaluating, which takes a while, and is one for this date alone. */
interface Dated {
  readonly date: string
  readonly guide: Guide
}

/** Of guides that are kept. */
const keptBytes = 16_777_216

export class Guides extends Context.Service<
  Guides,
  {
    /**
     * The guide to the live version of `formId`.
     * Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormNotFound`, also for another organisation's form, one never
     * published and one that is archived.
     */
    readonly get: (caller: Caller, formId: FormId) => Effect.Effect<Guide, PrivilegeMissing | FormNotFound>
  }
>()("@formwork/domain/forms/Guides") {
  static readonly layer = Layer.effect(
    Guides,
    Effect.gen(function* () {
      const forms = yield* Forms
      const limits = yield* FormLimits
      const kept = new Lru<FormVersionId, Dated>(keptBytes, ({ guide }) => 2 * JSON.stringify(guide).length)

      const get = Effect.fn("Guides.get")(function* (caller: Caller, formId: FormId) {
        const version = yield* forms.live(caller, formId)
        const known = kept.find(version.id)
        if (known !== undefined && known.date === (yield* today(known.guide.timeZone))) return known.guide
        const form = yield* checkPublished(version, limits)
        const date = yield* today(form.definition.timeZone)
        const guide = guideTo(version, form, date)
        kept.put(version.id, { date, guide })
        return guide
      })
      return Guides.of({ get })
    })
  )
}

const guideTo = ({ formId, id }: FormVersion, form: CheckedForm, date: string): Guide => ({
  formId,
  formVersionId: id,
  title: form.definition.title,
  timeZone: form.definition.timeZone,
  fields: form.definition.fields.map(describe),
  rules: rulesOf(form.definition),
  schema: schemaOf(form),
  example: exampleOf(form, date) ?? null
})

const describe = (field: Field): DescribedField => {
  const { description, formula, label, required, slug, type } = field
  return {
    slug,
    label,
    ...(description === undefined ? {} : { description }),
    type,
    required,
    computed: formula !== undefined,
    ...("options" in field ? { options: field.options } : {}),
    ...(field.type === "list" ? { fields: field.fields.map(describe) } : {})
  }
}
