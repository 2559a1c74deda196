/** The app API's own description. */
import { Context, Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Guard } from "../endpoint/Guard.ts"
import { needs, refusals } from "../endpoint/Operation.ts"

/** The OpenAPI document of the whole app API, as JSON text. */
export class DocumentText extends Context.Service<DocumentText, string>()("@formwork/http/platform/DocumentText") {}

const get = HttpApiEndpoint.get("get", "/api/platform/openapi.json", {
  success: Schema.JsonObject.annotate({ description: "OpenAPI 3.1." }),
  error: refusals("any credential")
})
  .annotateMerge(needs("any credential"))
  .annotateMerge(OpenApi.annotations({ summary: "This document" }))

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("description")
    .annotateMerge(OpenApi.annotations({ description: "This document." }))
    .add(get)
    .middleware(Guard)
)

export const layer = HttpApiBuilder.group(
  api,
  "description",
  Effect.fnUntraced(function* (endpoints) {
    const document = HttpServerResponse.text(yield* DocumentText, { contentType: "application/json" })
    return endpoints.handle("get", () => Effect.succeed(document))
  })
)
