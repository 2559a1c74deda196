/** Forms: found, made, moved, renamed, archived. Their drafts and versions are beside this. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { FolderId } from "@formwork/domain/folders/Folder"
import { FormId } from "@formwork/domain/forms/Form"
import type { FormRecord } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import { FormStore } from "@formwork/domain/forms/FormStore"
import type { FormFilter } from "@formwork/domain/forms/FormStore"
import { FormNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import { bodyRefusals, needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import * as Query from "../../endpoint/Query.ts"
import { Definition, FormWire, SavedForm } from "./FormWire.ts"
import * as Page from "../wire/Page.ts"
import { created } from "../wire/Wire.ts"

const params = { formId: canonicalId(FormId) }

const pages = Page.upTo(100)

const FormPage = Page.page(FormWire, FormId).annotate({ identifier: "FormPage" })

const folderId = Schema.NullOr(canonicalId(FolderId)).annotate({
  description: "The folder that it is to be in; null for the top."
})

const FormRequest = Schema.Struct({ definition: Definition, folderId: Schema.optionalKey(folderId) }).annotate({
  identifier: "FormRequest"
})

const FormChange = Schema.Struct({
  title: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[^\p{Cc}\p{Cs}]{1,200}$/u, {
        expected: "1 to 200 characters, none of them a control character"
      })
    ).annotate({ description: "The draft's from now on; its other members stay as they are." })
  ),
  folderId: Schema.optionalKey(folderId)
}).annotate({ identifier: "FormChange", description: "What is left out stays as it is." })

const all = HttpApiEndpoint.get("list", "/api/platform/forms", {
  query: {
    folder: Schema.optionalKey(
      Schema.String.annotate({ description: "Those directly in this folder; `top` for those in none." })
    ),
    archived: Schema.optionalKey(
      Schema.String.annotate({ description: "`true`: those that are archived; `false`: those that are not." })
    ),
    live: Schema.optionalKey(
      Schema.String.annotate({ description: "`true`: those that callers can use now; `false`: the others." })
    ),
    text: Schema.optionalKey(
      Schema.String.annotate({ description: "Those with this in their title or code, however it is capitalised." })
    ),
    ...pages.parameters
  },
  success: FormPage,
  error: refusals("form:read", "RequestInvalid")
})
  .annotateMerge(needs("form:read"))
  .annotateMerge(OpenApi.annotations({ summary: "Forms, newest first, without their definitions" }))

const get = HttpApiEndpoint.get("get", "/api/platform/forms/:formId", {
  params,
  success: FormWire,
  error: refusals("form:read", "FormNotFound")
})
  .annotateMerge(needs("form:read"))
  .annotateMerge(OpenApi.annotations({ summary: "One form, without its definitions" }))

const create = HttpApiEndpoint.post("create", "/api/platform/forms", {
  payload: FormRequest,
  success: created(SavedForm),
  error: refusals("form:write", ...bodyRefusals, "DefinitionInvalid", "FolderUnknown", "FormCodeTaken")
})
  .annotateMerge(needs("form:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Make a form",
      description:
        "With a draft that may have faults, which the answer lists, as long as it has a code. Nothing is live before it is published."
    })
  )

const change = HttpApiEndpoint.patch("change", "/api/platform/forms/:formId", {
  params,
  payload: FormChange,
  success: FormWire,
  error: refusals("form:write", ...bodyRefusals, "FormNotFound", "FolderUnknown")
})
  .annotateMerge(needs("form:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Move a form, or rename it",
      description:
        "The title is the draft's: renaming makes the draft's next revision, and callers see it once it is published."
    })
  )

const archive = HttpApiEndpoint.post("archive", "/api/platform/forms/:formId/archive", {
  params,
  success: FormWire,
  error: refusals("form:publish", "FormNotFound")
})
  .annotateMerge(needs("form:publish"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Take a form out of use",
      description:
        "From the next request on it takes no evaluation and no submission, on any node. Submissions stay readable and go on through their workflow; drafts of them can no longer be saved or filed. Twice is fine."
    })
  )

const unarchive = HttpApiEndpoint.post("unarchive", "/api/platform/forms/:formId/unarchive", {
  params,
  success: FormWire,
  error: refusals("form:publish", "FormNotFound")
})
  .annotateMerge(needs("form:publish"))
  .annotateMerge(OpenApi.annotations({ summary: "Bring a form back, with the version that was live. Twice is fine" }))

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("forms")
    .annotateMerge(OpenApi.annotations({ description: "Forms: found, made, moved, renamed, archived." }))
    .add(all, get, create, change, archive, unarchive)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new FormNotFound())
)

const truth = Schema.Literals(["true", "false"])

const ListQuery = Schema.Struct({
  folder: Schema.optionalKey(Schema.Union([Schema.Literal("top"), canonicalId(FolderId)])),
  archived: Schema.optionalKey(truth),
  live: Schema.optionalKey(truth),
  text: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[^\p{Cc}\p{Cs}]{1,200}$/u, {
        expected: "1 to 200 characters, none of them a control character"
      })
    )
  ),
  cursor: Schema.optionalKey(canonicalId(FormId)),
  limit: Schema.optionalKey(pages.Limit)
})
const listQuery = Payload.decoder(ListQuery)
const formRequest = Payload.decoder(FormRequest)
const formChange = Payload.decoder(FormChange)

const truthOf = (text: typeof truth.Type | undefined): boolean | undefined =>
  text === undefined ? undefined : text === "true"

const filterOf = ({ archived, folder, live, text }: typeof ListQuery.Type): FormFilter => ({
  folderId: folder === "top" ? null : folder,
  archived: truthOf(archived),
  live: truthOf(live),
  text
})

export const layer = HttpApiBuilder.group(
  api,
  "forms",
  Effect.fnUntraced(function* (endpoints) {
    const forms = yield* Forms
    const store = yield* FormStore

    const page = Effect.fnUntraced(function* () {
      const query = yield* Query.read(listQuery)
      const limit = Page.limitOf(query.limit)
      const before = query.cursor === undefined ? {} : { before: query.cursor }
      const found = yield* forms.list(yield* CurrentCaller, filterOf(query), { limit: limit + 1, ...before })
      return Page.cut(found, limit, ({ id }) => id)
    })
    const make = Effect.fnUntraced(function* () {
      const { definition, folderId } = yield* Payload.read(formRequest)
      const form = yield* forms.create(yield* CurrentCaller, definition, folderId)
      return HttpApiSchema.withHeaders({ body: form, headers: { location: `/api/platform/forms/${form.id}` } })
    })
    const edit = Effect.fnUntraced(function* (id: FormId) {
      const request = yield* Payload.read(formChange).pipe(Payload.of((caller) => store.record(caller, id)))
      return yield* forms.change(yield* CurrentCaller, id, request)
    })
    const on = <E extends Parameters<typeof ProblemDetails.answer>[0]>(
      act: (caller: CurrentCaller["Service"], id: FormId) => Effect.Effect<FormRecord, E>,
      id: FormId
    ) => ProblemDetails.answering(Effect.flatMap(CurrentCaller, (caller) => act(caller, id)))

    return endpoints
      .handle("list", () => ProblemDetails.answering(page()))
      .handle("get", ({ params }) => on(forms.get, params.formId))
      .handleRaw("create", () => ProblemDetails.answering(make()))
      .handleRaw("change", ({ params }) => ProblemDetails.answering(edit(params.formId)))
      .handle("archive", ({ params }) => on(forms.archive, params.formId))
      .handle("unarchive", ({ params }) => on(forms.unarchive, params.formId))
  })
)
