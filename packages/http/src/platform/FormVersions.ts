/** The published versions of forms: what a submission was filed against stays readable. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import { FormVersionNotFound } from "@formwork/domain/Refusal"
import { CurrentCaller, Guard } from "../Guard.ts"
import { Absent, asGiven, Ids } from "../Ids.ts"
import { needs, refusals } from "../Operation.ts"
import * as Problem from "../Problem.ts"

const FormVersionRecord = Schema.Struct({
  id: FormVersionId,
  formId: FormId,
  number: Schema.Int.annotate({ description: "1 for the first version of the form." }),
  definition: Schema.Json.annotate({ description: "As its author wrote it." })
}).annotate({ identifier: "FormVersion", description: "A version of a form. It never changes." })

const get = HttpApiEndpoint.get("get", "/api/platform/forms/:formId/versions/:versionId", {
  params: { formId: asGiven(FormId), versionId: asGiven(FormVersionId) },
  success: FormVersionRecord,
  error: refusals("form:read", "FormVersionNotFound")
})
  .annotateMerge(needs("form:read"))
  .annotateMerge(OpenApi.annotations({ summary: "One version, live or not" }))

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("formVersions")
    .add(get)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new FormVersionNotFound())
)

export const layer = HttpApiBuilder.group(
  api,
  "formVersions",
  Effect.fnUntraced(function* (endpoints) {
    const forms = yield* Forms
    return endpoints.handle("get", ({ params }) =>
      Problem.answering(
        Effect.flatMap(CurrentCaller, (caller) => forms.version(caller, params.formId, params.versionId))
      )
    )
  })
)
