/** The app API's own document. */
import { Context, Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { endpoint } from "../endpoint/Endpoint.ts"
import { resource } from "../endpoint/Resource.ts"
import { file } from "../endpoint/Success.ts"

/** The OpenAPI document of the whole app API, as JSON text. */
export class DocumentText extends Context.Service<DocumentText, string>()("@formwork/http/platform/DocumentText") {}

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/openapi.json",
  summary: "This document",
  needs: "any credential",
  success: file(Schema.JsonObject.annotate({ description: "OpenAPI 3.1." })),
  handle: () => Effect.map(DocumentText, (text) => HttpServerResponse.text(text, { contentType: "application/json" }))
})

export const openapi = resource("openapi", "This document.", get)
