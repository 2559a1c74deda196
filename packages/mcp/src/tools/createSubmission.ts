/** `create_submission`: v1's create. */
import { Effect, Schema, Struct } from "effect"
import { IdempotencyKey } from "@formwork/domain/filing/IdempotencyKey"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Submission } from "@formwork/domain/filing/Submission"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import * as Tool from "../Tool.ts"
import { data, formId, formNamed, language, seen } from "./form.ts"

const input = Schema.Struct({
  formId,
  data,
  language,
  draft: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "True saves a partial record, which required fields do not yet bind." })
  ),
  idempotencyKey: Schema.optionalKey(
    IdempotencyKey.annotate({
      description:
        "Makes a repeat safe: the same key with the same values gets the first answer again, for 24 hours. Choose a new one, such as a UUID, for " +
        "each submission, and send it again whenever you repeat a call whose answer you did not see."
    })
  )
})

/** The answer of v1: without the revision. */
const output = Schema.Struct(Struct.omit(Submission.fields, ["revision"]))

/**
 * Refuses, after `PrivilegeMissing` (`submission:write`): `FormNotFound`, `RequestInvalid`, `IdempotencyMismatch`, `SubmissionDeleted`,
 * `SubmissionInvalid`, `Unauthenticated`, `IdempotencyInProgress`.
 */
export const make = Effect.gen(function* () {
  const submissions = yield* Submissions
  const forms = yield* LiveForms
  return Tool.make({
    name: "create_submission",
    title: "File a submission",
    description:
      "Files a submission against the live version of a form: runs the same rules as evaluate_form, gives it a reference number, stores it, and fires " +
      "the notifications, documents and deliveries that the form is set up with. Values with problems are refused with " +
      "INVALID_SUBMISSION, and nothing is stored: call evaluate_form first. Filing cannot be undone by a tool. A field of type `file` takes the id " +
      "of a file that was uploaded for this form over the HTTP API; no tool uploads one, and a made-up id is refused. Ask for such an id; where you " +
      "have none, leave the field out, or save a draft (`draft: true`), to which a person adds the file.",
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    privilege: "submission:write",
    operation: "createSubmission",
    input,
    output,
    seen: seen(forms),
    run: Effect.fnUntraced(function* (caller, { data, draft = false, formId, idempotencyKey, language }) {
      const id = yield* formNamed(formId)
      const { replayed, submission } = yield* submissions.create(
        caller,
        id,
        Effect.succeed({ data, draft, idempotencyKey, accepts: language === undefined ? undefined : [language] })
      )
      return replayed ? { output: submission, meta: { idempotentReplayed: true } } : { output: submission }
    })
  })
})
