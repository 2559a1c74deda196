/** What changes from one version of a form to another. */
import { Effect, Option, Schema } from "effect"
import { FormVersionNotFound } from "@formwork/domain/callers/Refusal"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { FormDescriptions } from "@formwork/domain/forms/FormDescriptions"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as Query from "../../endpoint/Query.ts"
import { json } from "../../endpoint/Success.ts"
import { version } from "./wire.ts"

const FormDifference = Schema.Struct({
  subject: Schema.Literals([
    "form",
    "constant",
    "table",
    "field",
    "section",
    "check",
    "outcome",
    "effect",
    "state",
    "transition"
  ]),
  name: Schema.String.annotate({
    description:
      "The field's slug, `drivers.birthDate` in a list; the name of a constant or a table; the id of a section or a rule; a state; `state.transition`."
  }),
  change: Schema.Literals(["added", "removed", "changed"]),
  member: Schema.optionalKey(Schema.String.annotate({ description: "The member of the definition that changed." })),
  before: Schema.optionalKey(Schema.Json),
  after: Schema.optionalKey(Schema.Json),
  breaking: Schema.Boolean,
  why: Schema.optionalKey(Schema.String.annotate({ description: "Why the change is breaking." }))
}).annotate({ identifier: "FormDifference" })

const FormComparison = Schema.Struct({
  breaking: Schema.Boolean.annotate({
    description: "True where a payload that was valid may be refused, or a result is removed or changes its type."
  }),
  changes: Schema.Array(FormDifference)
}).annotate({ identifier: "FormComparison" })

const versionId = Schema.decodeUnknownOption(FormVersionId)

const otherOf = ({ with: given = "draft" }: { readonly with?: string }) => {
  if (given === "draft") return Effect.succeed<FormVersionId | "draft">(given)
  return Option.match(versionId(given), {
    onNone: () => Effect.fail(new FormVersionNotFound()),
    onSome: (id) => Effect.succeed(id)
  })
}

export const compare = endpoint({
  name: "compare",
  method: "GET",
  path: "/api/platform/forms/:formId/versions/:versionId/compare",
  summary: "The differences between this version and another, and which of them break callers",
  needs: "form:read",
  of: version,
  query: { with: Query.optional("Another version's id, or `draft` (the default).", Schema.String) },
  success: json(FormComparison),
  refuses: ["DefinitionInvalid"],
  handle: ({ caller, params, query }) =>
    FormDescriptions.use((descriptions) =>
      descriptions.compare(caller, params.formId, params.versionId, Effect.flatMap(query, otherOf))
    )
})
