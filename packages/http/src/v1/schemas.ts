/** The schemas of the versioned surface, frozen (spec/service.md §4 and spec/service.md §9). */
import { DateTime, Schema, Struct } from "effect"
import { Outcome, Problem } from "@formwork/domain/callers/Refusal"
import { IdempotencyKey } from "@formwork/domain/filing/IdempotencyKey"
import { Submission } from "@formwork/domain/filing/Submission"
import { openObject } from "@formwork/domain/request/openObject"
import type { Json } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { Timestamp } from "../endpoint/Timestamp.ts"

export const data = openObject(
  "The values, keyed by field slug; that of `address.street` is `street` in an object `address`. Which slugs there are, and what each takes, is the form's to say."
)
const example = { name: "Ada Lovelace", drivers: [{ birthDate: "1985-12-10" }] }

export const EvaluateRequest = Schema.Struct({ data }).annotate({
  identifier: "EvaluateRequest",
  examples: [{ data: example }]
})

/** Whether the schema would give `json` as it is. */
export const isEvaluateRequest = (json: Json): boolean =>
  isObject(json) && isObject(json["data"]) && Object.keys(json).length === 1

export const SubmissionRequest = Schema.Struct({
  data,
  draft: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "True saves a partial record, which required fields do not yet bind."
    })
  )
}).annotate({ identifier: "SubmissionRequest", examples: [{ data: example }, { data: {}, draft: true }] })

const TraceEntry = Schema.Struct({
  pointer: Schema.String.annotate({ description: "JSON Pointer of the rule in the form's definition." }),
  row: Schema.optionalKey(
    Schema.Int.annotate({ description: "The row that it ran for, from 0, where it belongs to a list's rows." })
  ),
  expression: Schema.String.annotate({ description: "The rule as its author wrote it." }),
  read: Schema.Array(
    Schema.Struct({ name: Schema.String, value: Schema.Json }).annotate({
      identifier: "TraceRead",
      description: "A value that a rule looked at; null where it is missing."
    })
  ),
  gave: Schema.Json.annotate({ description: "A value, true or false; null where that is not known." }),
  words: Schema.String.annotate({ description: "The same in a sentence." })
}).annotate({ identifier: "TraceEntry", description: "One rule of the evaluation." })

export const EvaluationResult = Schema.Struct({
  valid: Schema.Boolean.annotate({
    description: "Whether the payload would be accepted as a complete submission: true when there are no problems."
  }),
  calculatedData: Schema.JsonObject.annotate({
    description: "Every computed field that is not hidden, by slug; null where an input that it needs is missing."
  }),
  hiddenFields: Schema.Array(Schema.String).annotate({
    description: "Slugs that the rules hid for this payload, in the form's order."
  }),
  hiddenOptions: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
      description:
        "Of a form with options that depend on other answers: the values that are not offered for this payload, by the field's name; a " +
        "row's field is `drivers[1].licence`. A field that offers all of its options is left out."
    })
  ),
  outcomes: Schema.Array(Outcome),
  problems: Schema.Array(Problem),
  trace: Schema.optionalKey(
    Schema.Array(TraceEntry).annotate({ description: "With `explain=true`: each rule in the order in which it ran." })
  )
}).annotate({
  identifier: "EvaluationResult",
  description: "What the form's rules made of the payload.",
  examples: [
    {
      valid: false,
      calculatedData: { premium: "412.50" },
      hiddenFields: ["previousClaims"],
      outcomes: [{ id: "youngDriver", message: "A driver is under 25.", severity: "warning" }],
      problems: [{ field: "name", message: "Name is required.", code: "required", pointer: "/data/name" }]
    }
  ]
})

/** Without the revision: v1's answers stay narrower than those of the app API (spec/service.md §9.4). */
export const CreatedSubmission = Schema.Struct({
  ...Struct.omit(Submission.fields, ["revision"]),
  createdAt: Timestamp
}).annotate({
  identifier: "Submission",
  description: "The submission as it was stored."
})

/**
 * The JSON of a submission as that schema encodes it, at a tenth of the cost.
 * INVARIANT: the same bytes, so each member that the schema gets comes here too.
 */
export const createdJson = (given: typeof CreatedSubmission.Type): string => {
  const { calculatedData, data, formId, formVersionId, hiddenFields, id } = given
  const { outcomes, referenceNumber, workflowState } = given
  return JSON.stringify({
    id,
    formId,
    formVersionId,
    referenceNumber,
    workflowState,
    data,
    calculatedData,
    hiddenFields,
    outcomes,
    createdAt: DateTime.formatIso(given.createdAt)
  })
}

/** The domain's key as a header: a key that is none answers 400 with this sentence (spec/http.md §1.14). */
export const IdempotencyKeyHeader = IdempotencyKey.annotate({
  message: "The header Idempotency-Key must be there once, as 1 to 255 visible ASCII characters.",
  description: "Makes a repeat safe: the same key with the same body gets the first answer again, for 24 hours."
})
