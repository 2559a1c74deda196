/** Drafts of forms: read, saved, checked and published. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FormId, FormRecord } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { FormNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import * as IfMatch from "../../endpoint/IfMatch.ts"
import { bodyRefusals, needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import { Definition, Faults, SavedForm } from "./FormWire.ts"
import { madeVersion, PublishedVersion } from "./FormVersions.ts"
import { created } from "../wire/Wire.ts"

const params = { formId: canonicalId(FormId) }

const FormDraft = Schema.Struct({
  formId: FormId,
  revision: FormRecord.fields.draftRevision,
  definition: Schema.Json.annotate({ description: "As its author wrote it; it may be full of faults." })
}).annotate({ identifier: "FormDraft", description: "What is being written: nobody's until it is published." })

const DefinitionRequest = Schema.Struct({ definition: Definition }).annotate({ identifier: "DefinitionRequest" })

const CheckRequest = Schema.Struct({ definition: Schema.optionalKey(Definition) }).annotate({
  identifier: "FormCheckRequest",
  description: "Without `definition` the draft as it is."
})

const Checked = Schema.Struct({ faults: Faults }).annotate({ identifier: "FormCheck" })

const tagged = <S extends Schema.Top>(schema: S) => HttpApiSchema.WithHeaders(schema, { etag: Schema.String })

const get = HttpApiEndpoint.get("get", "/api/platform/forms/:formId/draft", {
  params,
  success: tagged(FormDraft),
  error: refusals("form:read", "FormNotFound")
})
  .annotateMerge(needs("form:read"))
  .annotateMerge(OpenApi.annotations({ summary: "The draft, and the ETag of its revision" }))

const save = HttpApiEndpoint.put("save", "/api/platform/forms/:formId/draft", {
  params,
  headers: IfMatch.header,
  payload: DefinitionRequest,
  success: tagged(SavedForm),
  error: refusals("form:write", ...bodyRefusals, "FormNotFound", "DraftStale", "DefinitionInvalid")
})
  .annotateMerge(needs("form:write"))
  .annotateMerge(IfMatch.required)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Save the draft",
      description:
        "With whatever faults, which the answer lists. It is not stored where its code is not the form's, or a number in it would be rounded. What is live stays."
    })
  )

const check = HttpApiEndpoint.post("check", "/api/platform/forms/:formId/check", {
  params,
  payload: CheckRequest,
  success: Checked,
  error: refusals("form:write", ...bodyRefusals, "FormNotFound")
})
  .annotateMerge(needs("form:write"))
  .annotateMerge(
    OpenApi.annotations({ summary: "Every fault of the draft, or of what it would be; nothing is stored" })
  )

const checkNew = HttpApiEndpoint.post("checkNew", "/api/platform/forms/check", {
  payload: DefinitionRequest,
  success: Checked,
  error: refusals("form:write", ...bodyRefusals)
})
  .annotateMerge(needs("form:write"))
  .annotateMerge(OpenApi.annotations({ summary: "Every fault of a definition; nothing is stored" }))

const publish = HttpApiEndpoint.post("publish", "/api/platform/forms/:formId/publish", {
  params,
  headers: IfMatch.header,
  success: created(PublishedVersion),
  error: refusals("form:publish", "RequestInvalid", "FormNotFound", "FormArchived", "DraftStale", "DefinitionInvalid")
})
  .annotateMerge(needs("form:publish"))
  .annotateMerge(IfMatch.required)
  .annotateMerge(
    OpenApi.annotations({
      summary: "Publish the draft",
      description:
        "Makes the draft of the revision in If-Match the live version, from the next request on, on every node. One with faults is refused with all of them."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("formDrafts")
    .annotateMerge(OpenApi.annotations({ description: "Drafts of forms: read, saved, checked and published." }))
    .add(get, save, check, checkNew, publish)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new FormNotFound())
)

const definitionRequest = Payload.decoder(DefinitionRequest)
const checkRequest = Payload.decoder(CheckRequest)

export const layer = HttpApiBuilder.group(
  api,
  "formDrafts",
  Effect.fnUntraced(function* (endpoints) {
    const forms = yield* Forms
    const store = yield* FormStore

    const of = (id: FormId) => Payload.of((caller) => store.record(caller, id))

    const read = Effect.fnUntraced(function* (id: FormId) {
      const { draft, draftRevision } = yield* forms.draft(yield* CurrentCaller, id)
      const body = { formId: id, revision: draftRevision, definition: draft }
      return HttpApiSchema.withHeaders({ body, headers: { etag: IfMatch.tag(draftRevision) } })
    })
    const put = Effect.fnUntraced(function* (id: FormId, ifMatch: string | undefined) {
      const [{ definition }, revision] = yield* Effect.all([
        Payload.read(definitionRequest),
        IfMatch.read(ifMatch)
      ]).pipe(of(id))
      const form = yield* forms.saveDraft(yield* CurrentCaller, id, definition, revision)
      return HttpApiSchema.withHeaders({ body: form, headers: { etag: IfMatch.tag(form.draftRevision) } })
    })
    const look = Effect.fnUntraced(function* (id: FormId) {
      const { definition } = yield* Payload.read(checkRequest).pipe(of(id))
      return { faults: yield* forms.checkDraft(yield* CurrentCaller, id, definition) }
    })
    const lookAtNew = Effect.fnUntraced(function* () {
      const { definition } = yield* Payload.read(definitionRequest)
      return { faults: yield* forms.check(yield* CurrentCaller, definition) }
    })
    const goLive = Effect.fnUntraced(function* (id: FormId, ifMatch: string | undefined) {
      const revision = yield* IfMatch.read(ifMatch).pipe(of(id))
      return madeVersion(yield* forms.publish(yield* CurrentCaller, id, revision))
    })
    return endpoints
      .handle("get", ({ params }) => ProblemDetails.answering(read(params.formId)))
      .handleRaw("save", ({ headers, params }) => ProblemDetails.answering(put(params.formId, headers["if-match"])))
      .handleRaw("check", ({ params }) => ProblemDetails.answering(look(params.formId)))
      .handleRaw("checkNew", () => ProblemDetails.answering(lookAtNew()))
      .handle("publish", ({ headers, params }) => ProblemDetails.answering(goLive(params.formId, headers["if-match"])))
  })
)
