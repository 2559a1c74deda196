/** Drafts of forms: read, saved, checked and published. */
import { Effect, Schema } from "effect"
import { FormId, FormRecord } from "@formwork/domain/forms/Form"
import { Examples } from "@formwork/domain/forms/Examples"
import { Forms } from "@formwork/domain/forms/Forms"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as IfMatch from "../../endpoint/IfMatch.ts"
import { resource } from "../../endpoint/Resource.ts"
import { created, json, tagged } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { madeVersion, PublicationRequest, PublishedVersion } from "./versions.ts"
import { Definition, DefinitionRequest, form, DraftCheck, SavedForm, savedForm, updatedBy } from "./wire.ts"

const FormDraft = Schema.Struct({
  formId: FormId,
  revision: FormRecord.fields.draftRevision,
  updatedAt: Timestamp.annotate({ description: "When this revision was saved." }),
  updatedBy,
  definition: Schema.Json.annotate({ description: "As its author wrote it; it may have faults." })
}).annotate({
  identifier: "FormDraft",
  description: "The definition that is being written. Callers do not see it until it is published."
})

const CheckRequest = Schema.Struct({ definition: Schema.optionalKey(Definition) }).annotate({
  identifier: "FormCheckRequest",
  description: "Without `definition` the stored draft is checked."
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/forms/:formId/draft",
  summary: "The draft, and the ETag of its revision",
  needs: "form:read",
  of: form,
  success: tagged(FormDraft),
  handle: Effect.fnUntraced(function* ({ caller, params: { formId } }) {
    const forms = yield* Forms
    const { draft, draftRevision, saving } = yield* forms.draft(caller, formId)
    const body = { formId, revision: draftRevision, ...saving, definition: draft }
    return { body, headers: { etag: IfMatch.tag(draftRevision) } }
  })
})

const save = endpoint({
  name: "save",
  method: "PUT",
  path: "/api/platform/forms/:formId/draft",
  summary: "Save the draft",
  description:
    "The draft may have faults; the answer lists them. It is refused where its code differs from the form's, or where a number in it would be rounded. The live version stays.",
  needs: "form:write",
  of: form,
  headers: IfMatch.header,
  body: DefinitionRequest,
  success: tagged(SavedForm),
  refuses: ["DraftStale", "DefinitionInvalid"],
  handle: Effect.fnUntraced(function* ({ body, caller, headers, params }) {
    const forms = yield* Forms
    const definition = Effect.map(body, ({ definition }) => definition)
    const form = yield* forms.saveDraft(caller, params.formId, definition, IfMatch.read(headers))
    return { body: savedForm(form), headers: { etag: IfMatch.tag(form.draftRevision) } }
  })
})

const check = endpoint({
  name: "check",
  method: "POST",
  path: "/api/platform/forms/:formId/check",
  summary:
    "Every fault of the draft or the definition sent, the examples that fail and the rules that none of them reaches; nothing is stored",
  needs: "form:write",
  of: form,
  body: CheckRequest,
  success: json(DraftCheck),
  handle: Effect.fnUntraced(function* ({ body, caller, params: { formId } }) {
    const forms = yield* Forms
    const examples = yield* Examples
    const definition = Effect.map(body, ({ definition }) => definition)
    const faults = yield* forms.checkDraft(caller, formId, definition)
    return { faults, examples: (yield* examples.run(caller, formId, definition)) ?? null }
  })
})

const publish = endpoint({
  name: "publish",
  method: "POST",
  path: "/api/platform/forms/:formId/publish",
  summary: "Publish the draft",
  description:
    "The draft with the revision in If-Match becomes the live version, from the next request on, on every node. A draft with faults is refused with all of them, and one by which cases of the form fail, unless `despiteExamples` says why.",
  needs: "form:publish",
  of: form,
  headers: IfMatch.header,
  body: PublicationRequest,
  bodyIsOptional: true,
  success: created(PublishedVersion),
  refuses: ["FormArchived", "DraftStale", "DefinitionInvalid", "ExamplesFailed"],
  handle: ({ body, caller, headers, params }) =>
    Forms.use((forms) => Effect.map(forms.publish(caller, params.formId, IfMatch.read(headers), body), madeVersion))
})

export const drafts = resource(
  "drafts",
  "Drafts of forms: read, saved, checked and published.",
  get,
  save,
  check,
  publish
)
