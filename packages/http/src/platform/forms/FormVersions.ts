/** The published versions of forms: what a submission was filed against stays readable, and can be published again. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FormId, FormVersionId, FormVersionRecord } from "@formwork/domain/forms/Form"
import type { FormVersion } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { FormNotFound, FormVersionNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import { needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import * as Query from "../../endpoint/Query.ts"
import * as Page from "../wire/Page.ts"
import { created } from "../wire/Wire.ts"

const params = { formId: canonicalId(FormId), versionId: canonicalId(FormVersionId) }

const number = Schema.Int.annotate({ description: "1 for the first version of the form." })

const FormVersionWire = Schema.Struct({
  id: FormVersionId,
  formId: FormId,
  number,
  definition: Schema.Json.annotate({ description: "As its author wrote it." })
}).annotate({ identifier: "FormVersion", description: "A version of a form. It never changes." })

export const PublishedVersion = Schema.Struct({ id: FormVersionId, formId: FormId, number }).annotate({
  identifier: "PublishedVersion",
  description: "The version that is live from now on."
})

const Summary = Schema.Struct({ ...FormVersionRecord.fields, number, publishedAt: Timestamp }).annotate({
  identifier: "FormVersionSummary",
  description: "A version, without its definition."
})

const pages = Page.upTo(100)

const VersionPage = Page.page(Summary, Schema.String).annotate({ identifier: "FormVersionPage" })

/** 201 for a version that was just made. */
export const madeVersion = ({ formId, id, number }: FormVersion) =>
  HttpApiSchema.withHeaders({
    body: { id, formId, number },
    headers: { location: `/api/platform/forms/${formId}/versions/${id}` }
  })

const all = HttpApiEndpoint.get("list", "/api/platform/forms/:formId/versions", {
  params: { formId: params.formId },
  query: pages.parameters,
  success: VersionPage,
  error: refusals("form:read", "FormNotFound", "RequestInvalid")
})
  .annotateMerge(needs("form:read"))
  .annotateMerge(OpenApi.annotations({ summary: "Every version, newest first, without its definition" }))
  .annotate(Absent, new FormNotFound())

const get = HttpApiEndpoint.get("get", "/api/platform/forms/:formId/versions/:versionId", {
  params,
  success: FormVersionWire,
  error: refusals("form:read", "FormVersionNotFound")
})
  .annotateMerge(needs("form:read"))
  .annotateMerge(OpenApi.annotations({ summary: "One version, live or not" }))

const republish = HttpApiEndpoint.post("republish", "/api/platform/forms/:formId/versions/:versionId/publish", {
  params,
  success: created(PublishedVersion),
  error: refusals("form:publish", "FormVersionNotFound", "FormArchived", "DefinitionInvalid")
})
  .annotateMerge(needs("form:publish"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Go back to a version",
      description:
        "Publishes its definition again, as a new version: numbers only go up. The draft stays what it is. A definition with faults by today's rules is refused."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("formVersions")
    .annotateMerge(OpenApi.annotations({ description: "The published versions of forms: read, and published again." }))
    .add(all, get, republish)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new FormVersionNotFound())
)

const listQuery = Payload.decoder(
  Schema.Struct({ cursor: Schema.optionalKey(Page.countUpTo(999_999_999)), limit: Schema.optionalKey(pages.Limit) })
)

export const layer = HttpApiBuilder.group(
  api,
  "formVersions",
  Effect.fnUntraced(function* (endpoints) {
    const forms = yield* Forms
    const store = yield* FormStore

    const page = Effect.fnUntraced(function* (id: FormId) {
      const query = yield* Query.read(listQuery).pipe(Payload.of((caller) => store.record(caller, id)))
      const limit = Page.limitOf(query.limit)
      const before = query.cursor === undefined ? {} : { before: Number(query.cursor) }
      const found = yield* forms.versions(yield* CurrentCaller, id, { limit: limit + 1, ...before })
      return Page.cut(found, limit, ({ number }) => String(number))
    })
    const again = Effect.fnUntraced(function* (id: FormId, versionId: FormVersionId) {
      return madeVersion(yield* forms.republish(yield* CurrentCaller, id, versionId))
    })
    return endpoints
      .handle("list", ({ params }) => ProblemDetails.answering(page(params.formId)))
      .handle("get", ({ params }) =>
        ProblemDetails.answering(
          Effect.flatMap(CurrentCaller, (caller) => forms.version(caller, params.formId, params.versionId))
        )
      )
      .handle("republish", ({ params }) => ProblemDetails.answering(again(params.formId, params.versionId)))
  })
)
