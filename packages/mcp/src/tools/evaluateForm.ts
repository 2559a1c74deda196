/** `evaluate_form`: v1's evaluate. */
import { Effect, Schema } from "effect"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import { Outcome, Problem } from "@formwork/domain/callers/Refusal"
import * as Tool from "../Tool.ts"
import { data, formId, formNamed, language, seen } from "./form.ts"

const input = Schema.Struct({
  formId,
  data,
  language,
  explain: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "True adds `trace`: each rule in the order in which it ran, and why it gave what it did."
    })
  )
})

const TraceEntry = Schema.Struct({
  pointer: Schema.String.annotate({ description: "JSON Pointer of the rule in the form's definition." }),
  row: Schema.optionalKey(Schema.Int.annotate({ description: "The row of a list that it ran for, from 0." })),
  expression: Schema.String,
  read: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.Json })),
  gave: Schema.Json,
  words: Schema.String.annotate({ description: "The same in a sentence." })
})

const output = Schema.Struct({
  valid: Schema.Boolean.annotate({
    description:
      "Whether create_submission would accept these values as a complete submission. Whether a file was uploaded is looked at there alone."
  }),
  calculatedData: Schema.JsonObject.annotate({
    description: "Every computed field that is not hidden, by slug; null where an input that it needs is missing."
  }),
  hiddenFields: Schema.Array(Schema.String).annotate({
    description: "Slugs of the fields that do not apply to these values: leave them out."
  }),
  hiddenOptions: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Array(Schema.String)).annotate({
      description:
        "Options that cannot be chosen with these values, by the name of their field. Left out where none depends on other values."
    })
  ),
  outcomes: Schema.Array(Outcome),
  problems: Schema.Array(Problem),
  trace: Schema.optionalKey(Schema.Array(TraceEntry))
})

/** Refuses, after `PrivilegeMissing` (`submission:write`): `FormNotFound`, `RequestInvalid`. */
export const make = Effect.gen(function* () {
  const evaluations = yield* Evaluations
  const forms = yield* LiveForms
  return Tool.make({
    name: "evaluate_form",
    title: "Evaluate a form",
    description:
      "Runs values through the live rules of a form and tells what they make of them: computed fields, hidden fields, outcomes, " +
      "and every problem. Stores nothing. Values with problems are a result, not an error: mend what `problems` names and ask again.",
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    privilege: "submission:write",
    operation: "evaluate",
    input,
    output,
    seen: seen(forms),
    run: Effect.fnUntraced(function* (caller, { data, explain = false, formId, language }) {
      const id = yield* formNamed(formId)
      const accepts = language === undefined ? undefined : [language]
      return { output: yield* evaluations[explain ? "explain" : "evaluate"](caller, id, Effect.succeed(data), accepts) }
    })
  })
})
