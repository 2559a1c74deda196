/** The examples of a form: read, and replaced as a whole. */
import { Effect, Schema } from "effect"
import { ExampleList, mostCharacters, mostExamples } from "@formwork/domain/forms/Example"
import { Examples } from "@formwork/domain/forms/Examples"
import { FormId } from "@formwork/domain/forms/Form"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as IfMatch from "../../endpoint/IfMatch.ts"
import { resource } from "../../endpoint/Resource.ts"
import { tagged } from "../../endpoint/Success.ts"
import { form } from "./wire.ts"

const FormExamples = Schema.Struct({
  formId: FormId,
  revision: Schema.Int.annotate({ description: "1 for a new form, and 1 more at each change of its examples." }),
  examples: ExampleList
}).annotate({ identifier: "FormExamples", description: "The examples of a form, in the order of their author." })

/** They are written as they are: nothing in them is encoded, and their members have had the order of the schema since they were saved. */
const write = (examples: typeof FormExamples.Type): string => JSON.stringify(examples)

const ExamplesRequest = Schema.Struct({ examples: ExampleList }).annotate({
  identifier: "FormExamplesRequest",
  examples: [{ examples: [{ name: "Nothing to pay", data: { metres: 0 }, expect: { valid: true } }] }]
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/forms/:formId/examples",
  summary: "The examples of a form, and the ETag of their revision",
  needs: "form:read",
  of: form,
  success: tagged(FormExamples, write),
  handle: Effect.fnUntraced(function* ({ caller, params: { formId } }) {
    const examples = yield* Examples
    const kept = yield* examples.get(caller, formId)
    return { body: { formId, ...kept }, headers: { etag: IfMatch.tag(kept.revision) } }
  })
})

const save = endpoint({
  name: "save",
  method: "PUT",
  path: "/api/platform/forms/:formId/examples",
  summary: "Replace the examples of a form",
  description:
    `At most ${mostExamples.toLocaleString("en")}, with different names, of at most ${mostCharacters.toLocaleString("en")} characters of JSON in all. They may fail. ` +
    "The check of a draft runs them, and publishing does where it is asked to.",
  needs: "form:write",
  of: form,
  headers: IfMatch.header,
  body: ExamplesRequest,
  success: tagged(FormExamples, write),
  refuses: ["ExamplesStale"],
  handle: Effect.fnUntraced(function* ({ body, caller, headers, params: { formId } }) {
    const examples = yield* Examples
    const given = Effect.map(body, ({ examples }) => examples)
    const kept = yield* examples.save(caller, formId, given, IfMatch.read(headers))
    return { body: { formId, ...kept }, headers: { etag: IfMatch.tag(kept.revision) } }
  })
})

export const examples = resource("examples", "Examples of forms: payloads with what is expected of them.", get, save)
