/** What a form asks for and gives back, as JSON Schema. */
import { Schema } from "effect"
import { FormVersionId } from "@formwork/domain/forms/Form"
import { FormDescriptions } from "@formwork/domain/forms/FormDescriptions"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { accepts } from "../../endpoint/accepts.ts"
import { readable } from "../../endpoint/Success.ts"
import { form, version } from "./wire.ts"

const FormDescription = Schema.Struct({
  formVersionId: FormVersionId.annotate({ description: "The described version." }),
  schema: Schema.JsonObject.annotate({ description: "JSON Schema 2020-12 of `data`." }),
  example: Schema.NullOr(Schema.JsonObject).annotate({
    description:
      "Values for `data` that are valid today; null where the service found none. A file in it has the id of no upload, so it evaluates, and cannot be filed."
  }),
  resultSchema: Schema.JsonObject.annotate({
    description: "JSON Schema 2020-12 of `valid`, `calculatedData`, `hiddenFields` and `outcomes`."
  })
}).annotate({ identifier: "FormDescription" })

/** Schemas are JSON already, so they are written as they are. */
const write = ({ example, formVersionId, resultSchema, schema }: typeof FormDescription.Type): string =>
  JSON.stringify({ formVersionId, schema, example, resultSchema })

export const schema = endpoint({
  name: "schema",
  method: "GET",
  path: "/api/platform/forms/:formId/schema",
  summary: "The payload and the results of the live version as JSON Schema, with an example",
  needs: "form:read",
  of: form,
  success: readable(FormDescription, write),
  seesExchange: true,
  handle: ({ caller, exchange, params }) =>
    FormDescriptions.use((descriptions) => descriptions.live(caller, params.formId, accepts(exchange)))
})

export const schemaOfVersion = endpoint({
  name: "schema",
  method: "GET",
  path: "/api/platform/forms/:formId/versions/:versionId/schema",
  summary: "The payload and the results of any version as JSON Schema",
  needs: "form:read",
  of: version,
  success: readable(FormDescription, write),
  seesExchange: true,
  handle: ({ caller, exchange, params }) =>
    FormDescriptions.use((descriptions) =>
      descriptions.version(caller, params.formId, params.versionId, accepts(exchange))
    )
})
