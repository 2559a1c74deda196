/** Forms: listed, made, checked, moved, renamed, archived. Their drafts and versions are in the files beside this one. */
import { Effect, Schema } from "effect"
import { FolderId } from "@formwork/domain/folders/Folder"
import { FormId } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as Query from "../../endpoint/Query.ts"
import { resource } from "../../endpoint/Resource.ts"
import { created, json } from "../../endpoint/Success.ts"
import * as Page from "../wire/Page.ts"
import { evaluate } from "./evaluate.ts"
import { evaluateBatch } from "./evaluateBatch.ts"
import { schema } from "./schemas.ts"
import { Definition, DefinitionRequest, form, FormCheck, FormWire, SavedForm, savedForm } from "./wire.ts"

const FormPage = Page.page(FormWire, FormId).annotate({ identifier: "FormPage" })

const folderId = Schema.NullOr(FolderId).annotate({
  description: "The folder of the form; null for the top."
})

const text = Schema.String.check(
  Schema.isPattern(/^[^\p{Cc}\p{Cs}]{1,200}$/u, { expected: "1 to 200 characters, none of them a control character" })
)

const FormRequest = Schema.Struct({ definition: Definition, folderId: Schema.optionalKey(folderId) }).annotate({
  identifier: "FormRequest"
})

const FormChange = Schema.Struct({
  title: Schema.optionalKey(
    text.annotate({ description: "The new title of the draft; its other members stay unchanged." })
  ),
  folderId: Schema.optionalKey(folderId)
}).annotate({ identifier: "FormChange", description: "Omitted members stay unchanged." })

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/forms",
  summary: "Forms, newest first, without their definitions",
  needs: "form:read",
  query: {
    folder: Query.optional(
      "Forms directly in this folder; `top` for forms without a folder.",
      Schema.Union([Schema.Literal("top"), FolderId])
    ),
    archived: Query.optional("`true`: those that are archived; `false`: those that are not.", Query.truth),
    live: Query.optional("`true`: those that callers can use now; `false`: the others.", Query.truth),
    text: Query.optional("Forms with this text in their title or code, without regard to case.", text),
    ...Page.parameters(100, FormId)
  },
  success: json(FormPage),
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    const forms = yield* Forms
    const { archived, cursor, folder, limit: asked, live, text } = yield* query
    const limit = Page.limitOf(asked)
    const before = cursor === undefined ? {} : { before: cursor }
    const filter = {
      folderId: folder === "top" ? null : folder,
      archived: Query.truthOf(archived),
      live: Query.truthOf(live),
      text
    }
    return Page.cut(yield* forms.list(caller, filter, { limit: limit + 1, ...before }), limit, ({ id }) => id)
  })
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/forms/:formId",
  summary: "One form, without its definitions",
  needs: "form:read",
  of: form,
  success: json(FormWire),
  handle: ({ caller, params }) => Forms.use((forms) => forms.get(caller, params.formId))
})

const create = endpoint({
  name: "create",
  method: "POST",
  path: "/api/platform/forms",
  summary: "Make a form",
  description:
    "The form has a draft, which needs a code and may have faults; the answer lists them. The form is live once the draft is published.",
  needs: "form:write",
  body: FormRequest,
  success: created(SavedForm),
  refuses: ["DefinitionInvalid", "BeyondLimits", "FolderUnknown", "FormCodeTaken"],
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const forms = yield* Forms
    const { definition, folderId } = yield* body
    const form = yield* forms.create(caller, definition, folderId)
    return { body: savedForm(form), headers: { location: `/api/platform/forms/${form.id}` } }
  })
})

const update = endpoint({
  name: "update",
  method: "PATCH",
  path: "/api/platform/forms/:formId",
  summary: "Move a form, or rename it",
  description:
    "The title belongs to the draft: renaming makes a new revision of the draft, and callers see the title once it is published.",
  needs: "form:write",
  of: form,
  body: FormChange,
  success: json(FormWire),
  refuses: ["BeyondLimits", "FolderUnknown"],
  handle: ({ body, caller, params }) => Forms.use((forms) => forms.change(caller, params.formId, body))
})

const check = endpoint({
  name: "check",
  method: "POST",
  path: "/api/platform/forms/check",
  summary: "Every fault of a definition; nothing is stored",
  needs: "form:write",
  body: DefinitionRequest,
  success: json(FormCheck),
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const forms = yield* Forms
    const { definition } = yield* body
    return { faults: yield* forms.check(caller, definition) }
  })
})

const archive = endpoint({
  name: "archive",
  method: "POST",
  path: "/api/platform/forms/:formId/archive",
  summary: "Take a form out of use",
  description:
    "From the next request on, on every node, evaluate and create answer 404. Submissions stay readable and continue their workflow; drafts of submissions can no longer be saved or filed. Archiving twice is harmless.",
  needs: "form:publish",
  of: form,
  success: json(FormWire),
  handle: ({ caller, params }) => Forms.use((forms) => forms.archive(caller, params.formId))
})

const unarchive = endpoint({
  name: "unarchive",
  method: "POST",
  path: "/api/platform/forms/:formId/unarchive",
  summary: "Bring a form back, with the version that was live",
  needs: "form:publish",
  of: form,
  success: json(FormWire),
  handle: ({ caller, params }) => Forms.use((forms) => forms.unarchive(caller, params.formId))
})

export const forms = resource(
  "forms",
  "Forms: find, make, check, move, rename and archive them.",
  all,
  get,
  create,
  update,
  check,
  archive,
  unarchive,
  schema,
  evaluate,
  evaluateBatch
)
