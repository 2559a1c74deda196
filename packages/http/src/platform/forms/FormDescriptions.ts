/** What a form asks for and gives back, as JSON Schema; and what changes from one version to another. */
import { Effect, Option, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { FormDescriptions } from "@formwork/domain/forms/FormDescriptions"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import { FormNotFound, FormVersionNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import { needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import * as Query from "../../endpoint/Query.ts"

const FormDescription = Schema.Struct({
  formVersionId: FormVersionId.annotate({ description: "The version that is described." }),
  schema: Schema.JsonObject.annotate({ description: "JSON Schema 2020-12 of `data`." }),
  example: Schema.NullOr(Schema.JsonObject).annotate({
    description: "Values for `data` that are valid today; null where none were found."
  }),
  resultSchema: Schema.JsonObject.annotate({
    description: "JSON Schema 2020-12 of `valid`, `calculatedData`, `hiddenFields` and `outcomes`."
  })
}).annotate({ identifier: "FormDescription" })

const FormDifference = Schema.Struct({
  subject: Schema.Literals(["form", "field", "check", "outcome", "effect", "state", "transition"]),
  name: Schema.String.annotate({
    description: "The field's slug, `drivers.birthDate` in a list; the id of a rule; a state; `state.transition`."
  }),
  change: Schema.Literals(["added", "removed", "changed"]),
  member: Schema.optionalKey(Schema.String.annotate({ description: "The member of the definition that changed." })),
  before: Schema.optionalKey(Schema.Json),
  after: Schema.optionalKey(Schema.Json),
  breaking: Schema.Boolean,
  why: Schema.optionalKey(Schema.String.annotate({ description: "Of a change that is breaking." }))
}).annotate({ identifier: "FormDifference" })

const FormComparison = Schema.Struct({
  breaking: Schema.Boolean.annotate({
    description: "A payload that was valid may be refused, or a result goes away or is of another type."
  }),
  changes: Schema.Array(FormDifference)
}).annotate({ identifier: "FormComparison" })

const versionParams = { formId: canonicalId(FormId), versionId: canonicalId(FormVersionId) }

const live = HttpApiEndpoint.get("live", "/api/platform/forms/:formId/schema", {
  params: { formId: canonicalId(FormId) },
  success: FormDescription,
  error: refusals("form:read", "FormNotFound")
})
  .annotateMerge(needs("form:read"))
  .annotate(Absent, new FormNotFound())
  .annotateMerge(OpenApi.annotations({ summary: "What the live version asks for and gives back, with an example" }))

const version = HttpApiEndpoint.get("version", "/api/platform/forms/:formId/versions/:versionId/schema", {
  params: versionParams,
  success: FormDescription,
  error: refusals("form:read", "FormVersionNotFound")
})
  .annotateMerge(needs("form:read"))
  .annotate(Absent, new FormVersionNotFound())
  .annotateMerge(OpenApi.annotations({ summary: "The same of any version" }))

const compare = HttpApiEndpoint.get("compare", "/api/platform/forms/:formId/versions/:versionId/compare", {
  params: versionParams,
  query: {
    with: Schema.optionalKey(
      Schema.String.annotate({ description: "Another version's id, or `draft`, which it is if left out." })
    )
  },
  success: FormComparison,
  error: refusals("form:read", "FormVersionNotFound", "RequestInvalid", "DefinitionInvalid")
})
  .annotateMerge(needs("form:read"))
  .annotate(Absent, new FormVersionNotFound())
  .annotateMerge(
    OpenApi.annotations({ summary: "What changes from this version to another, and what of it could break a caller" })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("formDescriptions")
    .annotateMerge(
      OpenApi.annotations({
        description: "What a form asks for and gives back, as JSON Schema; what changes from one version to another."
      })
    )
    .add(live, version, compare)
    .middleware(Ids)
    .middleware(Guard)
)

const versionId = Schema.decodeUnknownOption(canonicalId(FormVersionId))
const compareQuery = Payload.decoder(Schema.Struct({ with: Schema.optionalKey(Schema.String) }))

export const layer = HttpApiBuilder.group(
  api,
  "formDescriptions",
  Effect.fnUntraced(function* (endpoints) {
    const descriptions = yield* FormDescriptions

    const comparison = Effect.fnUntraced(function* ({
      formId,
      versionId: id
    }: {
      readonly formId: FormId
      readonly versionId: FormVersionId
    }) {
      const { with: given = "draft" } = yield* Query.read(compareQuery).pipe(
        Payload.of((caller) => descriptions.version(caller, formId, id))
      )
      const other: Option.Option<FormVersionId | "draft"> = given === "draft" ? Option.some(given) : versionId(given)
      if (Option.isNone(other)) return yield* new FormVersionNotFound()
      return yield* descriptions.compare(yield* CurrentCaller, formId, id, other.value)
    })
    return endpoints
      .handle("live", ({ params }) =>
        ProblemDetails.answering(Effect.flatMap(CurrentCaller, (caller) => descriptions.live(caller, params.formId)))
      )
      .handle("version", ({ params }) =>
        ProblemDetails.answering(
          Effect.flatMap(CurrentCaller, (caller) => descriptions.version(caller, params.formId, params.versionId))
        )
      )
      .handle("compare", ({ params }) => ProblemDetails.answering(comparison(params)))
  })
)
