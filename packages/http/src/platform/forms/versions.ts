/** The published versions of forms: a version that a submission was filed against stays readable, and can be published again. */
import { Effect, Schema } from "effect"
import { FormId, FormVersionId, FormVersionRecord, PublicationNote } from "@formwork/domain/forms/Form"
import type { FormVersion } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { created, json } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import * as Page from "../wire/Page.ts"
import { compare } from "./compare.ts"
import { schemaOfVersion } from "./schemas.ts"
import { DespiteExamples, form, version } from "./wire.ts"

const number = Schema.Int.annotate({ description: "1 for the first version of the form." })

const FormVersionWire = Schema.Struct({
  id: FormVersionId,
  formId: FormId,
  number,
  definition: Schema.Json.annotate({ description: "As its author wrote it." })
}).annotate({ identifier: "FormVersion", description: "A version of a form. It never changes." })

export const PublishedVersion = Schema.Struct({ id: FormVersionId, formId: FormId, number }).annotate({
  identifier: "PublishedVersion",
  description: "The new live version."
})

export const PublicationRequest = Schema.Struct({
  note: Schema.optionalKey(
    PublicationNote.annotate({ description: "Why this version is published. It is kept with the version." })
  ),
  despiteExamples: DespiteExamples
}).annotate({ identifier: "PublicationRequest", examples: [{ note: "Prices of 2027" }] })

const Summary = Schema.Struct({
  ...FormVersionRecord.fields,
  number,
  publishedAt: Timestamp,
  note: FormVersionRecord.fields.note.annotate({ description: "The words that it was published with; null for none." })
}).annotate({
  identifier: "FormVersionSummary",
  description: "A version, without its definition."
})

const VersionPage = Page.page(Summary, Schema.String).annotate({ identifier: "FormVersionPage" })

/** 201 for a version made by this request. */
export const madeVersion = ({ formId, id, number }: FormVersion) => ({
  body: { id, formId, number },
  headers: { location: `/api/platform/forms/${formId}/versions/${id}` }
})

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/forms/:formId/versions",
  summary: "Every version, newest first, without its definition",
  needs: "form:read",
  of: form,
  query: Page.parameters(100, Page.countUpTo(999_999_999)),
  success: json(VersionPage),
  handle: Effect.fnUntraced(function* ({ caller, params, query }) {
    const forms = yield* Forms
    const limit = Effect.map(query, ({ limit }) => Page.limitOf(limit))
    const page = Effect.map(query, ({ cursor, limit }) => ({
      limit: Page.limitOf(limit) + 1,
      ...(cursor === undefined ? {} : { before: Number(cursor) })
    }))
    const found = yield* forms.versions(caller, params.formId, page)
    return Page.cut(found, yield* limit, ({ number }) => String(number))
  })
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/forms/:formId/versions/:versionId",
  summary: "One version, live or not",
  needs: "form:read",
  of: version,
  success: json(FormVersionWire),
  handle: ({ caller, params }) => Forms.use((forms) => forms.version(caller, params.formId, params.versionId))
})

const republish = endpoint({
  name: "republish",
  method: "POST",
  path: "/api/platform/forms/:formId/versions/:versionId/publish",
  summary: "Go back to a version",
  description:
    "Publishes the version's definition again, as a new version with the next number. The draft stays unchanged. A definition with faults by today's rules is refused.",
  needs: "form:publish",
  of: version,
  body: PublicationRequest,
  bodyIsOptional: true,
  success: created(PublishedVersion),
  refuses: ["FormArchived", "DefinitionInvalid", "ExamplesFailed"],
  handle: ({ body, caller, params }) =>
    Forms.use((forms) => Effect.map(forms.republish(caller, params.formId, params.versionId, body), madeVersion))
})

export const versions = resource(
  "versions",
  "Published versions of forms: read, describe, compare and publish them again.",
  all,
  get,
  republish,
  schemaOfVersion,
  compare
)
