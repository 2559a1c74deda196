/** A form tried by its author: any version, the draft or an unsaved definition, lenient while it is being filled. */
import { Effect, Schema } from "effect"
import { Problem } from "@formwork/domain/callers/Refusal"
import { Previews } from "@formwork/domain/evaluation/Previews"
import { resultOf } from "@formwork/rules/Evaluation"
import type { Preview } from "@formwork/domain/evaluation/Previews"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { accepts } from "../../endpoint/accepts.ts"
import { readable } from "../../endpoint/Success.ts"
import * as V1 from "../../v1/schemas.ts"
import { Day } from "../wire/UsageDays.ts"
import { Definition, form } from "./wire.ts"

/** The greatest number of a version that may be asked for. */
const greatest = 999_999_999

const versionNumber = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: greatest }))

const isVersionId = Schema.is(FormVersionId)

const versionName = Schema.String.pipe(
  Schema.refine(
    (name: string): name is "live" | "draft" | FormVersionId =>
      name === "live" || name === "draft" || isVersionId(name),
    { expected: "`live`, `draft`, or the id or the number of a version" }
  )
)

const Request = Schema.Struct({
  data: V1.data,
  version: Schema.optionalKey(
    Schema.Union([versionName, versionNumber]).annotate({
      description: "What is run: `live` (the default), `draft`, the id of a version, or its number."
    })
  ),
  definition: Schema.optionalKey(
    Definition.annotate({ description: "Run in the place of a `version`: a definition that is stored nowhere." })
  ),
  complete: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "True answers as v1's evaluate does: what is missing is a problem. The default is false."
    })
  ),
  explain: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Adds `trace`: how each rule came to what it gave." })
  ),
  today: Schema.optionalKey(
    Day.annotate({ description: "The date that rules see; today in the form's time zone if left out." })
  )
}).annotate({ identifier: "PreviewRequest", examples: [{ data: { area: 120.5 }, version: "draft" }] })

const PreviewResult = Schema.Struct({
  ...V1.EvaluationResult.fields,
  missing: Schema.Array(Problem).annotate({
    description: "What a complete submission lacks: the problems of code `required`, whether `complete` or not."
  }),
  formVersionId: Schema.NullOr(FormVersionId).annotate({
    description: "The version that was run; null for the draft and an unsaved definition."
  }),
  definitionRevision: Schema.NullOr(Schema.Int).annotate({
    description: "The revision of the draft that was run; null for anything else."
  }),
  today: Schema.String.annotate({ description: "The date that the rules saw." })
}).annotate({
  identifier: "PreviewResult",
  description:
    "What the rules made of the payload, as v1's evaluate answers it. Unless `complete` was true, a missing value is in `missing` alone, and " +
    "`valid` is true where nothing else is wrong."
})

/**
 * The JSON of a preview without a trace, as the schema encodes it.
 * INVARIANT: the same bytes, and v1's members first, in v1's order.
 */
const previewJson = (given: Preview): string => {
  const { definitionRevision, formVersionId, missing, today } = given
  return JSON.stringify({ ...resultOf(given), missing, formVersionId, definitionRevision, today })
}

export const evaluate = endpoint({
  name: "evaluate",
  method: "POST",
  path: "/api/platform/forms/:formId/evaluate",
  summary: "Try a form: its live version, another one, its draft, or a definition that is stored nowhere",
  description:
    "Stores nothing. Also needs submission:write. Reports of usage do not count it. Lenient unless `complete` is true: what is not " +
    "filled in yet is in `missing`, and no problem. A draft or a definition with faults is refused with all of them.",
  needs: "form:read",
  of: form,
  body: Request,
  success: readable(PreviewResult, (given) => (given.trace === undefined ? previewJson(given) : undefined)),
  refuses: ["FormVersionNotFound", "DefinitionInvalid"],
  seesExchange: true,
  handle: ({ body, caller, exchange, params }) =>
    Previews.use((previews) =>
      previews.evaluate(
        caller,
        params.formId,
        Effect.map(body, (request) => ({ ...request, accepts: accepts(exchange) }))
      )
    )
})
